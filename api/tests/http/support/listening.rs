//! A listener where the service calls itself: the service, or a misbehaving provider.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use actix_web::dev::ServerHandle;
use actix_web::rt::System;

use super::TestApp;

/// The service on a real port; it stops on drop.
pub struct Listening {
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

impl Listening {
    pub fn start(t: &TestApp) -> Self {
        Self::start_at(t, t.address.try_clone().unwrap())
    }

    /// On another address than where the service calls itself.
    pub fn start_at(t: &TestApp, address: TcpListener) -> Self {
        let app = t.app.clone();
        let (sender, signal) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            System::new().block_on(async move {
                let server = yingku_server::serving(app, address)
                    .unwrap()
                    .workers(1)
                    .disable_signals()
                    .run();
                sender.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        Self {
            handle: signal.recv().unwrap(),
            thread: Some(thread),
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
        let _ = self.thread.take().unwrap().join();
    }
}

/// A provider's response to a request's text; none = no response until the client is gone.
type Behaviour = Box<dyn Fn(&str) -> Option<String> + Send>;

/// A provider with scripted responses.
pub struct Provider {
    address: std::net::SocketAddr,
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Provider {
    pub fn start(t: &TestApp, behaviour: impl Fn(&str) -> Option<String> + Send + 'static) -> Self {
        Self::at(t.address.try_clone().unwrap(), behaviour)
    }

    /// On an address for other clients than the service.
    pub fn at(
        listener: TcpListener,
        behaviour: impl Fn(&str) -> Option<String> + Send + 'static,
    ) -> Self {
        let address = listener.local_addr().unwrap();
        // The service made it non-blocking if it ran here: copies of a listener share that.
        listener.set_nonblocking(false).unwrap();
        let stopped = Arc::new(AtomicBool::new(false));
        let (stop, behaviour): (_, Behaviour) = (Arc::clone(&stopped), Box::new(behaviour));
        let thread = std::thread::spawn(move || serve(&listener, &stop, &behaviour));
        Self {
            address,
            stopped,
            thread: Some(thread),
        }
    }

    /// Always the same response.
    pub fn responding(t: &TestApp, status: &str, headers: &str, body: &str) -> Self {
        let answer = http(status, headers, body);
        Self::start(t, move |_| Some(answer.clone()))
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        let _ = std::net::TcpStream::connect(self.address);
        let _ = self.thread.take().unwrap().join();
    }
}

/// The text of a response.
pub fn http(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn serve(listener: &TcpListener, stopped: &AtomicBool, behaviour: &Behaviour) {
    for stream in listener.incoming() {
        if stopped.load(Ordering::SeqCst) {
            return;
        }
        let mut stream = stream.unwrap();
        let request = request_of(&mut stream);
        let mut bytes = [0; 4096];
        match behaviour(&request) {
            Some(answer) => {
                let _ = stream.write_all(answer.as_bytes());
            }
            None => {
                let _ = stream.read(&mut bytes);
            }
        }
    }
}

/// The request on a connection.
pub fn request_of(stream: &mut TcpStream) -> String {
    let mut request = String::new();
    let mut bytes = [0; 4096];
    while !is_whole(&request) {
        let read = stream.read(&mut bytes).unwrap_or(0);
        if read == 0 {
            break;
        }
        request.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    request
}

fn is_whole(request: &str) -> bool {
    let Some((head, body)) = request.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse().ok()).flatten()
    });
    body.len() >= length.unwrap_or(0)
}

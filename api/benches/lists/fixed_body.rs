//! The baseline of a request: a fixed body from the bare framework, with one worker like the service.

use std::process::{Child, Command, Stdio};

use actix_web::{App, HttpResponse, HttpServer, web};

use crate::caller::Caller;

/// This program again, as the bare framework in a process of its own.
pub struct FixedBody {
    child: Child,
    caller: Caller,
}

impl FixedBody {
    /// Serves a body of this size.
    pub fn start(size: usize) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["fixed-body", &port.to_string(), &size.to_string()])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::yield_now();
        }
        Self {
            child,
            caller: Caller::plain(port),
        }
    }

    /// That many requests over that many connections; returns requests per second.
    pub fn rate(&self, connections: usize, requests: usize) -> f64 {
        let request = self.caller.get("/", "");
        self.caller.at_once(connections, vec![request; requests]).1
    }
}

impl Drop for FixedBody {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `[port, size]`
pub fn serve(arguments: &[String]) {
    let port: u16 = arguments[0].parse().unwrap();
    let body = web::Bytes::from(vec![b'x'; arguments[1].parse().unwrap()]);
    let server = HttpServer::new(move || {
        let body = body.clone();
        App::new().default_service(web::to(move || {
            let body = body.clone();
            async move {
                HttpResponse::Ok()
                    .content_type("application/json")
                    .body(body)
            }
        }))
    });
    let serving = async move {
        server
            .workers(1)
            .bind(("127.0.0.1", port))
            .unwrap()
            .run()
            .await
    };
    actix_web::rt::System::new().block_on(serving).unwrap();
}

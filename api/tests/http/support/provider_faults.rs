//! A proxy between the service and its payment provider that breaks the n-th request.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use parking_lot::Mutex;

use super::TestApp;
use super::listening::{Listening, request_of};

/// The fault of the request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FaultMode {
    /// Its connection is closed before it reaches the provider.
    Rejected,
    /// The provider processes it, and the connection breaks in the middle of the response.
    AnswerCut,
    /// The provider processes it, and responds after the client's timeout.
    AnswerLate,
}

/// The sandbox behind the proxy. Each fault is injected once.
pub struct ProviderFaults {
    shared: Arc<Shared>,
    address: SocketAddr,
    thread: Option<JoinHandle<()>>,
    _provider: Listening,
}

struct Shared {
    manner: FaultMode,
    provider: SocketAddr,
    state: Mutex<State>,
    stopped: AtomicBool,
}

#[derive(Default)]
struct State {
    /// The number of the request to break, counted from now; never at 0.
    left: u32,
    /// The first line of the broken request.
    struck: Option<String>,
}

impl ProviderFaults {
    /// Where the service calls itself, and so its sandbox.
    pub fn start(t: &TestApp, manner: FaultMode) -> Self {
        let behind = TcpListener::bind("127.0.0.1:0").unwrap();
        let shared = Arc::new(Shared {
            manner,
            provider: behind.local_addr().unwrap(),
            state: Mutex::default(),
            stopped: AtomicBool::new(false),
        });
        let (listener, known) = (t.address.try_clone().unwrap(), Arc::clone(&shared));
        Self {
            shared,
            address: listener.local_addr().unwrap(),
            thread: Some(std::thread::spawn(move || known.serve(&listener))),
            _provider: Listening::start_at(t, behind),
        }
    }

    /// Breaks the `n`-th request from now on.
    pub fn inject_at(&self, n: u32) {
        self.shared.state.lock().left = n;
    }

    /// Stops injecting, and returns the broken request, if there were that many.
    pub fn stop_injecting(&self) -> Option<String> {
        std::mem::take(&mut *self.shared.state.lock()).struck
    }
}

impl Drop for ProviderFaults {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
        let _ = self.thread.take().unwrap().join();
    }
}

impl Shared {
    fn serve(self: &Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming().flatten() {
            if self.stopped.load(Ordering::SeqCst) {
                return;
            }
            let shared = Arc::clone(self);
            std::thread::spawn(move || shared.pass(stream));
        }
    }

    fn pass(&self, mut asker: TcpStream) {
        let request = request_of(&mut asker);
        let struck = self.is_due(&request);
        if struck && self.manner == FaultMode::Rejected {
            return;
        }
        let mut provider = TcpStream::connect(self.provider).unwrap();
        // One request per connection, so that the response ends with the connection.
        let request = request.replacen("\r\n", "\r\nconnection: close\r\n", 1);
        let mut answer = Vec::new();
        provider.write_all(request.as_bytes()).unwrap();
        provider.shutdown(Shutdown::Write).unwrap();
        provider.read_to_end(&mut answer).unwrap();
        match self.manner {
            FaultMode::AnswerCut if struck => {
                let _ = asker.write_all(&answer[..answer.len() - 1]);
            }
            FaultMode::AnswerLate if struck => {
                // Until the client is gone.
                let _ = asker.read(&mut [0; 16]);
                let _ = asker.write_all(&answer);
            }
            _ => {
                let _ = asker.write_all(&answer);
            }
        }
    }

    /// Counts a request to the provider; notifications to us do not count.
    fn is_due(&self, request: &str) -> bool {
        let line = request.lines().next().unwrap_or_default();
        if !line.contains(" /sandbox/") {
            return false;
        }
        let mut state = self.state.lock();
        let is_last = state.left == 1;
        state.left = state.left.saturating_sub(1);
        if is_last {
            state.struck = Some(line.to_owned());
        }
        is_last
    }
}

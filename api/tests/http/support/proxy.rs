//! A proxy in front of the test's PostgreSQL that can become unresponsive, like a stopped server or a router that has
//! lost its state: connections stay open, and nothing comes back. It can also lose one result with its connection.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex};

/// What it does with received data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FaultMode {
    /// It forwards everything.
    Pass,
    /// It buffers everything, and forwards it later.
    Hold,
    /// It drops everything, also later on connections that were open meanwhile.
    Swallow,
    /// It accepts connections, and drops the requests on them.
    Greet,
    /// It forwards the next request, closes that connection instead of responding, and then forwards everything.
    LoseAnswer,
}

/// Either end of a connection.
trait End: Read + Write + Send + 'static {
    fn close(&self);
}

impl End for TcpStream {
    fn close(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

impl End for UnixStream {
    fn close(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

/// What both directions of a connection share.
#[derive(Clone)]
struct Shared {
    manner: Arc<(Mutex<FaultMode>, Condvar)>,
    /// Whether the next result on this connection is lost.
    losing: Arc<AtomicBool>,
}

impl FaultMode {
    fn is_unresponsive(self) -> bool {
        matches!(self, Self::Hold | Self::Swallow | Self::Greet)
    }
}

/// Whether some proxy of this process may become unresponsive. Pools wait for each other's new connections for a while,
/// so one test's stalled proxy would delay the connections of another.
static CONNECT_IN_PROGRESS: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

/// The proxy, until it is dropped.
pub struct Proxy {
    manner: Arc<(Mutex<FaultMode>, Condvar)>,
    has_turn: bool,
    /// Its address.
    pub port: u16,
}

impl Proxy {
    /// In front of the cluster whose socket folder the URL names.
    pub fn before(url: &str) -> Self {
        let socket = socket_of(url);
        Self::start(
            move || UnixStream::connect(&socket).unwrap(),
            |end| end.try_clone().unwrap(),
        )
    }

    /// In front of the cluster that listens at this port.
    pub fn before_port(port: u16) -> Self {
        let connect = move || {
            let server = TcpStream::connect(("127.0.0.1", port)).unwrap();
            server.set_nodelay(true).unwrap();
            server
        };
        Self::start(connect, |end| end.try_clone().unwrap())
    }

    fn start<E: End>(
        connect: impl Fn() -> E + Send + 'static,
        copy: impl Fn(&E) -> E + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let manner = Arc::new((Mutex::new(FaultMode::Pass), Condvar::new()));
        let known = Arc::clone(&manner);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // Small responses are not delayed.
                client.set_nodelay(true).unwrap();
                let server = connect();
                let (to, from) = (client.try_clone().unwrap(), copy(&server));
                let shared = Shared {
                    manner: Arc::clone(&known),
                    losing: Arc::default(),
                };
                pump(client, server, true, shared.clone());
                pump(from, to, false, shared);
            }
        });
        Self {
            manner,
            has_turn: false,
            port,
        }
    }

    /// The only one of this process that may become unresponsive, once the others that may are gone.
    pub fn alone(mut self) -> Self {
        let mut busy = CONNECT_IN_PROGRESS.0.lock();
        CONNECT_IN_PROGRESS.1.wait_while(&mut busy, |busy| *busy);
        *busy = true;
        self.has_turn = true;
        self
    }

    /// Its behaviour from now on. Only one that is [`Self::alone`] may be unresponsive.
    pub fn behave(&self, manner: FaultMode) {
        assert!(self.has_turn || !manner.is_unresponsive());
        *self.manner.0.lock() = manner;
        self.manner.1.notify_all();
    }

    /// The database's URL through it.
    pub fn url(&self, url: &str) -> String {
        let name = url.rsplit('/').next().unwrap();
        format!("postgres://yingku@127.0.0.1:{}/{name}", self.port)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        if self.has_turn {
            *CONNECT_IN_PROGRESS.0.lock() = false;
            CONNECT_IN_PROGRESS.1.notify_one();
        }
    }
}

/// Forwards data of the client or the server, on a thread that ends with the connection.
fn pump(mut from: impl End, mut to: impl End, asks: bool, shared: Shared) {
    std::thread::spawn(move || {
        let mut bytes = [0; 16_384];
        let mut forgotten = false;
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            if !asks && shared.losing.load(Ordering::Acquire) {
                from.close();
                to.close();
                return;
            }
            let (now, changed) = &*shared.manner;
            let mut now = now.lock();
            while *now == FaultMode::Hold {
                changed.wait(&mut now);
            }
            // A startup message begins with its length, whose first byte is 0; other messages begin with a letter.
            let is_message = asks && bytes[0] != 0;
            if *now == FaultMode::LoseAnswer && is_message {
                shared.losing.store(true, Ordering::Release);
                *now = FaultMode::Pass;
            }
            forgotten |= match *now {
                FaultMode::Swallow => true,
                FaultMode::Greet => is_message,
                FaultMode::Pass | FaultMode::Hold | FaultMode::LoseAnswer => false,
            };
            drop(now);
            if !forgotten && to.write_all(&bytes[..read]).is_err() {
                return;
            }
        }
    });
}

fn socket_of(url: &str) -> String {
    let host = url.split('@').nth(1).unwrap().split('/').next().unwrap();
    format!("{}/.s.PGSQL.5432", host.replace("%2F", "/"))
}

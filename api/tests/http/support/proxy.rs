//! A proxy in front of the test's PostgreSQL that can fall silent, as a stopped server or a router that has forgotten
//! its connections does: connections stay open, and nothing comes back.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

/// What it does with what it is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BatchLimits {
    /// It passes everything on.
    Pass,
    /// It keeps everything, and passes it on later.
    Hold,
    /// It throws everything away, also later on connections that were open meanwhile.
    Swallow,
    /// It lets connections be opened, and throws away what is asked on them.
    Greet,
}

/// The proxy, until it is dropped.
pub struct Proxy {
    manner: Arc<(Mutex<BatchLimits>, Condvar)>,
    port: u16,
}

impl Proxy {
    /// In front of the cluster whose socket is in the folder that the address names.
    pub fn before(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let manner = Arc::new((Mutex::new(BatchLimits::Pass), Condvar::new()));
        let (socket, shared) = (socket_of(url), Arc::clone(&manner));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let server = UnixStream::connect(&socket).unwrap();
                let (to, from) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                pump(client, server, true, Arc::clone(&shared));
                pump(from, to, false, Arc::clone(&shared));
            }
        });
        Self { manner, port }
    }

    /// How it behaves from now on.
    pub fn behave(&self, manner: BatchLimits) {
        *self.manner.0.lock() = manner;
        self.manner.1.notify_all();
    }

    /// The database's address through it.
    pub fn url(&self, url: &str) -> String {
        let name = url.rsplit('/').next().unwrap();
        format!("postgres://yingku@127.0.0.1:{}/{name}", self.port)
    }
}

/// Hands on what comes from the side that asks or the one that answers, on a thread that ends with the connection.
fn pump<R, W>(mut from: R, mut to: W, asks: bool, manner: Arc<(Mutex<BatchLimits>, Condvar)>)
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    std::thread::spawn(move || {
        let mut bytes = [0; 16_384];
        let mut forgotten = false;
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            let (now, changed) = &*manner;
            let mut now = now.lock();
            while *now == BatchLimits::Hold {
                changed.wait(&mut now);
            }
            // What opens a connection begins with its length, whose first byte is 0; a message with its letter.
            forgotten |= match *now {
                BatchLimits::Swallow => true,
                BatchLimits::Greet => asks && bytes[0] != 0,
                BatchLimits::Pass | BatchLimits::Hold => false,
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

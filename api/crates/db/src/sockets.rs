//! The sockets of this process to PostgreSQL. libpq does not say which socket a connection has, so a new one is
//! found by comparing `/proc/self/fd` before and after.

use std::collections::{BTreeSet, HashSet};
use std::os::fd::RawFd;

use nix::sys::socket::{Shutdown, SockaddrStorage, getpeername, shutdown};
use parking_lot::Mutex;

/// Open sockets: their descriptors and names. The name distinguishes a socket from a later one with the same
/// descriptor.
pub(super) type Sockets = HashSet<(RawFd, String)>;

/// The sockets of open connections, of all pools of this process.
static REGISTERED_SOCKETS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A duplicate of a connection's descriptor. It cannot be reused for another file, as the original could.
#[derive(Debug)]
pub(super) struct Socket {
    descriptor: RawFd,
    name: String,
}

impl Socket {
    /// Shuts the connection down, which fails the statement waiting on it.
    pub(super) fn shut_down(&self) {
        let _ = shutdown(self.descriptor, Shutdown::Both);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        if let Err(error) = nix::unistd::close(self.descriptor) {
            tracing::debug!(event = "socket_close_failed", %error, "failed to close a socket");
        }
    }
}

/// The socket of an open connection.
#[derive(Debug)]
pub(super) struct RegisteredSocket(Socket);

impl RegisteredSocket {
    pub(super) fn new(socket: Socket) -> Self {
        REGISTERED_SOCKETS.lock().insert(socket.name.clone());
        Self(socket)
    }

    pub(super) fn shut_down(&self) {
        self.0.shut_down();
    }
}

impl Drop for RegisteredSocket {
    fn drop(&mut self) {
        REGISTERED_SOCKETS.lock().remove(&self.0.name);
    }
}

/// All sockets of this process.
pub(super) fn all() -> Sockets {
    let Ok(files) = std::fs::read_dir("/proc/self/fd") else {
        return HashSet::new();
    };
    let files = files.flatten().filter_map(|file| {
        let descriptor = file.file_name().to_str()?.parse().ok()?;
        Some((descriptor, name_of(descriptor)?))
    });
    files.collect()
}

/// The sockets to the database that are neither in `before` nor an open connection's.
pub(super) fn new_since(before: &Sockets, ports: &[u16]) -> Vec<Socket> {
    let mut after = all();
    let taken = REGISTERED_SOCKETS.lock();
    after.retain(|socket| !before.contains(socket) && !taken.contains(&socket.1));
    drop(taken);
    after.retain(|(descriptor, _)| connects_to_database(*descriptor, ports));
    let copies = after.into_iter().filter_map(|(descriptor, name)| {
        let descriptor = nix::unistd::dup(descriptor).ok()?;
        Some(Socket { descriptor, name })
    });
    // The original may have been closed and its descriptor reused meanwhile.
    copies
        .filter(|socket| name_of(socket.descriptor).as_ref() == Some(&socket.name))
        .collect()
}

fn connects_to_database(socket: RawFd, ports: &[u16]) -> bool {
    let Ok(peer) = getpeername::<SockaddrStorage>(socket) else {
        return false;
    };
    if let Some(unix) = peer.as_unix_addr() {
        let name = unix.path().and_then(|path| path.file_name()?.to_str());
        let is_named = |port: &u16| name == Some(&format!(".s.PGSQL.{port}"));
        return ports.iter().any(is_named);
    }
    let port = match (peer.as_sockaddr_in(), peer.as_sockaddr_in6()) {
        (Some(peer), _) => peer.port(),
        (_, Some(peer)) => peer.port(),
        (None, None) => return false,
    };
    ports.contains(&port)
}

/// The unique name of a socket; `None` for other files.
fn name_of(descriptor: RawFd) -> Option<String> {
    let target = std::fs::read_link(format!("/proc/self/fd/{descriptor}")).ok()?;
    let target = target.to_str()?;
    target.starts_with("socket:").then(|| target.to_owned())
}

//! An end to waiting for a server that says nothing. libpq waits for an answer as long as its connection is open, and a
//! connection to a stopped server, or through a proxy that swallows what it is given, is open for ever. So each
//! connection tells here when a statement begins and ends; what is silent for longer than PostgreSQL itself would let a
//! statement run has its socket shut, which fails the statement, and whoever waited for it goes on.

use std::collections::HashSet;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use diesel::result::{DatabaseErrorKind, Error};
use nix::sys::socket::{Shutdown, SockaddrLike as _, SockaddrStorage, getpeername, shutdown};
use parking_lot::Mutex;

use super::DbOptions;
use super::address::Places;
use crate::routine::{Rest, Routine};

/// How often it looks.
const EVERY: Duration = Duration::from_millis(100);
/// How much longer than its own limit a statement may take until its answer is here.
pub(super) const SLACK: Duration = Duration::from_millis(500);

/// What is told of every statement, for tests that look at what is asked.
#[derive(Clone)]
pub struct Trace(Arc<dyn Fn(&str) + Send + Sync>);

impl Trace {
    /// Tells this of each statement, in the database's words and with its values.
    pub fn new(tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }
}

impl std::fmt::Debug for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Trace")
    }
}

/// What is known of one connection.
#[derive(Debug)]
pub(super) struct Watched {
    /// When the watch began; times are counted from there.
    origin: Instant,
    /// When the statement in hand began, milliseconds and one more; 0 when there is none.
    began: AtomicU64,
    /// How long a statement may be silent, milliseconds; 0 for as long as it likes.
    limit: AtomicU64,
    /// It is of no use any more.
    lost: AtomicBool,
    socket: Option<Socket>,
}

/// A second name of a connection's socket, so that another file that is given the first one's number is never meant.
#[derive(Debug)]
struct Socket(RawFd);

impl Drop for Socket {
    fn drop(&mut self) {
        if let Err(error) = nix::unistd::close(self.0) {
            tracing::debug!(%error, "a socket could not be closed");
        }
    }
}

impl Watched {
    /// How long statements may be silent from now on; nothing for as long as they like.
    pub fn limit(&self, limit: Option<Duration>) {
        let limit = limit.map_or(0, milliseconds);
        self.limit.store(limit, Ordering::Relaxed);
    }

    /// Whether the connection is of no use any more.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// It is not used again.
    pub fn retire(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    fn began(&self) {
        let now = milliseconds(self.origin.elapsed());
        self.began.store(now + 1, Ordering::Relaxed);
    }

    fn ended(&self, error: Option<&Error>) {
        self.began.store(0, Ordering::Relaxed);
        if error.is_some_and(is_lost) {
            self.lost.store(true, Ordering::Relaxed);
        }
    }

    fn is_idle(&self) -> bool {
        self.began.load(Ordering::Relaxed) == 0
    }

    fn is_silent(&self) -> bool {
        let (began, limit) = (
            self.began.load(Ordering::Relaxed),
            self.limit.load(Ordering::Relaxed),
        );
        began > 0 && limit > 0 && milliseconds(self.origin.elapsed()) >= began + limit
    }

    /// Whoever waits for an answer is told that there is none.
    fn shut(&self) {
        self.retire();
        if let Some(socket) = &self.socket {
            // A socket that is shut already is as it should be.
            let _ = shutdown(socket.0, Shutdown::Both);
        }
    }
}

/// Whether an error says that the connection is gone.
pub(super) fn is_lost(error: &Error) -> bool {
    match error {
        Error::DatabaseError(kind, _) => matches!(
            kind,
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand
        ),
        Error::BrokenTransactionManager => true,
        Error::RollbackErrorOnCommit { commit_error, .. } => is_lost(commit_error),
        _ => false,
    }
}

/// What a connection tells of its statements.
pub(super) struct Teller {
    pub watched: Arc<Watched>,
    pub trace: Option<Trace>,
}

impl Instrumentation for Teller {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { query, .. } => {
                self.watched.began();
                if let Some(Trace(tell)) = &self.trace {
                    tell(&query.to_string());
                }
            }
            InstrumentationEvent::FinishQuery { error, .. } => self.watched.ended(error),
            _ => {}
        }
    }
}

/// The connections of one pool, and the thread that looks at them.
pub(super) struct Watch {
    list: Arc<Mutex<Vec<Weak<Watched>>>>,
    origin: Instant,
    /// How long a statement may be silent.
    pub limit: Duration,
    ports: Vec<u16>,
    _routine: Routine,
}

impl Watch {
    /// Starts it for the connections to a PostgreSQL.
    ///
    /// # Errors
    /// When the machine gives no thread.
    pub fn start(url: &str, options: &DbOptions) -> std::io::Result<Self> {
        let list: Arc<Mutex<Vec<Weak<Watched>>>> = Arc::default();
        let watched = Arc::clone(&list);
        let routine = Routine::start("database-watch", move || {
            end_silence(&mut watched.lock());
            Rest::idle(EVERY)
        })?;
        Ok(Self {
            list,
            origin: Instant::now(),
            limit: options.statement_limit() + SLACK,
            ports: Places::of(url).ports,
            _routine: routine,
        })
    }

    /// Opens a connection, and finds the socket it has: libpq does not tell. One at a time, so that the new socket to
    /// the database is this connection's.
    pub fn connecting<C, E>(
        &self,
        connect: impl FnOnce() -> Result<C, E>,
    ) -> Result<(C, Arc<Watched>), E> {
        static ONE: Mutex<()> = Mutex::new(());
        let one = ONE.lock();
        let before = sockets();
        let conn = connect()?;
        let socket = self.new_socket(&before);
        drop(one);
        if socket.is_none() {
            tracing::debug!("the socket of a connection is not found; nothing ends its silence");
        }
        let watched = Arc::new(Watched {
            socket,
            ..unwatched(self.origin)
        });
        watched.limit(Some(self.limit));
        self.list.lock().push(Arc::downgrade(&watched));
        Ok((conn, watched))
    }

    fn new_socket(&self, before: &HashSet<(RawFd, String)>) -> Option<Socket> {
        let after = sockets();
        let mut found = after
            .difference(before)
            .filter(|(socket, _)| self.leads_to_database(*socket));
        let (socket, _) = found.next()?;
        // Of two nobody can say which it is.
        if found.next().is_some() {
            return None;
        }
        nix::unistd::dup(*socket).ok().map(Socket)
    }

    fn leads_to_database(&self, socket: RawFd) -> bool {
        let Ok(peer) = getpeername::<SockaddrStorage>(socket) else {
            return false;
        };
        if let Some(unix) = peer.as_unix_addr() {
            let name = unix.path().and_then(|path| path.file_name()?.to_str());
            let is_named = |port: &u16| name == Some(&format!(".s.PGSQL.{port}"));
            return self.ports.iter().any(is_named);
        }
        let port = match (peer.as_sockaddr_in(), peer.as_sockaddr_in6()) {
            (Some(peer), _) => peer.port(),
            (_, Some(peer)) => peer.port(),
            (None, None) => return false,
        };
        peer.family().is_some() && self.ports.contains(&port)
    }
}

/// A connection that nobody looks at.
pub(super) fn unwatched(origin: Instant) -> Watched {
    Watched {
        origin,
        began: AtomicU64::new(0),
        limit: AtomicU64::new(0),
        lost: AtomicBool::new(false),
        socket: None,
    }
}

/// Shuts what is silent. Connections that nobody uses at the moment most likely share its fate, and opening one costs
/// little.
fn end_silence(list: &mut Vec<Weak<Watched>>) {
    list.retain(|watched| watched.strong_count() > 0);
    let living: Vec<Arc<Watched>> = list.iter().filter_map(Weak::upgrade).collect();
    let silent: Vec<&Arc<Watched>> = living.iter().filter(|one| one.is_silent()).collect();
    if silent.is_empty() {
        return;
    }
    tracing::warn!(
        connections = silent.len(),
        "the database says nothing; its connections are given up"
    );
    for watched in &silent {
        watched.shut();
    }
    for watched in living.iter().filter(|one| one.is_idle()) {
        watched.shut();
    }
}

/// The sockets of this process: number, and what tells it from one that had the number before.
fn sockets() -> HashSet<(RawFd, String)> {
    let Ok(files) = std::fs::read_dir("/proc/self/fd") else {
        return HashSet::new();
    };
    let files = files.flatten().filter_map(|file| {
        let number = file.file_name().to_str()?.parse().ok()?;
        let target = std::fs::read_link(file.path()).ok()?;
        let target = target.to_str()?;
        target
            .starts_with("socket:")
            .then(|| (number, target.to_owned()))
    });
    files.collect()
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

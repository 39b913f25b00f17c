//! An end to waiting for a server that says nothing. libpq waits for an answer as long as its connection is open, and a
//! connection to a stopped server, or through a proxy that swallows what it is given, is open for ever. So each
//! connection tells here when a statement begins and ends; what is silent for longer than PostgreSQL itself would let a
//! statement run has its socket shut, which fails the statement, and whoever waited for it goes on.

use std::collections::{BTreeSet, HashSet};
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use diesel::result::{DatabaseErrorKind, Error};
use nix::sys::socket::{Shutdown, SockaddrStorage, getpeername, shutdown};
use parking_lot::Mutex;

use super::DbOptions;
use crate::base::address::Places;
use crate::workers::{Delay, Worker};

/// How often it looks.
const EVERY: Duration = Duration::from_millis(100);
/// How long one host may take until a new connection to it is ready: what libpq waits for it to greet, and a little for
/// what is said first.
const OPENING: Duration = Duration::from_secs(3);
/// How long a new connection waits for those that are being opened.
const TURN: Duration = Duration::from_millis(500);
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
pub(super) struct Socket {
    number: RawFd,
    name: String,
}

impl Socket {
    fn shut(&self) {
        // One that is shut already is as it should be.
        let _ = shutdown(self.number, Shutdown::Both);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        if let Err(error) = nix::unistd::close(self.number) {
            tracing::debug!(%error, "a socket could not be closed");
        }
    }
}

impl Watched {
    /// A connection with this socket; with none, nobody ends its silence.
    pub(super) fn of(socket: Option<Socket>, origin: Instant) -> Self {
        if let Some(socket) = &socket {
            TAKEN.lock().insert(socket.name.clone());
        }
        Self {
            origin,
            began: AtomicU64::new(0),
            limit: AtomicU64::new(0),
            lost: AtomicBool::new(false),
            socket,
        }
    }

    /// How long statements may be silent from now on; nothing for as long as they like.
    pub(super) fn limit(&self, limit: Option<Duration>) {
        let limit = limit.map_or(0, milliseconds);
        self.limit.store(limit, Ordering::Relaxed);
    }

    /// Whether the connection is of no use any more.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// It is not used again.
    pub(super) fn retire(&self) {
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
            socket.shut();
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(socket) = &self.socket {
            TAKEN.lock().remove(&socket.name);
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
    seen: Arc<Mutex<Seen>>,
    origin: Instant,
    /// How long a statement may be silent.
    pub limit: Duration,
    ports: Arc<[u16]>,
    _routine: Worker,
}

/// What the thread looks at.
#[derive(Default)]
struct Seen {
    open: Vec<Weak<Watched>>,
    opening: Vec<Arc<Opening>>,
}

/// A connection that is being opened. libpq ends its own wait for that, but not the one for the first statements that
/// diesel sends at once.
struct Opening {
    began: Instant,
    before: HashSet<(RawFd, String)>,
}

/// The sockets of connections that are open, of all pools of this process.
static TAKEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

impl Watch {
    /// Starts it for the connections to a PostgreSQL.
    ///
    /// # Errors
    /// When the machine gives no thread.
    pub(super) fn start(url: &str, options: &DbOptions) -> std::io::Result<Self> {
        let places = Places::of(url);
        let ports: Arc<[u16]> = places.ports.as_slice().into();
        let opening = OPENING * u32::try_from(places.hosts()).unwrap_or(1);
        let seen: Arc<Mutex<Seen>> = Arc::default();
        let (watched, to) = (Arc::clone(&seen), Arc::clone(&ports));
        let worker = Worker::start("database-watch", move || {
            let mut seen = watched.lock();
            end_silence(&mut seen.open);
            for late in &seen.opening {
                late.end_after(opening, &to);
            }
            Delay::idle(EVERY)
        })?;
        Ok(Self {
            seen,
            origin: Instant::now(),
            limit: options.statement_limit() + SLACK,
            ports,
            _routine: worker,
        })
    }

    /// Opens a connection, and finds the socket it has: libpq does not tell. One at a time if that is soon possible, so
    /// that the new socket to the database is this connection's; another pool's silent database is not waited for. A connection whose socket is not certain is `unknown`, and not used:
    /// nothing would end its silence.
    pub(super) fn connecting<C, E>(
        &self,
        connect: impl FnOnce() -> Result<C, E>,
        unknown: impl FnOnce() -> E,
    ) -> Result<(C, Arc<Watched>), E> {
        static ONE: Mutex<()> = Mutex::new(());
        let one = ONE.try_lock_for(TURN);
        let opening = Arc::new(Opening {
            began: Instant::now(),
            before: sockets(),
        });
        self.seen.lock().opening.push(Arc::clone(&opening));
        let opened = connect();
        let mut seen = self.seen.lock();
        seen.opening.retain(|other| !Arc::ptr_eq(other, &opening));
        drop(seen);
        let conn = opened?;
        let mut found = new_sockets(&opening.before, &self.ports);
        let socket = found.pop();
        // A machine that does not tell its sockets has none before, either.
        if (socket.is_none() && !opening.before.is_empty()) || !found.is_empty() {
            return Err(unknown());
        }
        let watched = Arc::new(Watched::of(socket, self.origin));
        drop(one);
        watched.limit(Some(self.limit));
        self.seen.lock().open.push(Arc::downgrade(&watched));
        Ok((conn, watched))
    }
}

impl Opening {
    fn end_after(&self, limit: Duration, ports: &[u16]) {
        if self.began.elapsed() < limit {
            return;
        }
        // Which of several is this one's nobody can say; the others are tried again as well.
        let sockets = new_sockets(&self.before, ports);
        if !sockets.is_empty() {
            tracing::warn!("the database says nothing to a new connection; it is given up");
        }
        sockets.iter().for_each(Socket::shut);
    }
}

/// The sockets to the database that were not there before and are no open connection's.
fn new_sockets(before: &HashSet<(RawFd, String)>, ports: &[u16]) -> Vec<Socket> {
    let mut after = sockets();
    let taken = TAKEN.lock();
    after.retain(|socket| !before.contains(socket) && !taken.contains(&socket.1));
    drop(taken);
    after.retain(|(number, _)| leads_to_database(*number, ports));
    let copies = after.into_iter().filter_map(|(number, name)| {
        let number = nix::unistd::dup(number).ok()?;
        Some(Socket { number, name })
    });
    // The number may have gone to another file meanwhile.
    copies
        .filter(|socket| name_of(socket.number).as_ref() == Some(&socket.name))
        .collect()
}

fn leads_to_database(socket: RawFd, ports: &[u16]) -> bool {
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
        Some((number, name_of(number)?))
    });
    files.collect()
}

/// What tells a socket from every other one, also from one that has its number later.
fn name_of(socket: RawFd) -> Option<String> {
    let target = std::fs::read_link(format!("/proc/self/fd/{socket}")).ok()?;
    let target = target.to_str()?;
    target.starts_with("socket:").then(|| target.to_owned())
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

//! Closes stalled connections. libpq waits for a response as long as its connection is open, and a connection to a
//! stopped server process, or through a proxy that drops packets, stays open for ever. So each connection reports when
//! a statement begins and ends. If one takes longer than PostgreSQL's own statement timeout allows, its socket is shut
//! down, which fails the statement.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use diesel::result::{DatabaseErrorKind, Error};
use parking_lot::{Condvar, Mutex};
use yingku_base::address::UrlHosts;
use yingku_base::workers::{Delay, Worker};

use super::options::DbOptions;
use super::sockets::{self, RegisteredSocket, Socket, Sockets};
use super::time::milliseconds;

/// How often the connections are checked.
const INTERVAL: Duration = Duration::from_millis(100);
/// Timeout of opening a connection to one host: libpq's own timeout, and some time for the first statements.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Longest time that one attempt to connect holds the lock. By then its socket exists.
const MAX_LOCK_TIME: Duration = Duration::from_millis(250);
/// Attempts to open a connection and find its socket.
const MAX_ATTEMPTS: usize = 3;
/// Time for a response to arrive, added to the statement timeout.
const RESPONSE_MARGIN: Duration = Duration::from_millis(500);

/// The state of one connection.
#[derive(Debug)]
pub(super) struct ConnectionState {
    /// When the watch began; times count from there.
    origin: Instant,
    /// When the current statement began, in milliseconds plus one; 0 while there is none.
    began: AtomicU64,
    /// Timeout of a statement, milliseconds; 0 for none.
    limit: AtomicU64,
    /// It must not be reused.
    lost: AtomicBool,
    /// The server interrupted a statement on its own.
    interrupted: AtomicBool,
    socket: Option<RegisteredSocket>,
}

impl ConnectionState {
    /// A connection with this socket. Without a socket a stall cannot be ended.
    pub(super) fn new(socket: Option<Socket>, origin: Instant) -> Self {
        Self {
            origin,
            began: AtomicU64::new(0),
            limit: AtomicU64::new(0),
            lost: AtomicBool::new(false),
            interrupted: AtomicBool::new(false),
            socket: socket.map(RegisteredSocket::new),
        }
    }

    /// Sets the timeout of statements; `None` for no limit.
    pub(super) fn limit(&self, limit: Option<Duration>) {
        let limit = limit.map_or(0, milliseconds);
        self.limit.store(limit, Ordering::Relaxed);
    }

    /// Whether the connection must not be reused.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Marks the connection as not reusable.
    pub(super) fn retire(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    /// A statement begins.
    pub(super) fn began(&self) {
        let now = milliseconds(self.origin.elapsed());
        self.began.store(now + 1, Ordering::Relaxed);
    }

    /// The statement has ended.
    pub(super) fn ended(&self, error: Option<&Error>) {
        self.began.store(0, Ordering::Relaxed);
        let Some(error) = error else { return };
        let is_lost = is_lost(error);
        if is_lost {
            self.retire();
        }
        if is_lost || is_recovery_conflict(error) {
            self.interrupted.store(true, Ordering::Relaxed);
        }
    }

    /// Resets [`Self::was_interrupted`].
    pub(super) fn clear_interrupted(&self) {
        self.interrupted.store(false, Ordering::Relaxed);
    }

    /// Whether the server interrupted a statement since [`Self::clear_interrupted`].
    pub(super) fn was_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn is_idle(&self) -> bool {
        self.began.load(Ordering::Relaxed) == 0
    }

    fn is_stalled(&self) -> bool {
        let began = self.began.load(Ordering::Relaxed);
        let limit = self.limit.load(Ordering::Relaxed);
        began > 0 && limit > 0 && milliseconds(self.origin.elapsed()) >= began + limit
    }

    fn shut_down(&self) {
        self.retire();
        if let Some(socket) = &self.socket {
            socket.shut_down();
        }
    }
}

/// Whether an error means that the connection was lost.
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

/// Whether a replica cancelled the statement or closed the connection because it replays a change that needs what the
/// statement reads. The SQLSTATE differs (40001, 40P01, 57P01); the text is the same.
fn is_recovery_conflict(error: &Error) -> bool {
    match error {
        Error::DatabaseError(_, information) => information
            .message()
            .contains("due to conflict with recovery"),
        _ => false,
    }
}

/// The connections of one pool, and the thread that watches them.
pub(super) struct StallMonitor {
    seen: Arc<Mutex<MonitoredConnections>>,
    origin: Instant,
    /// Timeout of a statement.
    pub limit: Duration,
    ports: Arc<[u16]>,
    _worker: Worker,
}

/// The connections that the thread watches.
#[derive(Default)]
struct MonitoredConnections {
    open: Vec<Weak<ConnectionState>>,
    opening: Vec<Arc<PendingConnection>>,
}

/// A connection being opened. libpq has a timeout for that, but not for the first statements that diesel sends.
struct PendingConnection {
    began: Instant,
    before: Sockets,
}

impl StallMonitor {
    /// Starts watching the connections to a PostgreSQL.
    pub(super) fn start(url: &str, options: &DbOptions) -> std::io::Result<Self> {
        let places = UrlHosts::parse(url);
        let ports: Arc<[u16]> = places.ports.as_slice().into();
        let opening = CONNECT_TIMEOUT * u32::try_from(places.hosts()).unwrap_or(1);
        let seen: Arc<Mutex<MonitoredConnections>> = Arc::default();
        let (watched, to) = (Arc::clone(&seen), Arc::clone(&ports));
        let worker = Worker::start("database-watch", move || {
            let mut seen = watched.lock();
            close_stalled(&mut seen.open);
            for late in &seen.opening {
                late.close_after(opening, &to);
            }
            Delay::idle(INTERVAL)
        })?;
        Ok(Self {
            seen,
            origin: Instant::now(),
            limit: options.statement_limit() + RESPONSE_MARGIN,
            ports,
            _worker: worker,
        })
    }

    /// Opens a connection and finds its socket. If the socket stays ambiguous, the error is `unknown`: a stall of such
    /// a connection could not be ended.
    pub(super) fn connecting<C, E>(
        &self,
        connect: impl Fn() -> Result<C, E>,
        unknown: impl FnOnce() -> E,
    ) -> Result<(C, Arc<ConnectionState>), E> {
        for _ in 0..MAX_ATTEMPTS {
            if let Some(opened) = self.try_connecting(&connect)? {
                return Ok(opened);
            }
        }
        Err(unknown())
    }

    /// Opens one connection at a time, so that the new socket is this one's. `None` if there are several new ones.
    fn try_connecting<C, E>(
        &self,
        connect: impl Fn() -> Result<C, E>,
    ) -> Result<Option<(C, Arc<ConnectionState>)>, E> {
        let turn = ConnectGuard::take();
        let opening = Arc::new(PendingConnection {
            began: Instant::now(),
            before: sockets::all(),
        });
        self.seen.lock().opening.push(Arc::clone(&opening));
        let opened = connect();
        let mut seen = self.seen.lock();
        seen.opening.retain(|other| !Arc::ptr_eq(other, &opening));
        drop(seen);
        let conn = opened?;
        let mut found = sockets::new_since(&opening.before, &self.ports);
        let socket = found.pop();
        // Without /proc no sockets were found before either.
        if (socket.is_none() && !opening.before.is_empty()) || !found.is_empty() {
            return Ok(None);
        }
        let watched = Arc::new(ConnectionState::new(socket, self.origin));
        drop(turn);
        watched.limit(Some(self.limit));
        self.seen.lock().open.push(Arc::downgrade(&watched));
        Ok(Some((conn, watched)))
    }
}

/// The lock for opening a connection, held until dropped or for [`MAX_LOCK_TIME`]: an unresponsive database does not block the
/// others.
struct ConnectGuard(Instant);

/// Since when the lock is held.
static LOCK_HELD_SINCE: Mutex<Option<Instant>> = Mutex::new(None);
static LOCK_RELEASED: Condvar = Condvar::new();

impl ConnectGuard {
    fn take() -> Self {
        let mut since = LOCK_HELD_SINCE.lock();
        while let Some(end) = since.map(|began| began + MAX_LOCK_TIME)
            && Instant::now() < end
        {
            LOCK_RELEASED.wait_until(&mut since, end);
        }
        let now = Instant::now();
        *since = Some(now);
        Self(now)
    }
}

impl Drop for ConnectGuard {
    fn drop(&mut self) {
        let mut since = LOCK_HELD_SINCE.lock();
        // Another may hold it by now.
        if *since == Some(self.0) {
            *since = None;
            LOCK_RELEASED.notify_one();
        }
    }
}

impl PendingConnection {
    fn close_after(&self, limit: Duration, ports: &[u16]) {
        if self.began.elapsed() < limit {
            return;
        }
        // If there are several, it is unknown which is this one's; the others are retried too.
        let sockets = sockets::new_since(&self.before, ports);
        if !sockets.is_empty() {
            tracing::warn!(
                event = "database_connect_stalled",
                "the database does not respond to a new connection; closing it"
            );
        }
        sockets.iter().for_each(Socket::shut_down);
    }
}

/// Shuts down stalled connections, and idle ones too: they probably lead to the same unresponsive server, and reopening
/// them is cheap.
fn close_stalled(list: &mut Vec<Weak<ConnectionState>>) {
    list.retain(|watched| watched.strong_count() > 0);
    let alive: Vec<Arc<ConnectionState>> = list.iter().filter_map(Weak::upgrade).collect();
    let stalled: Vec<&Arc<ConnectionState>> = alive.iter().filter(|one| one.is_stalled()).collect();
    if stalled.is_empty() {
        return;
    }
    let connections = stalled.len();
    tracing::warn!(
        event = "database_stalled",
        connections,
        "the database does not respond; closing its connections"
    );
    for watched in &stalled {
        watched.shut_down();
    }
    for watched in alive.iter().filter(|one| one.is_idle()) {
        watched.shut_down();
    }
}

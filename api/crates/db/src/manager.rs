//! Opens and tests the connections of a pool.

use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::connection::{Connection as _, SimpleConnection};
use diesel::r2d2::{Builder, Error as PoolError, Pool, R2D2Connection as _};
use diesel::result::{ConnectionError, QueryResult};
use diesel::{PgConnection, SqliteConnection};
use yingku_base::address::with_timeouts;

use super::connection::Conn;
use super::engine::{Engine, sqlite_file};
use super::error::DbError;
use super::options::DbOptions;
use super::reporter::Reporter;
use super::stalls::{ConnectionState, StallMonitor};
use super::time::milliseconds;
use super::trace::Trace;

/// Minimum time that the holder of a permit waits for a new connection.
const CONNECTION_WAIT: Duration = Duration::from_secs(2);
/// A connection idle for longer is tested before use.
const TEST_IDLE_AFTER: Duration = Duration::from_secs(1);
/// Timeout of the test.
const TEST: Duration = Duration::from_millis(800);

/// The pool of connections.
pub(super) type ConnPool = Pool<Manager>;

/// Pages in SQLite's log after which a commit runs a checkpoint itself (256 MiB). Commands write in bulk; the service
/// has [`super::checkpoints`].
const LOG_PAGES: u32 = 65_536;

/// Opens and tests the connections of a pool.
pub(super) struct Manager {
    target: String,
    setup: Setup,
    monitor: Option<StallMonitor>,
    trace: Option<Trace>,
}

/// A connection of the pool.
pub(super) struct Held {
    /// The connection.
    pub conn: Conn,
    state: Arc<ConnectionState>,
    used: Instant,
}

impl Held {
    /// Whether the connection was lost.
    pub(super) fn is_lost(&self) -> bool {
        self.state.is_lost()
    }

    /// Starts work that can be retried on another server.
    pub(super) fn clear_interrupted(&self) {
        self.state.clear_interrupted();
    }

    /// Whether the server interrupted that work, through no fault of the statements.
    pub(super) fn was_interrupted(&self) -> bool {
        self.state.was_interrupted()
    }

    /// Lifts the time limit of statements while the guard lives.
    pub(super) fn unlimited(&self) -> Unlimited {
        self.state.limit(None);
        Unlimited(Arc::clone(&self.state))
    }
}

/// A connection without a time limit; not reused afterwards.
pub(super) struct Unlimited(Arc<ConnectionState>);

impl Drop for Unlimited {
    fn drop(&mut self) {
        self.0.retire();
    }
}

/// The settings of every new connection.
#[derive(Debug)]
struct Setup {
    engine: Engine,
    lock_wait_ms: u64,
    statement_timeout_ms: u64,
    bulk: bool,
}

impl Manager {
    fn open(&self) -> Result<Conn, PoolError> {
        let opened = match self.setup.engine {
            Engine::Sqlite => SqliteConnection::establish(&self.target).map(Conn::Sqlite),
            Engine::Postgres => PgConnection::establish(&self.target).map(Conn::Postgres),
        };
        opened.map_err(PoolError::ConnectionError)
    }
}

impl r2d2::ManageConnection for Manager {
    type Connection = Held;
    type Error = PoolError;

    fn connect(&self) -> Result<Held, PoolError> {
        let (mut conn, state) = match &self.monitor {
            Some(monitor) => monitor.connecting(|| self.open(), unknown_socket)?,
            None => (
                self.open()?,
                Arc::new(ConnectionState::new(None, Instant::now())),
            ),
        };
        conn.set_instrumentation(Reporter {
            state: Arc::clone(&state),
            trace: self.trace.clone(),
        });
        self.setup
            .prepare(&mut conn)
            .map_err(PoolError::QueryError)?;
        Ok(Held {
            conn,
            state,
            used: Instant::now(),
        })
    }

    fn is_valid(&self, held: &mut Held) -> Result<(), PoolError> {
        let Some(monitor) = &self.monitor else {
            return Ok(());
        };
        if held.state.is_lost() {
            return Err(PoolError::QueryError(
                diesel::result::Error::BrokenTransactionManager,
            ));
        }
        if held.used.elapsed() < TEST_IDLE_AFTER {
            return Ok(());
        }
        held.state.limit(Some(TEST));
        let answer = held.conn.ping().map_err(PoolError::QueryError);
        held.state.limit(Some(monitor.limit));
        answer
    }

    fn has_broken(&self, held: &mut Held) -> bool {
        held.used = Instant::now();
        held.state.is_lost() || std::thread::panicking() || held.conn.is_broken()
    }
}

fn unknown_socket() -> PoolError {
    let text = "the socket of the new connection is ambiguous";
    PoolError::ConnectionError(ConnectionError::BadConnection(text.to_owned()))
}

impl Setup {
    fn prepare(&self, conn: &mut Conn) -> QueryResult<()> {
        match self.engine {
            // busy_timeout first: switching to WAL needs the lock itself.
            Engine::Sqlite => {
                let (links, cache_kb) = if self.bulk {
                    ("OFF", 131_072)
                } else {
                    ("ON", 4_096)
                };
                conn.batch_execute(&format!(
                    "PRAGMA busy_timeout = {}; PRAGMA journal_mode = WAL; \
                     PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = {links}; \
                     PRAGMA temp_store = MEMORY; PRAGMA cache_size = -{cache_kb}; \
                     PRAGMA wal_autocheckpoint = {LOG_PAGES};",
                    self.lock_wait_ms
                ))
            }
            Engine::Postgres => {
                conn.batch_execute(&format!(
                    "SET statement_timeout = {}; SET client_min_messages = warning;",
                    self.statement_timeout_ms
                ))?;
                // Errors are recognised by their English text. Some roles cannot change the language.
                if let Err(error) = conn.batch_execute("SET lc_messages = 'C'") {
                    tracing::debug!(event = "lc_messages_unchanged", %error, "failed to set the language of database messages");
                }
                Ok(())
            }
        }
    }
}

/// Opens a pool of `size` connections to `url`.
pub(super) fn open_pool(url: &str, size: u32, options: &DbOptions) -> Result<ConnPool, DbError> {
    let pool = builder(size, options).build(manager(url, options)?);
    pool.map_err(DbError::unreachable)
}

/// [`open_pool`] that does not wait for the first connection.
pub(super) fn open_pool_later(
    url: &str,
    size: u32,
    options: &DbOptions,
) -> Result<ConnPool, DbError> {
    Ok(builder(size, options).build_unchecked(manager(url, options)?))
}

fn builder(size: u32, options: &DbOptions) -> Builder<Manager> {
    Pool::builder()
        .max_size(size)
        .min_idle(Some(1))
        .connection_timeout(CONNECTION_WAIT.max(options.wait))
        .error_handler(Box::new(Quiet))
}

fn manager(url: &str, options: &DbOptions) -> Result<Manager, DbError> {
    let engine = Engine::from_url(url)?;
    let (target, monitor) = match engine {
        Engine::Sqlite => (prepared_file(url)?, None),
        Engine::Postgres => (
            with_timeouts(url),
            Some(StallMonitor::start(url, options).map_err(DbError::unreachable)?),
        ),
    };
    Ok(Manager {
        target,
        setup: Setup {
            engine,
            lock_wait_ms: milliseconds(options.lock_wait),
            statement_timeout_ms: milliseconds(options.statement_limit()),
            bulk: options.bulk,
        },
        monitor,
        trace: options.trace.clone(),
    })
}

/// Disables r2d2's log of each attempt; the caller gets the error.
#[derive(Debug)]
struct Quiet;

impl r2d2::HandleError<PoolError> for Quiet {
    fn handle_error(&self, error: PoolError) {
        tracing::debug!(event = "database_connect_failed", %error, "failed to open a database connection");
    }
}

/// The file behind `sqlite://path`; creates its folder.
fn prepared_file(url: &str) -> Result<String, DbError> {
    let file = sqlite_file(url).ok_or(DbError::Address)?;
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(DbError::unreachable)?;
    }
    Ok(file.display().to_string())
}

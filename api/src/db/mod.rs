//! The one way to the database: [`Db::read`] and [`Db::write`] take a closure that gets a
//! connection, and one closure is one transaction. A permit with a time limit comes first, so that
//! waiting requests neither fill the blocking pool nor wait without end: they get 503 and may come
//! again. SQLite has one writer permit, so writers queue here instead of in its busy timeout.
//!
//! Statements that only one engine understands live in [`dialect`].

pub mod checkpoints;
mod connection;
pub mod dialect;
pub mod like;
pub mod migrate;
pub mod outbox;
pub mod schema;
pub mod soundness;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::result::{DatabaseErrorKind, QueryResult};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use connection::{Conn, Engine};
use connection::{ConnPool, open_pool};

/// Rows of one insert on PostgreSQL: under its limit of 65,535 bound values at the 24 columns of the
/// widest table.
pub const ROWS_OF_AN_INSERT: usize = 500;

/// How often background work looks whether it is its turn to write.
const LOOK_FOR_A_TURN: Duration = Duration::from_millis(1);
/// How long [`Db::write_now`] waits for its turn; then it takes its chance with SQLite's own lock.
const LONGEST_WAIT_FOR_A_TURN: Duration = Duration::from_secs(1);

/// Why the database could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// Every connection stayed in use for the whole waiting time, or the cause, a statement that had to give
    /// way to others: try again later.
    #[error("the database is busy")]
    Busy(#[source] Option<diesel::result::Error>),
    /// There is no room left to write to.
    #[error("the disk of the database is full")]
    Full(#[source] diesel::result::Error),
    /// The address names no engine we know.
    #[error("DATABASE_URL must start with sqlite:// or postgres://")]
    Address,
    /// Nothing answers at the address.
    #[error("the database does not answer: {0}")]
    Unreachable(String),
    /// A migration failed.
    #[error("migration failed: {0}")]
    Migration(String),
    /// The statement failed.
    #[error("a statement failed")]
    Query(#[source] diesel::result::Error),
}

impl From<diesel::result::Error> for DbError {
    fn from(error: diesel::result::Error) -> Self {
        if gave_way(&error) {
            Self::Busy(Some(error))
        } else if is_full(&error) {
            Self::Full(error)
        } else {
            Self::Query(error)
        }
    }
}

/// What SQLite and PostgreSQL say when a statement had to give way: `SQLITE_BUSY` and `SQLITE_LOCKED`; 40P01,
/// 57014 (of a timeout) and 55P03. diesel tells these by their text alone, without the SQLSTATE. Each
/// connection asks PostgreSQL for English; where its role may not, and `lc_messages` translates, they stay unforeseen
/// errors.
const GAVE_WAY: &[&str] = &[
    "database is locked",
    "database table is locked",
    "deadlock detected",
    "canceling statement due to statement timeout",
    "canceling statement due to lock timeout",
    "could not obtain lock on",
];

/// Whether a statement failed only because others were at work: the same may succeed a little later.
fn gave_way(error: &diesel::result::Error) -> bool {
    match error {
        diesel::result::Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => true,
        diesel::result::Error::DatabaseError(DatabaseErrorKind::Unknown, information) => {
            let said = information.message();
            GAVE_WAY.iter().any(|text| said.starts_with(text))
        }
        _ => false,
    }
}

/// What SQLite and PostgreSQL (53100, with the system's words) say when there is no room left.
const FULL: &[&str] = &["database or disk is full", "No space left on device"];

fn is_full(error: &diesel::result::Error) -> bool {
    match error {
        diesel::result::Error::DatabaseError(_, information) => {
            let said = information.message();
            FULL.iter().any(|text| said.contains(text))
        }
        _ => false,
    }
}

/// How to reach the database.
#[derive(Debug, Clone)]
pub struct DbOptions {
    /// `sqlite://path` or `postgres://…`
    pub url: String,
    /// A read-only copy that answers [`Db::read`], when there is one.
    pub replica_url: Option<String>,
    /// Connections kept, for each of the two addresses.
    pub pool_size: u32,
    /// How long a call may wait for a connection.
    pub wait: Duration,
    /// How long SQLite waits for the lock of another process.
    pub lock_wait: Duration,
    /// PostgreSQL ends a statement that runs longer.
    pub statement_timeout: Duration,
    /// For commands that write much into SQLite: a larger cache, and no check of links, whose two ends
    /// such a command makes in the same transaction.
    pub bulk: bool,
}

/// The database.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    engine: Engine,
    primary: ConnPool,
    replica: Option<ConnPool>,
    readers: Arc<Semaphore>,
    writers: Arc<Semaphore>,
    wait: Duration,
    /// Transactions begun.
    begun: AtomicU64,
}

impl Db {
    /// Opens the pools.
    ///
    /// # Errors
    /// [`DbError::Address`] or [`DbError::Unreachable`].
    pub fn open(options: &DbOptions) -> Result<Self, DbError> {
        let engine = Engine::of(&options.url)?;
        let open = |url: &str| open_pool(url, options);
        let pool_size = usize::try_from(options.pool_size.max(2)).unwrap_or(2);
        let (readers, writers) = match engine {
            Engine::Sqlite => (pool_size - 1, 1),
            Engine::Postgres => (pool_size, pool_size),
        };
        Ok(Self(Arc::new(Inner {
            engine,
            primary: open(&options.url)?,
            replica: options.replica_url.as_deref().map(open).transpose()?,
            readers: Arc::new(Semaphore::new(readers)),
            writers: Arc::new(Semaphore::new(writers)),
            wait: options.wait,
            begun: AtomicU64::new(0),
        })))
    }

    /// Which engine this is.
    pub fn engine(&self) -> Engine {
        self.0.engine
    }

    /// Transactions begun since this was opened.
    pub fn transactions(&self) -> u64 {
        self.0.begun.load(Ordering::Relaxed)
    }

    /// Asks the database, on the replica when there is one.
    ///
    /// # Errors
    /// [`DbError::Busy`] after the waiting time or when it had to give way to others, or what the closure or the connection gave.
    pub async fn read<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + From<diesel::result::Error> + Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, E> + Send + 'static,
    {
        let permit = self.permit(&self.0.readers).await?;
        let db = self.clone();
        in_background(move || {
            let _permit = permit;
            db.read_now(work)
        })
        .await
    }

    /// [`Db::read`] that never asks the replica, for what must be seen as soon as it is written.
    ///
    /// # Errors
    /// As [`Db::read`].
    pub async fn read_fresh<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + From<diesel::result::Error> + Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, E> + Send + 'static,
    {
        let permit = self.permit(&self.0.readers).await?;
        let db = self.clone();
        in_background(move || {
            let _permit = permit;
            db.read_from(&db.0.primary, work)
        })
        .await
    }

    /// Changes the database: all of the closure or nothing.
    ///
    /// # Errors
    /// As [`Db::read`]; after an error nothing was written.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + From<diesel::result::Error> + Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, E> + Send + 'static,
    {
        let permit = self.permit(&self.0.writers).await?;
        let db = self.clone();
        in_background(move || {
            let _permit = permit;
            db.transact(work)
        })
        .await
    }

    /// [`Db::read`] on this thread, for commands and background threads.
    ///
    /// # Errors
    /// As [`Db::read`].
    pub fn read_now<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        self.read_from(self.0.replica.as_ref().unwrap_or(&self.0.primary), work)
    }

    /// [`Db::write`] on this thread, for commands and background threads.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub fn write_now<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        // Who goes on without a turn makes everybody else wait in SQLite's busy handler, which sleeps longer and longer.
        let _turn = match self.0.engine {
            Engine::Sqlite => self.turn(Some(LONGEST_WAIT_FOR_A_TURN)),
            Engine::Postgres => None,
        };
        self.transact(work)
    }

    /// [`Db::write_now`] for background work that can wait: it takes its turn when nobody else wants one.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub fn write_last<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let _turn = self.turn(None);
        self.transact(work)
    }

    /// The turn to write, once nobody else wants it; none after `most`.
    fn turn(&self, most: Option<Duration>) -> Option<OwnedSemaphorePermit> {
        let began = Instant::now();
        loop {
            // Whoever waits for a permit is given it at once: a free one says that nobody waits.
            if let Ok(turn) = Arc::clone(&self.0.writers).try_acquire_owned() {
                return Some(turn);
            }
            if most.is_some_and(|most| began.elapsed() >= most) {
                return None;
            }
            std::thread::sleep(LOOK_FOR_A_TURN);
        }
    }

    fn transact<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let mut conn = self
            .0
            .primary
            .get()
            .map_err(|error| DbError::Unreachable(error.to_string()))?;
        self.0.begun.fetch_add(1, Ordering::Relaxed);
        write_transaction(&mut conn, work)
    }

    fn read_from<T, E, F>(&self, pool: &ConnPool, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let mut conn = pool
            .get()
            .map_err(|error| DbError::Unreachable(error.to_string()))?;
        self.0.begun.fetch_add(1, Ordering::Relaxed);
        diesel::Connection::transaction(&mut *conn, work)
    }

    /// Runs `work` on the primary outside any transaction (migrations, maintenance).
    ///
    /// # Errors
    /// As [`Db::read`].
    pub fn maintain<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let mut conn = self
            .0
            .primary
            .get()
            .map_err(|error| DbError::Unreachable(error.to_string()))?;
        work(&mut conn)
    }

    async fn permit(&self, permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, DbError> {
        match tokio::time::timeout(self.0.wait, Arc::clone(permits).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) | Err(_) => Err(DbError::Busy(None)),
        }
    }
}

/// A transaction that takes SQLite's write lock at once (`BEGIN IMMEDIATE`): a deferred one could
/// fail half way, when it first writes.
fn write_transaction<T, E, F>(conn: &mut Conn, work: F) -> Result<T, E>
where
    E: From<diesel::result::Error>,
    F: FnOnce(&mut Conn) -> Result<T, E>,
{
    if let Conn::Postgres(_) = conn {
        return diesel::Connection::transaction(conn, work);
    }
    on_sqlite(conn, |c| {
        AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE")
    })?;
    match work(conn) {
        Ok(value) => {
            on_sqlite(conn, AnsiTransactionManager::commit_transaction)?;
            Ok(value)
        }
        Err(error) => {
            on_sqlite(conn, AnsiTransactionManager::rollback_transaction)?;
            Err(error)
        }
    }
}

fn on_sqlite(
    conn: &mut Conn,
    step: impl FnOnce(&mut diesel::SqliteConnection) -> QueryResult<()>,
) -> QueryResult<()> {
    match conn {
        Conn::Sqlite(inner) => step(inner),
        Conn::Postgres(_) => Ok(()),
    }
}

async fn in_background<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, E>
where
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
{
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(DbError::Unreachable(error.to_string()).into()),
    }
}

//! The one way to the database: [`Db::read`] and [`Db::write`] take a closure that gets a
//! connection, and one closure is one transaction. A permit with a time limit comes first, so that
//! waiting requests neither fill the blocking pool nor wait without end: they get 503 and may come
//! again. There are as many permits as connections, for whoever asks, background threads too, so that
//! whoever has one never waits for a connection that others hold. SQLite has one writer permit, so writers
//! queue here instead of in its busy timeout. A PostgreSQL that says nothing is given up (`silence.rs`).
//!
//! Statements that only one engine understands live in [`dialect`].

pub mod checkpoints;
mod connection;
mod counted;
pub mod dialect;
mod error;
pub mod instances;
pub mod like;
pub mod migrate;
pub mod outbox;
pub mod page;
mod permits;
mod query;
pub mod schema;
mod silence;
pub mod soundness;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::result::QueryResult;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use connection::open_pool;
pub use connection::{Conn, Engine, sqlite_file};
pub use counted::{Counted, MOST_COUNTED};
pub use error::{DbError, is_contention};
use permits::{Permits, Pool, turn, wait_for_permit};
pub use silence::Trace;

/// Rows of one insert on PostgreSQL: under its limit of 65,535 bound values at the 24 columns of the
/// widest table.
pub const ROWS_OF_AN_INSERT: usize = 500;

/// A statement of a command that writes much may take so long on PostgreSQL, if the settings allow less.
const BULK_STATEMENT: Duration = Duration::from_secs(60);

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
    /// such a command makes in the same transaction. On PostgreSQL, longer statements.
    pub bulk: bool,
    /// Told of every statement.
    pub trace: Option<Trace>,
}

impl DbOptions {
    /// How long PostgreSQL lets a statement run.
    fn statement_limit(&self) -> Duration {
        let least = if self.bulk {
            BULK_STATEMENT
        } else {
            Duration::ZERO
        };
        self.statement_timeout.max(least)
    }
}

/// The database.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    engine: Engine,
    primary: Pool,
    replica: Option<Pool>,
    /// SQLite's one writer at a time; its connection is not among the primary's permits. PostgreSQL's writers
    /// are.
    writer: Option<Arc<Semaphore>>,
    /// How many commands and background threads at once may have a permit, so that visitors find one.
    background: Arc<Semaphore>,
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
        let size = options.pool_size.max(2);
        let permits = |number: u32| usize::try_from(number).unwrap_or(1);
        let open = |url: &str, number: u32| {
            Ok::<_, DbError>(Pool {
                conns: open_pool(url, size, options)?,
                permits: Arc::new(Semaphore::new(permits(number))),
            })
        };
        let (shared, writer) = match engine {
            Engine::Sqlite => (size - 1, Some(Arc::new(Semaphore::new(1)))),
            Engine::Postgres => (size, None),
        };
        let replica = options.replica_url.as_deref();
        Ok(Self(Arc::new(Inner {
            engine,
            primary: open(&options.url, shared)?,
            replica: replica.map(|url| open(url, size)).transpose()?,
            writer,
            background: Arc::new(Semaphore::new(permits(shared.div_ceil(2)))),
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
        let permit = self.permit(&self.nearest().permits).await?;
        let db = self.clone();
        in_background(move || {
            let _permit = permit;
            db.read_from(db.nearest(), work)
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
        let permit = self.permit(&self.0.primary.permits).await?;
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
        let permits = self.0.writer.as_ref().unwrap_or(&self.0.primary.permits);
        let permit = self.permit(permits).await?;
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
        let pool = self.nearest();
        let _permits = self.background_permits(pool)?;
        self.read_from(pool, work)
    }

    /// [`Db::read_now`] that never asks the replica.
    ///
    /// # Errors
    /// As [`Db::read`].
    pub fn read_fresh_now<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let _permits = self.background_permits(&self.0.primary)?;
        self.read_from(&self.0.primary, work)
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
        let _permits = match &self.0.writer {
            Some(writer) => [Some(turn(writer, permits::GIVES_WAY_FOR)?), None],
            None => self.background_permits(&self.0.primary)?,
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
        let _permits = match &self.0.writer {
            Some(writer) => [Some(turn(writer, permits::GIVES_WAY_LONGER)?), None],
            None => [
                Some(wait_for_permit(&self.0.background)?),
                Some(turn(&self.0.primary.permits, permits::GIVES_WAY_LONGER)?),
            ],
        };
        self.transact(work)
    }

    /// Where reading goes that may be a little behind.
    fn nearest(&self) -> &Pool {
        self.0.replica.as_ref().unwrap_or(&self.0.primary)
    }

    /// The permits of a command or a background thread.
    fn background_permits(&self, pool: &Pool) -> Result<Permits, DbError> {
        let background = wait_for_permit(&self.0.background)?;
        Ok([Some(background), Some(wait_for_permit(&pool.permits)?)])
    }

    fn transact<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let mut held = self.0.primary.get()?;
        self.0.begun.fetch_add(1, Ordering::Relaxed);
        write_transaction(&mut held.conn, work)
    }

    fn read_from<T, E, F>(&self, pool: &Pool, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let mut held = pool.get()?;
        self.0.begun.fetch_add(1, Ordering::Relaxed);
        diesel::Connection::transaction(&mut held.conn, work)
    }

    /// Runs `work` on the primary outside any transaction (migrations, maintenance). On PostgreSQL the connection is
    /// waited for as long as it takes, and not used again.
    ///
    /// # Errors
    /// As [`Db::read`].
    pub fn maintain<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let _permits = self.background_permits(&self.0.primary)?;
        let mut held = self.0.primary.get()?;
        let _without_end = match self.0.engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(held.without_end()),
        };
        work(&mut held.conn)
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

//! The only access to the database. [`Db::read`] and [`Db::write`] take a closure that gets a connection; one closure
//! is one transaction. Each first acquires a connection pool permit, with a timeout: waiting requests neither fill
//! the blocking pool nor wait for ever, but get 503 and may retry. There are as many permits as connections, and
//! background threads need them too, so the holder of a permit never waits for a connection. SQLite has one writer
//! permit, so writers queue here instead of in its busy timeout. No workload takes all permits, and under overload
//! requests are rejected early ([`workloads`]). Connections to an unresponsive PostgreSQL are closed (`stalls.rs`).
//!
//! Statements that only one engine understands are in [`dialect`].

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod checkpoints;
mod connection;
mod counted;
pub mod dialect;
mod error;
pub mod instances;
pub mod integrity;
mod lag;
pub mod like;
pub mod migrate;
mod options;
pub mod outbox;
pub mod page;
mod permits;
mod pooler;
mod query;
mod rejections;
mod replica;
pub mod schema;
mod sockets;
mod stalls;
pub mod tables;
pub mod tls;
mod trace;
mod transaction;
pub mod workloads;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use connection::open_pool;
pub use connection::{Conn, Engine, sqlite_file};
pub use counted::{Counted, MAX_COUNTED};
pub use error::{DbError, is_contention};
pub use options::DbOptions;
use permits::{Permits, Pool};
use replica::Replica;
pub use trace::Trace;
use yingku_base::{span, threads};

use workloads::{OperationKind, Workload, WorkloadLimits};

/// Rows per insert on PostgreSQL: below its limit of 65,535 bind parameters, with the 25 columns of the widest table.
pub const ROWS_OF_AN_INSERT: usize = 500;

/// The database.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    engine: Engine,
    primary: Pool,
    replica: Option<Replica>,
    /// The permit of SQLite's only writer, whose connection is not counted in the primary's permits. PostgreSQL's
    /// writers use those.
    writer: Option<Arc<Semaphore>>,
    /// Limits the permits of commands and background threads, so that requests get some too.
    background: Arc<Semaphore>,
    wait: Duration,
    /// Limits of each workload.
    workloads: WorkloadLimits,
    /// Number of permits of the primary.
    max_connections: usize,
}

impl Db {
    /// Opens the pools.
    ///
    /// # Errors
    /// [`DbError::Address`], [`DbError::Unreachable`] or [`DbError::SharedSession`].
    pub fn open(options: &DbOptions) -> Result<Self, DbError> {
        let engine = Engine::from_url(&options.url)?;
        let size = options.pool_size.max(2);
        let permits = |number: u32| usize::try_from(number).unwrap_or(1);
        let (shared, writer) = match engine {
            Engine::Sqlite => (size - 1, Some(Arc::new(Semaphore::new(1)))),
            Engine::Postgres => (size, None),
        };
        let replica = options.replica_url.as_deref();
        // One more than permits, for the thread that measures replication lag.
        let probes = u32::from(replica.is_some());
        let primary = Pool::new(open_pool(&options.url, size + probes, options)?, shared);
        if engine == Engine::Postgres {
            pooler::reject_shared_sessions(&primary)?;
        }
        Ok(Self(Arc::new(Inner {
            engine,
            replica: replica
                .map(|url| Replica::open(url, size, options, primary.clone()))
                .transpose()?,
            primary,
            writer,
            background: Arc::new(Semaphore::new(permits(shared.div_ceil(2)))),
            wait: options.wait,
            workloads: WorkloadLimits::new(engine, shared, options.overload_timeout),
            max_connections: permits(shared),
        })))
    }

    /// The engine.
    pub fn engine(&self) -> Engine {
        self.0.engine
    }

    /// Transactions started since this was opened.
    pub fn transactions(&self) -> u64 {
        self.0.primary.begun() + self.0.replica.as_ref().map_or(0, Replica::begun)
    }

    /// The number of connections to the primary, SQLite's writer aside, and how many of them are free.
    pub fn connections(&self) -> (usize, usize) {
        let permits = &self.0.primary.permits;
        (self.0.max_connections, permits.available_permits())
    }

    /// Whether reads bypass the replica, and its lag; `None` without a replica.
    pub fn replica(&self) -> Option<(bool, Duration)> {
        self.0.replica.as_ref().map(Replica::condition)
    }

    /// How many requests of each workload were rejected since this was opened.
    pub fn rejections(&self) -> impl Iterator<Item = (Workload, u64)> {
        self.0.workloads.rejected()
    }

    /// Whether the replica responds, or else the primary.
    pub async fn responds(&self) -> bool {
        let pool = self.available_replica().unwrap_or(&self.0.primary);
        self.is_available(pool, self.read(ping)).await
    }

    /// Whether the primary responds.
    pub async fn primary_responds(&self) -> bool {
        self.is_available(&self.0.primary, self.read_fresh(ping))
            .await
    }

    /// Whether a ping succeeds. While every connection is in use it cannot run; then any transaction that ended
    /// meanwhile shows that the database responds.
    async fn is_available(
        &self,
        pool: &Pool,
        ping: impl Future<Output = Result<(), DbError>>,
    ) -> bool {
        let before = pool.ended();
        Workload::Operators.with_long_timeout(ping).await.is_ok() || pool.ended() > before
    }

    /// Reads from the replica if it is available, otherwise from the primary. A read that the replica cancels, because
    /// it replays a conflicting change or stops, is retried on the primary.
    ///
    /// # Errors
    /// [`DbError::Busy`] when no permit became free in time or on a lock conflict; otherwise the error of the closure
    /// or the connection.
    pub async fn read<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + From<diesel::result::Error> + Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, E> + Clone + Send + 'static,
    {
        let Some(pool) = self.available_replica() else {
            return self.read_fresh(work).await;
        };
        let read = |db: &Self| {
            let done = db.read_replica_first(work.clone());
            done.unwrap_or_else(|_| db.read_from_primary(work))
        };
        self.spawn(OperationKind::Read, &pool.permits, read).await
    }

    /// [`Db::read`] from the primary, for read-your-writes consistency.
    pub async fn read_fresh<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + From<diesel::result::Error> + Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, E> + Send + 'static,
    {
        let primary = &self.0.primary;
        let read = |db: &Self| db.read_from(&db.0.primary, work);
        self.spawn(OperationKind::Read, &primary.permits, read)
            .await
    }

    /// Commits everything the closure writes, or nothing after an error.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + From<diesel::result::Error> + Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, E> + Send + 'static,
    {
        let permits = self.0.writer.as_ref().unwrap_or(&self.0.primary.permits);
        let write = |db: &Self| db.run_transaction(work);
        self.spawn(OperationKind::Write, permits, write).await
    }

    /// [`Db::read`] on this thread, for commands and background threads. Reads are monotonic, because one builds on
    /// another, as the index reads a change and then its work: nothing read is older than what was read before.
    pub fn read_now<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let replica = self.0.replica.as_ref();
        let Some(pool) = replica.and_then(Replica::caught_up) else {
            let read = self.read_fresh_now(work);
            if let Some(replica) = replica {
                replica.mark_bypassed();
            }
            return read;
        };
        let _permits = self.background_permits(pool)?;
        self.read_replica_first(work).unwrap_or_else(Err)
    }

    /// [`Db::read_fresh`] on this thread, for commands and background threads.
    pub fn read_fresh_now<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let _permits = self.background_permits(&self.0.primary)?;
        self.read_from(&self.0.primary, work)
    }

    /// [`Db::write`] on this thread, for commands and background threads.
    pub fn write_now<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let _permits = match &self.0.writer {
            Some(writer) => [
                Some(permits::acquire_when_idle(writer, permits::YIELD)?),
                None,
            ],
            None => self.background_permits(&self.0.primary)?,
        };
        self.run_transaction(work)
    }

    /// [`Db::write_now`] at low priority: waits until no other write is waiting.
    pub fn write_when_idle<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let acquire_when_idle =
            |semaphore| permits::acquire_when_idle(semaphore, permits::LONG_YIELD).map(Some);
        let _permits = match &self.0.writer {
            Some(writer) => [acquire_when_idle(writer)?, None],
            None => [
                Some(permits::wait(&self.0.background)?),
                acquire_when_idle(&self.0.primary.permits)?,
            ],
        };
        self.run_transaction(work)
    }

    /// Runs `work` on the primary outside a transaction, for migrations and maintenance. On PostgreSQL the connection
    /// has no time limit and is not reused.
    pub fn maintain<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let _permits = self.background_permits(&self.0.primary)?;
        let mut held = self.0.primary.get()?;
        let _unlimited = match self.0.engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(held.unlimited()),
        };
        work(&mut held.conn)
    }

    /// The pool of the replica, while it is available.
    fn available_replica(&self) -> Option<&Pool> {
        self.0.replica.as_ref().and_then(Replica::available)
    }

    /// The permits of a command or a background thread.
    fn background_permits(&self, pool: &Pool) -> Result<Permits, DbError> {
        let background = permits::wait(&self.0.background)?;
        Ok([Some(background), Some(permits::wait(&pool.permits)?)])
    }

    /// Runs `work` on the blocking pool once it has a permit.
    async fn spawn<T, E>(
        &self,
        operation: OperationKind,
        permits: &Arc<Semaphore>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let span = span::begin("database").of(std::any::type_name_of_val(&work));
        let permits = async {
            let slot = self.0.workloads.acquire(operation).await?;
            let permit = Arc::clone(permits).acquire_owned().await.ok()?;
            Some((slot, permit))
        };
        let Ok(Some(permit)) = tokio::time::timeout(self.0.wait, permits).await else {
            self.0.workloads.count_rejected();
            return Err(DbError::Busy(None).into());
        };
        let db = self.clone();
        let work = move || {
            threads::lower_thread_priority();
            let _held = (permit, span.enter());
            work(&db)
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(DbError::unreachable)?
    }

    fn run_transaction<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let primary = &self.0.primary;
        let mut held = primary.get()?;
        primary.counted(|| transaction::write(&mut held.conn, work))
    }

    /// Reads from the replica for the holder of its permit; from the primary when no connection can be opened.
    /// The outer error says that the replica interrupted the work, which can run again.
    fn read_replica_first<T, E, F>(&self, work: F) -> Result<Result<T, E>, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let Some(replica) = &self.0.replica else {
            return Ok(self.read_from(&self.0.primary, work));
        };
        let available = replica.available().map(|pool| (pool, pool.get()));
        let (pool, mut held) = match available {
            Some((pool, Ok(held))) => (pool, held),
            unreachable => {
                if let Some((_, Err(error))) = unreachable {
                    replica.mark_unavailable(&error);
                }
                return Ok(self.read_from_primary(work));
            }
        };
        held.clear_interrupted();
        let done = pool.counted(|| diesel::Connection::transaction(&mut held.conn, work));
        if held.is_lost() {
            let lost = DbError::Unreachable("the connection was lost".to_owned());
            replica.mark_unavailable(&lost);
        }
        match done {
            Err(error) if held.was_interrupted() => Err(error),
            done => Ok(done),
        }
    }

    /// Reads from the primary in place of the replica.
    fn read_from_primary<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let _permit = permits::acquire_within(&self.0.primary.permits, self.0.wait)?;
        let read = self.read_from(&self.0.primary, work);
        if let Some(replica) = &self.0.replica {
            replica.mark_bypassed();
        }
        read
    }

    fn read_from<T, E, F>(&self, pool: &Pool, work: F) -> Result<T, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
        F: FnOnce(&mut Conn) -> Result<T, E>,
    {
        let mut held = pool.get()?;
        pool.counted(|| diesel::Connection::transaction(&mut held.conn, work))
    }
}

fn ping(conn: &mut Conn) -> Result<(), DbError> {
    dialect::ping(conn)?;
    Ok(())
}

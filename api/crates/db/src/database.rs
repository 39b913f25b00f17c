//! [`Db`]: both pools, their permits, and what is known of them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::connection::Conn;
use super::engine::Engine;
use super::error::DbError;
use super::manager::open_pool;
use super::options::DbOptions;
use super::permits::Pool;
use super::replica::Replica;
use super::workload::Workload;
use super::workloads::WorkloadLimits;
use super::{dialect, pooler};

/// The database.
#[derive(Clone)]
pub struct Db(pub(super) Arc<Inner>);

/// What its clones share.
pub(super) struct Inner {
    pub(super) engine: Engine,
    pub(super) primary: Pool,
    pub(super) replica: Option<Replica>,
    /// The permit of SQLite's only writer, whose connection is not counted in the primary's permits. PostgreSQL's
    /// writers use those.
    pub(super) writer: Option<Arc<Semaphore>>,
    /// Limits the permits of commands and background threads, so that requests get some too.
    pub(super) background: Arc<Semaphore>,
    pub(super) wait: Duration,
    /// Limits of each workload.
    pub(super) workloads: WorkloadLimits,
    /// Number of permits of the primary.
    pub(super) max_connections: usize,
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

    /// The pool of the replica, while it is available.
    pub(super) fn available_replica(&self) -> Option<&Pool> {
        self.0.replica.as_ref().and_then(Replica::available)
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
}

fn ping(conn: &mut Conn) -> Result<(), DbError> {
    dialect::ping(conn)?;
    Ok(())
}

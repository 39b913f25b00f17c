//! What can be done with [`Db`]: reads, writes, and maintenance outside transactions.

use std::sync::Arc;

use tokio::sync::Semaphore;
use yingku_base::{span, threads};

use super::connection::Conn;
use super::database::Db;
use super::engine::Engine;
use super::error::DbError;
use super::permits::{self, Permits, Pool};
use super::replica::Replica;
use super::transaction;
use super::workloads::OperationKind;

impl Db {
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

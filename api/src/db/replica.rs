//! The read-only replica. While it does not answer, reads go to the primary, and a thread looks whether it is back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::connection::open_pool_later;
use super::permits::Pool;
use super::{DbError, DbOptions, dialect};
use crate::workers::{Delay, Worker};

/// How often the thread looks.
const EVERY: Duration = Duration::from_secs(1);

/// The connections to the replica.
pub(super) struct Replica {
    pool: Arc<Pool>,
    away: Arc<AtomicBool>,
    _worker: Worker,
}

impl Replica {
    /// Opens the pool. A replica that does not answer yet is no reason not to start.
    pub(super) fn open(url: &str, size: u32, options: &DbOptions) -> Result<Self, DbError> {
        let pool = Arc::new(Pool::new(open_pool_later(url, size, options)?, size));
        let away = Arc::new(AtomicBool::new(false));
        let (looked_at, known) = (Arc::clone(&pool), Arc::clone(&away));
        let replica = Self {
            _worker: Worker::start("replica", move || {
                if known.load(Ordering::Relaxed) && answers(&looked_at).is_ok() {
                    known.store(false, Ordering::Relaxed);
                    tracing::info!("the replica answers again");
                }
                Delay::idle(EVERY)
            })
            .map_err(DbError::unreachable)?,
            pool,
            away,
        };
        if let Err(error) = answers(&replica.pool) {
            replica.is_lost(&error);
        }
        Ok(replica)
    }

    /// Its connections, while it answers.
    pub(super) fn there(&self) -> Option<&Pool> {
        (!self.away.load(Ordering::Relaxed)).then_some(&self.pool)
    }

    /// It did not answer: reads go to the primary from now on.
    pub(super) fn is_lost(&self, error: &DbError) {
        if !self.away.swap(true, Ordering::Relaxed) {
            tracing::warn!(%error, "the replica does not answer; reading from the primary");
        }
    }
}

fn answers(pool: &Pool) -> Result<i64, DbError> {
    let mut held = pool.get()?;
    Ok(dialect::ping(&mut held.conn)?)
}

//! The read-only replica. While it does not answer, or is too far behind, reads go to the primary; a thread looks how it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::connection::{milliseconds, open_pool_later};
use super::lag::LagTracker;
use super::permits::Pool;
use super::{Conn, DbError, DbOptions, dialect};
use crate::workers::{Delay, Worker};

/// How often the thread looks.
const INTERVAL: Duration = Duration::from_millis(250);
/// Reads go to the primary while the replica is further behind.
const MAX_LAG: Duration = Duration::from_secs(1);

/// The connections to the replica.
pub(super) struct Replica {
    pool: Arc<Pool>,
    condition: Arc<Condition>,
    _worker: Worker,
}

/// How the replica is.
#[derive(Debug)]
struct Condition {
    began: Instant,
    unavailable: AtomicBool,
    lagging: AtomicBool,
    /// How far it was behind when that was last looked at, ms.
    lag_ms: AtomicU64,
    /// It has all that the primary had then, ms after `began`.
    reached: AtomicU64,
    /// When the index last read from the primary in its stead, ms after `began`.
    bypassed: AtomicU64,
}

impl Replica {
    /// Opens the pool. A replica that does not answer yet is no reason not to start.
    pub(super) fn open(
        url: &str,
        size: u32,
        options: &DbOptions,
        primary: Pool,
    ) -> Result<Self, DbError> {
        // One more than permits, for the thread that looks.
        let pool = Arc::new(Pool::new(open_pool_later(url, size + 1, options)?, size));
        let condition = Arc::new(Condition::new(Instant::now()));
        let (probed_at, known) = (Arc::clone(&pool), Arc::clone(&condition));
        let mut lag_tracker = LagTracker::default();
        let mut probe = move || match position(&primary, &probed_at, &mut lag_tracker) {
            Ok(at) => known.update(at),
            Err(error) => known.mark_unavailable(&error),
        };
        probe();
        Ok(Self {
            _worker: Worker::start("replica", move || {
                probe();
                Delay::idle(INTERVAL)
            })
            .map_err(DbError::unreachable)?,
            pool,
            condition,
        })
    }

    /// How many transactions began on it.
    pub(super) fn begun(&self) -> u64 {
        self.pool.begun()
    }

    /// Its connections, while it answers and is not far behind.
    pub(super) fn available(&self) -> Option<&Pool> {
        self.condition.is_available().then_some(&self.pool)
    }

    /// The same for who goes on from what they have read: never what is older than that.
    pub(super) fn caught_up(&self) -> Option<&Pool> {
        self.available().filter(|_| self.condition.has_caught_up())
    }

    /// Who goes on from what they have read has read from the primary.
    pub(super) fn mark_bypassed(&self) {
        let condition = &self.condition;
        condition
            .bypassed
            .fetch_max(condition.at(Instant::now()), Ordering::Relaxed);
    }

    /// It did not answer: reads go to the primary from now on.
    pub(super) fn mark_unavailable(&self, error: &DbError) {
        self.condition.mark_unavailable(error);
    }

    /// Whether reads go to the primary in its stead, and how far it was behind.
    pub(super) fn condition(&self) -> (bool, Duration) {
        let lagging = self.condition.lag_ms.load(Ordering::Relaxed);
        (
            !self.condition.is_available(),
            Duration::from_millis(lagging),
        )
    }
}

impl Condition {
    fn new(began: Instant) -> Self {
        Self {
            began,
            unavailable: AtomicBool::new(false),
            lagging: AtomicBool::new(false),
            lag_ms: AtomicU64::new(0),
            reached: AtomicU64::new(0),
            bypassed: AtomicU64::new(0),
        }
    }

    fn is_available(&self) -> bool {
        !self.unavailable.load(Ordering::Relaxed) && !self.lagging.load(Ordering::Relaxed)
    }

    fn has_caught_up(&self) -> bool {
        let bypassed = self.bypassed.load(Ordering::Relaxed);
        bypassed == 0 || bypassed < self.reached.load(Ordering::Relaxed)
    }

    /// It answers. Unless `position` is known it is as far behind as it was.
    fn update(&self, position: Option<Position>) {
        if self.unavailable.swap(false, Ordering::Relaxed) {
            tracing::info!(event = "replica_available", "replica available again");
        }
        let Some(position) = position else { return };
        let late = position
            .probed_at
            .saturating_duration_since(position.has_all_of);
        self.lag_ms.store(milliseconds(late), Ordering::Relaxed);
        self.reached
            .store(self.at(position.has_all_of), Ordering::Relaxed);
        let lagging = late > MAX_LAG;
        match (self.lagging.swap(lagging, Ordering::Relaxed), lagging) {
            (false, true) => tracing::warn!(
                event = "replica_lagging",
                "replica lags; reading from the primary"
            ),
            (true, false) => tracing::info!(event = "replica_caught_up", "replica has caught up"),
            _ => {}
        }
    }

    fn mark_unavailable(&self, error: &DbError) {
        if !self.unavailable.swap(true, Ordering::Relaxed) {
            tracing::warn!(event = "replica_unavailable", %error, "replica unavailable; reading from the primary");
        }
    }

    fn at(&self, time: Instant) -> u64 {
        milliseconds(time.saturating_duration_since(self.began))
    }
}

/// How far the replica is.
struct Position {
    probed_at: Instant,
    /// It has everything that the primary had then.
    has_all_of: Instant,
}

/// How far the replica is; unknown while the primary does not tell.
fn position(
    primary: &Pool,
    replica: &Pool,
    lag_tracker: &mut LagTracker,
) -> Result<Option<Position>, DbError> {
    let probed_at = Instant::now();
    let written = query(primary, dialect::log_written);
    let replayed = query(replica, dialect::log_replayed)?;
    let has_all_of = match (written, replayed) {
        (Ok(written), Some(replayed)) => lag_tracker.reached(written, replayed, probed_at),
        (Err(_), Some(_)) => return Ok(None),
        // It replays no log: it shares the primary's storage, or is no replica.
        (_, None) => probed_at,
    };
    Ok(Some(Position {
        probed_at,
        has_all_of,
    }))
}

fn query<T>(
    pool: &Pool,
    query: impl FnOnce(&mut Conn) -> diesel::QueryResult<T>,
) -> Result<T, DbError> {
    let mut held = pool.get()?;
    Ok(query(&mut held.conn)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_read_from_the_primary_reads_nothing_older() {
        let began = Instant::now();
        let at = |milliseconds| began + Duration::from_millis(milliseconds);
        let condition = Condition::new(began);
        let has_all_of = |milliseconds| {
            condition.update(Some(Position {
                probed_at: at(milliseconds + 5),
                has_all_of: at(milliseconds),
            }));
            (condition.is_available(), condition.has_caught_up())
        };
        assert_eq!(has_all_of(100), (true, true));
        condition.bypassed.store(200, Ordering::Relaxed);
        assert_eq!(has_all_of(150), (true, false));
        assert_eq!(has_all_of(200), (true, false));
        assert_eq!(has_all_of(201), (true, true));
    }

    #[test]
    fn a_replica_that_is_behind_stays_so_while_nobody_knows() {
        let began = Instant::now();
        let condition = Condition::new(began);
        condition.update(Some(Position {
            probed_at: began + 2 * MAX_LAG,
            has_all_of: began,
        }));
        assert!(!condition.is_available());
        condition.mark_unavailable(&DbError::Busy(None));
        condition.update(None);
        assert!(!condition.is_available());
        condition.update(Some(Position {
            probed_at: began,
            has_all_of: began,
        }));
        assert!(condition.is_available());
    }
}

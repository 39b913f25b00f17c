//! The read-only replica. While it is unavailable or lags too far, reads go to the primary; a thread probes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use yingku_base::workers::{Delay, Worker};

use super::connection::Conn;
use super::dialect;
use super::error::DbError;
use super::lag::LagTracker;
use super::manager::open_pool_later;
use super::options::DbOptions;
use super::permits::Pool;
use super::time::milliseconds;

/// Probe interval.
const INTERVAL: Duration = Duration::from_millis(250);
/// Reads go to the primary while the replica lags more.
const MAX_LAG: Duration = Duration::from_secs(1);

/// The connections to the replica.
pub(super) struct Replica {
    pool: Arc<Pool>,
    condition: Arc<Condition>,
    _worker: Worker,
}

/// The state of the replica.
#[derive(Debug)]
struct Condition {
    began: Instant,
    unavailable: AtomicBool,
    lagging: AtomicBool,
    /// Lag at the last probe, ms.
    lag_ms: AtomicU64,
    /// It has everything that the primary had at this time, ms after `began`.
    reached: AtomicU64,
    /// When a background thread last read from the primary instead, ms after `began`.
    bypassed: AtomicU64,
}

impl Replica {
    /// Opens the pool. The replica need not be available yet.
    pub(super) fn open(
        url: &str,
        size: u32,
        options: &DbOptions,
        primary: Pool,
    ) -> Result<Self, DbError> {
        // One more than permits, for the probing thread.
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

    /// Its pool, while it is available and does not lag.
    pub(super) fn available(&self) -> Option<&Pool> {
        self.condition.is_available().then_some(&self.pool)
    }

    /// The same for monotonic reads: only if it has everything that was read from the primary.
    pub(super) fn caught_up(&self) -> Option<&Pool> {
        self.available().filter(|_| self.condition.has_caught_up())
    }

    /// Records that a read bypassed it: [`Self::caught_up`] waits until it has what the primary had now.
    pub(super) fn mark_bypassed(&self) {
        let condition = &self.condition;
        condition
            .bypassed
            .fetch_max(condition.at(Instant::now()), Ordering::Relaxed);
    }

    /// Records that it did not respond: reads go to the primary from now on.
    pub(super) fn mark_unavailable(&self, error: &DbError) {
        self.condition.mark_unavailable(error);
    }

    /// Whether reads bypass it, and its lag.
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

    /// Records that it responded. Without a `position` its lag stays as it was.
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

/// The replication position.
struct Position {
    probed_at: Instant,
    /// It has everything that the primary had at this time.
    has_all_of: Instant,
}

/// The replication position; unknown while the primary does not respond.
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
        // Not in recovery: it shares the primary's storage, or is not a replica.
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
    fn after_a_read_from_the_primary_nothing_older_is_read() {
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
    fn a_lagging_replica_stays_bypassed_while_its_lag_is_unknown() {
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

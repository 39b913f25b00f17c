//! The read-only replica. While it does not answer, or is too far behind, reads go to the primary; a thread looks how it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::connection::{milliseconds, open_pool_later};
use super::lag::Trail;
use super::permits::Pool;
use super::{Conn, DbError, DbOptions, dialect};
use crate::workers::{Delay, Worker};

/// How often the thread looks.
const EVERY: Duration = Duration::from_millis(250);
/// Reads go to the primary while the replica is further behind.
const MOST_BEHIND: Duration = Duration::from_secs(1);

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
    away: AtomicBool,
    behind: AtomicBool,
    /// How far it was behind when that was last looked at, ms.
    behind_ms: AtomicU64,
    /// It has all that the primary had then, ms after `began`.
    reached: AtomicU64,
    /// When the index last read from the primary in its stead, ms after `began`.
    passed_by: AtomicU64,
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
        let (looked_at, known) = (Arc::clone(&pool), Arc::clone(&condition));
        let mut trail = Trail::default();
        let mut look = move || match position(&primary, &looked_at, &mut trail) {
            Ok(at) => known.is(at),
            Err(error) => known.is_lost(&error),
        };
        look();
        Ok(Self {
            _worker: Worker::start("replica", move || {
                look();
                Delay::idle(EVERY)
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
    pub(super) fn there(&self) -> Option<&Pool> {
        self.condition.is_there().then_some(&self.pool)
    }

    /// The same for who goes on from what they have read: never what is older than that.
    pub(super) fn there_for_followers(&self) -> Option<&Pool> {
        self.there().filter(|_| self.condition.has_caught_up())
    }

    /// Who goes on from what they have read has read from the primary.
    pub(super) fn is_passed_by(&self) {
        let condition = &self.condition;
        condition
            .passed_by
            .fetch_max(condition.at(Instant::now()), Ordering::Relaxed);
    }

    /// It did not answer: reads go to the primary from now on.
    pub(super) fn is_lost(&self, error: &DbError) {
        self.condition.is_lost(error);
    }

    /// Whether reads go to the primary in its stead, and how far it was behind.
    pub(super) fn condition(&self) -> (bool, Duration) {
        let behind = self.condition.behind_ms.load(Ordering::Relaxed);
        (!self.condition.is_there(), Duration::from_millis(behind))
    }
}

impl Condition {
    fn new(began: Instant) -> Self {
        Self {
            began,
            away: AtomicBool::new(false),
            behind: AtomicBool::new(false),
            behind_ms: AtomicU64::new(0),
            reached: AtomicU64::new(0),
            passed_by: AtomicU64::new(0),
        }
    }

    fn is_there(&self) -> bool {
        !self.away.load(Ordering::Relaxed) && !self.behind.load(Ordering::Relaxed)
    }

    fn has_caught_up(&self) -> bool {
        let passed_by = self.passed_by.load(Ordering::Relaxed);
        passed_by == 0 || passed_by < self.reached.load(Ordering::Relaxed)
    }

    /// It answers. Unless `position` is known it is as far behind as it was.
    fn is(&self, position: Option<Position>) {
        if self.away.swap(false, Ordering::Relaxed) {
            tracing::info!("the replica answers again");
        }
        let Some(position) = position else { return };
        let late = position
            .looked_at
            .saturating_duration_since(position.has_all_of);
        self.behind_ms.store(milliseconds(late), Ordering::Relaxed);
        self.reached
            .store(self.at(position.has_all_of), Ordering::Relaxed);
        let behind = late > MOST_BEHIND;
        match (self.behind.swap(behind, Ordering::Relaxed), behind) {
            (false, true) => tracing::warn!("the replica is behind; reading from the primary"),
            (true, false) => tracing::info!("the replica has caught up"),
            _ => {}
        }
    }

    fn is_lost(&self, error: &DbError) {
        if !self.away.swap(true, Ordering::Relaxed) {
            tracing::warn!(%error, "the replica does not answer; reading from the primary");
        }
    }

    fn at(&self, time: Instant) -> u64 {
        milliseconds(time.saturating_duration_since(self.began))
    }
}

/// How far the replica is.
struct Position {
    looked_at: Instant,
    /// It has everything that the primary had then.
    has_all_of: Instant,
}

/// How far the replica is; unknown while the primary does not tell.
fn position(
    primary: &Pool,
    replica: &Pool,
    trail: &mut Trail,
) -> Result<Option<Position>, DbError> {
    let looked_at = Instant::now();
    let written = asked(primary, dialect::log_written);
    let replayed = asked(replica, dialect::log_replayed)?;
    let has_all_of = match (written, replayed) {
        (Ok(written), Some(replayed)) => trail.reached(written, replayed, looked_at),
        (Err(_), Some(_)) => return Ok(None),
        // It replays no log: it shares the primary's storage, or is no replica.
        (_, None) => looked_at,
    };
    Ok(Some(Position {
        looked_at,
        has_all_of,
    }))
}

fn asked<T>(
    pool: &Pool,
    question: impl FnOnce(&mut Conn) -> diesel::QueryResult<T>,
) -> Result<T, DbError> {
    let mut held = pool.get()?;
    Ok(question(&mut held.conn)?)
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
            condition.is(Some(Position {
                looked_at: at(milliseconds + 5),
                has_all_of: at(milliseconds),
            }));
            (condition.is_there(), condition.has_caught_up())
        };
        assert_eq!(has_all_of(100), (true, true));
        condition.passed_by.store(200, Ordering::Relaxed);
        assert_eq!(has_all_of(150), (true, false));
        assert_eq!(has_all_of(200), (true, false));
        assert_eq!(has_all_of(201), (true, true));
    }

    #[test]
    fn a_replica_that_is_behind_stays_so_while_nobody_knows() {
        let began = Instant::now();
        let condition = Condition::new(began);
        condition.is(Some(Position {
            looked_at: began + 2 * MOST_BEHIND,
            has_all_of: began,
        }));
        assert!(!condition.is_there());
        condition.is_lost(&DbError::Busy(None));
        condition.is(None);
        assert!(!condition.is_there());
        condition.is(Some(Position {
            looked_at: began,
            has_all_of: began,
        }));
        assert!(condition.is_there());
    }
}

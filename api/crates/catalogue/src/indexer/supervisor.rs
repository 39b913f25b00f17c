//! Updates the index in ticks, and periodically verifies it. It recovers automatically: a failure rolls back to the
//! last commit, and damaged files or missing works lead to a rebuild next to the live index.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use yingku_db::Db;
use yingku_search::IndexError;

use super::comparison::{visible_by_counters, visible_by_counting};
use super::health::{Health, IndexProblem};
use super::lag::Checkpoint;
use super::updater::IndexUpdater;

/// Ticks between two comparisons of the number of works; there is at most one tick per second.
const COMPARE_INTERVAL: u32 = 60;
/// The files are verified after this many consecutive failures.
const VERIFY_AFTER: u32 = 3;
/// Minimum number of ticks between two other verifications, because they are slow.
const VERIFY_INTERVAL: u32 = 60;
/// Ticks between the first rebuild and the second. The backoff doubles from there.
const INITIAL_BACKOFF: u32 = 2;
/// Maximum backoff after failures: there may be no index to search until a rebuild succeeds.
const MAX_FAILURE_BACKOFF: u32 = 30;
/// Maximum backoff when rebuilds do not help.
const MAX_BACKOFF: u32 = 3_600;
/// The backoff resets after this many ticks without a rebuild.
const BACKOFF_RESET_TICKS: u32 = 7_200;

pub(super) struct Supervisor {
    db: Db,
    updater: IndexUpdater,
    health: Health,
    ticks: u32,
    failures: u32,
    /// The failure of the last tick.
    trouble: Option<IndexProblem>,
    /// Whether the files have been verified since the start.
    verified: bool,
    /// The next tick in which a search error leads to a verification.
    next_verification: u32,
    /// Why the index must be rebuilt.
    wanted: Option<String>,
    rebuilds: Rebuilds,
    /// The difference found in the last comparison, to be confirmed.
    suspected: Option<i64>,
    /// Error of the counters.
    counter_offset: i64,
}

/// The backoff of rebuilds, in ticks.
#[derive(Default)]
struct Rebuilds {
    next: u32,
    backoff: u32,
}

impl Supervisor {
    pub(super) fn new(db: &Db, updater: IndexUpdater, health: &Health) -> Self {
        Self {
            db: db.clone(),
            updater,
            health: health.clone(),
            ticks: 0,
            failures: 0,
            trouble: None,
            verified: false,
            next_verification: 0,
            wanted: None,
            rebuilds: Rebuilds::default(),
            suspected: None,
            counter_offset: 0,
        }
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        self.updater.checkpoint()
    }

    /// The number of consecutive failed ticks.
    pub(super) fn failures(&self) -> u32 {
        self.failures
    }

    /// Updates the index; returns whether anything changed.
    pub(super) fn tick(&mut self) -> bool {
        self.ticks = self.ticks.wrapping_add(1);
        self.health.begin_tick();
        // tantivy panics on damaged files.
        let ticked = catch_unwind(AssertUnwindSafe(|| self.follow())).unwrap_or_else(|_| {
            self.updater.abandon();
            Err(IndexError::Damaged("a read was aborted".to_owned()).into())
        });
        let (changed, trouble) = match ticked {
            Ok(changed) => (changed, None),
            Err(error) => (false, Some(self.classify(&error))),
        };
        self.trouble = trouble;
        self.failures = trouble.map_or(0, |_| self.failures.saturating_add(1));
        if self.updater.is_usable() {
            self.health.set_serving(true);
        }
        self.health.end_tick(trouble);
        changed
    }

    fn classify(&self, error: &anyhow::Error) -> IndexProblem {
        if let (Some(IndexError::NotBuilt), Some(trouble)) = (error.downcast_ref(), self.trouble) {
            // It waits for a rebuild; the cause was logged.
            return trouble;
        }
        tracing::error!(
            event = "index_update_failed",
            cause = format!("{error:#}"),
            "works index update failed; continuing from the last commit"
        );
        IndexProblem::from_error(error)
    }

    fn follow(&mut self) -> anyhow::Result<bool> {
        self.verify();
        let built = self.build();
        if !self.updater.is_usable() {
            built?;
            return Err(IndexError::NotBuilt.into());
        }
        let changed = self.updater.catch_up(&mut HashSet::new())?;
        built?;
        self.compare()?;
        Ok(changed)
    }

    /// Checks for requests of a rebuild and for damaged files.
    fn verify(&mut self) {
        let index = self.updater.index();
        if index.take_request() {
            self.wanted = Some("requested by an operator".to_owned());
            self.rebuilds = Rebuilds::default();
        }
        let search_error = match self.ticks >= self.next_verification {
            true => index.take_search_error(),
            false => None,
        };
        if let Some(cause) = &search_error {
            tracing::error!(
                event = "index_query_failed",
                cause,
                "works index query failed"
            );
            self.next_verification = self.ticks.saturating_add(VERIFY_INTERVAL);
        }
        let fails = matches!(
            self.trouble,
            Some(IndexProblem::Storage | IndexProblem::Damaged)
        ) && (self.failures == VERIFY_AFTER
            || self.failures.is_multiple_of(VERIFY_INTERVAL));
        if self.verified && search_error.is_none() && !fails {
            return;
        }
        self.verified = true;
        if let Some(damage) = index.damage() {
            self.updater.mark_damaged(damage);
            self.health.set_serving(false);
        }
    }

    /// Rebuilds the index if needed, with a backoff.
    fn build(&mut self) -> anyhow::Result<()> {
        let nothing_wrong = self.updater.is_usable() && self.wanted.is_none();
        if nothing_wrong || self.ticks < self.rebuilds.next {
            return Ok(());
        }
        self.health.building(true);
        let built = match &self.wanted {
            Some(reason) => self.updater.rebuild_for(reason),
            None => self.updater.prepare(),
        };
        self.health.building(false);
        let outcome = match (&built, &self.wanted) {
            (Err(_), _) => Outcome::Failed,
            (Ok(()), Some(_)) => Outcome::Unconfirmed,
            (Ok(()), None) => Outcome::Whole,
        };
        self.rebuilds.tried(self.ticks, outcome);
        built?;
        (self.wanted, self.suspected) = (None, None);
        Ok(())
    }

    /// Periodically compares the number of works. Acts only on a difference that two comparisons find.
    fn compare(&mut self) -> anyhow::Result<()> {
        let due = self.ticks.is_multiple_of(COMPARE_INTERVAL) || self.ticks == 1;
        if !due && self.suspected.is_none() {
            return Ok(());
        }
        let checkpoint = self.updater.checkpoint();
        let indexed = i64::try_from(self.updater.index().count()).unwrap_or(i64::MAX);
        let Some(visible) = visible_by_counters(&self.db, &checkpoint)? else {
            return Ok(());
        };
        let missing = visible - indexed - self.counter_offset;
        if missing == 0 {
            self.suspected = None;
            self.health.missing(0);
            return Ok(());
        }
        if self.suspected.replace(missing) != Some(missing) {
            return Ok(());
        }
        let Some(counted) = visible_by_counting(&self.db, &checkpoint)? else {
            return Ok(());
        };
        self.suspected = None;
        self.health.missing((counted - indexed).unsigned_abs());
        if counted == indexed {
            self.counter_offset = visible - indexed;
            tracing::warn!(
                event = "work_counters_wrong",
                counted,
                counters = visible,
                "the counters of works do not match; the index is correct"
            );
        } else {
            self.wanted = Some(format!(
                "the database has {counted} works, the index {indexed}"
            ));
        }
        Ok(())
    }
}

/// The outcome of a rebuild.
enum Outcome {
    Failed,
    /// Rebuilt because works were missing; whether that helped shows later.
    Unconfirmed,
    Whole,
}

impl Rebuilds {
    /// Records a rebuild in this tick. The backoff doubles each time, unless the last rebuild was long ago.
    fn tried(&mut self, tick: u32, outcome: Outcome) {
        let long_ago = tick >= self.next.saturating_add(BACKOFF_RESET_TICKS);
        let longer = if long_ago {
            INITIAL_BACKOFF
        } else {
            (self.backoff * 2).max(INITIAL_BACKOFF)
        };
        self.backoff = match outcome {
            Outcome::Whole => 0,
            Outcome::Failed => longer.min(MAX_FAILURE_BACKOFF),
            Outcome::Unconfirmed => longer.min(MAX_BACKOFF),
        };
        self.next = tick.saturating_add(self.backoff);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rests(of: impl Fn() -> Outcome) -> Vec<u32> {
        let mut rebuilds = Rebuilds::default();
        let mut look = 1;
        let rests = (0..13).map(|_| {
            rebuilds.tried(look, of());
            look = rebuilds.next;
            rebuilds.backoff
        });
        rests.collect()
    }

    #[test]
    fn failed_or_useless_rebuilds_back_off() {
        assert_eq!(rests(|| Outcome::Failed)[..6], [2, 4, 8, 16, 30, 30]);
        let useless = rests(|| Outcome::Unconfirmed);
        assert_eq!(useless[..4], [2, 4, 8, 16]);
        assert_eq!(useless[11..], [MAX_BACKOFF, MAX_BACKOFF]);
    }

    #[test]
    fn an_index_that_was_intact_for_long_is_rebuilt_at_once() {
        let mut rebuilds = Rebuilds {
            next: 10,
            backoff: 1_000,
        };
        rebuilds.tried(10 + BACKOFF_RESET_TICKS, Outcome::Unconfirmed);
        assert_eq!(rebuilds.backoff, INITIAL_BACKOFF);
        rebuilds.tried(20 + BACKOFF_RESET_TICKS, Outcome::Whole);
        assert_eq!(rebuilds.backoff, 0);
    }
}

//! One look after the other: what changed is taken in, and now and then it is asked whether the index is whole. What
//! is wrong with it heals without anybody: by going back to the last commit after a failure, and by a build beside the
//! one that answers when its files are damaged or works are missing.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::comparison::{visible_by_counters, visible_by_counting};
use super::feeder::Feeder;
use super::health::{Health, Trouble};
use super::lag::Reached;
use crate::catalogue::index::IndexError;
use crate::db::Db;

/// Numbers are compared once in so many looks; one comes each second at most.
const COMPARE_EVERY: u32 = 60;
/// Files are read again after so many failures in a row.
const DOUBTED_AFTER: u32 = 3;
/// And else once in so many looks at most: that takes time.
const DOUBTS_EVERY: u32 = 60;
/// Looks between a build and the next, the first time.
const FIRST_REST: u32 = 2;
/// At most, when one fails: there may be nothing to search until it succeeds.
const LONGEST_AFTER_FAILURE: u32 = 30;
/// At most, when builds do not help.
const LONGEST_REST: u32 = 3_600;
/// An index that was whole for so long is built at once.
const LONG_AGO: u32 = 7_200;

/// Keeps one index.
pub(super) struct Keeper {
    db: Db,
    feeder: Feeder,
    health: Health,
    looks: u32,
    failures: u32,
    /// What the last look has failed for.
    trouble: Option<Trouble>,
    /// Whether the files have been read since the start.
    read: bool,
    /// The look in which files may be read again for a doubt.
    next_doubt: u32,
    /// Why it has to be built.
    wanted: Option<String>,
    rebuilds: Rebuilds,
    /// By how many works the numbers differed in the last look.
    suspected: Option<i64>,
    /// By how many the kept figures are wrong, when it is they that are.
    figures_off: i64,
}

/// When a rebuild may be tried.
#[derive(Default)]
struct Rebuilds {
    next: u32,
    rest: u32,
}

impl Keeper {
    pub(super) fn new(db: &Db, feeder: Feeder, health: &Health) -> Self {
        Self {
            db: db.clone(),
            feeder,
            health: health.clone(),
            looks: 0,
            failures: 0,
            trouble: None,
            read: false,
            next_doubt: 0,
            wanted: None,
            rebuilds: Rebuilds::default(),
            suspected: None,
            figures_off: 0,
        }
    }

    /// How far the index has followed.
    pub(super) fn reached(&self) -> Reached {
        self.feeder.reached()
    }

    /// How many looks in a row have failed.
    pub(super) fn failures(&self) -> u32 {
        self.failures
    }

    /// Takes in what has changed; says whether anything has.
    pub(super) fn look(&mut self) -> bool {
        self.looks = self.looks.wrapping_add(1);
        self.health.looks();
        // Damaged files make tantivy break off; the thread has to live.
        let looked = catch_unwind(AssertUnwindSafe(|| self.follow())).unwrap_or_else(|_| {
            self.feeder.abandon();
            Err(IndexError::Damaged("a look broke off".to_owned()).into())
        });
        let (changed, trouble) = match looked {
            Ok(changed) => (changed, None),
            Err(error) => (false, Some(self.judge(&error))),
        };
        self.trouble = trouble;
        self.failures = trouble.map_or(0, |_| self.failures.saturating_add(1));
        if self.feeder.is_whole() {
            self.health.answers(true);
        }
        self.health.has_looked(trouble);
        changed
    }

    fn judge(&self, error: &anyhow::Error) -> Trouble {
        if let (Some(IndexError::NotBuilt), Some(trouble)) = (error.downcast_ref(), self.trouble) {
            // It waits to be built, for the reason that was told.
            return trouble;
        }
        tracing::error!(
            cause = format!("{error:#}"),
            "the works index is not up to date; it goes on from its last commit"
        );
        Trouble::of(error)
    }

    fn follow(&mut self) -> anyhow::Result<bool> {
        self.notice();
        let built = self.build();
        if !self.feeder.is_whole() {
            built?;
            return Err(IndexError::NotBuilt.into());
        }
        let changed = self.feeder.catch_up(&mut HashSet::new())?;
        built?;
        self.compare()?;
        Ok(changed)
    }

    /// Looks for reasons to build.
    fn notice(&mut self) {
        let index = self.feeder.index();
        if index.take_request() {
            self.wanted = Some("somebody has asked for it".to_owned());
            self.rebuilds = Rebuilds::default();
        }
        let doubt = match self.looks >= self.next_doubt {
            true => index.take_doubt(),
            false => None,
        };
        if let Some(cause) = &doubt {
            tracing::error!(cause, "a question to the works index got no answer");
            self.next_doubt = self.looks.saturating_add(DOUBTS_EVERY);
        }
        let fails = matches!(self.trouble, Some(Trouble::Storage | Trouble::Damaged))
            && (self.failures == DOUBTED_AFTER || self.failures.is_multiple_of(DOUBTS_EVERY));
        if self.read && doubt.is_none() && !fails {
            return;
        }
        self.read = true;
        if let Some(damage) = index.damage() {
            self.feeder.condemn(damage);
            self.health.answers(false);
        }
    }

    /// Builds when there is a reason to, and not again too soon.
    fn build(&mut self) -> anyhow::Result<()> {
        let nothing_wrong = self.feeder.is_whole() && self.wanted.is_none();
        if nothing_wrong || self.looks < self.rebuilds.next {
            return Ok(());
        }
        self.health.building(true);
        let built = match &self.wanted {
            Some(reason) => self.feeder.rebuild_for(reason),
            None => self.feeder.prepare(),
        };
        self.health.building(false);
        let outcome = match (&built, &self.wanted) {
            (Err(_), _) => Outcome::Failed,
            (Ok(()), Some(_)) => Outcome::MayHelp,
            (Ok(()), None) => Outcome::Whole,
        };
        self.rebuilds.tried(self.looks, outcome);
        built?;
        (self.wanted, self.suspected) = (None, None);
        Ok(())
    }

    /// Compares numbers now and then. A difference is looked at twice before anything is done about it.
    fn compare(&mut self) -> anyhow::Result<()> {
        let due = self.looks.is_multiple_of(COMPARE_EVERY) || self.looks == 1;
        if !due && self.suspected.is_none() {
            return Ok(());
        }
        let reached = self.feeder.reached();
        let indexed = i64::try_from(self.feeder.index().count()).unwrap_or(i64::MAX);
        let Some(visible) = visible_by_counters(&self.db, &reached)? else {
            return Ok(());
        };
        let missing = visible - indexed - self.figures_off;
        if missing == 0 {
            self.suspected = None;
            self.health.missing(0);
            return Ok(());
        }
        if self.suspected.replace(missing) != Some(missing) {
            return Ok(());
        }
        let Some(counted) = visible_by_counting(&self.db, &reached)? else {
            return Ok(());
        };
        self.suspected = None;
        self.health.missing((counted - indexed).unsigned_abs());
        if counted == indexed {
            self.figures_off = visible - indexed;
            tracing::warn!(
                counted,
                figures = visible,
                "the figures of the works are wrong, not the index"
            );
        } else {
            self.wanted = Some(format!(
                "the database has {counted} works, the index {indexed}"
            ));
        }
        Ok(())
    }
}

/// What became of a build.
enum Outcome {
    Failed,
    /// It was built because something was missing; whether that is there now shows later.
    MayHelp,
    Whole,
}

impl Rebuilds {
    /// One was tried in this look. The next one waits longer each time, unless the last was long ago.
    fn tried(&mut self, look: u32, outcome: Outcome) {
        let long_ago = look >= self.next.saturating_add(LONG_AGO);
        let longer = match self.rest {
            _ if long_ago => FIRST_REST,
            rest => (rest * 2).max(FIRST_REST),
        };
        self.rest = match outcome {
            Outcome::Whole => 0,
            Outcome::Failed => longer.min(LONGEST_AFTER_FAILURE),
            Outcome::MayHelp => longer.min(LONGEST_REST),
        };
        self.next = look.saturating_add(self.rest);
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
            rebuilds.rest
        });
        rests.collect()
    }

    #[test]
    fn builds_that_fail_or_do_not_help_come_more_and_more_seldom() {
        assert_eq!(rests(|| Outcome::Failed)[..6], [2, 4, 8, 16, 30, 30]);
        let useless = rests(|| Outcome::MayHelp);
        assert_eq!(useless[..4], [2, 4, 8, 16]);
        assert_eq!(useless[11..], [LONGEST_REST, LONGEST_REST]);
    }

    #[test]
    fn an_index_that_was_whole_for_long_is_built_at_once() {
        let mut rebuilds = Rebuilds {
            next: 10,
            rest: 1_000,
        };
        rebuilds.tried(10 + LONG_AGO, Outcome::MayHelp);
        assert_eq!(rebuilds.rest, FIRST_REST);
        rebuilds.tried(20 + LONG_AGO, Outcome::Whole);
        assert_eq!(rebuilds.rest, 0);
    }
}

//! Health of the index, for probes and operators. It is in memory, so reading it needs no query.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_db::DbError;
use yingku_search::IndexError;

/// A tick that takes longer than this counts as hung, unless it rebuilds.
const HANG_TIMEOUT: Duration = Duration::from_secs(30);

/// Why the index cannot follow the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IndexProblem {
    /// The disk is full.
    NoSpace,
    /// Files of the index are damaged.
    Damaged,
    /// The database is unavailable.
    Database,
    /// Files of the index cannot be written for another reason.
    Storage,
    /// The indexer hangs.
    Hangs,
}

impl IndexProblem {
    pub(super) fn from_error(error: &anyhow::Error) -> Self {
        let text = format!("{error:#}");
        let is =
            |test: fn(&IndexError) -> bool| error.downcast_ref::<IndexError>().is_some_and(test);
        // tantivy passes on the cause only as text.
        if text.contains("No space left")
            || text.contains("StorageFull")
            || text.contains("QuotaExceeded")
        {
            Self::NoSpace
        } else if is(|error| matches!(error, IndexError::Damaged(_))) {
            Self::Damaged
        } else if error.downcast_ref::<DbError>().is_some() {
            Self::Database
        } else {
            Self::Storage
        }
    }
}

/// Health of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// Whether searches use a complete index, possibly lagging.
    pub is_serving: bool,
    /// Whether it is being built.
    pub building: bool,
    /// Number of works that differed from the database in the last comparison.
    pub missing: u64,
    /// Seconds since it was last known to be current.
    pub seconds: u64,
    /// Why it is not current.
    pub trouble: Option<IndexProblem>,
}

/// The health as the indexer's thread reports it.
#[derive(Clone)]
pub(super) struct Health(Arc<Mutex<State>>);

struct State {
    is_serving: bool,
    building: bool,
    missing: u64,
    trouble: Option<IndexProblem>,
    /// Start of the current tick; none between ticks.
    busy_since: Option<Instant>,
    current: Instant,
}

impl Health {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(State {
            is_serving: false,
            building: false,
            missing: 0,
            trouble: None,
            busy_since: None,
            current: Instant::now(),
        })))
    }

    pub(super) fn begin_tick(&self) {
        self.0.lock().busy_since = Some(Instant::now());
    }

    /// A tick has ended. Without trouble the index is current.
    pub(super) fn end_tick(&self, trouble: Option<IndexProblem>) {
        let mut state = self.0.lock();
        (state.busy_since, state.trouble) = (None, trouble);
        if trouble.is_none() {
            state.current = Instant::now();
        }
    }

    pub(super) fn set_serving(&self, is_serving: bool) {
        self.0.lock().is_serving = is_serving;
    }

    pub(super) fn building(&self, building: bool) {
        self.0.lock().building = building;
    }

    pub(super) fn missing(&self, missing: u64) {
        self.0.lock().missing = missing;
    }

    pub(super) fn condition(&self) -> Condition {
        let state = self.0.lock();
        let hangs = state
            .busy_since
            .is_some_and(|since| !state.building && since.elapsed() > HANG_TIMEOUT);
        Condition {
            is_serving: state.is_serving,
            building: state.building,
            missing: state.missing,
            seconds: state.current.elapsed().as_secs(),
            trouble: if hangs {
                Some(IndexProblem::Hangs)
            } else {
                state.trouble
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_classified_by_its_cause() {
        let full = std::io::Error::from_raw_os_error(28);
        let full = tantivy::TantivyError::from(full);
        let trouble_of = |error: anyhow::Error| IndexProblem::from_error(&error);
        assert_eq!(
            trouble_of(IndexError::from(full).into()),
            IndexProblem::NoSpace
        );
        let denied = std::io::Error::from_raw_os_error(13);
        assert_eq!(
            trouble_of(IndexError::from(denied).into()),
            IndexProblem::Storage
        );
        assert_eq!(
            trouble_of(IndexError::Damaged(String::new()).into()),
            IndexProblem::Damaged
        );
        assert_eq!(
            trouble_of(DbError::Busy(None).into()),
            IndexProblem::Database
        );
    }

    #[test]
    fn a_failure_stays_until_a_probe_succeeds() {
        let health = Health::new();
        health.begin_tick();
        health.end_tick(Some(IndexProblem::NoSpace));
        health.begin_tick();
        assert_eq!(health.condition().trouble, Some(IndexProblem::NoSpace));
        health.end_tick(None);
        assert_eq!(health.condition().trouble, None);
    }
}

//! How the index is, for probes and operators. Read from memory: asking costs the database nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::index::IndexError;
use crate::db::DbError;

/// A look that takes longer than this hangs, unless it builds.
const HANGS_AFTER: Duration = Duration::from_secs(30);

/// What keeps the index from following the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// Its disk is full.
    NoSpace,
    /// Its files are not as they were written.
    Damaged,
    /// The database does not answer.
    Database,
    /// Its files cannot be written, for another reason.
    Storage,
    /// What writes it does not come back from a call.
    Hangs,
}

impl Trouble {
    pub(super) fn of(error: &anyhow::Error) -> Self {
        let said = format!("{error:#}");
        let is =
            |test: fn(&IndexError) -> bool| error.downcast_ref::<IndexError>().is_some_and(test);
        // tantivy keeps the cause as text at best.
        if said.contains("No space left")
            || said.contains("StorageFull")
            || said.contains("QuotaExceeded")
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

/// How the index is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// Whether searches are answered out of a whole index, be it behind.
    pub answers: bool,
    /// Whether it is being built.
    pub building: bool,
    /// Works that the database has and the index lacks, or the other way round, when they were last compared.
    pub missing: u64,
    /// Seconds since it was last known to have everything.
    pub seconds: u64,
    /// What keeps it from having everything.
    pub trouble: Option<Trouble>,
}

/// What the thread that keeps the index writes down for others.
#[derive(Clone)]
pub(super) struct Health(Arc<Mutex<State>>);

struct State {
    answers: bool,
    building: bool,
    missing: u64,
    trouble: Option<Trouble>,
    /// Since when it has been at what it does now; none while it rests.
    busy_since: Option<Instant>,
    current: Instant,
}

impl Health {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(State {
            answers: false,
            building: false,
            missing: 0,
            trouble: None,
            busy_since: None,
            current: Instant::now(),
        })))
    }

    /// A look begins.
    pub(super) fn looks(&self) {
        self.0.lock().busy_since = Some(Instant::now());
    }

    /// A look has ended, with everything taken in or with a failure.
    pub(super) fn has_looked(&self, trouble: Option<Trouble>) {
        let mut state = self.0.lock();
        (state.busy_since, state.trouble) = (None, trouble);
        if trouble.is_none() {
            state.current = Instant::now();
        }
    }

    pub(super) fn answers(&self, answers: bool) {
        self.0.lock().answers = answers;
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
            .is_some_and(|since| !state.building && since.elapsed() > HANGS_AFTER);
        Condition {
            answers: state.answers,
            building: state.building,
            missing: state.missing,
            seconds: state.current.elapsed().as_secs(),
            trouble: if hangs {
                Some(Trouble::Hangs)
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
    fn a_failure_is_told_by_its_cause() {
        let full = std::io::Error::from_raw_os_error(28);
        let full = tantivy::TantivyError::from(full);
        let told = |error: anyhow::Error| Trouble::of(&error);
        assert_eq!(told(IndexError::from(full).into()), Trouble::NoSpace);
        let refused = std::io::Error::from_raw_os_error(13);
        assert_eq!(told(IndexError::from(refused).into()), Trouble::Storage);
        assert_eq!(
            told(IndexError::Damaged(String::new()).into()),
            Trouble::Damaged
        );
        assert_eq!(told(DbError::Busy(None).into()), Trouble::Database);
    }

    #[test]
    fn trouble_stays_until_a_look_succeeds() {
        let health = Health::new();
        health.looks();
        health.has_looked(Some(Trouble::NoSpace));
        health.looks();
        assert_eq!(health.condition().trouble, Some(Trouble::NoSpace));
        health.has_looked(None);
        assert_eq!(health.condition().trouble, None);
    }
}

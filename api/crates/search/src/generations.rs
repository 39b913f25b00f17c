//! Counts the commits of the index, to invalidate caches and to let tests wait for a change.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::Sort;
use super::store::WorksIndex;

/// The data that a result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The works and their own fields.
    Works,
    /// Also their counters (collects, likes, views), which change often.
    Counters,
}

impl Basis {
    /// What a list in this order depends on.
    pub fn of(sort: Sort) -> Self {
        match sort {
            Sort::Collects | Sort::Hot | Sort::Views => Self::Counters,
            _ => Self::Works,
        }
    }
}

/// The generation of the data that a result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    basis: Basis,
    generation: u64,
}

/// Counters of commits.
#[derive(Default)]
pub(super) struct Generations {
    all: AtomicU64,
    /// Commits that changed more than counters.
    works: AtomicU64,
    waiting: Mutex<()>,
    changed: Condvar,
}

impl Generations {
    /// Counts a commit.
    pub(super) fn advance(&self, changed: Basis) {
        let _waiting = self.waiting.lock();
        if changed == Basis::Works {
            self.works.fetch_add(1, Ordering::AcqRel);
        }
        self.all.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_all();
    }
}

impl WorksIndex {
    /// Increases with every commit that changed something.
    pub fn generation(&self) -> u64 {
        self.0.generations.all.load(Ordering::Acquire)
    }

    /// The current state. Take it before computing a result, so that a concurrent change makes the result outdated.
    pub fn state(&self, basis: Basis) -> State {
        let generation = match basis {
            Basis::Works => self.0.generations.works.load(Ordering::Acquire),
            Basis::Counters => self.generation(),
        };
        State { basis, generation }
    }

    /// Whether a result with this state is current.
    pub fn is_still(&self, state: State) -> bool {
        self.state(state.basis) == state
    }

    /// Waits up to `time` for a generation after `generation`; returns whether there is one.
    pub fn wait_for_change(&self, generation: u64, time: Duration) -> bool {
        let until = Instant::now() + time;
        let generations = &self.0.generations;
        let mut waiting = generations.waiting.lock();
        while self.generation() == generation {
            if generations
                .changed
                .wait_until(&mut waiting, until)
                .timed_out()
            {
                return self.generation() != generation;
            }
        }
        true
    }
}

//! Counts the commits of the index, to invalidate caches and to let tests wait for a change.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use crate::query::basis::Basis;

/// The generation of the data that a result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    basis: Basis,
    generation: u64,
}

/// Counters of commits.
#[derive(Default)]
pub(crate) struct Generations {
    all: AtomicU64,
    /// Commits that changed more than counters.
    works: AtomicU64,
    waiting: Mutex<()>,
    changed: Condvar,
}

impl Generations {
    /// Counts a commit.
    pub(crate) fn advance(&self, changed: Basis) {
        let _waiting = self.waiting.lock();
        if changed == Basis::Works {
            self.works.fetch_add(1, Ordering::AcqRel);
        }
        self.all.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_all();
    }

    /// Increases with every commit that changed something.
    pub(crate) fn all(&self) -> u64 {
        self.all.load(Ordering::Acquire)
    }

    /// The current generation of what depends on `basis`.
    pub(crate) fn state(&self, basis: Basis) -> State {
        let generation = match basis {
            Basis::Works => self.works.load(Ordering::Acquire),
            Basis::Counters => self.all(),
        };
        State { basis, generation }
    }

    /// Whether nothing has changed since `state`.
    pub(crate) fn is_still(&self, state: State) -> bool {
        self.state(state.basis) == state
    }

    /// Waits up to `time` for a generation after `generation`; returns whether there is one.
    pub(crate) fn wait_for_change(&self, generation: u64, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut waiting = self.waiting.lock();
        while self.all() == generation {
            if self.changed.wait_until(&mut waiting, until).timed_out() {
                return self.all() != generation;
            }
        }
        true
    }
}

//! The clock, which tests can replace. Times are truncated to milliseconds, so that both databases return what was
//! written.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

/// Source of the current time.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970, UTC.
    fn now_ms(&self) -> i64;

    /// Milliseconds of a monotonic clock, unaffected by changes to the system clock; for limits and timeouts.
    fn steady_ms(&self) -> i64;
}

/// The origin of monotonic time.
static MONOTONIC_START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place that asks the machine"
        )]
        chrono::Utc::now().timestamp_millis()
    }

    fn steady_ms(&self) -> i64 {
        i64::try_from(MONOTONIC_START.elapsed().as_millis()).unwrap_or(i64::MAX)
    }
}

/// A clock that only moves when it is set.
#[derive(Debug)]
pub struct ManualClock {
    now: AtomicI64,
    steady: AtomicI64,
}

impl ManualClock {
    /// Starts at `ms` since 1970.
    pub fn at(ms: i64) -> Self {
        Self {
            now: AtomicI64::new(ms),
            steady: AtomicI64::new(0),
        }
    }

    /// Sets it to `ms`, forwards or backwards, without advancing monotonic time.
    pub fn set(&self, ms: i64) {
        self.now.store(ms, Ordering::SeqCst);
    }

    /// Advances it by `ms`.
    pub fn advance(&self, ms: i64) {
        self.now.fetch_add(ms, Ordering::SeqCst);
        self.steady.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        self.now.load(Ordering::SeqCst)
    }

    fn steady_ms(&self) -> i64 {
        self.steady.load(Ordering::SeqCst)
    }
}

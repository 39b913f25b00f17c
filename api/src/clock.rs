//! The time, as something a test can bring. Cut to milliseconds, so that what is written to either
//! database reads back equal.

use std::sync::atomic::{AtomicI64, Ordering};

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970, UTC.
    fn now_ms(&self) -> i64;
}

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
}

/// A clock that stands still until it is set.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Standing at `ms` since 1970.
    pub fn at(ms: i64) -> Self {
        Self(AtomicI64::new(ms))
    }

    /// Puts it to `ms`, forwards or backwards.
    pub fn set(&self, ms: i64) {
        self.0.store(ms, Ordering::SeqCst);
    }

    /// Moves it on by `ms`.
    pub fn advance(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

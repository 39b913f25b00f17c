//! Counts rejected requests per workload and logs them at a limited rate.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::workload::Workload;

/// Log interval.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// The requests rejected for one reason.
pub struct Rejections {
    reason: &'static str,
    workloads: [Counted; 5],
}

#[derive(Default)]
struct Counted {
    calls: AtomicU64,
    /// When one was last logged.
    logged: Mutex<Option<Instant>>,
}

impl Rejections {
    /// None yet; `reason` is for the log.
    pub fn new(reason: &'static str) -> Self {
        Self {
            reason,
            workloads: Default::default(),
        }
    }

    /// Counts a rejected request.
    pub fn count(&self, workload: Workload, now: Instant) {
        let counted = workload.of(self.workloads.each_ref());
        let calls = counted.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if counted.should_log(now) {
            let (workload, reason) = (workload.as_str(), self.reason);
            tracing::warn!(
                event = "load_shedding",
                workload,
                calls,
                "shedding load: {reason}"
            );
        }
    }

    /// The counts of all workloads.
    pub fn counts(&self) -> impl Iterator<Item = (Workload, u64)> {
        let counted = |workload: Workload| workload.of(self.workloads.each_ref());
        let count = move |workload| (workload, counted(workload).calls.load(Ordering::Relaxed));
        Workload::ALL.into_iter().map(count)
    }
}

impl Counted {
    /// Whether to log this one.
    fn should_log(&self, now: Instant) -> bool {
        let mut logged = self.logged.lock();
        let old = logged.is_none_or(|at| now.saturating_duration_since(at) >= LOG_INTERVAL);
        if old {
            *logged = Some(now);
        }
        old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_logged_at_intervals() {
        let (counted, now) = (Counted::default(), Instant::now());
        assert!(counted.should_log(now));
        assert!(!counted.should_log(now + LOG_INTERVAL / 2));
        assert!(counted.should_log(now + LOG_INTERVAL));
    }

    #[test]
    fn each_workload_is_counted_separately() {
        let (rejections, now) = (Rejections::new("a test"), Instant::now());
        rejections.count(Workload::Lists, now);
        rejections.count(Workload::Lists, now);
        rejections.count(Workload::Operators, now);
        let counts: Vec<u64> = rejections.counts().map(|(_, count)| count).collect();
        assert_eq!(counts, [2, 0, 0, 0, 1]);
    }
}

//! Connection limits per workload. Each may use at most half of the connections, so that none takes all. When a
//! workload has had no free permit for some time, it is overloaded: its reads get a short timeout, so that some are
//! rejected early instead of all waiting long (controlled delay, as in "Fail at Scale", ACM Queue 13/8, 2015). Requests
//! that write, logins and payments keep the long timeout: they are few, and expensive to repeat.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use yingku_base::threads;

use super::engine::Engine;
pub use super::rejections::Rejections;
use super::time::milliseconds;
use super::workload::Caller;
pub use super::workload::Workload;

/// How long a workload must be without a free permit to count as overloaded.
const OVERLOADED_AFTER: Duration = Duration::from_millis(100);
/// How long it counts as overloaded after that.
const OVERLOADED_FOR: Duration = Duration::from_secs(1);

/// The kind of a database operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperationKind {
    Read,
    Write,
}

/// Writes per workload that may queue for SQLite's writer: enough to keep it busy.
const SQLITE_WRITES: usize = 2;

/// How many of the connections a workload may use: half of them. SQLite runs on this machine's processors, so more
/// concurrent queries than processors would only slow each of them down.
fn permits(engine: Engine, connections: u32) -> usize {
    let half = usize::try_from(connections.div_ceil(2)).unwrap_or(1);
    match engine {
        Engine::Postgres => half,
        Engine::Sqlite => half.min(threads::processors().max(2)),
    }
}

/// The permits of all workloads.
pub(super) struct WorkloadLimits {
    permits: [Queue; 5],
    /// SQLite's writer has its own connection, so writes do not take the permits of reads.
    writes: Option<[Queue; 5]>,
    rejections: Rejections,
}

impl WorkloadLimits {
    /// `overload_timeout` is how long reads of an overloaded workload wait.
    pub(super) fn new(engine: Engine, connections: u32, overload_timeout: Duration) -> Self {
        let queues = |permits| Workload::ALL.map(|_| Queue::new(permits, overload_timeout));
        Self {
            permits: queues(permits(engine, connections)),
            writes: (engine == Engine::Sqlite).then(|| queues(SQLITE_WRITES)),
            rejections: Rejections::new("the database is busy"),
        }
    }

    /// Waits for a permit of this task's workload; `None` when it is overloaded.
    pub(super) async fn acquire(&self, operation: OperationKind) -> Option<OwnedSemaphorePermit> {
        let Caller {
            workload,
            long_timeout,
        } = Caller::current();
        let queues = self
            .writes
            .as_ref()
            .filter(|_| operation == OperationKind::Write);
        let queue = workload.of(queues.unwrap_or(&self.permits).each_ref());
        queue
            .acquire(long_timeout || operation == OperationKind::Write)
            .await
    }

    /// Counts a rejected request of this task's workload.
    pub(super) fn count_rejected(&self) {
        self.rejections
            .count(Caller::current().workload, Instant::now());
    }

    /// How many requests of each workload were rejected.
    pub(super) fn rejected(&self) -> impl Iterator<Item = (Workload, u64)> {
        self.rejections.counts()
    }
}

struct Queue {
    permits: Arc<Semaphore>,
    detector: OverloadDetector,
}

impl Queue {
    fn new(permits: usize, overload_timeout: Duration) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(permits)),
            detector: OverloadDetector::new(overload_timeout),
        }
    }

    /// Acquires a permit; without `long_timeout` it is `None` after `overload_timeout` while overloaded.
    async fn acquire(&self, long_timeout: bool) -> Option<OwnedSemaphorePermit> {
        let now = Instant::now();
        // Permits go to the first in the queue, so a free one means that nobody queues.
        if let Ok(acquire) = Arc::clone(&self.permits).try_acquire_owned() {
            self.detector.record_free_permit(now);
            return Some(acquire);
        }
        let acquire = Arc::clone(&self.permits).acquire_owned();
        match self.detector.wait(now).filter(|_| !long_timeout) {
            None => acquire.await.ok(),
            Some(wait) => tokio::time::timeout(wait, acquire).await.ok()?.ok(),
        }
    }
}

/// Distinguishes lasting overload from a short burst.
struct OverloadDetector {
    overload_timeout: Duration,
    began: Instant,
    /// When a permit was last free, milliseconds after `began`.
    free_at: AtomicU64,
    /// Until when it counts as overloaded, milliseconds after `began`.
    overloaded_until: AtomicU64,
}

impl OverloadDetector {
    fn new(overload_timeout: Duration) -> Self {
        Self {
            overload_timeout,
            began: Instant::now(),
            free_at: AtomicU64::new(0),
            overloaded_until: AtomicU64::new(0),
        }
    }

    /// Records that a permit was free.
    fn record_free_permit(&self, now: Instant) {
        self.free_at.store(self.at(now), Ordering::Relaxed);
    }

    /// How long to wait when no permit is free; `None` for the long timeout, unless overloaded.
    fn wait(&self, now: Instant) -> Option<Duration> {
        let now = self.at(now);
        let full_for = now.saturating_sub(self.free_at.load(Ordering::Relaxed));
        if full_for >= milliseconds(OVERLOADED_AFTER) {
            let until = now.saturating_add(milliseconds(OVERLOADED_FOR));
            self.overloaded_until.store(until, Ordering::Relaxed);
        }
        let overloaded = now < self.overloaded_until.load(Ordering::Relaxed);
        overloaded.then_some(self.overload_timeout)
    }

    fn at(&self, now: Instant) -> u64 {
        milliseconds(now.saturating_duration_since(self.began))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(50);

    #[test]
    fn the_acquire_timeout_shortens_under_overload() {
        let detector = OverloadDetector::new(SHORT);
        let at = |milliseconds| detector.began + Duration::from_millis(milliseconds);
        detector.record_free_permit(at(1_000));
        assert_eq!(detector.wait(at(1_000)), None);
        assert_eq!(detector.wait(at(1_099)), None);
        assert_eq!(detector.wait(at(1_100)), Some(SHORT));
        assert_eq!(detector.wait(at(9_000)), Some(SHORT));
        detector.record_free_permit(at(9_001));
        assert_eq!(detector.wait(at(9_999)), Some(SHORT), "free for a moment");
        detector.record_free_permit(at(10_950));
        assert_eq!(detector.wait(at(11_010)), None, "it has gone");
    }

    #[tokio::test]
    async fn no_workload_takes_the_permits_of_another() {
        for (engine, operation) in [
            (Engine::Postgres, OperationKind::Read),
            (Engine::Postgres, OperationKind::Write),
            (Engine::Sqlite, OperationKind::Write),
        ] {
            let workloads = WorkloadLimits::new(engine, 4, SHORT);
            let acquire = || workloads.acquire(operation);
            let held = Workload::Lists.within(async { [acquire().await, acquire().await] });
            let held = held.await;
            assert!(held.iter().all(Option::is_some));
            let queue = Workload::Lists.of(workloads
                .writes
                .as_ref()
                .unwrap_or(&workloads.permits)
                .each_ref());
            assert_eq!(queue.permits.available_permits(), 0);
            for workload in Workload::ALL.into_iter().skip(1) {
                assert!(workload.within(acquire()).await.is_some(), "{workload:?}");
            }
        }
    }

    #[tokio::test]
    async fn only_reads_of_visitors_members_and_operators_are_rejected_early() {
        let queue = Queue::new(1, Duration::from_millis(1));
        let held = queue.acquire(false).await;
        let overloaded = OverloadDetector {
            began: Instant::now() - OVERLOADED_AFTER,
            ..OverloadDetector::new(Duration::from_millis(1))
        };
        let queue = Queue {
            detector: overloaded,
            ..queue
        };
        assert!(queue.acquire(false).await.is_none());
        let (long_timeout, ()) = tokio::join!(queue.acquire(true), async { drop(held) });
        assert!(long_timeout.is_some());
        let long_timeout = Workload::ALL.map(Workload::has_long_timeout);
        assert_eq!(long_timeout, [false, true, true, false, false]);
    }

    #[tokio::test]
    async fn reads_of_a_writing_request_have_the_long_timeout() {
        let long_timeout = || async { Caller::current().long_timeout };
        assert!(!Workload::Members.within(long_timeout()).await);
        assert!(Workload::Members.with_long_timeout(long_timeout()).await);
        assert!(long_timeout().await, "outside of calls");
    }
}

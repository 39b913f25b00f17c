//! Connection pool permits, and waiting for one on a thread with a time limit.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::{Duration, Instant};

use diesel::r2d2::PooledConnection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::DbError;
use super::manager::{ConnPool, Manager};

/// How often [`acquire_when_idle`] tries.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// How long [`super::Db::write_now`] yields to others before it queues.
pub(super) const YIELD: Duration = Duration::from_secs(1);
/// The same for [`super::Db::write_when_idle`].
pub(super) const LONG_YIELD: Duration = Duration::from_secs(30);
/// How long commands and background threads queue for a permit.
const BACKGROUND_TIMEOUT: Duration = Duration::from_secs(30);

/// The connections to one server, and a permit for each.
#[derive(Clone)]
pub(super) struct Pool {
    pub conns: ConnPool,
    pub permits: Arc<Semaphore>,
    /// Transactions begun.
    begun: Arc<AtomicU64>,
    /// Transactions that the database completed.
    ended: Arc<AtomicU64>,
}

/// What a thread holds during a transaction.
pub(super) type Permits = [Option<OwnedSemaphorePermit>; 2];

impl Pool {
    /// As many permits as connections.
    pub(super) fn new(conns: ConnPool, size: u32) -> Self {
        let permits = usize::try_from(size).unwrap_or(1);
        Self {
            conns,
            permits: Arc::new(Semaphore::new(permits)),
            begun: Arc::default(),
            ended: Arc::default(),
        }
    }

    /// How many transactions began.
    pub(super) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// How many transactions the database completed.
    pub(super) fn ended(&self) -> u64 {
        self.ended.load(Ordering::Relaxed)
    }

    /// Runs a transaction, and counts that it began and whether the database completed it.
    pub(super) fn counted<T, E>(&self, transaction: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        let ended = transaction();
        if ended.is_ok() {
            self.ended.fetch_add(1, Ordering::Relaxed);
        }
        ended
    }

    /// A connection for the holder of a permit.
    pub(super) fn get(&self) -> Result<PooledConnection<Manager>, DbError> {
        self.conns.get().map_err(DbError::unreachable)
    }
}

/// Queues for a permit of a command or a background thread.
pub(super) fn wait(permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, DbError> {
    acquire_within(permits, BACKGROUND_TIMEOUT)
}

/// Queues for a permit.
pub(super) fn acquire_within(
    permits: &Arc<Semaphore>,
    max: Duration,
) -> Result<OwnedSemaphorePermit, DbError> {
    // On a thread of a runtime, a task that has used its budget would be woken only after it yields.
    let permit = tokio::task::unconstrained(Arc::clone(permits).acquire_owned());
    match wait_for(permit, max) {
        Some(Ok(permit)) => Ok(permit),
        Some(Err(_)) | None => Err(DbError::Busy(None)),
    }
}

/// Acquires a permit when no other task waits for one; queues after `yielding`.
pub(super) fn acquire_when_idle(
    permits: &Arc<Semaphore>,
    yielding: Duration,
) -> Result<OwnedSemaphorePermit, DbError> {
    let began = Instant::now();
    while began.elapsed() < yielding {
        // Permits go to the first in the queue, so a free one means that nobody queues.
        if let Ok(permit) = Arc::clone(permits).try_acquire_owned() {
            return Ok(permit);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    wait(permits)
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The output of a future, or `None` after `max`.
fn wait_for<F: Future>(future: F, max: Duration) -> Option<F::Output> {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    let end = Instant::now() + max;
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return Some(value);
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        std::thread::park_timeout(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_for_a_permit_has_a_timeout() {
        let permits = Arc::new(Semaphore::new(1));
        let wait = |max| wait_for(Arc::clone(&permits).acquire_owned(), max);
        let first = wait(Duration::ZERO).unwrap().unwrap();
        assert!(wait(Duration::from_millis(1)).is_none());
        std::thread::scope(|scope| {
            let second = scope.spawn(|| wait(Duration::from_secs(60)));
            drop(first);
            assert!(second.join().unwrap().is_some());
        });
    }
}

//! Permits: as many as connections of a pool may be in use at once, and waiting for one on a thread, for so long at
//! most.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::{Duration, Instant};

use diesel::r2d2::PooledConnection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::DbError;
use super::connection::{ConnPool, Manager};

/// How often background work looks whether it is its turn to write.
const LOOK_FOR_A_TURN: Duration = Duration::from_millis(1);
/// How long [`super::Db::write_now`] lets everybody else go first; then it queues like them.
pub(super) const GIVES_WAY_FOR: Duration = Duration::from_secs(1);
/// The same for [`super::Db::write_last`].
pub(super) const GIVES_WAY_LONGER: Duration = Duration::from_secs(30);
/// How long commands and background threads queue for a permit.
const BACKGROUND_WAIT: Duration = Duration::from_secs(30);

/// Connections to one address, and as many permits as may be in use at once.
pub(super) struct Pool {
    pub conns: ConnPool,
    pub permits: Arc<Semaphore>,
}

/// What a thread holds while it asks.
pub(super) type Permits = [Option<OwnedSemaphorePermit>; 2];

impl Pool {
    /// A connection, for whoever has a permit.
    pub(super) fn get(&self) -> Result<PooledConnection<Manager>, DbError> {
        let unreachable = |error: r2d2::Error| DbError::Unreachable(error.to_string());
        self.conns.get().map_err(unreachable)
    }
}

/// A permit for a thread, which queues like everybody.
pub(super) fn wait_for_permit(permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, DbError> {
    match wait_for(Arc::clone(permits).acquire_owned(), BACKGROUND_WAIT) {
        Some(Ok(permit)) => Ok(permit),
        Some(Err(_)) | None => Err(DbError::Busy(None)),
    }
}

/// A permit once nobody else wants one; after `gives_way` it queues like everybody.
pub(super) fn turn(
    permits: &Arc<Semaphore>,
    gives_way: Duration,
) -> Result<OwnedSemaphorePermit, DbError> {
    let began = Instant::now();
    while began.elapsed() < gives_way {
        // Whoever waits for a permit is given it at once: a free one says that nobody waits.
        if let Ok(turn) = Arc::clone(permits).try_acquire_owned() {
            return Ok(turn);
        }
        std::thread::sleep(LOOK_FOR_A_TURN);
    }
    wait_for_permit(permits)
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// What a future gives, unless it takes longer than `most`.
fn wait_for<F: Future>(future: F, most: Duration) -> Option<F::Output> {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    let end = Instant::now() + most;
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
    fn a_permit_is_waited_for_and_not_for_ever() {
        let permits = Arc::new(Semaphore::new(1));
        let wait = |most| wait_for(Arc::clone(&permits).acquire_owned(), most);
        let first = wait(Duration::ZERO).unwrap().unwrap();
        assert!(wait(Duration::from_millis(1)).is_none());
        std::thread::scope(|scope| {
            let second = scope.spawn(|| wait(Duration::from_secs(60)));
            drop(first);
            assert!(second.join().unwrap().is_some());
        });
    }
}

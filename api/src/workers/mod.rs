//! Threads in the background: they work, rest, and work again sooner when they are woken.

pub mod adaptive_batch;
pub mod write_buffer;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// How long a stop waits for the turn in hand. What hangs in a call of the system cannot be ended, only left.
const STOPS_WITHIN: Duration = Duration::from_secs(5);
/// How long [`Worker::finish`] waits.
const FINISHES_WITHIN: Duration = Duration::from_secs(120);
/// Until the next turn after one that broke off.
const AFTER_BREAKING_OFF: Duration = Duration::from_secs(1);

/// A thread that takes turns of work until this is dropped, which waits some seconds for the turn in hand.
pub struct Worker {
    name: String,
    wake: Sender<Wake>,
    running: Mutex<Option<Running>>,
    stops_within: Duration,
}

struct Running {
    thread: JoinHandle<()>,
    /// Disconnected when the thread has ended.
    ended: Receiver<()>,
}

/// How long a worker rests after a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delay {
    /// At most so long.
    pub most: Duration,
    /// At least so long, even when it is woken.
    pub least: Duration,
    /// Whether nothing was left to do.
    pub finished: bool,
}

impl Delay {
    /// Nothing is left: it looks again after this time, or at once when it is woken.
    pub fn idle(most: Duration) -> Self {
        Self {
            most,
            least: Duration::ZERO,
            finished: true,
        }
    }

    /// There is more to do, after a pause that nothing shortens but [`Worker::finish`].
    pub fn pause(time: Duration) -> Self {
        Self {
            most: time,
            least: time,
            finished: false,
        }
    }
}

enum Wake {
    Soon,
    /// Work now, and tell when nothing is left.
    Finish(Sender<()>),
    Stop,
    /// One more turn, and then stop.
    StopAfterATurn,
}

/// The worker that deletes what is kept for a time only; features wake it when they leave it something to do.
pub struct Housekeeper(pub Worker);

impl Housekeeper {
    /// There is something to do. Waits for nothing.
    pub fn wake(&self) {
        self.0.wake();
    }
}

/// Wakes a worker from elsewhere. Cheap, and waits for nothing.
#[derive(Clone)]
pub struct Waker(Sender<Wake>);

impl Waker {
    /// There is something to do.
    pub fn wake(&self) {
        let _ = self.0.send(Wake::Soon);
    }
}

impl Worker {
    /// Starts a thread of this name, which begins with a turn at once.
    ///
    /// # Errors
    /// When the machine gives no thread.
    pub fn start(
        name: &str,
        turn: impl FnMut() -> Delay + Send + 'static,
    ) -> std::io::Result<Self> {
        let (wake, woken) = channel();
        let (ending, ended) = channel::<()>();
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                run(turn, &woken);
                drop(ending);
            })?;
        Ok(Self {
            name: name.to_owned(),
            wake,
            running: Mutex::new(Some(Running { thread, ended })),
            stops_within: STOPS_WITHIN,
        })
    }

    /// Something that can [`Worker::wake`] from elsewhere.
    pub fn waker(&self) -> Waker {
        Waker(self.wake.clone())
    }

    /// There is something to do. Waits for nothing.
    pub fn wake(&self) {
        self.waker().wake();
    }

    /// Begins a turn now, and returns when nothing is left to do: true, unless that takes minutes or the thread has
    /// ended.
    pub fn finish(&self) -> bool {
        let (done, told) = channel();
        self.wake.send(Wake::Finish(done)).is_ok() && told.recv_timeout(FINISHES_WITHIN).is_ok()
    }

    /// Ends it after the turn in hand; a second time does nothing. A turn that does not end in time is left behind.
    pub fn stop(&mut self) {
        self.end(Wake::Stop);
    }

    /// [`Worker::stop`] after one more turn.
    pub fn stop_after_a_turn(&mut self) {
        self.end(Wake::StopAfterATurn);
    }

    fn end(&mut self, how: Wake) {
        let _ = self.wake.send(how);
        let Some(Running { thread, ended }) = self.running.get_mut().take() else {
            return;
        };
        if ended.recv_timeout(self.stops_within) == Err(RecvTimeoutError::Timeout) {
            tracing::error!(
                name = self.name,
                "it hangs, and the stop goes on without it"
            );
        } else {
            let _ = thread.join();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn run(mut turn: impl FnMut() -> Delay, woken: &Receiver<Wake>) {
    let mut waiting: Vec<Sender<()>> = Vec::new();
    loop {
        let rest = unbroken(&mut turn);
        if rest.finished {
            for done in waiting.drain(..) {
                let _ = done.send(());
            }
        }
        let ended = Instant::now();
        let mut until = ended + rest.most;
        loop {
            match woken.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Wake::Soon) => until = until.min(ended + rest.least),
                Ok(Wake::Finish(done)) => {
                    waiting.push(done);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => break,
                Ok(Wake::StopAfterATurn) => {
                    unbroken(&mut turn);
                    return;
                }
                Ok(Wake::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

/// A turn. One that breaks off is told of by the panic itself; the next comes all the same.
fn unbroken(turn: &mut impl FnMut() -> Delay) -> Delay {
    catch_unwind(AssertUnwindSafe(turn)).unwrap_or_else(|_| {
        tracing::error!("a turn in the background broke off");
        Delay::idle(AFTER_BREAKING_OFF)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    const LONG: Duration = Duration::from_secs(3_600);

    /// A worker that tells of each of its turns, and rests as it is told.
    fn telling(rest: impl Fn(u32) -> Delay + Send + 'static) -> (Worker, Receiver<u32>) {
        let (tell, told): (Sender<u32>, _) = channel();
        let mut turns = 0;
        let worker = Worker::start("told", move || {
            turns += 1;
            let _ = tell.send(turns);
            rest(turns)
        });
        (worker.unwrap(), told)
    }

    #[test]
    fn it_begins_at_once_and_again_when_woken() {
        let (worker, told) = telling(|_| Delay::idle(LONG));
        assert_eq!(told.recv(), Ok(1));
        worker.wake();
        assert_eq!(told.recv(), Ok(2));
        drop(worker);
        assert!(told.recv().is_err());
    }

    #[test]
    fn it_goes_on_by_itself_after_its_rest() {
        let (_routine, told) = telling(|_| Delay::idle(Duration::from_millis(1)));
        assert_eq!(
            [told.recv(), told.recv(), told.recv()],
            [Ok(1), Ok(2), Ok(3)]
        );
    }

    #[test]
    fn whoever_waits_is_told_when_nothing_is_left() {
        let (worker, told) = telling(|turn| match turn {
            2..5 => Delay::pause(Duration::ZERO),
            _ => Delay::idle(LONG),
        });
        assert_eq!(told.recv(), Ok(1));
        worker.finish();
        assert_eq!(told.try_iter().last(), Some(5));
    }

    #[test]
    fn a_turn_that_hangs_is_left_behind() {
        let (hold, held) = channel::<()>();
        let (tell, told) = channel();
        let mut worker = Worker::start("hangs", move || {
            let _ = tell.send(());
            let _ = held.recv();
            Delay::idle(LONG)
        })
        .unwrap();
        assert_eq!(told.recv(), Ok(()));
        worker.stops_within = Duration::from_millis(10);
        // It returns though the turn does not end before `hold` is dropped.
        worker.stop();
        drop(hold);
    }

    #[test]
    fn a_turn_that_breaks_off_is_not_the_last() {
        let (worker, told) = telling(|turn| match turn {
            1 => panic!("on purpose"),
            _ => Delay::idle(LONG),
        });
        assert_eq!(told.recv(), Ok(1));
        assert!(worker.finish());
        assert_eq!(told.recv(), Ok(2));
    }

    #[test]
    fn a_stop_may_take_one_more_turn() {
        let (mut worker, told) = telling(|_| Delay::idle(LONG));
        assert_eq!(told.recv(), Ok(1));
        worker.stop_after_a_turn();
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [2]);
        assert!(!worker.finish());
    }

    #[test]
    fn being_woken_does_not_shorten_what_is_the_least() {
        let (mut worker, told) = telling(|_| Delay {
            most: LONG,
            least: LONG,
            finished: true,
        });
        assert_eq!(told.recv(), Ok(1));
        worker.wake();
        worker.finish();
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [2]);
        worker.stop();
        worker.stop();
    }
}

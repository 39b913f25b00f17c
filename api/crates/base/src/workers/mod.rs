//! Background threads: each runs its task once, waits, and runs it again, sooner when woken.

pub mod adaptive_batch;
pub mod write_buffer;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// How long a stop waits for the current run. A thread that hangs in a system call cannot be ended, only detached.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// How long [`Worker::finish`] waits.
const FINISH_TIMEOUT: Duration = Duration::from_secs(120);
/// Delay after a run that panicked.
const PANIC_DELAY: Duration = Duration::from_secs(1);

/// A background thread. Dropping this stops it and waits some seconds for the current run.
pub struct Worker {
    name: String,
    wake: Sender<Wake>,
    running: Mutex<Option<Running>>,
    stop_timeout: Duration,
}

struct Running {
    thread: JoinHandle<()>,
    /// Disconnected when the thread has ended.
    ended: Receiver<()>,
}

/// How long a worker waits after a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delay {
    /// At most this long.
    pub max: Duration,
    /// At least this long, even when woken.
    pub min: Duration,
    /// Whether nothing is left to do.
    pub finished: bool,
}

impl Delay {
    /// Nothing is left to do: the next run comes after this time, or at once when woken.
    pub fn idle(max: Duration) -> Self {
        Self {
            max,
            min: Duration::ZERO,
            finished: true,
        }
    }

    /// There is more to do, after a pause that only [`Worker::finish`] shortens.
    pub fn pause(time: Duration) -> Self {
        Self {
            max: time,
            min: time,
            finished: false,
        }
    }
}

enum Wake {
    Run,
    /// Work now, and report when nothing is left.
    Finish(Sender<()>),
    Stop,
    /// Stop after one more run.
    StopAfterRun,
}

/// The worker that deletes expired data. Features wake it when there is something to delete.
pub struct Housekeeper(pub Worker);

impl Housekeeper {
    /// There is something to do. Does not block.
    pub fn wake(&self) {
        self.0.wake();
    }
}

/// Wakes a worker. Cheap, and does not block.
#[derive(Clone)]
pub struct Waker(Sender<Wake>);

impl Waker {
    /// There is something to do.
    pub fn wake(&self) {
        let _ = self.0.send(Wake::Run);
    }
}

impl Worker {
    /// Starts a thread of this name; the first run begins at once.
    pub fn start(
        name: &str,
        task: impl FnMut() -> Delay + Send + 'static,
    ) -> std::io::Result<Self> {
        let (wake, woken) = channel();
        let (ending, ended) = channel::<()>();
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                run(task, &woken);
                drop(ending);
            })?;
        Ok(Self {
            name: name.to_owned(),
            wake,
            running: Mutex::new(Some(Running { thread, ended })),
            stop_timeout: STOP_TIMEOUT,
        })
    }

    /// A handle for [`Worker::wake`].
    pub fn waker(&self) -> Waker {
        Waker(self.wake.clone())
    }

    /// There is something to do. Does not block.
    pub fn wake(&self) {
        self.waker().wake();
    }

    /// Starts a run now and returns when nothing is left to do; false if that takes minutes or the thread has ended.
    pub fn finish(&self) -> bool {
        let (done, finished) = channel();
        self.wake.send(Wake::Finish(done)).is_ok() && finished.recv_timeout(FINISH_TIMEOUT).is_ok()
    }

    /// Stops the thread after the current run, and detaches it if that takes too long. May be called twice.
    pub fn stop(&mut self) {
        self.end(Wake::Stop);
    }

    /// [`Worker::stop`] after one more run.
    pub fn stop_after_run(&mut self) {
        self.end(Wake::StopAfterRun);
    }

    fn end(&mut self, how: Wake) {
        let _ = self.wake.send(how);
        let Some(Running { thread, ended }) = self.running.get_mut().take() else {
            return;
        };
        if ended.recv_timeout(self.stop_timeout) == Err(RecvTimeoutError::Timeout) {
            tracing::error!(
                event = "worker_hangs",
                name = self.name,
                "background task hangs; stopping without it"
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

fn run(mut task: impl FnMut() -> Delay, woken: &Receiver<Wake>) {
    let mut waiting: Vec<Sender<()>> = Vec::new();
    loop {
        let delay = run_catching_panics(&mut task);
        if delay.finished {
            for done in waiting.drain(..) {
                let _ = done.send(());
            }
        }
        let ended = Instant::now();
        let mut until = ended + delay.max;
        loop {
            match woken.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Wake::Run) => until = until.min(ended + delay.min),
                Ok(Wake::Finish(done)) => {
                    waiting.push(done);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => break,
                Ok(Wake::StopAfterRun) => {
                    run_catching_panics(&mut task);
                    return;
                }
                Ok(Wake::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

/// Runs the task once. A panic, which is logged, does not stop the thread.
fn run_catching_panics(task: &mut impl FnMut() -> Delay) -> Delay {
    catch_unwind(AssertUnwindSafe(task)).unwrap_or_else(|_| {
        tracing::error!(event = "worker_panicked", "background task panicked");
        Delay::idle(PANIC_DELAY)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    const LONG: Duration = Duration::from_secs(3_600);

    /// A worker that reports each run, with the given delays.
    fn reporting(rest: impl Fn(u32) -> Delay + Send + 'static) -> (Worker, Receiver<u32>) {
        let (report, reports): (Sender<u32>, _) = channel();
        let mut runs = 0;
        let worker = Worker::start("reporting", move || {
            runs += 1;
            let _ = report.send(runs);
            rest(runs)
        });
        (worker.unwrap(), reports)
    }

    #[test]
    fn a_worker_runs_at_once_and_when_woken() {
        let (worker, reports) = reporting(|_| Delay::idle(LONG));
        assert_eq!(reports.recv(), Ok(1));
        worker.wake();
        assert_eq!(reports.recv(), Ok(2));
        drop(worker);
        assert!(reports.recv().is_err());
    }

    #[test]
    fn a_worker_runs_again_after_its_interval() {
        let (_routine, reports) = reporting(|_| Delay::idle(Duration::from_millis(1)));
        assert_eq!(
            [reports.recv(), reports.recv(), reports.recv()],
            [Ok(1), Ok(2), Ok(3)]
        );
    }

    #[test]
    fn waiters_are_notified_when_no_work_is_left() {
        let (worker, reports) = reporting(|run| match run {
            2..5 => Delay::pause(Duration::ZERO),
            _ => Delay::idle(LONG),
        });
        assert_eq!(reports.recv(), Ok(1));
        worker.finish();
        assert_eq!(reports.try_iter().last(), Some(5));
    }

    #[test]
    fn a_hanging_run_is_abandoned_at_shutdown() {
        let (hold, held) = channel::<()>();
        let (report, reports) = channel();
        let mut worker = Worker::start("hangs", move || {
            let _ = report.send(());
            let _ = held.recv();
            Delay::idle(LONG)
        })
        .unwrap();
        assert_eq!(reports.recv(), Ok(()));
        worker.stop_timeout = Duration::from_millis(10);
        // It returns although the run does not end before `hold` is dropped.
        worker.stop();
        drop(hold);
    }

    #[test]
    fn a_worker_survives_a_panicking_run() {
        let (worker, reports) = reporting(|run| match run {
            1 => panic!("on purpose"),
            _ => Delay::idle(LONG),
        });
        assert_eq!(reports.recv(), Ok(1));
        assert!(worker.finish());
        assert_eq!(reports.recv(), Ok(2));
    }

    #[test]
    fn a_stop_may_take_one_more_run() {
        let (mut worker, reports) = reporting(|_| Delay::idle(LONG));
        assert_eq!(reports.recv(), Ok(1));
        worker.stop_after_run();
        assert_eq!(reports.try_iter().collect::<Vec<_>>(), [2]);
        assert!(!worker.finish());
    }

    #[test]
    fn waking_does_not_shorten_the_minimum_interval() {
        let (mut worker, reports) = reporting(|_| Delay {
            max: LONG,
            min: LONG,
            finished: true,
        });
        assert_eq!(reports.recv(), Ok(1));
        worker.wake();
        worker.finish();
        assert_eq!(reports.try_iter().collect::<Vec<_>>(), [2]);
        worker.stop();
        worker.stop();
    }
}

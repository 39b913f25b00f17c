//! Number of processors, and low-priority threads that yield to latency-critical ones: the event loops, or the writer
//! of an import.

use std::cell::Cell;
use std::num::NonZero;
use std::sync::LazyLock;

/// How much the niceness is raised: under CPU pressure the other threads get three times as much. So requests are read,
/// rejected and answered from caches, however many searches and password hashes are running.
const NICENESS_INCREMENT: i32 = 5;

static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, NonZero::get));

/// How many threads can run at once, given the processors, the CPU affinity and the container's limit.
pub fn processors() -> usize {
    *PROCESSORS
}

thread_local! {
    static PRIORITY_LOWERED: Cell<bool> = const { Cell::new(false) };
}

/// Lowers the priority of this thread and of those it starts from now on. Not for event loops.
pub fn lower_thread_priority() {
    if !PRIORITY_LOWERED.replace(true) && rustix::process::nice(NICENESS_INCREMENT).is_err() {
        tracing::debug!(
            event = "thread_priority_unchanged",
            "failed to lower the priority of a thread"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_calling_thread_lowers_its_priority_once() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let own = nice();
        let thread = std::thread::spawn(move || {
            lower_thread_priority();
            lower_thread_priority();
            nice()
        });
        assert_eq!(thread.join().unwrap(), (own + NICENESS_INCREMENT).min(19));
        assert_eq!(nice(), own);
    }
}

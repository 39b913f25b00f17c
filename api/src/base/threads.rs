//! How many threads can run at once, and those that give way to threads that others wait for: to the event loops, or to the one
//! that writes an import.

use std::cell::Cell;
use std::num::NonZero;
use std::sync::LazyLock;

/// By how much they are nicer: when processors are short, the others get three times as much. So calls are read, turned away
/// and answered from what is kept, however many searches and passwords are worked on.
const NICER: i32 = 5;

static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, NonZero::get));

/// How many threads can run at once, by the processors, the affinity and the container's limit.
pub fn processors() -> usize {
    *PROCESSORS
}

thread_local! {
    static IS_NICE: Cell<bool> = const { Cell::new(false) };
}

/// From now on this thread, and those that it starts, let others go first. No event loop may.
pub fn let_others_first() {
    if !IS_NICE.replace(true) && rustix::process::nice(NICER).is_err() {
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
    fn a_thread_is_nicer_once_and_the_others_are_not() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let here = nice();
        let there = std::thread::spawn(move || {
            let_others_first();
            let_others_first();
            nice()
        });
        assert_eq!(there.join().unwrap(), (here + NICER).min(19));
        assert_eq!(nice(), here);
    }
}

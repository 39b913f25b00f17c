//! Threads that work for calls beside the event loops.

use std::cell::Cell;

/// By how much they are nicer than the event loops: when processors are short, these get three times as much. Calls are read,
/// turned away and answered from what is kept, however many searches and passwords are worked on.
const NICER: i32 = 5;

thread_local! {
    static IS_NICE: Cell<bool> = const { Cell::new(false) };
}

/// From now on this thread, which must be none of an event loop, lets those go first.
pub fn let_event_loops_first() {
    if !IS_NICE.replace(true) && rustix::process::nice(NICER).is_err() {
        tracing::debug!("the priority of a thread cannot be lowered");
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
            let_event_loops_first();
            let_event_loops_first();
            nice()
        });
        assert_eq!(there.join().unwrap(), (here + NICER).min(19));
        assert_eq!(nice(), here);
    }
}

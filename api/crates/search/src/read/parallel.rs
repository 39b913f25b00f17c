//! Parallel work on parts of the index: counting every match of a list takes little more than half as long on two CPUs.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

use yingku_base::threads::processors;

use crate::error::IndexError;

/// Matches after which other threads help: starting one takes some ten microseconds, and its counters as much again.
const WORTH_A_THREAD: usize = 10_000;
/// Maximum number of threads per query, so that one query does not take the whole machine.
const MAX: usize = 4;

/// Maximum number of threads per query on this machine.
pub(crate) fn max_threads() -> usize {
    processors().min(MAX)
}

/// Processes every part once: `work` returns the number of matches of a part, and adds them to `own`, or in another
/// thread to an accumulator from `another`. A thread that has finished a part takes the next. Returns the other
/// threads' accumulators.
pub(crate) fn share<P: Sync, T: Send>(
    parts: &[P],
    own: &mut T,
    another: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, &P) -> Result<usize, IndexError> + Sync,
) -> Result<Vec<T>, IndexError> {
    let next = AtomicUsize::new(0);
    let take = || parts.get(next.fetch_add(1, Ordering::Relaxed));
    let work = |to: &mut T, part: &P| {
        let matches = work(to, part);
        if matches.is_err() {
            // The rest is not needed.
            next.store(parts.len(), Ordering::Relaxed);
        }
        matches
    };
    let help = || {
        let mut part_result = another();
        while let Some(part) = take() {
            work(&mut part_result, part)?;
        }
        Ok(part_result)
    };
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        let mut matches = 0;
        while let Some(part) = take() {
            matches += work(own, part)?;
            if matches >= WORTH_A_THREAD && helpers.is_empty() {
                let left = parts.len().saturating_sub(next.load(Ordering::Relaxed));
                // This thread takes one of them.
                let more = left.saturating_sub(1).min(max_threads() - 1);
                helpers.extend((0..more).map(|_| scope.spawn(help)));
            }
        }
        let joined = helpers.into_iter().map(|helper| helper.join());
        joined
            .map(|part_result| part_result.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// The parts that a thread has processed, and whether it is a helper.
    #[derive(Default)]
    struct Worker {
        is_helper: bool,
        parts: Vec<u32>,
    }

    fn parts(count: u32) -> Vec<u32> {
        (0..count).collect()
    }

    fn helper() -> Worker {
        Worker {
            is_helper: true,
            ..Worker::default()
        }
    }

    fn wait_for(happened: &AtomicBool) {
        while !happened.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    }

    /// The processed parts, and the number of helpers; the first thread waits for one where one must come.
    fn worked_on(count: u32, matches: usize) -> (Vec<u32>, usize) {
        let has_helped = AtomicBool::new(false);
        let someone_helps = processors() > 1 && count > 2 && matches >= WORTH_A_THREAD;
        let mut own = Worker::default();
        let work = |worker: &mut Worker, part: &u32| {
            if worker.is_helper {
                has_helped.store(true, Ordering::Relaxed);
            } else if someone_helps && !worker.parts.is_empty() {
                wait_for(&has_helped);
            }
            worker.parts.push(*part);
            Ok(matches)
        };
        let helpers = share(&parts(count), &mut own, helper, work).unwrap();
        let helped = helpers.len();
        assert_eq!(has_helped.into_inner(), someone_helps);
        let mut all = own.parts;
        all.extend(helpers.into_iter().flat_map(|helper| helper.parts));
        all.sort_unstable();
        (all, helped)
    }

    #[test]
    fn every_part_is_processed_once_and_helpers_join_only_for_large_work() {
        for count in [0, 1, 2, 3, 40] {
            assert_eq!(worked_on(count, 1), (parts(count), 0));
            let (done, helped) = worked_on(count, WORTH_A_THREAD);
            assert_eq!(done, parts(count));
            assert!(helped < MAX);
        }
    }

    #[test]
    fn an_error_is_returned_and_stops_the_work() {
        let done = AtomicUsize::new(0);
        let fails = |_: &mut Worker, _: &u32| {
            done.fetch_add(1, Ordering::Relaxed);
            Err(IndexError::NotBuilt)
        };
        assert!(share(&parts(40), &mut Worker::default(), helper, fails).is_err());
        assert_eq!(done.into_inner(), 1);
    }

    #[test]
    fn an_error_of_a_helper_is_returned() {
        let has_failed = AtomicBool::new(processors() == 1);
        let work = |worker: &mut Worker, part: &u32| match worker.is_helper {
            true => {
                has_failed.store(true, Ordering::Relaxed);
                Err(IndexError::NotBuilt)
            }
            false => {
                if *part > 0 {
                    wait_for(&has_failed);
                }
                Ok(WORTH_A_THREAD)
            }
        };
        let shared = share(&parts(40), &mut Worker::default(), helper, work);
        assert_eq!(shared.is_err(), processors() > 1);
    }
}

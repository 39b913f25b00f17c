//! Work on parts of the index, shared among threads: whoever counts every match of a list waits half as long on two processors.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::IndexError;

/// Matches after which other threads help: starting one takes some ten microseconds, and what it counts with as much again.
const WORTH_A_THREAD: usize = 10_000;
/// Most threads for a question, so that one question does not take a whole machine.
const MOST: usize = 4;

static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, NonZero::get));

/// Works on every part once: `work` gives how many matches a part had, and adds them to `own`, or in another thread to what
/// `another` makes for it. Whoever has done a part takes the next. Gives what the other threads have made.
pub(super) fn share<P: Sync, T: Send>(
    parts: &[P],
    own: &mut T,
    another: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, &P) -> Result<usize, IndexError> + Sync,
) -> Result<Vec<T>, IndexError> {
    let next = AtomicUsize::new(0);
    let take = || parts.get(next.fetch_add(1, Ordering::Relaxed));
    let help = || {
        let mut made = another();
        while let Some(part) = take() {
            work(&mut made, part)?;
        }
        Ok(made)
    };
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        let mut matches = 0;
        while let Some(part) = take() {
            matches += work(own, part)?;
            if matches >= WORTH_A_THREAD && helpers.is_empty() {
                let left = parts.len().saturating_sub(next.load(Ordering::Relaxed));
                let more = left.min(MOST.min(*PROCESSORS) - 1);
                helpers.extend((0..more).map(|_| scope.spawn(help)));
            }
        }
        let joined = helpers.into_iter().map(|helper| helper.join());
        joined
            .map(|made| made.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives the numbers as they were worked on, and by how many threads.
    fn worked_on(parts: u32, matches: usize) -> (Vec<u32>, usize) {
        let parts: Vec<u32> = (0..parts).collect();
        let mut all = Vec::new();
        let work = |done: &mut Vec<u32>, part: &u32| {
            done.push(*part);
            Ok(matches)
        };
        let others = share(&parts, &mut all, Vec::new, work).unwrap();
        let threads = 1 + others.len();
        all.extend(others.concat());
        all.sort_unstable();
        (all, threads)
    }

    #[test]
    fn every_part_is_worked_on_once_and_by_others_only_when_it_is_worth_it() {
        for parts in [0, 1, 2, 40] {
            let every: Vec<u32> = (0..parts).collect();
            assert_eq!(worked_on(parts, 1), (every.clone(), 1));
            let (done, threads) = worked_on(parts, WORTH_A_THREAD);
            assert_eq!(done, every);
            assert!(threads <= MOST);
        }
    }

    #[test]
    fn an_error_is_not_lost() {
        let parts: Vec<u32> = (0..40).collect();
        for wrong in [0, 39] {
            let work = |(): &mut (), part: &u32| match *part == wrong {
                true => Err(IndexError::NotBuilt),
                false => Ok(WORTH_A_THREAD),
            };
            assert!(share(&parts, &mut (), || (), work).is_err());
        }
    }
}

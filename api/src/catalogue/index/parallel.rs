//! Work on many documents, shared among threads: whoever counts every match of a list waits half as long on two processors.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::LazyLock;

use tantivy::DocId;

use super::IndexError;

/// Documents that are worth a thread more: starting one takes some ten microseconds.
const WORTH_A_THREAD: usize = 10_000;
/// Most threads for a question, so that one question does not take a whole machine.
const MOST: usize = 4;

static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, NonZero::get));

/// Has `own` work on the first part of the documents, in this thread, and `other` on each further one, in a thread of its own;
/// gives what the others made, in order.
pub(super) fn by_parts<T: Send>(
    docs: &[DocId],
    own: impl FnOnce(&[DocId]) -> Result<(), IndexError>,
    other: impl Fn(&[DocId]) -> Result<T, IndexError> + Sync,
) -> Result<Vec<T>, IndexError> {
    let threads = (docs.len() / WORTH_A_THREAD).clamp(1, MOST.min(*PROCESSORS));
    let (first, rest) = docs.split_at(docs.len().div_ceil(threads));
    std::thread::scope(|scope| {
        let other = &other;
        let others: Vec<_> = rest
            .chunks(first.len().max(1))
            .map(|part| scope.spawn(move || other(part)))
            .collect();
        let done = own(first);
        let made = others
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect();
        done.and(made)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_is_worked_on_once_and_an_error_is_not_lost() {
        for count in [0, 1, 9_999, 20_001, 100_003] {
            let docs: Vec<DocId> = (0..count).collect();
            let mut all = Vec::new();
            let first = |part: &[DocId]| {
                all.extend_from_slice(part);
                Ok(())
            };
            let others = by_parts(&docs, first, |part| Ok(part.to_vec())).unwrap();
            assert!(others.len() < MOST);
            all.extend(others.concat());
            assert_eq!(all, docs);
        }
        let docs: Vec<DocId> = (0..100_000).collect();
        for wrong in [0, 99_999] {
            let check = |part: &[DocId]| match part.contains(&wrong) {
                true => Err(IndexError::NotBuilt),
                false => Ok(()),
            };
            assert!(by_parts(&docs, check, check).is_err());
        }
    }
}

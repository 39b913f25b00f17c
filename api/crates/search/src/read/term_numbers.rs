//! Numbers the terms of all segments from 0, so that counts are arrays, and those of several segments can be summed
//! without lookups.

use rustc_hash::FxHashMap;
use yingku_base::kinds::TermKind;

/// The number of works with a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermCount {
    /// Kind.
    pub kind: TermKind,
    /// Id.
    pub id: i64,
    /// Works.
    pub count: u64,
}

/// The terms by their numbers. A term that no work has any more keeps its number.
#[derive(Default)]
pub(crate) struct TermNumbers {
    terms: Vec<(TermKind, i64)>,
    numbers: FxHashMap<(TermKind, i64), u32>,
}

impl TermNumbers {
    /// The number of a term, assigned if it is new.
    pub(crate) fn number(&mut self, term: (TermKind, i64)) -> u32 {
        let next = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(term).or_insert(next);
        if number == next {
            self.terms.push(term);
        }
        number
    }

    /// The number of numbered terms.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The count of a term.
    pub(crate) fn count_of(&self, term: (TermKind, i64), counts: &[u64]) -> u64 {
        let number = self.numbers.get(&term);
        let number = number.and_then(|number| usize::try_from(*number).ok());
        let count = number.and_then(|number| counts.get(number));
        count.copied().unwrap_or(0)
    }

    /// The terms with a count, each with its count.
    pub(crate) fn counted(&self, counts: &[u64]) -> Vec<TermCount> {
        let counted = self.terms.iter().zip(counts);
        let counted = counted.filter(|(_, count)| **count > 0);
        let with_count =
            |(&(kind, id), &count): (&(TermKind, i64), &u64)| TermCount { kind, id, count };
        counted.map(with_count).collect()
    }
}

//! Counts the words of a column among documents. Words are numbered from 0 in each segment, so counts are arrays. Terms are
//! numbered across all segments too, so that the counts of segments are added up without looking terms up.

use std::sync::Arc;

use moka::sync::Cache;
use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentId;
use tantivy::{DocId, SegmentReader};

use super::schema::{COUNTED_TERMS, TermWord};
use super::{IndexError, TermCount, TermKind};

/// Documents whose words are read at once.
const BLOCK: usize = 4_096;
/// Capacity of [`TermNumbers::by_segment`], bytes.
const CAPACITY: u64 = 16 * 1024 * 1024;

/// Numbers the terms of all segments from 0. Segments never change, so the words of each are read once.
pub(super) struct TermNumbers {
    numbered: RwLock<Numbered>,
    /// The numbers of each segment's words, in their order there.
    by_segment: Cache<SegmentId, Arc<[u32]>>,
}

#[derive(Default)]
struct Numbered {
    terms: Vec<(TermKind, i64)>,
    numbers: FxHashMap<(TermKind, i64), u32>,
}

impl Numbered {
    fn number(&mut self, term: (TermKind, i64)) -> u32 {
        let next = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(term).or_insert(next);
        if number == next {
            self.terms.push(term);
        }
        number
    }
}

impl Default for TermNumbers {
    fn default() -> Self {
        let bytes = |numbers: &Arc<[u32]>| u32::try_from(numbers.len() * 4).unwrap_or(u32::MAX);
        let cache = Cache::builder().max_capacity(CAPACITY);
        Self {
            numbered: RwLock::default(),
            by_segment: cache.weigher(move |_, numbers| bytes(numbers)).build(),
        }
    }
}

impl TermNumbers {
    fn of(&self, segment: SegmentId, words: &StrColumn) -> Result<Arc<[u32]>, IndexError> {
        if let Some(known) = self.by_segment.get(&segment) {
            return Ok(known);
        }
        let mut terms = Vec::with_capacity(words.num_terms());
        let mut stream = words.dictionary().stream()?;
        while stream.advance() {
            let term = TermWord::parse(stream.key());
            let term = term.and_then(|term| Some((term.kind, term.id.parse().ok()?)));
            terms.push(term.unwrap_or((TermKind::Tag, 0)));
        }
        let mut numbered = self.numbered.write();
        let numbers: Arc<[u32]> = terms
            .into_iter()
            .map(|term| numbered.number(term))
            .collect();
        drop(numbered);
        self.by_segment.insert(segment, Arc::clone(&numbers));
        Ok(numbers)
    }

    /// Adds the documents of a segment to `counts`, which has the count of each term by its number.
    pub(super) fn count(
        &self,
        segment: &SegmentReader,
        docs: &[DocId],
        counts: &mut Vec<u64>,
    ) -> Result<(), IndexError> {
        let Some(words) = segment.fast_fields().str(COUNTED_TERMS)? else {
            return Ok(());
        };
        let numbers = self.of(segment.segment_id(), &words)?;
        counts.resize(self.numbered.read().terms.len().max(counts.len()), 0);
        for (number, count) in numbers.iter().zip(self::counts(&words, docs)) {
            let at = usize::try_from(*number).ok();
            if let Some(sum) = at.and_then(|at| counts.get_mut(at)) {
                *sum += u64::from(count);
            }
        }
        Ok(())
    }

    /// The terms that are counted, each with its count.
    pub(super) fn counted(&self, counts: &[u64]) -> Vec<TermCount> {
        let numbered = self.numbered.read();
        let counted = numbered.terms.iter().zip(counts);
        let counted = counted.filter(|(_, count)| **count > 0);
        let with_count =
            |(&(kind, id), &count): (&(TermKind, i64), &u64)| TermCount { kind, id, count };
        counted.map(with_count).collect()
    }
}

/// Calls `add` with each of a column's words that the documents have, and its count. For a column of few words.
pub(super) fn count_words(
    segment: &SegmentReader,
    name: &str,
    docs: &[DocId],
    mut add: impl FnMut(&str, u64),
) -> Result<(), IndexError> {
    let Some(words) = segment.fast_fields().str(name)? else {
        return Ok(());
    };
    let counts = counts(&words, docs);
    let mut stream = words.dictionary().stream()?;
    for count in counts {
        if stream.advance()
            && count > 0
            && let Ok(word) = std::str::from_utf8(stream.key())
        {
            add(word, u64::from(count));
        }
    }
    Ok(())
}

/// How many of the documents have each word, by its number.
fn counts(words: &StrColumn, docs: &[DocId]) -> Vec<u32> {
    let mut counts = vec![0_u32; words.num_terms()];
    let column = words.ords();
    let (mut of, mut rows, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for block in docs.chunks(BLOCK) {
        of.clear();
        rows.clear();
        column.row_ids_for_docs(block, &mut of, &mut rows);
        numbers.clear();
        numbers.resize(rows.len(), 0);
        column.values.get_vals(&rows, &mut numbers);
        for number in &numbers {
            let at = usize::try_from(*number).ok();
            if let Some(count) = at.and_then(|at| counts.get_mut(at)) {
                *count += 1;
            }
        }
    }
    counts
}

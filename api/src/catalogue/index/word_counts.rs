//! Counts the words of a column among documents. Words are numbered from 0 in each segment, so counts are arrays.

use std::sync::Arc;

use moka::sync::Cache;
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentId;
use tantivy::{DocId, SegmentReader};

use super::{IndexError, TermKind};

/// Documents whose words are read at once.
const BLOCK: usize = 4_096;
/// Capacity of [`TermIds`], bytes.
const CAPACITY: u64 = 32 * 1024 * 1024;

/// The ids of the terms of each segment by their number there. Segments never change, so each is read once.
pub(super) struct TermIds(Cache<(SegmentId, TermKind), Arc<[i64]>>);

impl Default for TermIds {
    fn default() -> Self {
        let bytes = |ids: &Arc<[i64]>| u32::try_from(ids.len() * 8 + 64).unwrap_or(u32::MAX);
        let cache = Cache::builder().max_capacity(CAPACITY);
        Self(cache.weigher(move |_, ids| bytes(ids)).build())
    }
}

impl TermIds {
    fn of(
        &self,
        segment: SegmentId,
        kind: TermKind,
        words: &StrColumn,
    ) -> Result<Arc<[i64]>, IndexError> {
        if let Some(known) = self.0.get(&(segment, kind)) {
            return Ok(known);
        }
        let mut ids = Vec::with_capacity(words.num_terms());
        let mut stream = words.dictionary().stream()?;
        while stream.advance() {
            let id = std::str::from_utf8(stream.key()).ok();
            ids.push(id.and_then(|id| id.parse().ok()).unwrap_or_default());
        }
        let ids: Arc<[i64]> = ids.into();
        self.0.insert((segment, kind), Arc::clone(&ids));
        Ok(ids)
    }

    /// Calls `add` with the id and the count of each term of a kind that the documents have.
    pub(super) fn count(
        &self,
        segment: &SegmentReader,
        kind: TermKind,
        docs: &[DocId],
        mut add: impl FnMut(i64, u64),
    ) -> Result<(), IndexError> {
        let Some(words) = segment.fast_fields().str(kind.word())? else {
            return Ok(());
        };
        let ids = self.of(segment.segment_id(), kind, &words)?;
        let counts = counts(&words, docs);
        let used = ids.iter().zip(counts).filter(|(_, count)| *count > 0);
        used.for_each(|(id, count)| add(*id, count));
        Ok(())
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
            add(word, count);
        }
    }
    Ok(())
}

/// How many of the documents have each word, by its number.
fn counts(words: &StrColumn, docs: &[DocId]) -> Vec<u64> {
    let mut counts = vec![0_u64; words.num_terms()];
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

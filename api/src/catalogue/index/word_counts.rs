//! Counts the words of a column among documents. Words are numbered from 0 in each segment, so counts are arrays.

use tantivy::columnar::StrColumn;
use tantivy::{DocId, SegmentReader};

use super::IndexError;
use super::schema::COUNTED_TERMS;

/// Documents whose words are read at once.
const BLOCK: usize = 4_096;

/// Adds the terms of a segment's documents to `counts`, which has the count of each term by its number. `numbers` are those of
/// the segment's terms.
pub(super) fn count_terms(
    segment: &SegmentReader,
    numbers: &[u32],
    docs: &[DocId],
    counts: &mut [u64],
) -> Result<(), IndexError> {
    let Some(words) = segment.fast_fields().str(COUNTED_TERMS)? else {
        return Ok(());
    };
    for (number, count) in numbers.iter().zip(self::counts(&words, docs)) {
        let at = usize::try_from(*number).ok();
        if let Some(sum) = at.and_then(|at| counts.get_mut(at)) {
            *sum += u64::from(count);
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

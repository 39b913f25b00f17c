//! Counts the strings of a column among documents. Strings have ordinals from 0 in each segment, so counts are arrays.

use tantivy::DocId;
use tantivy::columnar::StrColumn;

/// The number of documents with each string of a segment.
pub(crate) struct WordCounts<'a> {
    words: &'a StrColumn,
    /// By ordinal.
    counts: Vec<u32>,
    rows: Vec<u32>,
    numbers: Vec<u64>,
}

impl<'a> WordCounts<'a> {
    pub(crate) fn new(words: &'a StrColumn) -> Self {
        Self {
            words,
            counts: vec![0; words.num_terms()],
            rows: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Counts the strings of these documents: a few hundred, so that the intermediate ordinals stay in the CPU cache.
    pub(crate) fn add(&mut self, docs: &[DocId]) {
        let column = self.words.ords();
        self.rows.clear();
        for doc in docs {
            self.rows.extend(column.index.value_row_ids(*doc));
        }
        if self.numbers.len() < self.rows.len() {
            self.numbers.resize(self.rows.len(), 0);
        }
        let numbers = self.numbers.get_mut(..self.rows.len()).unwrap_or_default();
        column.values.get_vals(&self.rows, numbers);
        for number in numbers {
            let at = usize::try_from(*number).ok();
            if let Some(count) = at.and_then(|at| self.counts.get_mut(at)) {
                *count += 1;
            }
        }
    }

    /// The counts, by ordinal.
    pub(crate) fn counts(&self) -> &[u32] {
        &self.counts
    }
}

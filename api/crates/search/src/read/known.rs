//! Sets of works from outside the index, one set per segment, as a query.

use std::fmt::Debug;

use tantivy::query::{
    BitSetDocSet, ConstScorer, EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight,
};
use tantivy::{BitSet, DocId, Score, SegmentReader, TantivyError};

/// A set of works in each segment.
pub(crate) trait Known: Clone + Debug + Send + Sync + 'static {
    /// The works in a segment; `None` in place of an empty set.
    fn works_in(&self, segment: &SegmentReader) -> tantivy::Result<Option<BitSet>>;
}

/// Matches the works of such a set.
#[derive(Debug, Clone)]
pub(crate) struct KnownQuery<K>(pub(crate) K);

impl<K: Known> Query for KnownQuery<K> {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }
}

impl<K: Known> Weight for KnownQuery<K> {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        Ok(match self.0.works_in(segment)? {
            Some(works) => Box::new(ConstScorer::new(BitSetDocSet::from(works), boost)),
            None => Box::new(EmptyScorer),
        })
    }

    fn explain(&self, segment: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        let works = self.0.works_in(segment)?;
        if works.is_some_and(|works| works.contains(doc)) {
            return Ok(Explanation::new("KnownQuery", 1.0));
        }
        Err(TantivyError::InvalidArgument(format!(
            "document {doc} does not match"
        )))
    }
}

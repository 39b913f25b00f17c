//! Works by the names of their terms. The names are looked up once for a search ([`super::names`]); what is left is to unite
//! the works of the terms found, in each segment once.

use std::sync::{Arc, OnceLock};

use tantivy::index::SegmentId;
use tantivy::postings::TermInfo;
use tantivy::query::{
    BitSetDocSet, ConstScorer, EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{BitSet, DocId, DocSet as _, Score, SegmentReader, TantivyError};

/// Works with any of some terms, in the segments of one view.
#[derive(Debug, Clone)]
pub(super) struct NamedQuery {
    /// The ids of a work's terms.
    pub(super) field: Field,
    pub(super) segments: Arc<[NamedInSegment]>,
}

/// The terms in a segment.
pub(super) struct NamedInSegment {
    segment: SegmentId,
    terms: Vec<TermPostings>,
    /// Their works, once they have been asked for.
    works: OnceLock<BitSet>,
}

/// Where a segment has the works of a term.
#[derive(Clone, Copy)]
pub(super) struct TermPostings {
    works: u32,
    from: usize,
    length: u32,
}

impl From<&TermInfo> for TermPostings {
    fn from(term: &TermInfo) -> Self {
        Self {
            works: term.doc_freq,
            from: term.postings_range.start,
            length: u32::try_from(term.postings_range.len()).unwrap_or(u32::MAX),
        }
    }
}

impl TermPostings {
    fn info(self) -> TermInfo {
        let length = usize::try_from(self.length).unwrap_or(usize::MAX);
        TermInfo {
            doc_freq: self.works,
            postings_range: self.from..self.from.saturating_add(length),
            positions_range: 0..0,
        }
    }
}

impl NamedInSegment {
    pub(super) fn new(segment: SegmentId, terms: Vec<TermPostings>) -> Self {
        Self {
            segment,
            terms,
            works: OnceLock::new(),
        }
    }

    fn read(&self, segment: &SegmentReader, field: Field) -> tantivy::Result<BitSet> {
        let mut works = BitSet::with_max_value(segment.max_doc());
        let index = segment.inverted_index(field)?;
        for term in &self.terms {
            let mut block =
                index.read_block_postings_from_terminfo(&term.info(), IndexRecordOption::Basic)?;
            while !block.docs().is_empty() {
                for doc in block.docs() {
                    works.insert(*doc);
                }
                block.advance();
            }
        }
        Ok(works)
    }
}

impl std::fmt::Debug for NamedInSegment {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:?}: {} terms", self.segment, self.terms.len())
    }
}

impl Query for NamedQuery {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }
}

impl Weight for NamedQuery {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let id = reader.segment_id();
        let found = self.segments.iter().find(|named| named.segment == id);
        let Some(found) = found.filter(|named| !named.terms.is_empty()) else {
            return Ok(Box::new(EmptyScorer));
        };
        let works = match found.works.get() {
            Some(works) => works.clone(),
            None => {
                let works = found.read(reader, self.field)?;
                let _ = found.works.set(works.clone());
                works
            }
        };
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(works), boost)))
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        let mut scorer = self.scorer(reader, 1.0)?;
        if scorer.doc() <= doc && scorer.seek(doc) == doc {
            return Ok(Explanation::new("NamedQuery", 1.0));
        }
        Err(TantivyError::InvalidArgument(format!(
            "document {doc} does not match"
        )))
    }
}

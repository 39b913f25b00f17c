//! Works by the names of their terms. The names are looked up once per search ([`crate::read::names`]); this unites the works
//! of the terms found, once per segment.

use std::sync::{Arc, OnceLock};

use tantivy::index::SegmentId;
use tantivy::postings::TermInfo;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{BitSet, SegmentReader};

use crate::read::known::Known;

/// Works with any of these terms, in the segments of one snapshot.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    /// The ids of a work's terms.
    pub(crate) field: Field,
    pub(crate) segments: Arc<[NamedInSegment]>,
}

/// The terms in a segment.
pub(crate) struct NamedInSegment {
    segment: SegmentId,
    terms: Vec<TermPostings>,
    /// Their works, read on first use.
    works: OnceLock<BitSet>,
}

/// Location of a term's postings in a segment.
#[derive(Clone, Copy)]
pub(crate) struct TermPostings {
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
    pub(crate) fn new(segment: SegmentId, terms: Vec<TermPostings>) -> Self {
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

impl Known for Named {
    fn works_in(&self, segment: &SegmentReader) -> tantivy::Result<Option<BitSet>> {
        let id = segment.segment_id();
        let found = self.segments.iter().find(|named| named.segment == id);
        let Some(found) = found.filter(|named| !named.terms.is_empty()) else {
            return Ok(None);
        };
        if let Some(works) = found.works.get() {
            return Ok(Some(works.clone()));
        }
        let works = found.read(segment, self.field)?;
        Ok(Some(found.works.get_or_init(|| works).clone()))
    }
}

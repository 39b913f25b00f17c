//! Works of given ids, such as those that a member likes. The ids are looked up once, however many parts of a question (tiers,
//! totals, the page) ask for their works.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tantivy::index::SegmentId;
use tantivy::query::{
    BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, TermSetQuery, Weight,
};
use tantivy::schema::Field;
use tantivy::{BitSet, DocId, DocSet as _, Score, SegmentReader, TERMINATED, TantivyError, Term};

use super::query::Boxed;

/// Some ids of works. Clones share what was looked up.
#[derive(Clone, Default)]
pub struct Among(Arc<Inner>);

#[derive(Default)]
struct Inner {
    ids: Vec<i64>,
    lookup: OnceLock<Box<dyn Weight>>,
    /// The works in each segment that has been asked for.
    works: Mutex<Vec<(SegmentId, BitSet)>>,
}

impl Among {
    /// The works of these ids.
    pub fn new(ids: Vec<i64>) -> Self {
        Self(Arc::new(Inner {
            ids,
            ..Inner::default()
        }))
    }

    /// `id` is the field of the ids.
    pub(super) fn query(&self, id: Field) -> Boxed {
        Box::new(AmongQuery {
            among: self.clone(),
            id,
        })
    }

    fn works_in(&self, segment: &SegmentReader) -> tantivy::Result<BitSet> {
        let id = segment.segment_id();
        let mut known = self.0.works.lock();
        if let Some((_, works)) = known.iter().find(|(segment, _)| *segment == id) {
            return Ok(works.clone());
        }
        let mut works = BitSet::with_max_value(segment.max_doc());
        if let Some(lookup) = self.0.lookup.get() {
            let mut found = lookup.scorer(segment, 1.0)?;
            while found.doc() != TERMINATED {
                works.insert(found.doc());
                found.advance();
            }
        }
        known.push((id, works.clone()));
        Ok(works)
    }
}

impl PartialEq for Among {
    fn eq(&self, other: &Self) -> bool {
        self.0.ids == other.0.ids
    }
}

impl Eq for Among {}

impl Hash for Among {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.ids.hash(state);
    }
}

impl fmt::Debug for Among {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} works", self.0.ids.len())
    }
}

#[derive(Debug, Clone)]
struct AmongQuery {
    among: Among,
    id: Field,
}

impl Query for AmongQuery {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let Inner { ids, lookup, .. } = &*self.among.0;
        if lookup.get().is_none() {
            let terms = ids.iter().map(|id| Term::from_field_i64(self.id, *id));
            let _ = lookup.set(TermSetQuery::new(terms).weight(scoring)?);
        }
        Ok(Box::new(self.clone()))
    }
}

impl Weight for AmongQuery {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let works = self.among.works_in(reader)?;
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(works), boost)))
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        if self.among.works_in(reader)?.contains(doc) {
            return Ok(Explanation::new("AmongQuery", 1.0));
        }
        Err(TantivyError::InvalidArgument(format!(
            "document {doc} does not match"
        )))
    }
}

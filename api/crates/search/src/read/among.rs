//! Works of given ids, such as those that a member likes. The ids are looked up once per segment, however many parts of
//! a query (tiers, totals, the page) use them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tantivy::index::SegmentId;
use tantivy::query::{EnableScoring, Query as _, TermSetQuery, Weight};
use tantivy::schema::Field;
use tantivy::{BitSet, DocSet as _, SegmentReader, TERMINATED, Term};

use crate::read::clauses::Boxed;
use crate::read::known::{Known, KnownQuery};

/// A set of work ids. Clones share the lookups.
#[derive(Clone, Default)]
pub struct Among(Arc<Inner>);

#[derive(Default)]
struct Inner {
    ids: Vec<i64>,
    lookup: OnceLock<Box<dyn Weight>>,
    /// The works in each segment looked up so far.
    works: Mutex<Vec<(SegmentId, BitSet)>>,
}

impl Among {
    /// A set of these ids.
    pub fn new(ids: Vec<i64>) -> Self {
        Self(Arc::new(Inner {
            ids,
            ..Inner::default()
        }))
    }

    /// A query for the works; `id` is the field of the ids.
    pub(crate) fn query(&self, id: Field) -> Boxed {
        Box::new(KnownQuery(Ids {
            among: self.clone(),
            field: id,
        }))
    }

    fn works_in(&self, segment: &SegmentReader, field: Field) -> tantivy::Result<BitSet> {
        let id = segment.segment_id();
        let mut known = self.0.works.lock();
        if let Some((_, works)) = known.iter().find(|(segment, _)| *segment == id) {
            return Ok(works.clone());
        }
        let mut works = BitSet::with_max_value(segment.max_doc());
        let mut found = self.lookup(segment, field)?.scorer(segment, 1.0)?;
        while found.doc() != TERMINATED {
            works.insert(found.doc());
            found.advance();
        }
        known.push((id, works.clone()));
        Ok(works)
    }

    /// Looks the ids up in one pass over a segment's dictionary.
    fn lookup(&self, segment: &SegmentReader, field: Field) -> tantivy::Result<&dyn Weight> {
        let Inner { ids, lookup, .. } = &*self.0;
        if let Some(lookup) = lookup.get() {
            return Ok(lookup.as_ref());
        }
        let terms = ids.iter().map(|id| Term::from_field_i64(field, *id));
        let unscored = EnableScoring::disabled_from_schema(segment.schema());
        let weight = TermSetQuery::new(terms).weight(unscored)?;
        Ok(lookup.get_or_init(|| weight).as_ref())
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

/// A set of ids, and their field.
#[derive(Debug, Clone)]
struct Ids {
    among: Among,
    field: Field,
}

impl Known for Ids {
    fn works_in(&self, segment: &SegmentReader) -> tantivy::Result<Option<BitSet>> {
        self.among.works_in(segment, self.field).map(Some)
    }
}

//! A snapshot of the index for searches, with the columns that every list reads, and the numbers and names of all
//! terms.

use std::sync::Arc;

use parking_lot::RwLock;
use tantivy::query::Weight;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet as _, Searcher, SegmentReader, TERMINATED, Term};

use crate::error::IndexError;
use crate::read::clauses::{Boxed, nothing};
use crate::read::columns::Columns;
use crate::read::known::KnownQuery;
use crate::read::named::Named;
use crate::read::names::Names;
use crate::read::segment_terms::SegmentTerms;
use crate::read::term_numbers::TermNumbers;
use crate::schema::Fields;

/// Maximum number of names in memory that no work has any more.
const MAX_UNUSED_NAMES: usize = 10_000;

/// A snapshot of the index.
pub(crate) struct Snapshot {
    /// Increases with every commit that changes more than counters.
    works_generation: u64,
    searcher: Searcher,
    /// One per segment, in the same order.
    opened: Vec<Arc<Opened>>,
    /// Of all terms, including those of segments that no longer exist.
    names: Arc<RwLock<Names>>,
    /// Of all terms, including those of segments that no longer exist.
    term_numbers: Arc<RwLock<TermNumbers>>,
    /// The ids of a work's terms.
    terms: Field,
}

/// The data read from a segment. Segments are immutable, so each is read once.
struct Opened {
    columns: Columns,
    terms: SegmentTerms,
}

impl Snapshot {
    /// Reuses what `before` has read of segments that still exist.
    pub(crate) fn new(
        searcher: Searcher,
        works_generation: u64,
        fields: &Fields,
        before: Option<&Self>,
    ) -> Result<Self, IndexError> {
        let mut snapshot = Self {
            works_generation,
            searcher,
            opened: Vec::new(),
            names: before
                .map(|snapshot| Arc::clone(&snapshot.names))
                .unwrap_or_default(),
            term_numbers: before
                .map(|snapshot| Arc::clone(&snapshot.term_numbers))
                .unwrap_or_default(),
            terms: fields.terms,
        };
        snapshot.open(before.map_or(&[], |snapshot| &snapshot.opened))?;
        let used = snapshot.opened.iter().map(|segment| segment.terms.used());
        if snapshot.names.read().len() > used.sum::<usize>() + MAX_UNUSED_NAMES {
            (snapshot.names, snapshot.term_numbers) = Default::default();
            snapshot.open(&[])?;
        }
        Ok(snapshot)
    }

    fn open(&mut self, known: &[Arc<Opened>]) -> Result<(), IndexError> {
        let opened = self.segments().iter().map(|segment| {
            let known = known.iter().find(|known| known.terms.is_of(segment));
            match known {
                Some(known) => Ok(Arc::clone(known)),
                None => self.read(segment).map(Arc::new),
            }
        });
        self.opened = opened.collect::<Result<_, IndexError>>()?;
        Ok(())
    }

    fn read(&self, segment: &SegmentReader) -> Result<Opened, IndexError> {
        let columns = Columns::open(segment)?;
        let words = columns.terms.as_ref();
        let terms =
            SegmentTerms::read(segment, self.terms, words, &self.names, &self.term_numbers)?;
        Ok(Opened { columns, terms })
    }

    /// The works with any of the terms that `find` returns.
    pub(crate) fn works_named(&self, find: impl FnOnce(&Names) -> Vec<u32>) -> Boxed {
        let numbers = find(&self.names.read());
        if numbers.is_empty() {
            return nothing();
        }
        let segments = self.opened.iter();
        Box::new(KnownQuery(Named {
            field: self.terms,
            segments: segments
                .map(|segment| segment.terms.named(&numbers))
                .collect(),
        }))
    }

    /// The numbers of the terms.
    pub(crate) fn term_numbers(&self) -> &RwLock<TermNumbers> {
        &self.term_numbers
    }

    /// The segments with their columns and terms.
    pub(crate) fn with_terms(
        &self,
    ) -> impl Iterator<Item = (&SegmentReader, &Columns, &SegmentTerms)> {
        let opened = self.segments().iter().zip(&self.opened);
        opened.map(|(segment, opened)| (segment, &opened.columns, &opened.terms))
    }

    /// Runs `ask` on the names.
    pub(crate) fn names<T>(&self, read: impl FnOnce(&Names) -> T) -> T {
        read(&self.names.read())
    }

    pub(crate) fn works_generation(&self) -> u64 {
        self.works_generation
    }

    pub(crate) fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    pub(crate) fn segments(&self) -> &[SegmentReader] {
        self.searcher.segment_readers()
    }

    /// The number of works with a term, up to `max`. The count in a segment's dictionary cannot be used: it includes
    /// works deleted since, so it differs between copies of the index.
    pub(crate) fn works_with(&self, term: &Term, max: u64) -> Result<u64, IndexError> {
        let mut works = 0;
        for segment in self.segments() {
            if works >= max {
                break;
            }
            let index = segment.inverted_index(term.field())?;
            let Some(alive) = segment.alive_bitset() else {
                works += u64::from(index.doc_freq(term)?);
                continue;
            };
            let Some(mut found) = index.read_postings(term, IndexRecordOption::Basic)? else {
                continue;
            };
            while works < max && found.doc() != TERMINATED {
                works += u64::from(alive.is_alive(found.doc()));
                found.advance();
            }
        }
        Ok(works.min(max))
    }

    /// Whether a query matches any work.
    pub(crate) fn finds_any(&self, weight: &dyn Weight) -> Result<bool, IndexError> {
        for segment in self.segments() {
            let mut found = weight.scorer(segment, 1.0)?;
            while found.doc() != TERMINATED {
                if !segment.is_deleted(found.doc()) {
                    return Ok(true);
                }
                found.advance();
            }
        }
        Ok(false)
    }

    /// The segments with their columns.
    pub(crate) fn with_columns(&self) -> impl Iterator<Item = (&SegmentReader, &Columns)> {
        self.with_terms()
            .map(|(segment, columns, _)| (segment, columns))
    }
}

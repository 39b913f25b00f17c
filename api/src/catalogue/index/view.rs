//! A snapshot of the index for searches, with the columns that every list reads.

use tantivy::columnar::Column;
use tantivy::query::Weight;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet as _, Searcher, SegmentReader, TERMINATED, Term};

use super::IndexError;
use super::schema::{ID, PUB_TIME};

/// A snapshot of the index.
pub(super) struct View {
    /// Increases whenever more than counters has changed.
    works_generation: u64,
    searcher: Searcher,
    /// One for each segment, in the same order.
    columns: Vec<NewestColumns>,
}

/// The columns of a segment for newest-first order.
pub(super) struct NewestColumns {
    pub(super) times: Column<i64>,
    pub(super) ids: Column<i64>,
}

impl View {
    pub(super) fn new(searcher: Searcher, works_generation: u64) -> Result<Self, IndexError> {
        let opened = searcher.segment_readers().iter().map(|segment| {
            Ok(NewestColumns {
                times: column(segment, PUB_TIME)?,
                ids: column(segment, ID)?,
            })
        });
        let columns = opened.collect::<Result<_, IndexError>>()?;
        Ok(Self {
            works_generation,
            searcher,
            columns,
        })
    }

    pub(super) fn works_generation(&self) -> u64 {
        self.works_generation
    }

    pub(super) fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    pub(super) fn segments(&self) -> &[SegmentReader] {
        self.searcher.segment_readers()
    }

    /// How many works have a term, up to `most`. The count in a segment's dictionary has works, too, that were dropped since
    /// it was written: it depends on what has happened to this copy of the index.
    pub(super) fn works_with(&self, term: &Term, most: u64) -> Result<u64, IndexError> {
        let mut works = 0;
        for segment in self.segments() {
            let index = segment.inverted_index(term.field())?;
            let Some(alive) = segment.alive_bitset() else {
                works += u64::from(index.doc_freq(term)?);
                continue;
            };
            let Some(mut found) = index.read_postings(term, IndexRecordOption::Basic)? else {
                continue;
            };
            while works < most && found.doc() != TERMINATED {
                works += u64::from(alive.is_alive(found.doc()));
                found.advance();
            }
        }
        Ok(works.min(most))
    }

    /// Whether a query finds any work.
    pub(super) fn finds_any(&self, weight: &dyn Weight) -> Result<bool, IndexError> {
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
    pub(super) fn with_columns(&self) -> impl Iterator<Item = (&SegmentReader, &NewestColumns)> {
        self.segments().iter().zip(&self.columns)
    }
}

pub(super) fn column(segment: &SegmentReader, name: &str) -> Result<Column<i64>, IndexError> {
    Ok(segment.fast_fields().i64(name)?)
}

/// The values of a column for these documents, of which each has one.
pub(super) fn values(
    segment: &SegmentReader,
    name: &str,
    docs: &[DocId],
) -> Result<Vec<i64>, IndexError> {
    let mut values = vec![0; docs.len()];
    column(segment, name)?.values.get_vals(docs, &mut values);
    Ok(values)
}

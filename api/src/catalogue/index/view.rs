//! One state of the index as searches see it, with the columns that every list reads opened once.

use tantivy::columnar::Column;
use tantivy::{Searcher, SegmentReader};

use super::IndexError;
use super::schema::{ID, PUB_TIME};

/// A state of the index.
pub(super) struct View {
    /// Grows with every state in which other works match, or others of their words.
    works_generation: u64,
    searcher: Searcher,
    /// One for each segment, in their order.
    columns: Vec<NewestColumns>,
}

/// What newest-first reads of a segment.
pub(super) struct NewestColumns {
    /// Publish times.
    pub(super) times: Column<i64>,
    /// Ids.
    pub(super) ids: Column<i64>,
}

impl View {
    pub(super) fn of(searcher: Searcher, works_generation: u64) -> Result<Self, IndexError> {
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

    /// The segments with their columns.
    pub(super) fn with_columns(&self) -> impl Iterator<Item = (&SegmentReader, &NewestColumns)> {
        self.segments().iter().zip(&self.columns)
    }
}

pub(super) fn column(segment: &SegmentReader, name: &str) -> Result<Column<i64>, IndexError> {
    Ok(segment.fast_fields().i64(name)?)
}

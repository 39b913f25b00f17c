//! The columns of a segment that lists and facets read. Kept open, because opening a column costs more than reading a
//! few values.

use tantivy::SegmentReader;
use tantivy::columnar::{Column, StrColumn};

use crate::error::IndexError;
use crate::schema::{COUNTED_TERMS, DURATION, ID, PUB_TIME, QUALITIES, SCORE};

/// The open columns of a segment.
pub(crate) struct Columns {
    pub(crate) times: Column<i64>,
    pub(crate) ids: Column<i64>,
    pub(crate) lengths: Column<i64>,
    pub(crate) scores: Column<i64>,
    pub(crate) qualities: Column<i64>,
    /// `None` in a segment whose works have no terms.
    pub(crate) terms: Option<StrColumn>,
}

impl Columns {
    pub(crate) fn open(segment: &SegmentReader) -> Result<Self, IndexError> {
        Ok(Self {
            times: column(segment, PUB_TIME)?,
            ids: column(segment, ID)?,
            lengths: column(segment, DURATION)?,
            scores: column(segment, SCORE)?,
            qualities: column(segment, QUALITIES)?,
            terms: segment.fast_fields().str(COUNTED_TERMS)?,
        })
    }
}

pub(crate) fn column(segment: &SegmentReader, name: &str) -> Result<Column<i64>, IndexError> {
    Ok(segment.fast_fields().i64(name)?)
}

//! The columns of a segment that lists and facets read. Kept open, because opening a column costs more than reading a
//! few values.

use tantivy::SegmentReader;
use tantivy::columnar::{Column, StrColumn};

use super::IndexError;
use super::schema::{COUNTED_TERMS, DURATION, ID, PUB_TIME, QUALITIES, SCORE};

/// The open columns of a segment.
pub(super) struct Columns {
    pub(super) times: Column<i64>,
    pub(super) ids: Column<i64>,
    pub(super) lengths: Column<i64>,
    pub(super) scores: Column<i64>,
    pub(super) qualities: Column<i64>,
    /// `None` in a segment whose works have no terms.
    pub(super) terms: Option<StrColumn>,
}

impl Columns {
    pub(super) fn open(segment: &SegmentReader) -> Result<Self, IndexError> {
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

pub(super) fn column(segment: &SegmentReader, name: &str) -> Result<Column<i64>, IndexError> {
    Ok(segment.fast_fields().i64(name)?)
}

//! The difference between two records of a work, for the audit log.

use serde_json::{Map, Value};
use yingku_access::audit;

use crate::import::line::line_of;
use crate::import::record::WorkRecord;

/// The fields of a record's line.
pub fn fields_of(record: &WorkRecord) -> Map<String, Value> {
    serde_json::from_str(&line_of(record)).unwrap_or_default()
}

/// The fields that differ, before and after. A missing field has its default.
pub(super) fn difference(before: &WorkRecord, after: &WorkRecord) -> (Value, Value) {
    audit::differing(fields_of(before), fields_of(after))
}

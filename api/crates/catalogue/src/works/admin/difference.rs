//! The difference between two records of a work, for the audit log.

use serde_json::Value;
use yingku_access::audit;

use crate::import::line::fields_of;
use crate::import::record::WorkRecord;

/// The fields that differ, before and after. A missing field has its default.
pub(super) fn difference(before: &WorkRecord, after: &WorkRecord) -> (Value, Value) {
    audit::differing(fields_of(before), fields_of(after))
}

//! Audit records as operators read them.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use yingku_base::values::{Id, Time};

use super::AuditRow;

/// Names by kind and id of the target. Deleted and nameless targets are missing.
pub type TargetNames = HashMap<(String, String), String>;

/// The name of the system; shorter than any user name can be.
pub const SYSTEM: &str = "系统";
/// A recorded change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// The id.
    pub id: Id,
    /// The operator's name at the time; 系统 for the system, 命令行 for the command line.
    #[schema(example = "wang-yuanshan", max_length = 32)]
    pub actor: String,
    /// The name of the key, when a program of the operator made the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The action.
    #[schema(example = "messages.reply", max_length = 64)]
    pub action: String,
    /// The kind of the target.
    #[schema(example = "message", max_length = 64)]
    pub target_kind: String,
    /// The target's id, an order's number, or a batch's name.
    #[schema(example = "910000000000000031", max_length = 64)]
    pub target_id: String,
    /// The target's current name; absent if it is deleted or has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ABCD-123 山谷里的四季")]
    pub target_name: Option<String>,
    /// The changed fields before; missing for a new target.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(example = json!({ "status": 0 }))]
    pub before: Value,
    /// The changed fields after; missing when nothing is left.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(example = json!({ "status": 1 }))]
    pub after: Value,
    /// The operator's reason, or empty.
    #[schema(example = "", max_length = 500)]
    pub reason: String,
    /// When.
    pub create_time: Time,
}

impl From<AuditRow> for AuditEntry {
    /// Without target names, for lists about a single target.
    fn from(row: AuditRow) -> Self {
        Self::new(row, &TargetNames::new())
    }
}

impl AuditEntry {
    /// With target names.
    pub fn new(row: AuditRow, names: &TargetNames) -> Self {
        let value = |text: &str| serde_json::from_str(text).unwrap_or_default();
        let target = (row.target_kind, row.target_id);
        let target_name = names.get(&target).cloned();
        let (target_kind, target_id) = target;
        Self {
            id: Id(row.id),
            actor: if row.actor.is_empty() {
                SYSTEM.to_owned()
            } else {
                row.actor
            },
            program: row.program,
            action: row.action,
            target_kind,
            target_id,
            target_name,
            before: value(&row.before),
            after: value(&row.after),
            reason: row.reason,
            create_time: Time(row.created_at),
        }
    }
}

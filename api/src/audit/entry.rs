//! A change, as operators read it.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::AuditRow;
use crate::base::values::{Id, Time};

/// Names by the kind and id of their targets. What is gone, and what has no name, is not in it.
pub type TargetNames = HashMap<(String, String), String>;

/// What the system is called; shorter than any user's name can be.
pub const SYSTEM: &str = "系统";
/// Something that was changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// The id.
    pub id: Id,
    /// Name of the operator at the time; 系统 for the system itself, 命令行 for a command on the machine.
    #[schema(example = "wang-yuanshan", max_length = 32)]
    pub actor: String,
    /// What was done.
    #[schema(example = "messages.reply", max_length = 64)]
    pub action: String,
    /// What kind of thing it was done to.
    #[schema(example = "message", max_length = 64)]
    pub target_kind: String,
    /// Its id, an order's number, or the name of a batch of codes.
    #[schema(example = "910000000000000031", max_length = 64)]
    pub target_id: String,
    /// What it is called now; absent when it is gone or has no name of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ABCD-123 山谷里的四季")]
    pub target_name: Option<String>,
    /// What has changed, as it was; null when it was not there.
    #[schema(example = json!({ "status": 0 }))]
    pub before: Value,
    /// The same as it is now.
    #[schema(example = json!({ "status": 1 }))]
    pub after: Value,
    /// Why, in the operator's words, or empty.
    #[schema(example = "", max_length = 500)]
    pub reason: String,
    /// When.
    pub create_time: Time,
}

impl From<AuditRow> for AuditEntry {
    /// Where everything is about the same thing, it needs no name.
    fn from(row: AuditRow) -> Self {
        Self::new(row, &TargetNames::new())
    }
}

impl AuditEntry {
    /// With the names of what the entries are about.
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

//! Operator operations: each with a permission of its own, and each change in the audit log.

mod alerts;
mod audit;
mod bill;
mod bulk;
mod checklist;
mod code;
mod codes;
mod consent;
mod curated;
pub mod dashboard;
mod downloads;
mod drafts;
mod grant;
mod hidden_works;
mod import_preview;
mod import_undo;
pub mod imports;
mod inbox;
pub mod jobs;
pub mod keys;
mod matrix;
mod members;
mod members_race;
mod merge_works;
mod messages;
mod order_search;
mod orders;
pub mod pictures;
mod plans;
mod refund_sent;
mod refunds;
mod reports;
mod settings;
mod sign_in;
mod site;
mod sorting;
mod statistics;
mod terms;
mod terms_at_once;
mod versions;
mod works;
mod works_list;

use serde_json::{Value, json};

use crate::support::client::Answer;
use crate::support::member::Member;

/// The rows of a successful list below `/prod-api/admin`.
async fn rows(operator: &Member<'_>, path: &str) -> Vec<Value> {
    let answer = operator.admin_get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()["rows"].as_array().unwrap().clone()
}

/// Asserts success.
#[track_caller]
fn assert_done(answer: &Answer) {
    let done = json!({ "code": 200, "msg": "操作成功" });
    assert_eq!((answer.status.as_u16(), answer.json()), (200, done));
}

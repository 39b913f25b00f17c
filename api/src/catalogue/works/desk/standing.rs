//! Changing where a work stands, with its entry in the audit log.

use serde_json::{Value, json};

use crate::catalogue::works::visibility::{self, Refusal, Standing, Wish};
use crate::db::Conn;
use crate::operators::audit::{self, Action, Actor, Change, TargetKind};

/// Changes where a work stands, and enters that. What changes nothing is not entered.
///
/// # Errors
/// [`Refusal`].
pub fn change_standing(
    conn: &mut Conn,
    actor: &Actor,
    work: i64,
    (wish, action): (Wish, Action),
    reason: &str,
) -> Result<(), Refusal> {
    let (before, after) = visibility::change(conn, work, wish, actor.now)?;
    if before == after {
        return Ok(());
    }
    let change = Change {
        action,
        target: (TargetKind::Work, work.to_string()),
        before: shown(before),
        after: shown(after),
        reason,
    };
    Ok(audit::record(conn, actor, &change)?)
}

fn shown(standing: Standing) -> Value {
    json!({ "hidden": standing.hidden, "withheld": standing.withheld.word() })
}

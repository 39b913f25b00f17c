//! Changing where a work stands, with its entry in the audit log.

use diesel::prelude::*;
use serde_json::{Value, json};

use super::reports::decision::Decision;
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::catalogue::works::visibility::{self, Visibility, VisibilityCommand, Withheld};
use crate::db::Conn;
use crate::db::schema::{reports, works};
use crate::http::error::{ApiError, ErrorKind};

/// Changes where a work stands, and enters that. What changes nothing is not entered.
pub fn change_visibility(
    conn: &mut Conn,
    actor: &Actor,
    work: i64,
    (command, action): (VisibilityCommand, Action),
    reason: &str,
) -> Result<(), ApiError> {
    let (before, after) = visibility::change(conn, work, command, actor.now)?;
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

/// Whether an operator may let a work back: one that was taken down after a grave report only with leave to decide on
/// reports, and not while another such report is open.
///
/// # Errors
/// 403 or 422 when they may not.
pub fn may_restore(conn: &mut Conn, work: i64, may_decide: bool) -> Result<(), ApiError> {
    visibility::lock_row(conn, work).map_err(ApiError::from)?;
    let withheld: Withheld = works::table
        .find(work)
        .select(works::withheld)
        .first(conn)?;
    if withheld != Withheld::TakenDown {
        return Ok(());
    }
    let grave: Vec<Option<String>> = reports::table
        .filter(reports::work_id.eq(work))
        .filter(reports::grave.eq(true))
        .select(reports::decision)
        .distinct()
        .load(conn)?;
    if grave.contains(&None) {
        return Err(ApiError::new(ErrorKind::ReportOpen));
    }
    let taken_down = Some(Decision::Takedown.word().to_owned());
    if grave.contains(&taken_down) && !may_decide {
        return Err(ApiError::new(ErrorKind::Forbidden));
    }
    Ok(())
}

fn shown(standing: Visibility) -> Value {
    json!({ "hidden": standing.hidden, "withheld": standing.withheld.word() })
}

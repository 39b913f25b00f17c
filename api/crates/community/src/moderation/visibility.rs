//! Changes of a work's visibility, with their audit records.

use diesel::prelude::*;
use yingku_access::audit::{self, Action, Actor};
use yingku_catalogue::works::admin::state::recorded;
use yingku_catalogue::works::visibility::{self, VisibilityCommand, Withheld};
use yingku_db::Conn;
use yingku_db::schema::{reports, works};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::reports::decision::Decision;

/// Changes a work's visibility. A change without effect is not recorded.
pub fn change_visibility(
    conn: &mut Conn,
    actor: &Actor,
    work: i64,
    command: VisibilityCommand,
    reason: &str,
) -> Result<(), ApiError> {
    let action = match command {
        VisibilityCommand::Hide
        | VisibilityCommand::Draft
        | VisibilityCommand::Schedule(_)
        | VisibilityCommand::Reschedule(_) => Action::WorkHide,
        VisibilityCommand::Restore | VisibilityCommand::Clear => Action::WorkRestore,
        VisibilityCommand::TakeDown => Action::WorkTakeDown,
        VisibilityCommand::Suspend => Action::WorkSuspend,
    };
    let changed = visibility::change(conn, work, command, actor.now)?;
    let change = recorded(work, action, changed, reason);
    Ok(audit::record_all(conn, actor, change.as_slice())?)
}

/// Rejects a restore by an operator while a serious report of a taken-down work is open (422), or after one was decided,
/// unless they may decide on reports (403).
pub fn authorize_restore(conn: &mut Conn, work: i64, may_decide: bool) -> Result<(), ApiError> {
    visibility::lock_row(conn, work).map_err(ApiError::from)?;
    let withheld: Withheld = works::table
        .find(work)
        .select(works::withheld)
        .first(conn)?;
    if withheld != Withheld::TakenDown {
        return Ok(());
    }
    let serious: Vec<Option<Decision>> = reports::table
        .filter(reports::work_id.eq(work))
        .filter(reports::grave.eq(true))
        .select(reports::decision)
        .distinct()
        .load(conn)?;
    if serious.contains(&None) {
        return Err(ApiError::new(ErrorKind::ReportOpen));
    }
    if serious.contains(&Some(Decision::Takedown)) && !may_decide {
        return Err(ApiError::new(ErrorKind::Forbidden));
    }
    Ok(())
}

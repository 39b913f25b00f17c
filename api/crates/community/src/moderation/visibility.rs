//! Changes of a work's visibility, with their audit records.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_catalogue::works::admin::edit::Outcomes;
use yingku_catalogue::works::visibility::{self, Changed, Visibility, VisibilityCommand, Withheld};
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
        VisibilityCommand::Hide => Action::WorkHide,
        VisibilityCommand::Restore | VisibilityCommand::Clear => Action::WorkRestore,
        VisibilityCommand::TakeDown => Action::WorkTakeDown,
        VisibilityCommand::Suspend => Action::WorkSuspend,
    };
    let changed = visibility::change(conn, work, command, actor.now)?;
    let change = recorded(work, action, changed, reason);
    Ok(audit::record_all(conn, actor, change.as_slice())?)
}

/// Hides works, or restores them, as `wanted` says for each. Returns the existing ones in order of id: whether each has
/// changed, or why not.
pub fn change_visibilities(
    conn: &mut Conn,
    actor: &Actor,
    works: &[i64],
    wanted: impl FnMut(i64, Visibility) -> Result<Visibility, ApiError>,
    reason: &str,
) -> Result<Outcomes, ApiError> {
    let decided = visibility::change_all(conn, works, wanted, actor.now)?;
    let mut changes = Vec::new();
    let mut outcomes = Vec::with_capacity(decided.len());
    for (work, changed) in decided {
        let outcome = changed.map(|changed| {
            let action = match changed.1.hidden {
                true => Action::WorkHide,
                false => Action::WorkRestore,
            };
            let change = recorded(work, action, changed, reason);
            let has_changed = change.is_some();
            changes.extend(change);
            has_changed
        });
        outcomes.push((work, outcome));
    }
    audit::record_all(conn, actor, &changes)?;
    Ok(outcomes)
}

/// The record of a change; none if nothing has changed.
fn recorded(
    work: i64,
    action: Action,
    (before, after): Changed,
    reason: &str,
) -> Option<Change<'_>> {
    (before != after).then(|| Change {
        action,
        target: (TargetKind::Work, work.to_string()),
        before: to_json(before),
        after: to_json(after),
        reason,
    })
}

/// Rejects a restore by an operator while a grave report of a taken-down work is open (422), or after one was decided,
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
    let grave: Vec<Option<Decision>> = reports::table
        .filter(reports::work_id.eq(work))
        .filter(reports::grave.eq(true))
        .select(reports::decision)
        .distinct()
        .load(conn)?;
    if grave.contains(&None) {
        return Err(ApiError::new(ErrorKind::ReportOpen));
    }
    if grave.contains(&Some(Decision::Takedown)) && !may_decide {
        return Err(ApiError::new(ErrorKind::Forbidden));
    }
    Ok(())
}

fn to_json(visibility: Visibility) -> Value {
    json!({ "hidden": visibility.hidden, "withheld": visibility.withheld.as_str() })
}

/// The visibility in a record.
pub fn from_json(recorded: &Value) -> Option<Visibility> {
    let word = recorded.get("withheld")?.as_str()?;
    Some(Visibility {
        hidden: recorded.get("hidden")?.as_bool()?,
        withheld: Withheld::ALL
            .into_iter()
            .find(|withheld| withheld.as_str() == word)?,
    })
}

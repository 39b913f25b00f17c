//! The state of a work in the console, and changes of it with their records.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::time::{DAY, format_shanghai};
use yingku_db::Conn;
use yingku_db::schema::works;
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::edit::Outcomes;
use crate::import::time::time_of;
use crate::works::state::WorkState;
use crate::works::visibility::{
    self, Changed, Visibility, VisibilityCommand, Withheld, after, change_all,
};

/// The latest time at which works can be scheduled, from now, seconds.
const MAX_DELAY: i64 = 10 * 366 * DAY;

/// The change that a form asks for; none if it leaves the state.
///
/// # Errors
/// 422 for a scheduled work without a valid time.
pub fn wanted_state(
    state: Option<WorkState>,
    publish_time: Option<&str>,
) -> Result<Option<VisibilityCommand>, ApiError> {
    let time = publish_time.map(str::trim).filter(|text| !text.is_empty());
    match (state, time) {
        (None, None) => Ok(None),
        (None, Some(time)) => Ok(Some(VisibilityCommand::Reschedule(parse_time(time)?))),
        (Some(WorkState::Scheduled), Some(time)) => parse_publish_time(time).map(Some),
        (Some(WorkState::Scheduled), None) => Err(rejected("publishTime: 请填写定时发布的时间")),
        (Some(WorkState::Published), _) => Ok(Some(VisibilityCommand::Restore)),
        (Some(WorkState::Draft), _) => Ok(Some(VisibilityCommand::Draft)),
        (Some(WorkState::Hidden), _) => Ok(Some(VisibilityCommand::Hide)),
    }
}

/// The command that publishes a work at a time.
pub fn parse_publish_time(text: &str) -> Result<VisibilityCommand, ApiError> {
    parse_time(text).map(VisibilityCommand::Schedule)
}

fn parse_time(text: &str) -> Result<i64, ApiError> {
    time_of(text).ok_or_else(|| rejected("publishTime: 应为 yyyy-MM-dd HH:mm:ss"))
}

/// Rejects a command that would let a work appear in the past, or so late that its year must be a mistake.
///
/// # Errors
/// 422.
pub fn check_publish_time(command: VisibilityCommand, now: i64) -> Result<(), ApiError> {
    let (VisibilityCommand::Schedule(at) | VisibilityCommand::Reschedule(at)) = command else {
        return Ok(());
    };
    match at {
        _ if at <= now => Err(rejected("publishTime: 这个时间已经过了")),
        _ if at > now + MAX_DELAY => Err(rejected("publishTime: 最晚十年以后")),
        _ => Ok(()),
    }
}

fn rejected(text: &str) -> ApiError {
    ApiError::with_message(ErrorKind::WorkRefused, format!("影片资料有误：{text}"))
}

/// Changes the state in an edit. Hiding, and restoring what was hidden, need a reason and have calls of their own.
pub fn change_state(
    conn: &mut Conn,
    actor: &Actor,
    work: i64,
    command: VisibilityCommand,
) -> Result<(), ApiError> {
    check_publish_time(command, actor.now)?;
    let wanted = |_, before: Visibility| {
        let state = WorkState::of(before.hidden, before.withheld);
        let wanted = after(before, command)?;
        let needs_reason = command == VisibilityCommand::Hide || state == WorkState::Hidden;
        match needs_reason && wanted != before {
            true => Err(rejected("state: 隐藏和恢复要写明原因，请在列表中操作")),
            false => Ok(wanted),
        }
    };
    let outcomes = change_visibilities(conn, actor, &[work], wanted, "")?;
    let (_, outcome) = outcomes
        .into_iter()
        .next()
        .ok_or_else(ApiError::not_found)?;
    outcome.map(|_| ())
}

/// Publishes scheduled works whose time has come, at most `limit`; returns their number.
pub fn publish_due(conn: &mut Conn, actor: &Actor, limit: i64) -> Result<usize, ApiError> {
    let due: Vec<i64> = works::table
        .filter(works::publish_at.le(actor.now))
        .filter(works::withheld.eq(Withheld::Scheduled))
        .order(works::publish_at)
        .limit(limit)
        .select(works::id)
        .load(conn)?;
    let wanted = |_, before: Visibility| {
        Ok(match before.is_due(actor.now) {
            true => Visibility::ON,
            false => before,
        })
    };
    change_visibilities(conn, actor, &due, wanted, "定时发布")?;
    Ok(due.len())
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
    let decided = change_all(conn, works, wanted, actor.now)?;
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
pub fn recorded(
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

/// A visibility as a record has it.
pub fn to_json(visibility: Visibility) -> Value {
    let mut fields =
        json!({ "hidden": visibility.hidden, "withheld": visibility.withheld.as_str() });
    if let (Some(at), Some(fields)) = (visibility.publish_at, fields.as_object_mut()) {
        fields.insert("publishTime".to_owned(), format_shanghai(at).into());
    }
    fields
}

/// The visibility in a record.
pub fn from_json(recorded: &Value) -> Option<Visibility> {
    let word = recorded.get("withheld")?.as_str()?;
    let time = recorded.get("publishTime").and_then(Value::as_str);
    Some(Visibility {
        hidden: recorded.get("hidden")?.as_bool()?,
        withheld: visibility::Withheld::ALL
            .into_iter()
            .find(|withheld| withheld.as_str() == word)?,
        publish_at: time.and_then(time_of),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_gives_the_visibility_back() {
        let scheduled = after(Visibility::ON, VisibilityCommand::Schedule(1_700_000_000)).unwrap();
        let hidden = after(scheduled, VisibilityCommand::Hide).unwrap();
        for state in [Visibility::ON, scheduled, hidden] {
            assert_eq!(from_json(&to_json(state)), Some(state));
        }
        assert_eq!(to_json(scheduled)["publishTime"], "2023-11-15 06:13:20");
    }

    #[test]
    fn a_form_names_a_state_with_its_time() {
        use WorkState::{Draft, Hidden, Published, Scheduled};
        let wanted = |state, time| wanted_state(state, time).map_err(|error| error.kind);
        let time = Some("2023-11-15 06:13:20");
        let at = Ok(Some(VisibilityCommand::Schedule(1_700_000_000)));
        assert_eq!(wanted(None, None), Ok(None));
        assert_eq!(wanted(None, Some(" ")), Ok(None));
        let later = Ok(Some(VisibilityCommand::Reschedule(1_700_000_000)));
        assert_eq!(
            (wanted(None, time), wanted(Some(Scheduled), time)),
            (later, at)
        );
        assert_eq!(
            wanted(Some(Draft), time),
            Ok(Some(VisibilityCommand::Draft))
        );
        assert_eq!(
            wanted(Some(Published), None),
            Ok(Some(VisibilityCommand::Restore))
        );
        assert_eq!(
            wanted(Some(Hidden), None),
            Ok(Some(VisibilityCommand::Hide))
        );
        for bad in [None, Some("2023-02-30"), Some("x")] {
            assert_eq!(wanted(Some(Scheduled), bad), Err(ErrorKind::WorkRefused));
        }
    }
}

//! The next works of a bulk change.

use diesel::prelude::*;
use yingku_access::audit::Actor;
use yingku_catalogue::works::admin::filter::{ListedFilter, Wanted};
use yingku_catalogue::works::admin::list::{self, Sources};
use yingku_db::Conn;
use yingku_db::schema::audit_log;
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::batches::MAX_STEP_WORKS;
use super::form::{Bulk, Chosen};

/// The list may change by one work in so many between the operator's view and the first step.
const TOLERANCE: u64 = 100;

/// The works of the next step, greatest id first, at most [`MAX_STEP_WORKS`].
///
/// # Errors
/// 409 in the first step if the list is not the one that the operator has seen, or if the run is another's.
pub fn next(
    conn: &mut Conn,
    sources: &Sources,
    actor: &Actor,
    filter: ListedFilter,
    bulk: &Bulk,
) -> Result<Vec<i64>, ApiError> {
    check_run(conn, actor, bulk)?;
    let below = bulk.cursor.unwrap_or(i64::MAX);
    let seen = match &bulk.chosen {
        Chosen::Works(ids) => {
            let left = ids.iter().copied().filter(|id| *id < below);
            return Ok(left.take(MAX_STEP_WORKS).collect());
        }
        Chosen::List(seen) => *seen,
    };
    let wanted = Wanted::new(conn, filter)?;
    if bulk.cursor.is_none() {
        let total = list::total(conn, sources, &wanted)?;
        if total.abs_diff(seen) > seen / TOLERANCE {
            let text = format!("符合条件的作品已从{seen}部变为{total}部，请刷新后再试");
            return Err(ApiError::with_message(ErrorKind::SelectionChanged, text));
        }
    }
    list::next(conn, sources, &wanted, below, MAX_STEP_WORKS)
}

/// Rejects a run that somebody else has begun, or for another reason.
fn check_run(conn: &mut Conn, actor: &Actor, bulk: &Bulk) -> Result<(), ApiError> {
    let begun: Option<(Option<i64>, String)> = audit_log::table
        .filter(audit_log::run.eq(&bulk.run))
        .order(audit_log::id)
        .select((audit_log::actor_id, audit_log::reason))
        .first(conn)
        .optional()?;
    match begun {
        Some((account, reason)) if account != actor.id() || reason != bulk.reason => {
            Err(ApiError::new(ErrorKind::FormReused))
        }
        _ => Ok(()),
    }
}

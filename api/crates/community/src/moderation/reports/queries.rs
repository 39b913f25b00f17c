//! Reports in the database.

use diesel::prelude::*;
use yingku_access::audit::Actor;
use yingku_catalogue::works::visibility::{VisibilityCommand, is_visible};
use yingku_db::Conn;
use yingku_db::schema::reports;
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::breaker;
use super::model::{NewReport, ReportRow};
use crate::moderation::visibility::change_visibility;

/// Inserts a report; a repeat changes nothing. A serious one suspends the work in the name of the system, unless an
/// operator has kept the work before, or `max` works were suspended in this hour.
pub fn add(
    conn: &mut Conn,
    actor: &Actor,
    (user, reporter): (Option<i64>, String),
    new: NewReport,
    max: i32,
) -> Result<(), ApiError> {
    let serious = new.reason.is_serious();
    let row = ReportRow {
        id: actor.next_id(),
        work_id: new.work,
        user_id: user,
        reporter,
        reason: new.reason,
        serious,
        detail: new.detail,
        contact: new.contact,
        decision: None,
        note: String::new(),
        decided_at: None,
        created_at: actor.now,
        queued: String::new(),
        playback: false,
        times: 1,
    };
    // Before the visibility check: this reporter may have got the work suspended.
    if is_duplicate(conn, &row)? {
        return Ok(());
    }
    if !is_visible(conn, new.work)? {
        return Err(ErrorKind::NotFound.into());
    }
    let added = yingku_db::on_engine!(conn, c => diesel::insert_into(reports::table)
        .values(&row)
        .on_conflict((reports::work_id, reports::reason, reports::reporter))
        .do_nothing()
        .execute(c))?;
    if added == 0 || !serious {
        return Ok(());
    }
    match breaker::hold_reason(conn, new.work, max, actor.now)? {
        Some(why) => Ok(breaker::mark_held(conn, row.id, why)?),
        None => {
            let reason = new.reason.as_str();
            change_visibility(conn, actor, new.work, VisibilityCommand::Suspend, reason)
        }
    }
}

fn is_duplicate(conn: &mut Conn, row: &ReportRow) -> QueryResult<bool> {
    let same = reports::table
        .filter(reports::work_id.eq(row.work_id))
        .filter(reports::reason.eq(&row.reason))
        .filter(reports::reporter.eq(&row.reporter));
    diesel::select(diesel::dsl::exists(same)).get_result(conn)
}

/// A member's reports, oldest first.
pub fn by_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<ReportRow>> {
    reports::table
        .select(ReportRow::as_select())
        .filter(reports::user_id.eq(user))
        .order(reports::id)
        .load(conn)
}

/// Deletes the contacts in a member's reports.
pub fn clear_contact(conn: &mut Conn, user: i64) -> QueryResult<()> {
    diesel::update(reports::table.filter(reports::user_id.eq(user)))
        .set(reports::contact.eq(""))
        .execute(conn)
        .map(|_| ())
}

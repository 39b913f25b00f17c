//! Reports in the database, as they are made.

use diesel::prelude::*;

use super::breaker;
use super::model::{ReportRow, Said};
use crate::audit::{Action, Actor};
use crate::catalogue::works::visibility::VisibilityCommand;
use crate::catalogue::works::visibility::is_visible;
use crate::db::Conn;
use crate::db::schema::reports;
use crate::http::error::{ApiError, ErrorKind};
use crate::moderation::standing::change_visibility;

/// Enters a report; the same again changes nothing. A grave one takes the work off the site in the name of the
/// system, unless an operator has kept the work before, or `most` works have gone in this hour already.
///
/// # Errors
/// [`ErrorKind::NotFound`] for a work that is not on the site.
pub fn add(
    conn: &mut Conn,
    actor: &Actor,
    (user, reporter): (Option<i64>, String),
    said: Said,
    most: i32,
) -> Result<(), ApiError> {
    let grave = said.reason.is_grave();
    let row = ReportRow {
        id: actor.next_id(),
        work_id: said.work,
        user_id: user,
        reporter,
        reason: said.reason,
        grave,
        detail: said.detail,
        contact: said.contact,
        decision: None,
        note: String::new(),
        decided_at: None,
        created_at: actor.now,
        queued: String::new(),
    };
    // Before the look at the work, which this reporter may have taken off the site.
    if is_there(conn, &row)? {
        return Ok(());
    }
    if !is_visible(conn, said.work)? {
        return Err(ErrorKind::NotFound.into());
    }
    let added = crate::on_engine!(conn, c => diesel::insert_into(reports::table)
        .values(&row)
        .on_conflict((reports::work_id, reports::reason, reports::reporter))
        .do_nothing()
        .execute(c))?;
    if added == 0 || !grave {
        return Ok(());
    }
    match breaker::held_back(conn, said.work, most, actor.now)? {
        Some(why) => breaker::queue(conn, row.id, why)?,
        None => {
            let how = (VisibilityCommand::Suspend, Action::WorkSuspend);
            change_visibility(conn, actor, said.work, how, said.reason.word())?;
        }
    }
    Ok(())
}

fn is_there(conn: &mut Conn, row: &ReportRow) -> QueryResult<bool> {
    let same = reports::table
        .filter(reports::work_id.eq(row.work_id))
        .filter(reports::reason.eq(&row.reason))
        .filter(reports::reporter.eq(&row.reporter));
    diesel::select(diesel::dsl::exists(same)).get_result(conn)
}

/// What a member has reported, the first first.
pub fn of_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<ReportRow>> {
    reports::table
        .select(ReportRow::as_select())
        .filter(reports::user_id.eq(user))
        .order(reports::id)
        .load(conn)
}

/// Forgets how a member can be reached.
pub fn forget_contact(conn: &mut Conn, user: i64) -> QueryResult<()> {
    diesel::update(reports::table.filter(reports::user_id.eq(user)))
        .set(reports::contact.eq(""))
        .execute(conn)
        .map(|_| ())
}

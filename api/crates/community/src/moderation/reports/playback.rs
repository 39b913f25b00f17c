//! Reports that players send by themselves when a film fails (R4.11). However many members meet a failure, one report of
//! the work waits for an operator. It is nobody's, so that it takes the place of no member's own.

use diesel::dsl::max;
use diesel::prelude::*;
use yingku_access::audit::Actor;
use yingku_catalogue::works::visibility::is_visible;
use yingku_db::Conn;
use yingku_db::schema::reports;
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::{DETAIL_CHARS, NewReport, Reason, ReportRow};

/// Counts a failure in the work's open report, or opens one.
pub fn add(conn: &mut Conn, actor: &Actor, new: NewReport) -> Result<(), ApiError> {
    if !is_visible(conn, new.work)? {
        return Err(ErrorKind::NotFound.into());
    }
    if count(conn, new.work, &new.detail)? {
        return Ok(());
    }
    let row = ReportRow {
        id: actor.next_id(),
        work_id: new.work,
        user_id: None,
        reporter: reporter(conn, new.work)?,
        reason: Reason::Other,
        serious: false,
        detail: new.detail,
        contact: String::new(),
        decision: None,
        note: String::new(),
        decided_at: None,
        created_at: actor.now,
        queued: String::new(),
        playback: true,
        times: 1,
    };
    let opened = yingku_db::on_engine!(conn, c => diesel::insert_into(reports::table)
        .values(&row)
        .on_conflict((reports::work_id, reports::reason, reports::reporter))
        .do_nothing()
        .execute(c))?;
    if opened == 0 {
        // Another player has opened it meanwhile.
        count(conn, row.work_id, &row.detail)?;
    }
    Ok(())
}

/// Counts a failure in the open report; `false` if there is none.
fn count(conn: &mut Conn, work: i64, detail: &str) -> QueryResult<bool> {
    let open: Option<(i64, String)> = reports::table
        .filter(reports::work_id.eq(work))
        .filter(reports::playback.eq(true))
        .filter(reports::decision.is_null())
        .order(reports::id)
        .select((reports::id, reports::detail))
        .first(conn)
        .optional()?;
    let Some((id, known)) = open else {
        return Ok(false);
    };
    diesel::update(reports::table.find(id))
        .set((
            reports::times.eq(reports::times + 1),
            reports::detail.eq(joined(known, detail)),
        ))
        .execute(conn)?;
    Ok(true)
}

/// Names the next report by the one that was decided last: of players that open it at once, one does.
fn reporter(conn: &mut Conn, work: i64) -> QueryResult<String> {
    let decided: Option<i64> = reports::table
        .filter(reports::work_id.eq(work))
        .filter(reports::playback.eq(true))
        .filter(reports::decision.is_not_null())
        .select(max(reports::id))
        .first(conn)?;
    Ok(format!("playback {}", decided.unwrap_or_default()))
}

/// What the report says, and what a player says else, such as that another source fails, too.
fn joined(known: String, detail: &str) -> String {
    let is_known = known.lines().any(|line| line == detail);
    let joined = format!("{known}\n{detail}");
    match is_known || joined.chars().count() > DETAIL_CHARS {
        true => known,
        false => joined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_each_thing_once_and_stays_within_its_length() {
        let both = joined("线路 1".to_owned(), "线路 2");
        assert_eq!(both, "线路 1\n线路 2");
        assert_eq!(joined(both.clone(), "线路 1"), both);
        let long = "长".repeat(DETAIL_CHARS - 1);
        assert_eq!(joined(long.clone(), "短"), long);
    }
}

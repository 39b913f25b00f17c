//! When a serious report does not suspend its work: a flood of reports must not empty the site, nor hide again what an
//! operator has decided to keep. Such reports wait for an operator.

use diesel::dsl::exists;
use diesel::prelude::*;
use yingku_base::string_enum;
use yingku_db::Conn;
use yingku_db::schema::{report_hours, reports};

use super::decision::Decision;

const HOUR: i64 = 3_600;
/// Hours of counters stored.
const RETENTION_HOURS: i64 = 48;

string_enum! {
    /// Why a serious report does not suspend its work.
    pub enum HoldReason {
        /// Too many works were suspended in this hour.
        Breaker = "breaker",
        /// An operator has decided to keep the work.
        Kept = "kept",
    }
}

/// Why the work is not suspended, if so; otherwise consumes one of the hour's `max` suspensions.
pub fn hold_reason(
    conn: &mut Conn,
    work: i64,
    max: i32,
    now: i64,
) -> QueryResult<Option<HoldReason>> {
    let kept = reports::table
        .filter(reports::work_id.eq(work))
        .filter(reports::grave.eq(true))
        .filter(reports::decision.eq(Decision::Keep));
    if diesel::select(exists(kept)).get_result(conn)? {
        return Ok(Some(HoldReason::Kept));
    }
    let is_free = consume_suspension(conn, now.div_euclid(HOUR), max)?;
    Ok((!is_free).then_some(HoldReason::Breaker))
}

/// Consumes one of the hour's suspensions, if any is left; the conditional update settles races.
fn consume_suspension(conn: &mut Conn, hour: i64, max: i32) -> QueryResult<bool> {
    let fresh = (report_hours::hour.eq(hour), report_hours::hidden.eq(0));
    let begun = yingku_db::on_engine!(conn, c => diesel::insert_into(report_hours::table)
        .values(fresh)
        .on_conflict(report_hours::hour)
        .do_nothing()
        .execute(c))?;
    if begun > 0 {
        let old = report_hours::table.filter(report_hours::hour.lt(hour - RETENTION_HOURS));
        diesel::delete(old).execute(conn)?;
    }
    let left = report_hours::table
        .find(hour)
        .filter(report_hours::hidden.lt(max));
    diesel::update(left)
        .set(report_hours::hidden.eq(report_hours::hidden + 1))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Stores why a report is held.
pub fn mark_held(conn: &mut Conn, report: i64, why: HoldReason) -> QueryResult<()> {
    diesel::update(reports::table.find(report))
        .set(reports::queued.eq(why))
        .execute(conn)
        .map(|_| ())
}

/// The number of open reports held by the breaker.
pub fn count_held(conn: &mut Conn) -> QueryResult<i64> {
    reports::table
        .filter(reports::decision.is_null())
        .filter(reports::queued.eq(HoldReason::Breaker))
        .count()
        .get_result(conn)
}

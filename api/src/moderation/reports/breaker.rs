//! When a grave report does not take its work off the site by itself: whoever makes up many reports must not empty
//! the site, nor take off again what an operator has looked at and kept. Such reports wait for an operator.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::decision::Decision;
use crate::db::Conn;
use crate::db::schema::{report_hours, reports};
use crate::word_enum;

const HOUR: i64 = 3_600;
/// Hours that are remembered.
const REMEMBERED: i64 = 48;

word_enum! {
    /// Why a report waits for an operator.
    pub enum Held {
        /// Too many works have gone off the site in this hour.
        Breaker = "breaker",
        /// An operator has kept the work.
        Kept = "kept",
    }
}

/// Why the work stays on the site, if it does; otherwise one of the hour's `most` is used up.
pub fn held_back(conn: &mut Conn, work: i64, most: i32, now: i64) -> QueryResult<Option<Held>> {
    let kept = reports::table
        .filter(reports::work_id.eq(work))
        .filter(reports::grave.eq(true))
        .filter(reports::decision.eq(Decision::Keep.word()));
    if diesel::select(exists(kept)).get_result(conn)? {
        return Ok(Some(Held::Kept));
    }
    let may = take(conn, now.div_euclid(HOUR), most)?;
    Ok((!may).then_some(Held::Breaker))
}

/// Takes one of the hour's, if one is left: the conditional update is the judge.
fn take(conn: &mut Conn, hour: i64, most: i32) -> QueryResult<bool> {
    let fresh = (report_hours::hour.eq(hour), report_hours::hidden.eq(0));
    let begun = crate::on_engine!(conn, c => diesel::insert_into(report_hours::table)
        .values(fresh)
        .on_conflict(report_hours::hour)
        .do_nothing()
        .execute(c))?;
    if begun > 0 {
        let old = report_hours::table.filter(report_hours::hour.lt(hour - REMEMBERED));
        diesel::delete(old).execute(conn)?;
    }
    let left = report_hours::table
        .find(hour)
        .filter(report_hours::hidden.lt(most));
    diesel::update(left)
        .set(report_hours::hidden.eq(report_hours::hidden + 1))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Notes why a report waits.
pub fn queue(conn: &mut Conn, report: i64, why: Held) -> QueryResult<()> {
    diesel::update(reports::table.find(report))
        .set(reports::queued.eq(why.word()))
        .execute(conn)
        .map(|_| ())
}

/// How many open reports the breaker has held back.
pub fn waiting(conn: &mut Conn) -> QueryResult<i64> {
    reports::table
        .filter(reports::decision.is_null())
        .filter(reports::queued.eq(Held::Breaker.word()))
        .count()
        .get_result(conn)
}

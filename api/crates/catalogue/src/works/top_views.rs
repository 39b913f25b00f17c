//! Views of works by day. Of a day that has passed, housekeeping keeps the [`MAX_PER_DAY`] most viewed works; so the views of a
//! work over several days are those of the days on which it was among them.

use std::cmp::Reverse;

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::result::QueryResult;
use diesel::sql_types::BigInt;
use yingku_db::schema::{daily_work_views, works};
use yingku_db::{Conn, dialect};

/// Works kept of a day.
pub const MAX_PER_DAY: usize = 200;

/// Days before the current one that are looked at: older ones were cut when they were.
const CUT_DAYS: i32 = 7;

/// Deletes at most `rows` views beyond the most viewed works of a day before `today`. Returns how many.
pub fn cut(conn: &mut Conn, today: i32, rows: i64) -> QueryResult<usize> {
    let day = format!(
        "(SELECT day FROM daily_work_views WHERE day >= $1 - {CUT_DAYS} AND day < $1 \
         GROUP BY day HAVING count(*) > {MAX_PER_DAY} ORDER BY day LIMIT 1)"
    );
    let statement = format!(
        "DELETE FROM daily_work_views WHERE day = {day} AND work_id IN \
         (SELECT work_id FROM daily_work_views WHERE day = {day} \
         ORDER BY views DESC, work_id LIMIT $2 OFFSET {MAX_PER_DAY})"
    );
    dialect::run_cleanup(conn, &statement, i64::from(today), rows)
}

/// A work and its views.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopWork {
    /// Its id.
    pub id: i64,
    /// Its number.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Its views in the period.
    pub views: i64,
}

/// Adds views to a day, in the order of the works.
pub(crate) fn add(conn: &mut Conn, day: i32, views: &[(i64, i64)]) -> QueryResult<()> {
    for (work, views) in views {
        let row = (
            daily_work_views::day.eq(day),
            daily_work_views::work_id.eq(work),
            daily_work_views::views.eq(views),
        );
        yingku_db::on_engine!(conn, c => diesel::insert_into(daily_work_views::table)
            .values(row)
            .on_conflict((daily_work_views::day, daily_work_views::work_id))
            .do_update()
            .set(daily_work_views::views.eq(daily_work_views::views + views))
            .execute(c))?;
    }
    Ok(())
}

/// The most viewed works from the day `first` to `last`, inclusive.
pub fn top(conn: &mut Conn, first: i32, last: i32, limit: i64) -> QueryResult<Vec<TopWork>> {
    let sum = || sql::<BigInt>("CAST(sum(views) AS BIGINT)");
    let found: Vec<(i64, i64)> = daily_work_views::table
        .filter(daily_work_views::day.between(first, last))
        .group_by(daily_work_views::work_id)
        .select((daily_work_views::work_id, sum()))
        .order((sum().desc(), daily_work_views::work_id))
        .limit(limit)
        .load(conn)?;
    let ids: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
    let named: Vec<(i64, String, String)> = works::table
        .filter(works::id.eq_any(ids))
        .select((works::id, works::number, works::title))
        .load(conn)?;
    let views_of = |id: i64| found.iter().find(|(found, _)| *found == id);
    let mut top: Vec<TopWork> = named
        .into_iter()
        .map(|(id, number, title)| TopWork {
            id,
            number,
            title,
            views: views_of(id).map_or(0, |(_, views)| *views),
        })
        .collect();
    top.sort_by_key(|work| (Reverse(work.views), work.id));
    Ok(top)
}

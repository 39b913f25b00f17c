//! The works' counters of collects and likes. They change in the same transaction as their cause, which also notifies
//! the works index.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::schema::{collection_items, likes, works};
use yingku_db::{Conn, outbox};

/// Adds `by` to the likes of a work, and returns its public number of likes.
pub fn shift_likes(conn: &mut Conn, work: i64, by: i64, now: i64) -> QueryResult<i64> {
    let shift = || diesel::update(works::table.find(work)).set(works::likes.eq(works::likes + by));
    let (likes, hidden): (i64, bool) = yingku_db::on_engine!(conn, c => shift()
        .returning((works::likes, works::hidden))
        .get_result(c))?;
    outbox::record_counters(conn, &[work], now)?;
    Ok(if hidden { 0 } else { likes })
}

/// Adds `by` to the collects of these works.
pub fn shift_collects(conn: &mut Conn, works: &[i64], by: i64, now: i64) -> QueryResult<()> {
    for work in sorted(works) {
        diesel::update(works::table.find(work))
            .set(works::collects.eq(works::collects + by))
            .execute(conn)?;
    }
    outbox::record_counters(conn, works, now)
}

/// Erases a member's collects and likes, at most `rows` works of each by id, and returns how many.
pub fn erase_rows(conn: &mut Conn, user: i64, now: i64, rows: i64) -> QueryResult<usize> {
    let collected: Vec<i64> = collection_items::table
        .filter(collection_items::user_id.eq(user))
        .select(collection_items::work_id)
        .distinct()
        .order(collection_items::work_id)
        .limit(rows)
        .load(conn)?;
    let liked: Vec<i64> = likes::table
        .filter(likes::user_id.eq(user))
        .select(likes::work_id)
        .order(likes::work_id)
        .limit(rows)
        .load(conn)?;
    // One pass over both: a second one would break the lock order.
    let touched: BTreeSet<i64> = collected.iter().chain(&liked).copied().collect();
    let touched: Vec<i64> = touched.into_iter().collect();
    lock_works(conn, &touched)?;
    diesel::update(works::table.filter(works::id.eq_any(&collected)))
        .set(works::collects.eq(works::collects - 1))
        .execute(conn)?;
    diesel::update(works::table.filter(works::id.eq_any(&liked)))
        .set(works::likes.eq(works::likes - 1))
        .execute(conn)?;
    let items = collection_items::table
        .filter(collection_items::user_id.eq(user))
        .filter(collection_items::work_id.eq_any(&collected));
    diesel::delete(items).execute(conn)?;
    let likes = likes::table
        .filter(likes::user_id.eq(user))
        .filter(likes::work_id.eq_any(&liked));
    diesel::delete(likes).execute(conn)?;
    outbox::record_counters(conn, &touched, now)?;
    Ok(collected.len().max(liked.len()))
}

/// Locks the rows of works by id, the order of every writer. SQLite has one writer at a time anyway.
fn lock_works(conn: &mut Conn, works: &[i64]) -> QueryResult<()> {
    if let Conn::Postgres(conn) = conn {
        works::table
            .filter(works::id.eq_any(works))
            .select(works::id)
            .order(works::id)
            .for_no_key_update()
            .load::<i64>(conn)?;
    }
    Ok(())
}

/// By id: all writers lock works in this order, which avoids deadlocks.
fn sorted(works: &[i64]) -> Vec<i64> {
    let mut works = works.to_vec();
    works.sort_unstable();
    works
}

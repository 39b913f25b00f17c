//! The numbers of collects and likes that works carry. They move in the transaction of their cause, which
//! also tells the works index.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::result::QueryResult;

use crate::db::schema::{collection_items, likes, works};
use crate::db::{Conn, outbox};

/// Moves one counter of each of these works; a macro, because diesel gives every column a type of its own.
macro_rules! shift {
    ($conn:expr, $works:expr, $counter:ident, $by:expr, $now:expr) => {{
        for work in in_order($works) {
            diesel::update(works::table.find(work))
                .set(works::$counter.eq(works::$counter + $by))
                .execute($conn)?;
        }
        outbox::record_counters($conn, $works, $now)
    }};
}

/// One more or one less member likes each of these works.
pub fn shift_likes(conn: &mut Conn, works: &[i64], by: i64, now: i64) -> QueryResult<()> {
    shift!(conn, works, likes, by, now)
}

/// One more or one less member has collected each of these works.
pub fn shift_collects(conn: &mut Conn, works: &[i64], by: i64, now: i64) -> QueryResult<()> {
    shift!(conn, works, collects, by, now)
}

/// Takes back what a member has collected and liked, `rows` works of each at most, by their ids; says how many it was.
pub fn take_back(conn: &mut Conn, user: i64, now: i64, rows: i64) -> QueryResult<usize> {
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
    // In one pass over both: a second one would break the order.
    let kept: BTreeSet<i64> = collected.iter().chain(&liked).copied().collect();
    let kept: Vec<i64> = kept.into_iter().collect();
    lock_works(conn, &kept)?;
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
    outbox::record_counters(conn, &kept, now)?;
    Ok(collected.len().max(liked.len()))
}

/// Holds the rows of works until the transaction ends, taken by id like everywhere. SQLite's one writer holds
/// all there is.
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

/// By id, as every writer of many works takes them, so that none waits for another in a circle.
fn in_order(works: &[i64]) -> Vec<i64> {
    let mut works = works.to_vec();
    works.sort_unstable();
    works
}

/// How many members like the work, as everybody may see it.
pub fn likes_of(conn: &mut Conn, work: i64) -> QueryResult<i64> {
    works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .select(works::likes)
        .first(conn)
        .optional()
        .map(Option::unwrap_or_default)
}

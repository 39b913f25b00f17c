//! The numbers of collects and likes that works carry. They move in the transaction of their cause, which
//! also tells the works index.

use diesel::prelude::*;
use diesel::result::QueryResult;

use crate::db::schema::{users, works};
use crate::db::{Conn, outbox};

/// Holds the member's row until the transaction ends: two changes of one library, each of which looks before
/// it writes, come one after the other, and none comes amid the end of the account. On SQLite every writer
/// comes after the other anyway.
///
/// # Errors
/// `NotFound` for a member who is gone.
pub fn hold_member(conn: &mut Conn, user: i64) -> QueryResult<()> {
    let held: i64 = match conn {
        Conn::Sqlite(conn) => users::table.find(user).select(users::id).first(conn)?,
        Conn::Postgres(conn) => users::table
            .find(user)
            .select(users::id)
            .for_no_key_update()
            .first(conn)?,
    };
    debug_assert_eq!(held, user);
    Ok(())
}

/// Whether a work is there to be seen.
///
/// # Errors
/// The statement's.
pub fn is_visible(conn: &mut Conn, work: i64) -> QueryResult<bool> {
    let found: Option<i64> = works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .select(works::id)
        .first(conn)
        .optional()?;
    Ok(found.is_some())
}

/// One more or one less member likes each of these works.
///
/// # Errors
/// The statement's.
pub fn shift_likes(conn: &mut Conn, works: &[i64], by: i64, now: i64) -> QueryResult<()> {
    for work in in_order(works) {
        diesel::update(works::table.find(work))
            .set(works::likes.eq(works::likes + by))
            .execute(conn)?;
    }
    outbox::record(conn, works, now)
}

/// One more or one less member has collected each of these works.
///
/// # Errors
/// The statement's.
pub fn shift_collects(conn: &mut Conn, works: &[i64], by: i64, now: i64) -> QueryResult<()> {
    for work in in_order(works) {
        diesel::update(works::table.find(work))
            .set(works::collects.eq(works::collects + by))
            .execute(conn)?;
    }
    outbox::record(conn, works, now)
}

/// By id, as every writer of many works takes them, so that none waits for another in a circle.
fn in_order(works: &[i64]) -> Vec<i64> {
    let mut works = works.to_vec();
    works.sort_unstable();
    works
}

/// How many members like the work, as everybody may see it.
///
/// # Errors
/// The statement's.
pub fn likes_of(conn: &mut Conn, work: i64) -> QueryResult<i64> {
    works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .select(works::likes)
        .first(conn)
        .optional()
        .map(Option::unwrap_or_default)
}

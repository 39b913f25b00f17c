//! Members' followed and hidden terms move with a merge, after the works.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::schema::{follows, hidden_terms};

/// Moves at most `max` rows of one table from a term to another; a member with both keeps one. A macro, because every
/// diesel table has a type of its own.
macro_rules! move_rows {
    ($conn:expr, $table:ident, $from:expr, $into:expr, $max:expr) => {{
        let of = |term: i64| $table::table.filter($table::term_id.eq(term));
        let members: Vec<i64> = of($from)
            .select($table::user_id)
            .order($table::user_id)
            .limit($max)
            .load($conn)?;
        let both: Vec<i64> = of($into)
            .select($table::user_id)
            .filter($table::user_id.eq_any(&members))
            .load($conn)?;
        diesel::delete(of($from).filter($table::user_id.eq_any(both))).execute($conn)?;
        diesel::update(of($from).filter($table::user_id.eq_any(&members)))
            .set($table::term_id.eq($into))
            .execute($conn)?;
        members.len()
    }};
}

/// Moves the rows of at most `max` members from a merged term, and returns their number. No new rows for the merged
/// term appear, because writers lock the names ([`super::names::lock_shared`]).
pub fn move_batch(conn: &mut Conn, from: i64, into: i64, max: i64) -> QueryResult<usize> {
    let followed = move_rows!(conn, follows, from, into, max);
    let hidden = move_rows!(conn, hidden_terms, from, into, max);
    Ok(followed + hidden)
}

//! What a member has done with a work, as its page says.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::result::QueryResult;

use crate::db::Conn;
use crate::db::schema::{collection_items, likes};

/// What a member has done with a work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kept {
    /// It is in a collection.
    pub collect: bool,
    /// It is liked.
    pub like: bool,
}

/// What a member has done with a work.
pub fn kept_by(conn: &mut Conn, user: i64, work: i64) -> QueryResult<Kept> {
    let collected = collection_items::table
        .filter(collection_items::user_id.eq(user))
        .filter(collection_items::work_id.eq(work));
    let liked = likes::table
        .filter(likes::user_id.eq(user))
        .filter(likes::work_id.eq(work));
    Ok(Kept {
        collect: diesel::select(exists(collected)).get_result(conn)?,
        like: diesel::select(exists(liked)).get_result(conn)?,
    })
}

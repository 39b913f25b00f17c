//! Whether a member has collected or liked a work.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::schema::{collection_items, likes};

/// A member's reactions to a work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reactions {
    /// In a collection.
    pub collect: bool,
    /// Liked.
    pub like: bool,
}

/// A member's reactions to a work.
pub fn reactions_of(conn: &mut Conn, user: i64, work: i64) -> QueryResult<Reactions> {
    let collected = collection_items::table
        .filter(collection_items::user_id.eq(user))
        .filter(collection_items::work_id.eq(work));
    let liked = likes::table
        .filter(likes::user_id.eq(user))
        .filter(likes::work_id.eq(work));
    Ok(Reactions {
        collect: diesel::select(exists(collected)).get_result(conn)?,
        like: diesel::select(exists(liked)).get_result(conn)?,
    })
}

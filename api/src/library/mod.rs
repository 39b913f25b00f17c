//! What members keep: collections of works, and likes. Nothing here is seen by anybody else.
//!
//! - [`collections`]: making, naming and deleting collections;
//! - [`items`]: putting a work into collections and taking it out, at most five at once;
//! - [`likes`]: which works a member likes;
//! - [`counters`]: the works' numbers of collects and likes, moved in the same transaction as their cause;
//! - [`member_data`]: what a member can take along, and what has to follow when the account ends.

pub mod collections;
pub mod counters;
pub mod items;
pub mod likes;
pub mod member_data;
pub mod refusal;

use diesel::result::QueryResult;

use crate::db::Conn;
use crate::http::endpoint::Endpoints;

/// The library's calls.
pub fn endpoints() -> Endpoints {
    collections::routes::endpoints()
        .and(items::routes::endpoints())
        .and(likes::routes::endpoints())
}

/// What a member has done with a work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kept {
    /// It is in a collection.
    pub collect: bool,
    /// It is liked.
    pub like: bool,
}

/// What a member has done with a work.
///
/// # Errors
/// The statement's.
pub fn kept_by(conn: &mut Conn, user: i64, work: i64) -> QueryResult<Kept> {
    Ok(Kept {
        collect: !items::queries::collections_of(conn, user, work)?.is_empty(),
        like: likes::queries::has(conn, user, work)?,
    })
}

//! Streams of works in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::works;

/// Whether a work can be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Online {
    /// There is no stream.
    No,
    /// There is one.
    Yes,
    /// It is being made.
    Transcoding,
}

/// Whether a visible work can be watched.
pub fn online(conn: &mut Conn, work: i64) -> QueryResult<Online> {
    let is_online: i16 = works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .select(works::is_online)
        .first(conn)?;
    Ok(match is_online {
        1 => Online::Yes,
        2 => Online::Transcoding,
        _ => Online::No,
    })
}

/// What the catalogue says about where the stream of a work is that is visible and can be watched.
pub fn stream(conn: &mut Conn, work: i64) -> QueryResult<String> {
    works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .filter(works::is_online.eq(1))
        .select(works::m3u8)
        .first(conn)
}

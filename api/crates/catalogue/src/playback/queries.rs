//! Streams of works in the database.

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::schema::works;

/// The state of a work's stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StreamState {
    /// No stream.
    No,
    /// Available; the work's own address of a stream, perhaps on another host.
    Yes(String),
    /// Being transcoded.
    Transcoding,
}

/// The state of a visible work's stream.
pub fn stream_state(conn: &mut Conn, work: i64) -> QueryResult<StreamState> {
    let (is_online, address): (i16, String) = works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .select((works::is_online, works::m3u8))
        .first(conn)?;
    Ok(match is_online {
        1 => StreamState::Yes(address),
        2 => StreamState::Transcoding,
        _ => StreamState::No,
    })
}

/// The stream path of a visible work with a stream.
pub fn stream(conn: &mut Conn, work: i64) -> QueryResult<String> {
    works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .filter(works::is_online.eq(1))
        .select(works::m3u8)
        .first(conn)
}

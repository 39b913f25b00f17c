//! Download requests in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{download_requests, magnets, works};

/// A new request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRequest {
    /// Id of the row.
    pub id: i64,
    /// The member.
    pub user: i64,
    /// The work.
    pub work: i64,
    /// Info hash of the link: 40 hex digits.
    pub info_hash: String,
}

/// Whether a visible work has this link; `NotFound` without the work.
pub fn has_link(conn: &mut Conn, work: i64, info_hash: &str) -> QueryResult<bool> {
    works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .select(works::id)
        .first::<i64>(conn)?;
    let links: i64 = magnets::table
        .filter(magnets::work_id.eq(work))
        .filter(magnets::info_hash.eq(info_hash))
        .count()
        .get_result(conn)?;
    Ok(links > 0)
}

/// Stores a request at `now`, seconds; a repeat changes nothing.
pub fn add(conn: &mut Conn, request: &NewRequest, now: i64) -> QueryResult<()> {
    let row = (
        download_requests::id.eq(request.id),
        download_requests::user_id.eq(request.user),
        download_requests::work_id.eq(request.work),
        download_requests::info_hash.eq(&request.info_hash),
        download_requests::status.eq("open"),
        download_requests::created_at.eq(now),
    );
    crate::on_engine!(conn, c => diesel::insert_into(download_requests::table)
        .values(row)
        .on_conflict((download_requests::user_id, download_requests::work_id, download_requests::info_hash))
        .do_nothing()
        .execute(c))
    .map(|_| ())
}

/// A request in the member's export: the work's number, the info hash, the status and the time.
pub type OwnRequest = (String, String, String, i64);

/// A member's requests, oldest first.
pub fn by_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<OwnRequest>> {
    download_requests::table
        .inner_join(works::table)
        .filter(download_requests::user_id.eq(user))
        .order((download_requests::created_at, download_requests::id))
        .select((
            works::number,
            download_requests::info_hash,
            download_requests::status,
            download_requests::created_at,
        ))
        .load(conn)
}

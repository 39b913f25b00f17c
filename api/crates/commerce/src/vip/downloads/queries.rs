//! Download requests in the database.

use diesel::prelude::*;
use yingku_access::auth::users::lock_member;
use yingku_catalogue::works::model::WorkRow;
use yingku_db::Conn;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{download_requests, magnets, works};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::{RequestRow, RequestStatus};

/// Open requests per member: each of them is work for an operator.
pub const MAX_OPEN: i64 = 20;

diesel::define_sql_function! {
    /// The first time that is not null.
    #[sql_name = "coalesce"]
    fn first_of(one: diesel::sql_types::Nullable<diesel::sql_types::BigInt>, other: diesel::sql_types::BigInt) -> diesel::sql_types::BigInt;
}

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
pub fn add(conn: &mut Conn, request: &NewRequest, now: i64) -> Result<(), ApiError> {
    lock_member(conn, request.user)?;
    let own = || download_requests::table.filter(download_requests::user_id.eq(request.user));
    let same = own()
        .filter(download_requests::work_id.eq(request.work))
        .filter(download_requests::info_hash.eq(&request.info_hash));
    if diesel::select(diesel::dsl::exists(same)).get_result(conn)? {
        return Ok(());
    }
    let open: i64 = own()
        .filter(download_requests::status.eq(RequestStatus::Open))
        .count()
        .get_result(conn)?;
    if open >= MAX_OPEN {
        return Err(ErrorKind::DownloadsOfMember.into());
    }
    let row = (
        download_requests::id.eq(request.id),
        download_requests::user_id.eq(request.user),
        download_requests::work_id.eq(request.work),
        download_requests::info_hash.eq(&request.info_hash),
        download_requests::status.eq(RequestStatus::Open),
        download_requests::created_at.eq(now),
    );
    diesel::insert_into(download_requests::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// A request and its work.
pub type RequestOfWork = (RequestRow, WorkRow);

/// One page of a member's requests for visible works, last changed first, and the total; only those for `work`, if it is given.
pub fn page(
    conn: &mut Conn,
    user: i64,
    work: Option<i64>,
    page: Page,
) -> QueryResult<(Vec<RequestOfWork>, i64)> {
    let own = || {
        let of_member = download_requests::table
            .inner_join(works::table)
            .filter(download_requests::user_id.eq(user))
            .filter(works::hidden.eq(false));
        match work {
            Some(work) => of_member
                .filter(download_requests::work_id.eq(work))
                .into_boxed(),
            None => of_member.into_boxed(),
        }
    };
    let total = own().count().get_result(conn)?;
    let changed = first_of(download_requests::decided_at, download_requests::created_at);
    let rows = own()
        .select((RequestRow::as_select(), WorkRow::as_select()))
        .order((changed.desc(), download_requests::id.desc()))
        .paged(page)
        .load(conn)?;
    Ok((rows, total))
}

/// Marks the decisions on these requests as seen by the member.
pub fn mark_seen(conn: &mut Conn, requests: &[i64]) -> QueryResult<()> {
    diesel::update(download_requests::table.filter(download_requests::id.eq_any(requests)))
        .set(download_requests::unread.eq(false))
        .execute(conn)
        .map(|_| ())
}

/// The number of the member's requests with an unseen decision.
pub fn count_unread(conn: &mut Conn, user: i64) -> QueryResult<i64> {
    download_requests::table
        .inner_join(works::table)
        .filter(download_requests::user_id.eq(user))
        .filter(download_requests::unread.eq(true))
        .filter(works::hidden.eq(false))
        .count()
        .get_result(conn)
}

/// A member's requests with the numbers of their works, oldest first.
pub fn by_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<(String, RequestRow)>> {
    download_requests::table
        .inner_join(works::table)
        .filter(download_requests::user_id.eq(user))
        .order((download_requests::created_at, download_requests::id))
        .select((works::number, RequestRow::as_select()))
        .load(conn)
}

//! Likes in the database.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use yingku_access::auth::users::lock_member;
use yingku_catalogue::works::model::WorkRow;
use yingku_db::Conn;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{likes, works};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::LikeState;
use crate::library::counters;

/// Most likes of a member, which bounds exports and deletions.
pub const MAX_LIKES: i64 = 5_000;

/// Likes or unlikes a work. Only the request that inserts or deletes the row changes the counter, and only a visible
/// work can be liked.
pub fn set(
    conn: &mut Conn,
    user: i64,
    work: i64,
    like: bool,
    now: i64,
) -> Result<LikeState, ApiError> {
    lock_member(conn, user)?;
    let (changed, by) = match like {
        true => (insert(conn, user, work, now)?, 1),
        false => (
            diesel::delete(likes::table.find((user, work))).execute(conn)?,
            -1,
        ),
    };
    let count = match changed {
        0 => unchanged(conn, user, work, like)?,
        _ => counters::shift_likes(conn, work, by, now)?,
    };
    Ok(LikeState { like, count })
}

/// Inserts the like if the work is visible and the member likes few enough works, hidden ones included.
fn insert(conn: &mut Conn, user: i64, work: i64, now: i64) -> QueryResult<usize> {
    let liked = likes::table.filter(likes::user_id.eq(user)).count();
    let row = works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .filter(liked.single_value().lt(MAX_LIKES))
        .select((
            user.into_sql::<BigInt>(),
            works::id,
            now.into_sql::<BigInt>(),
        ));
    yingku_db::on_engine!(conn, c => diesel::insert_into(likes::table)
        .values(row)
        .into_columns((likes::user_id, likes::work_id, likes::created_at))
        .on_conflict_do_nothing()
        .execute(c))
}

/// The work's number of likes, when nothing was changed; 422 if that is because the member likes too many.
fn unchanged(conn: &mut Conn, user: i64, work: i64, like: bool) -> Result<i64, ApiError> {
    let own = likes::table.filter(likes::user_id.eq(user));
    let (count, is_liked): (i64, bool) = works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .select((works::likes, exists(own.filter(likes::work_id.eq(work)))))
        .first(conn)?;
    match like && !is_liked {
        true => Err(ErrorKind::LikesOfMember.into()),
        false => Ok(count),
    }
}

/// The ids of all works a member likes, latest first, including hidden works.
pub fn ids(conn: &mut Conn, user: i64) -> QueryResult<Vec<i64>> {
    likes::table
        .select(likes::work_id)
        .filter(likes::user_id.eq(user))
        .order((likes::created_at.desc(), likes::work_id.desc()))
        .load(conn)
}

/// One page of the visible works a member likes, latest first, and the total.
pub fn page(conn: &mut Conn, user: i64, page: Page) -> QueryResult<(Vec<WorkRow>, i64)> {
    let liked = || {
        likes::table
            .inner_join(works::table)
            .filter(likes::user_id.eq(user))
            .filter(works::hidden.eq(false))
    };
    let total = liked().count().get_result(conn)?;
    let rows = liked()
        .select(WorkRow::as_select())
        .order((likes::created_at.desc(), likes::work_id.desc()))
        .paged(page)
        .load(conn)?;
    Ok((rows, total))
}

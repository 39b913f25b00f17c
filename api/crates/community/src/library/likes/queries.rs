//! Likes in the database.

use diesel::prelude::*;
use yingku_access::auth::users::lock_member;
use yingku_catalogue::works::model::WorkRow;
use yingku_catalogue::works::reactions::reactions_of;
use yingku_catalogue::works::visibility::is_visible;
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
    let changed = if like {
        if !is_visible(conn, work)? {
            return Err(ErrorKind::NotFound.into());
        }
        if count_by(conn, user)? >= MAX_LIKES && !reactions_of(conn, user, work)?.like {
            return Err(ErrorKind::LikesOfMember.into());
        }
        let row = (
            likes::user_id.eq(user),
            likes::work_id.eq(work),
            likes::created_at.eq(now),
        );
        yingku_db::on_engine!(conn, c => diesel::insert_into(likes::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(c))?
    } else {
        diesel::delete(likes::table.find((user, work))).execute(conn)?
    };
    if changed > 0 {
        counters::shift_likes(conn, &[work], if like { 1 } else { -1 }, now)?;
    } else if !is_visible(conn, work)? {
        return Err(ErrorKind::NotFound.into());
    }
    Ok(LikeState {
        like,
        count: counters::count_likes(conn, work)?,
    })
}

/// The member's number of likes, including hidden works.
fn count_by(conn: &mut Conn, user: i64) -> QueryResult<i64> {
    likes::table
        .filter(likes::user_id.eq(user))
        .count()
        .get_result(conn)
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

//! Follows in the database. A follow of a merged term counts as one of the term it was merged into, until it is moved
//! there.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_access::auth::users::lock_member;
use yingku_catalogue::kinds::TermKind;
use yingku_catalogue::terms::detail::queries::{followers, listed};
use yingku_catalogue::terms::names;
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_db::schema::{follows, terms};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::{FollowState, MemberTerm};
use crate::library::listed_terms;

/// Most terms that a member follows, so that one index query can include all of them.
pub const MAX_FOLLOWS: i64 = 500;

/// Follows or unfollows a term. Only a term with visible works can be followed.
pub fn set(
    conn: &mut Conn,
    user: i64,
    term: i64,
    follow: bool,
    now: i64,
) -> Result<FollowState, ApiError> {
    // Blocks concurrent merges and deletions.
    names::lock_shared(conn)?;
    lock_member(conn, user)?;
    let ids = names::with_former_ids(conn, term)?;
    let term = ids.first().copied().unwrap_or(term);
    let is_followed = follows(conn, user, &ids)?;
    if follow && !is_followed {
        listed(conn, term)?;
        if count_by(conn, user)? >= MAX_FOLLOWS {
            return Err(ErrorKind::FollowsOfMember.into());
        }
        let row = (
            follows::user_id.eq(user),
            follows::term_id.eq(term),
            follows::created_at.eq(now),
        );
        diesel::insert_into(follows::table)
            .values(row)
            .execute(conn)?;
    } else if !follow && is_followed {
        let of_member = follows::table.filter(follows::user_id.eq(user));
        diesel::delete(of_member.filter(follows::term_id.eq_any(&ids))).execute(conn)?;
    } else if !follow {
        listed(conn, term)?;
    }
    Ok(FollowState {
        follow,
        count: followers(conn, &ids)?,
    })
}

/// Whether a member follows a term, and how many do; 404 for one that has no visible works and is not followed.
pub fn state(conn: &mut Conn, user: i64, term: i64) -> QueryResult<FollowState> {
    let ids = names::with_former_ids(conn, term)?;
    let follow = follows(conn, user, &ids)?;
    if !follow {
        listed(conn, ids.first().copied().unwrap_or(term))?;
    }
    Ok(FollowState {
        follow,
        count: followers(conn, &ids)?,
    })
}

/// Whether a member follows any of these ids of one term.
fn follows(conn: &mut Conn, user: i64, ids: &[i64]) -> QueryResult<bool> {
    let of_member = follows::table.filter(follows::user_id.eq(user));
    diesel::select(diesel::dsl::exists(
        of_member.filter(follows::term_id.eq_any(ids)),
    ))
    .get_result(conn)
}

/// The member's number of follows.
fn count_by(conn: &mut Conn, user: i64) -> QueryResult<i64> {
    follows::table
        .filter(follows::user_id.eq(user))
        .count()
        .get_result(conn)
}

/// The terms a member follows and since when (seconds), latest first, each once.
pub fn followed(conn: &mut Conn, user: i64) -> QueryResult<Vec<(i64, i64)>> {
    let rows: Vec<(i64, Option<i64>, i64)> = follows::table
        .inner_join(terms::table)
        .filter(follows::user_id.eq(user))
        .select((follows::term_id, terms::merged_into, follows::created_at))
        .order((follows::created_at.desc(), follows::term_id.desc()))
        .load(conn)?;
    Ok(listed_terms::resolve_merged(rows))
}

/// One page of the terms a member follows, latest first, and the total.
pub fn page(
    conn: &mut Conn,
    user: i64,
    kind: Option<TermKind>,
    page: Page,
) -> QueryResult<(Vec<MemberTerm>, i64)> {
    let followed = followed(conn, user)?;
    let mut kept = listed_terms::named(conn, followed)?;
    kept.retain(|term| kind.is_none_or(|kind| kind == term.kind));
    let total = i64::try_from(kept.len()).unwrap_or(i64::MAX);
    Ok((page.of(kept), total))
}

/// All ids of the terms a member follows, including those of terms merged into them.
pub fn followed_ids(conn: &mut Conn, user: i64) -> QueryResult<Vec<i64>> {
    let ids: Vec<i64> = followed(conn, user)?
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    names::all_with_former_ids(conn, &ids)
}

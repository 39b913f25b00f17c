//! Works in collections in the database.

use std::collections::BTreeSet;

use diesel::dsl::{count, max};
use diesel::prelude::*;
use yingku_access::auth::users::lock_member;
use yingku_catalogue::works;
use yingku_catalogue::works::model::WorkRow;
use yingku_catalogue::works::visibility::is_visible;
use yingku_db::Conn;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{collection_items, collections, works as works_table};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::Change;
use super::places::moves;
use crate::library::collections::queries::ensure_default;
use crate::library::counters;

/// Most works in one collection; also a constraint of the table.
pub const MAX_WORKS: i32 = 2_000;

/// Changes which of a member's collections a work is in, and returns those it is in afterwards. Roll back on error.
pub fn change(
    conn: &mut Conn,
    (user, work): (i64, i64),
    change: Change,
    now: i64,
) -> Result<Vec<i64>, ApiError> {
    lock_member(conn, user)?;
    let before = places(conn, user, work)?;
    let current: BTreeSet<i64> = before.iter().map(|(collection, _)| *collection).collect();
    let after = match change {
        Change::IntoDefault => {
            let default = ensure_default(conn, user, now)?;
            current.iter().copied().chain([default]).collect()
        }
        Change::Into(more) => &current | &own_only(conn, user, more)?,
        Change::OutOf(some) => &current - &own_only(conn, user, some)?,
        Change::OutOfAll => BTreeSet::new(),
        Change::Exactly(these) => own_only(conn, user, these)?,
    };
    // A hidden work can still be removed from collections.
    let may_stay = current.is_superset(&after) && !current.is_empty();
    if !may_stay && !is_visible(conn, work)? {
        return Err(ErrorKind::NotFound.into());
    }
    let moves = moves(&before, &after).ok_or(ErrorKind::CollectionsOfWork)?;
    remove(conn, work, &moves.leave)?;
    for (collection, place) in moves.enter {
        insert(conn, (user, work), collection, place, now)?;
    }
    match (current.is_empty(), after.is_empty()) {
        (true, false) => counters::shift_collects(conn, &[work], 1, now)?,
        (false, true) => counters::shift_collects(conn, &[work], -1, now)?,
        _ => {}
    }
    Ok(after.into_iter().collect())
}

/// The member's collections with a work, and its place in each.
fn places(conn: &mut Conn, user: i64, work: i64) -> QueryResult<Vec<(i64, i16)>> {
    collection_items::table
        .select((collection_items::collection_id, collection_items::place))
        .filter(collection_items::user_id.eq(user))
        .filter(collection_items::work_id.eq(work))
        .order(collection_items::collection_id)
        .load(conn)
}

/// `ids`, if all of them are the member's collections.
fn own_only(conn: &mut Conn, user: i64, ids: BTreeSet<i64>) -> Result<BTreeSet<i64>, ApiError> {
    let found: i64 = collections::table
        .filter(collections::user_id.eq(user))
        .filter(collections::id.eq_any(ids.iter().copied().collect::<Vec<_>>()))
        .count()
        .get_result(conn)?;
    if usize::try_from(found) == Ok(ids.len()) {
        Ok(ids)
    } else {
        Err(ErrorKind::NotFound.into())
    }
}

fn remove(conn: &mut Conn, work: i64, from: &[i64]) -> QueryResult<()> {
    for collection in from {
        diesel::delete(collection_items::table.find((collection, work))).execute(conn)?;
        diesel::update(collections::table.find(collection))
            .set(collections::works.eq(collections::works - 1))
            .execute(conn)?;
    }
    Ok(())
}

fn insert(
    conn: &mut Conn,
    (user, work): (i64, i64),
    collection: i64,
    place: i16,
    now: i64,
) -> Result<(), ApiError> {
    let has_room = collections::table
        .find(collection)
        .filter(collections::works.lt(MAX_WORKS));
    let counted = diesel::update(has_room)
        .set(collections::works.eq(collections::works + 1))
        .execute(conn)?;
    if counted == 0 {
        return Err(ErrorKind::CollectionFull.into());
    }
    diesel::insert_into(collection_items::table)
        .values((
            collection_items::collection_id.eq(collection),
            collection_items::work_id.eq(work),
            collection_items::user_id.eq(user),
            collection_items::place.eq(place),
            collection_items::created_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

/// The member's collections with a work.
pub fn collections_of(conn: &mut Conn, user: i64, work: i64) -> QueryResult<Vec<i64>> {
    let places = places(conn, user, work)?;
    Ok(places
        .into_iter()
        .map(|(collection, _)| collection)
        .collect())
}

/// The ids of all works in one of the member's collections, or in any of them, each once, latest first, including hidden
/// works.
pub fn ids(conn: &mut Conn, user: i64, collection: Option<i64>) -> Result<Vec<i64>, ApiError> {
    let latest = (
        max(collection_items::created_at).desc(),
        collection_items::work_id.desc(),
    );
    let collected = collection_items::table
        .filter(collection_items::user_id.eq(user))
        .group_by(collection_items::work_id)
        .select(collection_items::work_id)
        .order(latest);
    let Some(collection) = collection else {
        return Ok(collected.load(conn)?);
    };
    own_only(conn, user, BTreeSet::from([collection]))?;
    Ok(collected
        .filter(collection_items::collection_id.eq(collection))
        .load(conn)?)
}

/// One page of the visible works in one of the member's collections, latest first, and the total.
pub fn page_of_one(
    conn: &mut Conn,
    user: i64,
    collection: i64,
    page: Page,
) -> Result<(Vec<WorkRow>, i64), ApiError> {
    own_only(conn, user, BTreeSet::from([collection]))?;
    let collected = || {
        collection_items::table
            .inner_join(works_table::table)
            .filter(collection_items::collection_id.eq(collection))
            .filter(works_table::hidden.eq(false))
    };
    let total = collected().count().get_result(conn)?;
    let rows = collected()
        .select(WorkRow::as_select())
        .order((
            collection_items::created_at.desc(),
            collection_items::work_id.desc(),
        ))
        .paged(page)
        .load(conn)?;
    Ok((rows, total))
}

/// One page of the visible works in any of the member's collections, each once, latest first, and the total.
pub fn page_of_all(conn: &mut Conn, user: i64, page: Page) -> QueryResult<(Vec<WorkRow>, i64)> {
    let collected = || {
        collection_items::table
            .inner_join(works_table::table)
            .filter(collection_items::user_id.eq(user))
            .filter(works_table::hidden.eq(false))
    };
    let total = collected()
        .select(count(collection_items::work_id).aggregate_distinct())
        .first(conn)?;
    let ids: Vec<i64> = collected()
        .group_by(collection_items::work_id)
        .select(collection_items::work_id)
        .order((
            max(collection_items::created_at).desc(),
            collection_items::work_id.desc(),
        ))
        .paged(page)
        .load(conn)?;
    Ok((works::queries::by_ids(conn, &ids)?, total))
}

//! Collections in the database.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use yingku_access::auth::users::lock_member;
use yingku_db::Conn;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{collection_items, collections, works};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::{CollectionRow, DEFAULT_NAME, Details};
use crate::library::counters;

/// Collections per member besides the default one: together they fit on one page of the member centre (R9.9).
pub const MAX_COLLECTIONS: i64 = 49;

/// A collection and the visible work added last.
pub type WithLastWork = (CollectionRow, Option<i64>);

/// One page of the member's collections, the default one first, then by age, and the total.
pub fn page(conn: &mut Conn, user: i64, page: Page) -> QueryResult<(Vec<WithLastWork>, i64)> {
    let total = collections::table
        .filter(collections::user_id.eq(user))
        .count()
        .get_result(conn)?;
    let rows: Vec<CollectionRow> = collections::table
        .select(CollectionRow::as_select())
        .filter(collections::user_id.eq(user))
        .order((collections::is_default.desc(), collections::id))
        .paged(page)
        .load(conn)?;
    let rows = rows.into_iter().map(|row| {
        let last = last_work(conn, row.id)?;
        Ok((row, last))
    });
    Ok((rows.collect::<QueryResult<_>>()?, total))
}

/// The visible work added to a collection last.
pub fn last_work(conn: &mut Conn, collection: i64) -> QueryResult<Option<i64>> {
    collection_items::table
        .inner_join(works::table)
        .select(collection_items::work_id)
        .filter(collection_items::collection_id.eq(collection))
        .filter(works::hidden.eq(false))
        .order((
            collection_items::created_at.desc(),
            collection_items::work_id.desc(),
        ))
        .first(conn)
        .optional()
}

/// Adds a collection.
pub fn add(conn: &mut Conn, row: &CollectionRow) -> Result<(), ApiError> {
    lock_member(conn, row.user_id)?;
    let others: i64 = collections::table
        .filter(collections::user_id.eq(row.user_id))
        .filter(collections::is_default.eq(false))
        .count()
        .get_result(conn)?;
    if others >= MAX_COLLECTIONS {
        return Err(ErrorKind::CollectionsOfMember.into());
    }
    diesel::insert_into(collections::table)
        .values(row)
        .execute(conn)
        .map_err(name_taken)?;
    Ok(())
}

/// Returns the member's default collection and creates it if needed, beyond the limit too. Its id is the member's id,
/// which no other collection can have.
pub fn ensure_default(conn: &mut Conn, user: i64, now: i64) -> QueryResult<i64> {
    let own = || collections::table.filter(collections::user_id.eq(user));
    let default: Option<i64> = own()
        .filter(collections::is_default.eq(true))
        .select(collections::id)
        .first(conn)
        .optional()?;
    if let Some(id) = default {
        return Ok(id);
    }
    // The name is unique, so a collection of that name becomes the default one.
    let namesake: Option<i64> = own()
        .filter(collections::name.eq(DEFAULT_NAME))
        .select(collections::id)
        .first(conn)
        .optional()?;
    if let Some(id) = namesake {
        diesel::update(collections::table.find(id))
            .set(collections::is_default.eq(true))
            .execute(conn)?;
        return Ok(id);
    }
    let details = Details {
        name: DEFAULT_NAME.to_owned(),
        description: String::new(),
        is_private: true,
    };
    let row = CollectionRow {
        is_default: true,
        ..CollectionRow::new(user, user, details, now)
    };
    diesel::insert_into(collections::table)
        .values(&row)
        .execute(conn)?;
    Ok(user)
}

/// Changes the details of the member's collection and returns it.
pub fn rename(
    conn: &mut Conn,
    user: i64,
    collection: i64,
    details: &Details,
    now: i64,
) -> Result<CollectionRow, ApiError> {
    lock_member(conn, user)?;
    let own = collections::table
        .find(collection)
        .filter(collections::user_id.eq(user));
    diesel::update(own)
        .set((
            collections::name.eq(&details.name),
            collections::description.eq(&details.description),
            collections::is_private.eq(details.is_private),
            collections::updated_at.eq(now),
        ))
        .execute(conn)
        .map_err(name_taken)?;
    Ok(own.select(CollectionRow::as_select()).first(conn)?)
}

/// Deletes the member's collection. Works in no other collection are no longer collected.
pub fn delete(conn: &mut Conn, user: i64, collection: i64, now: i64) -> Result<(), ApiError> {
    lock_member(conn, user)?;
    let is_default: bool = collections::table
        .find(collection)
        .filter(collections::user_id.eq(user))
        .select(collections::is_default)
        .first(conn)?;
    if is_default {
        return Err(ErrorKind::CollectionDefault.into());
    }
    let inside: Vec<i64> = collection_items::table
        .select(collection_items::work_id)
        .filter(collection_items::collection_id.eq(collection))
        .load(conn)?;
    diesel::delete(collections::table.find(collection)).execute(conn)?;
    let elsewhere: Vec<i64> = collection_items::table
        .select(collection_items::work_id)
        .filter(collection_items::user_id.eq(user))
        .filter(collection_items::work_id.eq_any(&inside))
        .distinct()
        .load(conn)?;
    let elsewhere: std::collections::HashSet<i64> = elsewhere.into_iter().collect();
    let gone: Vec<i64> = inside
        .into_iter()
        .filter(|work| !elsewhere.contains(work))
        .collect();
    Ok(counters::shift_collects(conn, &gone, -1, now)?)
}

fn name_taken(error: Error) -> ApiError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
            ErrorKind::CollectionNameTaken.into()
        }
        error => error.into(),
    }
}

//! Removes the works of a demo catalogue: those that still have its number and title, and that no operator has edited.

use std::collections::BTreeSet;

use diesel::prelude::*;
use yingku_catalogue::import::record::WorkRecord;
use yingku_catalogue::terms::names;
use yingku_catalogue::works::removal::{Removal, remove};
use yingku_db::Conn;
use yingku_db::schema::works;
use yingku_http_kit::error::ApiError;

/// What came of a removal.
#[derive(Debug, Default)]
pub struct Removed {
    /// Works deleted.
    pub deleted: u64,
    /// Works hidden, because members use them.
    pub hidden: u64,
    /// The terms of the deleted works, by id.
    pub terms: BTreeSet<i64>,
}

/// Removes the works of these records in one transaction at `now` (seconds).
pub fn remove_works(
    conn: &mut Conn,
    records: &[WorkRecord],
    now: i64,
) -> Result<Removed, ApiError> {
    names::lock_shared(conn)?;
    let mut removed = Removed::default();
    for record in records {
        let Some(id) = find(conn, record)? else {
            continue;
        };
        match remove(conn, id, now)? {
            Removal::Deleted(terms) => {
                removed.deleted += 1;
                removed.terms.extend(terms);
            }
            Removal::Hidden => removed.hidden += 1,
        }
    }
    Ok(removed)
}

/// The work of a record, unless it has become another one.
fn find(conn: &mut Conn, record: &WorkRecord) -> QueryResult<Option<i64>> {
    works::table
        .filter(works::mod_id.eq(record.channel))
        .filter(works::number.eq(&record.number))
        .filter(works::title.eq(&record.title))
        .filter(works::curated.eq(0))
        .select(works::id)
        .first(conn)
        .optional()
}

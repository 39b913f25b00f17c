//! Removes the works of a demo catalogue: those that still have its number and title, and that no operator has edited.

use std::collections::BTreeSet;

use diesel::prelude::*;
use yingku_catalogue::import::record::WorkRecord;
use yingku_catalogue::terms::names;
use yingku_catalogue::works::removal::{Removal, remove};
use yingku_db::Conn;
use yingku_db::schema::{settings, works};
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

/// Keys in `settings` of the seeds that have filled the catalogue; the value is the largest number of works.
const KEY: &str = "demo:";

/// Stores that the catalogue was filled with so many works of a seed.
pub fn record_fill(conn: &mut Conn, works: u64, seed: u64) -> QueryResult<()> {
    let before = fills(conn)?.into_iter().find(|(_, of)| *of == seed);
    let largest = before.map_or(works, |(before, _)| before.max(works));
    let value = largest.to_string();
    let row = (
        settings::key.eq(format!("{KEY}{seed}")),
        settings::value.eq(&value),
    );
    yingku_db::on_engine!(conn, c => diesel::insert_into(settings::table)
        .values(row)
        .on_conflict(settings::key)
        .do_update()
        .set(settings::value.eq(&value))
        .execute(c))
    .map(|_| ())
}

/// The numbers of works and the seeds that have filled the catalogue.
pub fn fills(conn: &mut Conn) -> QueryResult<Vec<(u64, u64)>> {
    let rows: Vec<(String, String)> = settings::table
        .filter(settings::key.like(format!("{KEY}%")))
        .load(conn)?;
    let parse = |(key, value): (String, String)| {
        let seed = key.strip_prefix(KEY)?.parse().ok()?;
        Some((value.parse().ok()?, seed))
    };
    Ok(rows.into_iter().filter_map(parse).collect())
}

/// Forgets what has filled the catalogue.
pub fn delete_fills(conn: &mut Conn) -> QueryResult<()> {
    let keys = settings::table.filter(settings::key.like(format!("{KEY}%")));
    diesel::delete(keys).execute(conn).map(|_| ())
}

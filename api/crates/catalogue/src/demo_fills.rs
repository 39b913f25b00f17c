//! With what the catalogue was filled by `yingku demo`, so that these works can be removed again.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::schema::settings;

/// Keys in `settings` of the seeds that have filled the catalogue; the value is the largest number of works.
const KEY: &str = "demo:";

/// Stores that the catalogue was filled with so many works of a seed.
pub fn record(conn: &mut Conn, works: u64, seed: u64) -> QueryResult<()> {
    let before = read(conn)?.into_iter().find(|(_, of)| *of == seed);
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
pub fn read(conn: &mut Conn) -> QueryResult<Vec<(u64, u64)>> {
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
pub fn delete(conn: &mut Conn) -> QueryResult<()> {
    let keys = settings::table.filter(settings::key.like(format!("{KEY}%")));
    diesel::delete(keys).execute(conn).map(|_| ())
}

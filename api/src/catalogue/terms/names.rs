//! Which term a name and an id mean. A term that was merged into another one stays as a name that leads there, and
//! so does what a term was called before; an import that uses the name, and an address with the id, find the other.
//!
//! Whoever files works under terms by their names holds the names as they are ([`keep`]) until its transaction ends;
//! whoever gives a name another meaning waits for all of them ([`change`]). The number between them, the epoch, tells
//! those who remember names that they have to look again.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::result::QueryResult;

use crate::db::Conn;
use crate::db::schema::{settings, terms};

/// Key of the epoch among the settings.
const EPOCH: &str = "terms_epoch";

/// Keeps every name's meaning as it is until the transaction ends, and gives the epoch. First in a transaction,
/// before works and terms are held.
///
/// # Errors
/// The statement's.
pub fn keep(conn: &mut Conn) -> QueryResult<i64> {
    let epoch = settings::table.find(EPOCH).select(settings::value);
    let text: String = match conn {
        // SQLite has one writer.
        Conn::Sqlite(conn) => epoch.first(conn)?,
        Conn::Postgres(conn) => epoch.for_share().first(conn)?,
    };
    Ok(text.parse().unwrap_or(0))
}

/// Lets nobody file works under terms until the transaction ends. First in a transaction, as [`keep`].
///
/// # Errors
/// The statement's.
pub fn hold(conn: &mut Conn) -> QueryResult<i64> {
    let epoch = settings::table.find(EPOCH).select(settings::value);
    let text: String = match conn {
        Conn::Sqlite(conn) => epoch.first(conn)?,
        Conn::Postgres(conn) => epoch.for_update().first(conn)?,
    };
    Ok(text.parse().unwrap_or(0))
}

/// [`hold`] for a transaction that gives names another meaning.
///
/// # Errors
/// The statement's.
pub fn change(conn: &mut Conn) -> QueryResult<()> {
    let epoch = hold(conn)?.wrapping_add(1).to_string();
    diesel::update(settings::table.find(EPOCH))
        .set(settings::value.eq(epoch))
        .execute(conn)
        .map(|_| ())
}

/// The terms that these ids lead to; an id that is a term itself leads nowhere.
///
/// # Errors
/// The statement's.
pub fn led_to(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, i64>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let led: Vec<(i64, Option<i64>)> = terms::table
        .select((terms::id, terms::leads_to))
        .filter(terms::id.eq_any(ids))
        .filter(terms::leads_to.is_not_null())
        .load(conn)?;
    let led = led
        .into_iter()
        .filter_map(|(id, leads_to)| Some((id, leads_to?)));
    Ok(led.collect())
}

/// The term that this id means.
///
/// # Errors
/// The statement's.
pub fn meant(conn: &mut Conn, id: i64) -> QueryResult<i64> {
    Ok(led_to(conn, &[id])?.remove(&id).unwrap_or(id))
}

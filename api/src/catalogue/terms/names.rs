//! Which term a name and an id mean. A term that was merged into another one stays as a name that leads there, and
//! so does what a term was called before; an import that uses the name, and an address with the id, find the other.
//!
//! Whoever files works under terms by their names holds the names as they are ([`keep`]) until its transaction ends;
//! whoever gives a name another meaning waits for all of them ([`change`]). The number between them, the epoch, tells
//! those who remember names that they have to look again.

use diesel::prelude::*;
use diesel::result::QueryResult;

use crate::db::Conn;
use crate::db::schema::{settings, terms};

/// Key of the epoch among the settings.
const EPOCH: &str = "terms_epoch";

/// Keeps every name's meaning as it is until the transaction ends, and gives the epoch. First in a transaction,
/// before works and terms are held.
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
pub fn hold(conn: &mut Conn) -> QueryResult<i64> {
    let epoch = settings::table.find(EPOCH).select(settings::value);
    let text: String = match conn {
        Conn::Sqlite(conn) => epoch.first(conn)?,
        Conn::Postgres(conn) => epoch.for_update().first(conn)?,
    };
    Ok(text.parse().unwrap_or(0))
}

/// [`hold`] for a transaction that gives names another meaning.
pub fn change(conn: &mut Conn) -> QueryResult<()> {
    let epoch = hold(conn)?.wrapping_add(1).to_string();
    diesel::update(settings::table.find(EPOCH))
        .set(settings::value.eq(epoch))
        .execute(conn)
        .map(|_| ())
}

/// The term that an id means: itself, or the one it leads to.
pub fn meant(conn: &mut Conn, id: i64) -> QueryResult<i64> {
    let leads_to: Option<Option<i64>> = terms::table
        .find(id)
        .select(terms::leads_to)
        .first(conn)
        .optional()?;
    Ok(leads_to.flatten().unwrap_or(id))
}

/// The ids of the term that an id means: its own, and those that lead to it.
pub fn known_by(conn: &mut Conn, id: i64) -> QueryResult<Vec<i64>> {
    let meant = meant(conn, id)?;
    let former: Vec<i64> = terms::table
        .select(terms::id)
        .filter(terms::leads_to.is_not_null())
        .filter(terms::leads_to.eq(meant))
        .order(terms::id)
        .load(conn)?;
    Ok(std::iter::once(meant).chain(former).collect())
}

//! Resolves the names and ids of terms. The row of a merged term stays and points to the other term (`merged_into`), and a
//! former name is such a row too. So imports with an old name and addresses with an old id find the current term.
//!
//! A transaction that links works to terms by name locks the meaning of names ([`lock_shared`]) until it ends; one that
//! changes the meaning of a name waits for all of these ([`lock_for_change`]) and increases the epoch, which
//! invalidates caches of names.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::like::contains;
use yingku_db::names_contain;
use yingku_db::schema::{settings, terms};
use yingku_search::normalise;

use crate::kinds::TermKind;

/// Key of the epoch in `settings`.
const EPOCH: &str = "terms_epoch";

/// The terms whose names contain a part, as typed or normalised, and their former ids.
pub fn containing(conn: &mut Conn, part: &str) -> QueryResult<HashSet<i64>> {
    let folded = normalise(part);
    let current = terms::table
        .select(terms::id)
        .filter(terms::merged_into.is_null());
    let named: Vec<i64> = match contains(part) == contains(&folded) {
        true => current.filter(names_contain!(part)).load(conn)?,
        false => current
            .filter(names_contain!(part).or(names_contain!(&folded)))
            .load(conn)?,
    };
    let mut found: HashSet<i64> = named.into_iter().collect();
    let former: Vec<(i64, Option<i64>)> = terms::table
        .select((terms::id, terms::merged_into))
        .filter(terms::merged_into.is_not_null())
        .load(conn)?;
    let former = former
        .into_iter()
        .filter(|(_, into)| into.is_some_and(|into| found.contains(&into)));
    let former: Vec<i64> = former.map(|(id, _)| id).collect();
    found.extend(former);
    Ok(found)
}

/// Locks the meaning of all names in shared mode until the transaction ends, and returns the epoch. Must come first in
/// a transaction, before works and terms are locked.
pub fn lock_shared(conn: &mut Conn) -> QueryResult<i64> {
    let epoch = settings::table.find(EPOCH).select(settings::value);
    let text: String = match conn {
        // SQLite has one writer.
        Conn::Sqlite(conn) => epoch.first(conn)?,
        Conn::Postgres(conn) => epoch.for_share().first(conn)?,
    };
    Ok(text.parse().unwrap_or(0))
}

/// [`lock_shared`] in exclusive mode: no other transaction links works to terms until this one ends.
pub fn lock_exclusive(conn: &mut Conn) -> QueryResult<i64> {
    let epoch = settings::table.find(EPOCH).select(settings::value);
    let text: String = match conn {
        Conn::Sqlite(conn) => epoch.first(conn)?,
        Conn::Postgres(conn) => epoch.for_update().first(conn)?,
    };
    Ok(text.parse().unwrap_or(0))
}

/// [`lock_exclusive`] for a transaction that changes the meaning of names; increases the epoch.
pub fn lock_for_change(conn: &mut Conn) -> QueryResult<()> {
    let epoch = lock_exclusive(conn)?.wrapping_add(1).to_string();
    diesel::update(settings::table.find(EPOCH))
        .set(settings::value.eq(epoch))
        .execute(conn)
        .map(|_| ())
}

/// The term that an id means: itself, or the one it was merged into.
pub fn resolve(conn: &mut Conn, id: i64) -> QueryResult<i64> {
    let merged_into: Option<Option<i64>> = terms::table
        .find(id)
        .select(terms::merged_into)
        .first(conn)
        .optional()?;
    Ok(merged_into.flatten().unwrap_or(id))
}

/// The ids of the term that an id means: its current one and its former ones.
pub fn with_former_ids(conn: &mut Conn, id: i64) -> QueryResult<Vec<i64>> {
    let term = resolve(conn, id)?;
    ids_of(conn, term)
}

/// [`with_former_ids`] of a term of this kind; empty if the id means no such term.
pub fn ids_of_kind(conn: &mut Conn, kind: TermKind, id: i64) -> QueryResult<Vec<i64>> {
    let merged_into: Option<Option<i64>> = terms::table
        .find(id)
        .filter(terms::kind.eq(kind))
        .select(terms::merged_into)
        .first(conn)
        .optional()?;
    match merged_into {
        Some(merged_into) => ids_of(conn, merged_into.unwrap_or(id)),
        None => Ok(Vec::new()),
    }
}

/// The id of a term that is not merged, and its former ones.
fn ids_of(conn: &mut Conn, term: i64) -> QueryResult<Vec<i64>> {
    let former: Vec<i64> = terms::table
        .select(terms::id)
        .filter(terms::merged_into.is_not_null())
        .filter(terms::merged_into.eq(term))
        .order(terms::id)
        .load(conn)?;
    Ok(std::iter::once(term).chain(former).collect())
}

/// All ids, current and former, of the terms that these ids mean, sorted.
pub fn all_with_former_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<i64>> {
    let merged_into: Vec<Option<i64>> = terms::table
        .select(terms::merged_into)
        .filter(terms::id.eq_any(ids))
        .filter(terms::merged_into.is_not_null())
        .load(conn)?;
    let mut all: Vec<i64> = ids
        .iter()
        .copied()
        .chain(merged_into.into_iter().flatten())
        .collect();
    let former: Vec<i64> = terms::table
        .select(terms::id)
        .filter(terms::merged_into.eq_any(&all))
        .load(conn)?;
    all.extend(former);
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// The former ids of these terms, each with the term it means now.
pub fn former_ids(conn: &mut Conn, of: &[i64]) -> QueryResult<Vec<(i64, i64)>> {
    let former: Vec<(i64, Option<i64>)> = terms::table
        .select((terms::id, terms::merged_into))
        .filter(terms::merged_into.is_not_null())
        .filter(terms::merged_into.eq_any(of))
        .order(terms::id)
        .load(conn)?;
    let known = |(id, term): (i64, Option<i64>)| Some((id, term?));
    Ok(former.into_iter().filter_map(known).collect())
}

/// The terms that these ids mean, in their order, each once. Unknown ids are skipped.
pub fn resolve_all(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<i64>> {
    let rows: Vec<(i64, Option<i64>)> = terms::table
        .select((terms::id, terms::merged_into))
        .filter(terms::id.eq_any(ids))
        .load(conn)?;
    let resolved: HashMap<i64, i64> = rows
        .into_iter()
        .map(|(id, into)| (id, into.unwrap_or(id)))
        .collect();
    let mut seen = HashSet::new();
    let found = ids.iter().filter_map(|id| resolved.get(id).copied());
    Ok(found.filter(|id| seen.insert(*id)).collect())
}

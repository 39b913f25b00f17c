//! Terms that members follow or hide. A merged term counts as the one it was merged into.

use std::collections::HashSet;

use diesel::result::QueryResult;
use yingku_catalogue::terms::queries::rows_by_id;
use yingku_db::Conn;

use super::follows::model::MemberTerm;

/// Resolves rows of id, final term and time to terms and times; in their order, each once.
pub(super) fn resolve_merged(rows: Vec<(i64, Option<i64>, i64)>) -> Vec<(i64, i64)> {
    let mut seen = HashSet::new();
    rows.into_iter()
        .map(|(id, into, at)| (into.unwrap_or(id), at))
        .filter(|(id, _)| seen.insert(*id))
        .collect()
}

/// The terms with their names.
pub(super) fn named(conn: &mut Conn, kept: Vec<(i64, i64)>) -> QueryResult<Vec<MemberTerm>> {
    let ids: Vec<i64> = kept.iter().map(|(id, _)| *id).collect();
    let mut rows = rows_by_id(conn, &ids)?;
    let named = kept
        .into_iter()
        .filter_map(|(id, at)| MemberTerm::new(rows.remove(&id)?, at));
    Ok(named.collect())
}

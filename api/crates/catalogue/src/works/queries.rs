//! Queries of works.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::schema::{terms, work_terms, works};
use yingku_search::WorksQuery;

use super::model::WorkRow;
use crate::kinds::TermKind;
use crate::terms::model::TermRow;
use crate::terms::names;

/// Adds the terms `of_kind` to a query, and replaces the id of each term by all its ids. An old URL may have the id of
/// a merged term, and works that are not moved or not indexed yet still have the old id.
pub fn resolve_terms(
    conn: &mut Conn,
    mut query: WorksQuery,
    of_kind: &[(TermKind, i64)],
) -> QueryResult<WorksQuery> {
    let filter = &mut query.filter;
    for ids in &mut filter.with {
        if let [id] = ids.as_slice() {
            *ids = names::with_former_ids(conn, *id)?;
        }
    }
    for (kind, id) in of_kind {
        filter.with.push(names::ids_of_kind(conn, *kind, *id)?);
    }
    if !filter.without.is_empty() {
        filter.without = names::all_with_former_ids(conn, &filter.without)?;
    }
    Ok(query)
}

/// The visible works of `ids`, in that order.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<WorkRow>> {
    let rows: Vec<WorkRow> = works::table
        .select(WorkRow::as_select())
        .filter(works::id.eq_any(ids))
        .filter(works::hidden.eq(false))
        .load(conn)?;
    let mut by_id: HashMap<i64, WorkRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// One visible work. The address of a merged one shows the work that it was merged into.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<WorkRow> {
    if let Some(row) = visible(conn, id)? {
        return Ok(row);
    }
    let into: Option<i64> = works::table
        .find(id)
        .select(works::merged_into)
        .first(conn)?;
    let row = match into {
        Some(into) => visible(conn, into)?,
        None => None,
    };
    row.ok_or(diesel::result::Error::NotFound)
}

fn visible(conn: &mut Conn, id: i64) -> QueryResult<Option<WorkRow>> {
    works::table
        .select(WorkRow::as_select())
        .filter(works::id.eq(id))
        .filter(works::hidden.eq(false))
        .first(conn)
        .optional()
}

/// The terms of each work, in order.
pub fn terms_of_works(
    conn: &mut Conn,
    works: &[i64],
) -> QueryResult<HashMap<i64, Vec<(TermKind, TermRow)>>> {
    let links: Vec<(i64, i64)> = work_terms::table
        .select((work_terms::work_id, work_terms::term_id))
        .filter(work_terms::work_id.eq_any(works))
        .order((
            work_terms::work_id,
            work_terms::position,
            work_terms::term_id,
        ))
        .load(conn)?;
    // Works share terms, so these are fetched once each.
    let wanted: HashSet<i64> = links.iter().map(|link| link.1).collect();
    let rows: Vec<TermRow> = terms::table
        .select(TermRow::as_select())
        .filter(terms::id.eq_any(wanted))
        .load(conn)?;
    let rows: HashMap<i64, TermRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    let mut by_work: HashMap<i64, Vec<(TermKind, TermRow)>> = HashMap::new();
    for (work, term) in links {
        let Some(row) = rows.get(&term) else { continue };
        if let Some(kind) = TermKind::from_code(row.kind) {
            by_work.entry(work).or_default().push((kind, row.clone()));
        }
    }
    Ok(by_work)
}

/// The terms of a work, in order.
pub fn terms_of(conn: &mut Conn, work: i64) -> QueryResult<Vec<(TermKind, TermRow)>> {
    let rows: Vec<TermRow> = work_terms::table
        .inner_join(terms::table)
        .select(TermRow::as_select())
        .filter(work_terms::work_id.eq(work))
        .order((work_terms::position, terms::id))
        .load(conn)?;
    Ok(rows
        .into_iter()
        .filter_map(|row| TermKind::from_code(row.kind).map(|kind| (kind, row)))
        .collect())
}

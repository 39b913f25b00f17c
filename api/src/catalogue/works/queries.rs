//! Queries of works.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::model::WorkRow;
use crate::catalogue::index::WorksQuery;
use crate::catalogue::kinds::TermKind;
use crate::catalogue::terms::model::TermRow;
use crate::catalogue::terms::names;
use crate::db::Conn;
use crate::db::schema::{terms, work_terms, works};

/// Replaces the id of each term in a query by all ids of the term. An old address may have the id of a merged term, and works
/// that are not moved or not indexed yet still have the old id.
pub fn resolve_terms(conn: &mut Conn, mut query: WorksQuery) -> QueryResult<WorksQuery> {
    for (_, ids) in &mut query.filter.terms {
        if let [id] = ids.as_slice() {
            *ids = names::with_former_ids(conn, *id)?;
        }
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

/// One visible work.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<WorkRow> {
    works::table
        .select(WorkRow::as_select())
        .filter(works::id.eq(id))
        .filter(works::hidden.eq(false))
        .first(conn)
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

//! The operators' list of works. Visible works come from the works index, like on the site; hidden ones are not in it
//! and come from partial indexes of the database. No query scans all works.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_db::schema::works;
use yingku_http_kit::error::ApiError;
use yingku_search::{Sort, WorksFilter, WorksIndex, WorksQuery};

use super::filter::{Matching, Wanted};
use super::list_model::ListedRow;
use super::order::{self, WorkOrder};

/// One page of works, and the total. Hidden works come first, the last changed one first; then the visible ones, the
/// best match or the newest first. A sort order applies within each of the two groups.
pub fn page(
    conn: &mut Conn,
    index: &WorksIndex,
    wanted: &Wanted,
    order: Option<WorkOrder>,
    page: Page,
) -> Result<(Vec<ListedRow>, u64), ApiError> {
    let (mut offset, mut limit) = (page.offset(), page.limit());
    if let Some(id) = wanted.id() {
        let row = wanted.of_id(id).select(ListedRow::as_select());
        let rows: Vec<ListedRow> = row.load(conn)?;
        let total = u64::from(!rows.is_empty());
        let rows = rows.into_iter().filter(|_| offset == 0);
        return Ok((rows.collect(), total));
    }
    let (mut rows, mut total) = (Vec::new(), 0);
    if wanted.is_of_hidden() {
        let hidden;
        (rows, hidden) = hidden_page(conn, wanted, order, offset, limit)?;
        let found = u32::try_from(rows.len()).unwrap_or(limit);
        limit = limit.saturating_sub(found);
        offset = offset.saturating_sub(u32::try_from(hidden).unwrap_or(u32::MAX));
        total += hidden;
    }
    if wanted.is_of_visible() {
        let question = WorksQuery {
            filter: wanted.index_filter(),
            sort: match wanted.has_keyword() {
                true => Sort::Relevance,
                false => Sort::Id,
            },
            offset: usize::try_from(offset).unwrap_or(usize::MAX),
            limit: usize::try_from(limit).unwrap_or(0),
        };
        let found = match order {
            None => index.search(&question)?,
            Some(order) => index.search_for_operators(&question, order::of_index(order))?,
        };
        let shown = by_ids(conn, wanted.of_visible(&found.ids), &found.ids)?;
        let left_out = found.ids.len().saturating_sub(shown.len());
        rows.extend(shown);
        total += found
            .total
            .saturating_sub(u64::try_from(left_out).unwrap_or(0));
    }
    Ok((rows, total))
}

/// Hidden works of a page, and their total.
fn hidden_page(
    conn: &mut Conn,
    wanted: &Wanted,
    order: Option<WorkOrder>,
    offset: u32,
    limit: u32,
) -> QueryResult<(Vec<ListedRow>, u64)> {
    // The total is of all, however many: visible works follow the last. Ids are sorted in less time and memory than whole rows.
    let sorted = order::hidden(wanted.hidden(), order).select(works::id);
    let (ids, total): (Vec<i64>, i64) = match wanted.is_costly() {
        // Each work is looked at once.
        true => {
            let all: Vec<i64> = sorted.load(conn)?;
            let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
            let skipped = usize::try_from(offset).unwrap_or(usize::MAX);
            let taken = usize::try_from(limit).unwrap_or(usize::MAX);
            let ids = all.into_iter().skip(skipped).take(taken);
            (ids.collect(), total)
        }
        false => {
            let page = sorted.limit(i64::from(limit)).offset(i64::from(offset));
            let total = wanted.hidden().count().get_result(conn)?;
            (page.load(conn)?, total)
        }
    };
    let those = works::table.filter(works::id.eq_any(ids.clone()));
    let rows = by_ids(conn, those.into_boxed(), &ids)?;
    Ok((rows, u64::try_from(total).unwrap_or(0)))
}

/// The works of `list` in the order of `ids`. A visible one that was changed since the index has read it, and matches no
/// more, is left out, so that a list of works to do is shorter as soon as one is done.
fn by_ids(conn: &mut Conn, list: Matching, ids: &[i64]) -> QueryResult<Vec<ListedRow>> {
    let rows: Vec<ListedRow> = list.select(ListedRow::as_select()).load(conn)?;
    let mut by_id: HashMap<i64, ListedRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The total of the list, as its pages show it.
pub fn total(conn: &mut Conn, index: &WorksIndex, wanted: &Wanted) -> Result<u64, ApiError> {
    page(conn, index, wanted, None, Page::new(1, 0)).map(|(_, total)| total)
}

/// The next works of the list in the order of their ids, greatest first, below an id. Walking down the ids visits each
/// work once, although what is done to it may take it out of the list; works that are new meanwhile are not visited.
pub fn next(
    conn: &mut Conn,
    index: &WorksIndex,
    wanted: &Wanted,
    below: i64,
    limit: usize,
) -> Result<Vec<i64>, ApiError> {
    if let Some(id) = wanted.id() {
        let list = wanted.of_id(id).filter(works::id.lt(below));
        return Ok(list.select(works::id).load(conn)?);
    }
    let mut ids = BTreeSet::new();
    if wanted.is_of_hidden() {
        let hidden: Vec<i64> = wanted
            .hidden()
            .filter(works::id.lt(below))
            .select(works::id)
            .order(works::id.desc())
            .limit(i64::try_from(limit).unwrap_or(i64::MAX))
            .load(conn)?;
        ids.extend(hidden);
    }
    if wanted.is_of_visible() {
        let question = WorksQuery {
            filter: WorksFilter {
                below: Some(below),
                ..wanted.index_filter()
            },
            sort: Sort::Id,
            offset: 0,
            limit,
        };
        ids.extend(index.search(&question)?.ids);
    }
    Ok(ids.into_iter().rev().take(limit).collect())
}

//! The operators' list of works. Visible works come from the works index, like on the site; hidden ones are not in it
//! and come from partial indexes of the database, and from memory ([`super::hidden`]). No query scans all works.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_db::schema::works;
use yingku_http_kit::error::ApiError;
use yingku_search::{Sort, WorksFilter, WorksIndex, WorksQuery};

use super::filter::{Matching, Wanted};
use super::hidden::{Content, HiddenWorks, contents};
use super::list_model::ListedRow;
use super::order::{self, WorkOrder};

/// Where the works of lists are looked up.
pub struct Sources {
    /// Visible works.
    index: Arc<WorksIndex>,
    /// The contents of hidden works.
    hidden: HiddenWorks,
}

impl Sources {
    /// Looks visible works up in this index.
    pub fn new(index: Arc<WorksIndex>) -> Self {
        Self {
            index,
            hidden: HiddenWorks::default(),
        }
    }
}

/// One page of works, and the total. Hidden works come first, the last changed one first; then the visible ones, the
/// best match or the newest first. A sort order applies within each of the two groups.
pub fn page(
    conn: &mut Conn,
    sources: &Sources,
    wanted: &Wanted,
    order: Option<WorkOrder>,
    page: Page,
) -> Result<(Vec<ListedRow>, u64), ApiError> {
    let (mut offset, mut limit) = (page.offset(), page.limit());
    if let Some(id) = wanted.id() {
        let rows = rows_of(conn, wanted, wanted.of_id(id), &[id])?;
        let total = u64::from(!rows.is_empty());
        let rows = rows.into_iter().filter(|_| offset == 0);
        return Ok((rows.collect(), total));
    }
    let (mut rows, mut total) = (Vec::new(), 0);
    if wanted.is_of_hidden() {
        let hidden;
        (rows, hidden) = hidden_page(conn, &sources.hidden, wanted, order, (offset, limit))?;
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
            None => sources.index.search(&question)?,
            Some(order) => {
                let order = order::of_index(order);
                sources.index.search_for_operators(&question, order)?
            }
        };
        let shown = rows_of(conn, wanted, wanted.of_visible(&found.ids), &found.ids)?;
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
    known: &HiddenWorks,
    wanted: &Wanted,
    order: Option<WorkOrder>,
    (offset, limit): (u32, u32),
) -> QueryResult<(Vec<ListedRow>, u64)> {
    // The total is of all, however many: visible works follow the last. Ids are sorted in less time and memory than whole rows.
    let sorted = order::hidden(wanted.hidden(), order);
    let (ids, total) = if wanted.reads_all_hidden() || order::is_by_score(order) {
        let mut all = matching(conn, known, wanted, sorted)?;
        order::by_score(&mut all, order, |(_, content)| content.lacks.len());
        let skipped = usize::try_from(offset).unwrap_or(usize::MAX);
        let taken = usize::try_from(limit).unwrap_or(usize::MAX);
        let total = u64::try_from(all.len()).unwrap_or(u64::MAX);
        let ids = all.into_iter().skip(skipped).take(taken);
        (ids.map(|(id, _)| id).collect(), total)
    } else {
        let page = sorted.limit(i64::from(limit)).offset(i64::from(offset));
        let ids: Vec<i64> = page.select(works::id).load(conn)?;
        let total: i64 = wanted.hidden().count().get_result(conn)?;
        (ids, u64::try_from(total).unwrap_or(0))
    };
    let those = works::table.filter(works::id.eq_any(ids.clone()));
    Ok((by_ids(conn, those.into_boxed(), &ids)?, total))
}

/// Those of `hidden` that also match by their contents and the keyword, in its order.
fn matching(
    conn: &mut Conn,
    known: &HiddenWorks,
    wanted: &Wanted,
    hidden: Matching,
) -> QueryResult<Vec<(i64, Arc<Content>)>> {
    let rows: Vec<(i64, i64)> = hidden.select((works::id, works::version)).load(conn)?;
    let titled: Option<HashSet<i64>> = match wanted.hidden_titled() {
        Some(titled) => {
            let ids: Vec<i64> = titled.select(works::id).load(conn)?;
            Some(ids.into_iter().collect())
        }
        None => None,
    };
    let mut contents = known.contents(conn, &rows)?;
    let has_keyword = |id: &i64, content: &Content| {
        let titled = titled.as_ref();
        titled.is_none_or(|titled| titled.contains(id) || wanted.names(content))
    };
    let found = rows.iter().filter_map(|(id, _)| {
        let content = contents.remove(id)?;
        let matches = wanted.takes(&content) && has_keyword(id, &content);
        matches.then_some((*id, content))
    });
    Ok(found.collect())
}

/// The works of `list` in the order of `ids`, if their contents match. A visible one that was changed since the index has
/// read it, and matches no more, is left out, so that a list of works to do is shorter as soon as one is done.
fn rows_of(
    conn: &mut Conn,
    wanted: &Wanted,
    list: Matching,
    ids: &[i64],
) -> QueryResult<Vec<ListedRow>> {
    let mut rows = by_ids(conn, list, ids)?;
    if wanted.asks_for_content() {
        let contents = contents(conn, ids)?;
        let matches = |id: &i64| {
            contents
                .get(id)
                .is_some_and(|content| wanted.takes(content))
        };
        rows.retain(|row| matches(&row.id));
    }
    Ok(rows)
}

/// The works of `list` in the order of `ids`.
fn by_ids(conn: &mut Conn, list: Matching, ids: &[i64]) -> QueryResult<Vec<ListedRow>> {
    let rows: Vec<ListedRow> = list.select(ListedRow::as_select()).load(conn)?;
    let mut by_id: HashMap<i64, ListedRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The total of the list, as its pages show it.
pub fn total(conn: &mut Conn, sources: &Sources, wanted: &Wanted) -> Result<u64, ApiError> {
    page(conn, sources, wanted, None, Page::new(1, 0)).map(|(_, total)| total)
}

/// The next works of the list in the order of their ids, greatest first, below an id. Walking down the ids visits each
/// work once, although what is done to it may take it out of the list; works that are new meanwhile are not visited.
pub fn next(
    conn: &mut Conn,
    sources: &Sources,
    wanted: &Wanted,
    below: i64,
    limit: usize,
) -> Result<Vec<i64>, ApiError> {
    if let Some(id) = wanted.id() {
        let list = wanted.of_id(id).filter(works::id.lt(below));
        let rows = rows_of(conn, wanted, list, &[id])?;
        return Ok(rows.iter().map(|row| row.id).collect());
    }
    let mut ids = BTreeSet::new();
    if wanted.is_of_hidden() {
        ids.extend(next_hidden(conn, &sources.hidden, wanted, below, limit)?);
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
        ids.extend(sources.index.search(&question)?.ids);
    }
    Ok(ids.into_iter().rev().take(limit).collect())
}

fn next_hidden(
    conn: &mut Conn,
    known: &HiddenWorks,
    wanted: &Wanted,
    below: i64,
    limit: usize,
) -> QueryResult<Vec<i64>> {
    let hidden = wanted.hidden().filter(works::id.lt(below));
    let hidden = hidden.order(works::id.desc());
    if wanted.reads_all_hidden() {
        let found = matching(conn, known, wanted, hidden)?.into_iter();
        return Ok(found.map(|(id, _)| id).take(limit).collect());
    }
    let first = hidden.limit(i64::try_from(limit).unwrap_or(i64::MAX));
    first.select(works::id).load(conn)
}

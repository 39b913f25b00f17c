//! Queries of terms. Terms without visible works and merged ones are never listed.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::like::contains;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::terms;

use super::model::{Letter, TermRow, TermSort, TermsQuery};
use super::names;
use crate::kinds::{Channel, TermKind};

/// Maximum number of categories of a channel; nobody would read more.
const MAX_CHOICES: i64 = 2_000;

/// The terms that match a query, without order and page. A macro, because the type of such a query names
/// its database.
macro_rules! matching {
    ($query:expr) => {{
        let query: &TermsQuery = $query;
        let mut list = terms::table
            .filter(terms::kind.eq(query.kind))
            .filter(terms::count.gt(0))
            .filter(terms::merged_into.is_null())
            .into_boxed();
        if let Some(id) = query.id {
            list = list.filter(terms::id.eq(id));
        } else {
            if let Some(channel) = query.channel {
                list = list.filter(terms::mod_id.eq(channel));
            }
            if query.sort == TermSort::UncensoredCount {
                list = list.filter(terms::uncensored_count.gt(0));
            }
            if let Some(letter) = query.letter {
                list = list.filter(terms::initial.eq(letter.text()));
            }
            if let Some(keyword) = &query.keyword {
                list = list.filter(terms::readings.like(contains(keyword)).escape('\\'));
            }
        }
        list
    }};
}

/// One page of terms, and the total. An id selects one term in any channel; the id of a merged term selects the one it
/// was merged into.
pub fn page(
    conn: &mut Conn,
    mut query: TermsQuery,
    page: Page,
) -> QueryResult<(Vec<TermRow>, i64)> {
    if let Some(id) = query.id {
        query.id = Some(names::resolve(conn, id)?);
    }
    let total: i64 = matching!(&query).count().get_result(conn)?;
    if i64::from(page.offset()) >= total || page.is_too_deep() {
        return Ok((Vec::new(), total));
    }
    // Within a channel both counts give the same order, and `count` has the index.
    let rows = matching!(&query)
        .select(TermRow::as_select())
        .order((terms::count.desc(), terms::id.asc()))
        .paged(page)
        .load(conn)?;
    Ok((rows, total))
}

/// The letters of a query's terms, in alphabetical order, # first. All letters while a new name has none yet.
pub fn letters(conn: &mut Conn, query: &TermsQuery) -> QueryResult<Vec<Letter>> {
    let initials: Vec<Option<String>> = matching!(query)
        .select(terms::initial)
        .distinct()
        .load(conn)?;
    let letters: Option<Vec<Letter>> = initials
        .iter()
        .map(|initial| Letter::parse(initial.as_deref()?))
        .collect();
    let mut letters = letters.unwrap_or_else(Letter::all);
    letters.sort_unstable();
    Ok(letters)
}

/// The categories of a kind and channel, most used first.
pub fn choices(
    conn: &mut Conn,
    kind: TermKind,
    channel: Option<Channel>,
) -> QueryResult<Vec<TermRow>> {
    let mut list = terms::table
        .select(TermRow::as_select())
        .filter(terms::kind.eq(kind))
        .filter(terms::count.gt(0))
        .filter(terms::merged_into.is_null())
        .into_boxed();
    if let Some(channel) = channel {
        list = list.filter(terms::mod_id.eq(channel));
    }
    list.order((terms::count.desc(), terms::id.asc()))
        .limit(MAX_CHOICES)
        .load(conn)
}

/// The terms with these ids.
pub fn rows_by_id(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, TermRow>> {
    let rows: Vec<TermRow> = terms::table
        .select(TermRow::as_select())
        .filter(terms::id.eq_any(ids))
        .load(conn)?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

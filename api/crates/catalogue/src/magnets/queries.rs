//! Queries of magnet links.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{magnets, works};
use yingku_search::same_spelling;

use super::model::MagnetRow;

/// One page of the magnets of these works, if visible, largest first, each with its work, and the total.
pub fn of_works(
    conn: &mut Conn,
    ids: &[i64],
    page: Page,
) -> QueryResult<(Vec<(i64, MagnetRow)>, i64)> {
    let matching = || {
        magnets::table
            .inner_join(works::table)
            .filter(works::id.eq_any(ids))
            .filter(works::hidden.eq(false))
    };
    let total: i64 = matching().count().get_result(conn)?;
    let rows = matching()
        .select((magnets::work_id, MagnetRow::as_select()))
        .order((magnets::length.desc(), magnets::id.asc()))
        .paged(page)
        .load(conn)?;
    Ok((rows, total))
}

/// The magnets of these works, if visible, each with its work, largest first within one.
pub fn all_of_works(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<(i64, MagnetRow)>> {
    magnets::table
        .inner_join(works::table)
        .filter(works::id.eq_any(ids))
        .filter(works::hidden.eq(false))
        .select((magnets::work_id, MagnetRow::as_select()))
        .order((magnets::length.desc(), magnets::id.asc()))
        .load(conn)
}

/// The names of all magnets of these works, if visible.
pub fn names_of_works(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<(i64, String)>> {
    magnets::table
        .inner_join(works::table)
        .filter(works::id.eq_any(ids))
        .filter(works::hidden.eq(false))
        .select((magnets::work_id, magnets::name))
        .load(conn)
}

/// Of works whose numbers differ only in signs and zeros, those with exactly this number; else those with its letters and
/// digits; else all.
pub fn matching_spelling(conn: &mut Conn, ids: &[i64], number: &str) -> QueryResult<Vec<i64>> {
    let numbered: Vec<(i64, String)> = works::table
        .filter(works::id.eq_any(ids))
        .filter(works::hidden.eq(false))
        .select((works::id, works::number))
        .load(conn)?;
    let all: Vec<i64> = numbered.iter().map(|(id, _)| *id).collect();
    let those = |is_match: &dyn Fn(&str) -> bool| -> Vec<i64> {
        let matching = numbered.iter().filter(|(_, own)| is_match(own));
        matching.map(|(id, _)| *id).collect()
    };
    let exact = those(&|own| own.eq_ignore_ascii_case(number));
    let spelled = those(&|own| same_spelling(own, number));
    let choices = [exact, spelled, all];
    Ok(choices
        .into_iter()
        .find(|ids| !ids.is_empty())
        .unwrap_or_default())
}

/// The hash and the name of a visible work's link.
pub fn link_of(conn: &mut Conn, id: i64) -> QueryResult<(String, String)> {
    magnets::table
        .inner_join(works::table)
        .filter(magnets::id.eq(id))
        .filter(works::hidden.eq(false))
        .select((magnets::info_hash, magnets::name))
        .first(conn)
}

//! Queries for the header of a term.

use diesel::dsl::count;
use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_base::values::{Count, Id};
use yingku_db::Conn;
use yingku_db::schema::{follows, terms};
use yingku_search::TermCount;

use super::model::RelatedTerm;
use crate::kinds::{Channel, TermKind};
use crate::terms::model::TermRow;
use crate::terms::queries::rows_by_id;

/// Maximum number of terms that share works with another one.
const MAX_SHARED: usize = 8;

/// The term with an id, if it has visible works.
pub fn listed(conn: &mut Conn, id: i64) -> QueryResult<TermRow> {
    terms::table
        .select(TermRow::as_select())
        .filter(terms::id.eq(id))
        .filter(terms::count.gt(0))
        .filter(terms::merged_into.is_null())
        .first(conn)
}

/// The terms of this kind and exactly this name in every channel, by channel.
pub fn namesakes(conn: &mut Conn, row: &TermRow) -> QueryResult<Vec<TermRow>> {
    terms::table
        .select(TermRow::as_select())
        .filter(terms::kind.eq(row.kind))
        .filter(terms::mod_id.eq_any(Channel::ALL.map(Channel::code)))
        .filter(terms::name.eq(&row.name))
        .filter(terms::count.gt(0))
        .filter(terms::merged_into.is_null())
        .order(terms::mod_id)
        .load(conn)
}

/// The terms of a kind that most works of the term have, except `own`, most frequent first.
pub fn shared(
    conn: &mut Conn,
    counts: &[TermCount],
    kind: TermKind,
    own: &[i64],
) -> QueryResult<Vec<RelatedTerm>> {
    let others = counts
        .iter()
        .filter(|term| term.kind == kind && !own.contains(&term.id));
    let counted: Vec<&TermCount> = others.take(MAX_SHARED).collect();
    let ids: Vec<i64> = counted.iter().map(|term| term.id).collect();
    let mut by_id = rows_by_id(conn, &ids)?;
    let shared = counted.into_iter().filter_map(|term| {
        let row = by_id.remove(&term.id)?;
        Some(RelatedTerm {
            id: Id(row.id),
            mod_id: row.mod_id,
            avatar: row.avatar(),
            name: row.name,
            name_cn: row.name_cn,
            count: Count(i64::try_from(term.count).unwrap_or(i64::MAX)),
        })
    });
    Ok(shared.collect())
}

/// The number of members who follow a term, given all its ids.
pub fn followers(conn: &mut Conn, ids: &[i64]) -> QueryResult<i64> {
    follows::table
        .filter(follows::term_id.eq_any(ids))
        .select(count(follows::user_id).aggregate_distinct())
        .first(conn)
}

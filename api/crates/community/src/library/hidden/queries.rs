//! Hidden terms in the database. As with follows, a merged term counts as the one it was merged into.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_access::auth::users::lock_member;
use yingku_catalogue::terms::names;
use yingku_db::Conn;
use yingku_db::schema::{hidden_terms, terms};

use crate::library::follows::model::MemberTerm;
use crate::library::listed_terms;

/// Replaces the member's hidden terms, and returns them. Unknown ids are ignored; terms that stay keep their time.
pub fn replace(conn: &mut Conn, user: i64, ids: &[i64], now: i64) -> QueryResult<Vec<MemberTerm>> {
    // Blocks concurrent merges and deletions.
    names::lock_shared(conn)?;
    lock_member(conn, user)?;
    let wanted = names::resolve_all(conn, ids)?;
    let before: HashSet<i64> = hidden(conn, user)?.into_iter().map(|(id, _)| id).collect();
    let of_member = hidden_terms::table.filter(hidden_terms::user_id.eq(user));
    diesel::delete(of_member.filter(hidden_terms::term_id.ne_all(&wanted))).execute(conn)?;
    for term in wanted.iter().filter(|id| !before.contains(id)) {
        let row = (
            hidden_terms::user_id.eq(user),
            hidden_terms::term_id.eq(*term),
            hidden_terms::created_at.eq(now),
        );
        diesel::insert_into(hidden_terms::table)
            .values(row)
            .execute(conn)?;
    }
    list(conn, user)
}

/// The terms a member hides and since when (seconds), latest first, each once.
pub fn hidden(conn: &mut Conn, user: i64) -> QueryResult<Vec<(i64, i64)>> {
    let rows: Vec<(i64, Option<i64>, i64)> = hidden_terms::table
        .inner_join(terms::table)
        .filter(hidden_terms::user_id.eq(user))
        .select((
            hidden_terms::term_id,
            terms::merged_into,
            hidden_terms::created_at,
        ))
        .order((
            hidden_terms::created_at.desc(),
            hidden_terms::term_id.desc(),
        ))
        .load(conn)?;
    Ok(listed_terms::resolve_merged(rows))
}

/// The ids of the terms a member hides, including those of terms merged into them.
pub fn hidden_ids(conn: &mut Conn, user: i64) -> QueryResult<Vec<i64>> {
    let ids: Vec<i64> = hidden(conn, user)?.into_iter().map(|(id, _)| id).collect();
    names::all_with_former_ids(conn, &ids)
}

/// The terms a member hides, with their names.
pub fn list(conn: &mut Conn, user: i64) -> QueryResult<Vec<MemberTerm>> {
    let hidden = hidden(conn, user)?;
    listed_terms::named(conn, hidden)
}

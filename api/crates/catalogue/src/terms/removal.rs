//! Deletes terms that nothing uses, many at once.
//!
//! `work_terms` has no index from a term to its works. It would make deletions, which are rare, fast, and imports slow:
//! writing 100,000 works with 1.1 million links takes SQLite four times the CPU with such an index, because links of many
//! terms go into as many places of it, and the file grows by 40%.

use diesel::dsl::exists;
use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::schema::{follows, hidden_terms, term_merges, terms, work_terms};

use super::names;

/// Deletes those of `ids` that have no works, hidden ones included, no followers and no former names, and that nobody hides.
/// Returns the deleted ones. Scans `work_terms` once, and the database does for each of them.
pub fn delete_unused(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<i64>> {
    names::lock_for_change(conn)?;
    let used: Vec<i64> = work_terms::table
        .filter(work_terms::term_id.eq_any(ids.to_vec()))
        .select(work_terms::term_id)
        .distinct()
        .load(conn)?;
    let mut deleted = Vec::new();
    for id in ids.iter().filter(|id| !used.contains(id)) {
        if !has_references(conn, *id)? {
            diesel::delete(terms::table.find(id)).execute(conn)?;
            deleted.push(*id);
        }
    }
    Ok(deleted)
}

fn has_references(conn: &mut Conn, id: i64) -> QueryResult<bool> {
    let followed = follows::table.filter(follows::term_id.eq(id));
    let hidden = hidden_terms::table.filter(hidden_terms::term_id.eq(id));
    let merges = term_merges::table.filter(term_merges::into_id.eq(id));
    let former = terms::table.filter(terms::merged_into.eq(id));
    diesel::select(
        exists(followed)
            .or(exists(hidden))
            .or(exists(merges))
            .or(exists(former)),
    )
    .get_result(conn)
}

//! Deleting terms that nothing leads to: mistyped ones, mostly.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::change::{facts_of, present, shown};
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::catalogue::terms::names;
use crate::db::Conn;
use crate::db::schema::{term_merges, terms, work_terms};
use crate::http::error::{ApiError, ErrorKind};
use crate::lock_version;

/// Deletes a term without works, hidden ones included, and without names that lead to it, and enters that.
///
/// # Errors
/// 404, 409 for a version that has moved on or a term that was merged, 422 for one that is in use, or the database's.
pub fn delete(conn: &mut Conn, actor: &Actor, (id, version): (i64, i64)) -> Result<(), ApiError> {
    names::change(conn)?;
    let (row, kind) = present(conn, id)?;
    lock_version!(conn, terms, id, version);
    let names = terms::table.filter(terms::leads_to.eq(id));
    let merges = term_merges::table.filter(term_merges::into_id.eq(id));
    // No index leads from a term to its works; the count spares the look at most that have some.
    let works = work_terms::table.filter(work_terms::term_id.eq(id));
    let in_use = row.count > 0
        || diesel::select(exists(names).or(exists(merges))).get_result(conn)?
        || diesel::select(exists(works)).get_result(conn)?;
    if in_use {
        return Err(ApiError::new(ErrorKind::TermInUse));
    }
    diesel::delete(terms::table.find(id)).execute(conn)?;
    let mut before = shown(&facts_of(&row));
    before.insert("kind".to_owned(), kind.word().into());
    before.insert("modId".to_owned(), row.mod_id.into());
    let change = Change {
        action: Action::TermDelete,
        target: (TargetKind::Term, id.to_string()),
        before: before.into(),
        after: serde_json::Value::Null,
        reason: "",
    };
    Ok(audit::record(conn, actor, &change)?)
}

//! Deletes unused terms, mostly mistyped ones.

use diesel::dsl::exists;
use diesel::prelude::*;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::Conn;
use yingku_db::schema::{term_merges, terms, work_terms};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::lock_version;

use super::change::{facts_of, find_unmerged, to_json};
use crate::terms::names;

/// Deletes a term that has no works, hidden ones included, and no former names.
///
/// # Errors
/// 404; 409 for an outdated version or a merged term; 422 for one that is in use.
pub fn delete(conn: &mut Conn, actor: &Actor, (id, version): (i64, i64)) -> Result<(), ApiError> {
    names::lock_for_change(conn)?;
    let (row, kind) = find_unmerged(conn, id)?;
    lock_version!(conn, terms, id, version);
    let names = terms::table.filter(terms::merged_into.eq(id));
    let merges = term_merges::table.filter(term_merges::into_id.eq(id));
    // There is no index from a term to its works, so this scans the table. The count skips it for most terms in use.
    let works = work_terms::table.filter(work_terms::term_id.eq(id));
    let in_use = row.count > 0
        || diesel::select(exists(names).or(exists(merges))).get_result(conn)?
        || diesel::select(exists(works)).get_result(conn)?;
    if in_use {
        return Err(ApiError::new(ErrorKind::TermInUse));
    }
    diesel::delete(terms::table.find(id)).execute(conn)?;
    let mut before = to_json(&facts_of(&row));
    before.insert("kind".to_owned(), kind.as_str().into());
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

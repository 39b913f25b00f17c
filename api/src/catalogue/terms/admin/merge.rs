//! Merges two terms: every name and id of the one means the other from then on. [`crate::catalogue::terms::moving`] moves
//! the works.

use diesel::prelude::*;
use serde_json::json;

use super::change::{facts_of, find_unmerged};
use super::form::{check_number, others};
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::catalogue::import::rows;
use crate::catalogue::terms::names;
use crate::db::schema::{term_merges, terms};
use crate::db::{Conn, outbox};
use crate::http::error::{ApiError, ErrorKind};

/// Merges `from` into `into`.
///
/// # Errors
/// 404; 409 if one was merged before; 422 if they cannot be merged.
pub fn merge(
    conn: &mut Conn,
    actor: &Actor,
    (from, into): (i64, i64),
    reason: &str,
) -> Result<(), ApiError> {
    names::lock_for_change(conn)?;
    let ((gone, _), (kept, _)) = (find_unmerged(conn, from)?, find_unmerged(conn, into)?);
    if from == into || (gone.kind, gone.mod_id) != (kept.kind, kept.mod_id) {
        return Err(ApiError::new(ErrorKind::TermsDiffer));
    }
    let (before, theirs) = (facts_of(&kept), facts_of(&gone));
    let all = [
        before.aliases.clone(),
        vec![theirs.name, theirs.name_cn],
        theirs.aliases,
    ];
    let aliases = others(all.concat(), &before.name, &before.name_cn);
    check_number(&aliases)?;
    // Former names of the one become those of the other, and unfinished merges into the one continue into the other.
    diesel::update(terms::table.filter(terms::id.eq(from).or(terms::leads_to.eq(from))))
        .set(terms::leads_to.eq(into))
        .execute(conn)?;
    diesel::update(term_merges::table.filter(term_merges::into_id.eq(from)))
        .set(term_merges::into_id.eq(into))
        .execute(conn)?;
    diesel::insert_into(term_merges::table)
        .values((
            term_merges::from_id.eq(from),
            term_merges::into_id.eq(into),
            term_merges::moved_to.eq(0),
            term_merges::created_at.eq(actor.now),
        ))
        .execute(conn)?;
    let text = rows::aliases_text(&aliases);
    rows::update_term(conn, into, &before.name_cn, &text, &before.group)?;
    outbox::record_terms(conn, &[into], actor.now)?;
    let change = Change {
        action: Action::TermMerge,
        target: (TargetKind::Term, from.to_string()),
        before: json!({
            "name": gone.name, "nameCn": gone.name_cn, "count": gone.count,
            "into": { "name": before.name, "aliases": before.aliases, "count": kept.count },
        }),
        after: json!({ "into": { "id": into.to_string(), "name": before.name, "aliases": aliases } }),
        reason,
    };
    Ok(audit::record(conn, actor, &change)?)
}

//! Merges two terms: every name and id of the one means the other from then on. [`crate::terms::moving`] moves
//! the works.

use serde_json::json;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::{Conn, outbox};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::change::{facts_of, find_unmerged};
use super::form::check_number;
use crate::import::rows;
use crate::terms::healing::{join, others};
use crate::terms::names;

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
    join(conn, from, into, actor.now)?;
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

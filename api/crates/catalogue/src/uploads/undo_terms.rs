//! The last part of undoing an import: deletes the terms that it has created, unless a work or a member uses them, other
//! terms were merged into them, or an operator has changed them. For each deleted term the database looks through the links
//! of all works, so there are few in one transaction.

use std::collections::HashSet;
use std::time::Duration;

use diesel::prelude::*;
use yingku_access::audit::{Actor, TargetKind};
use yingku_base::workers::adaptive_batch::BatchLimits;
use yingku_db::Conn;
use yingku_db::schema::{audit_log, import_terms, imports, terms};

use super::states::ImportUndo;
use super::undo::finish;
use crate::terms::names;
use crate::terms::removal::delete_unused;

/// Terms in one transaction, so that visitors' writes are not held up.
pub fn batch_limits() -> BatchLimits {
    BatchLimits {
        target_duration: Duration::from_millis(8),
        items: 1..=200,
        pause_factor: 1,
        rest: Duration::from_millis(1)..=Duration::from_millis(50),
    }
}

/// The next terms of an import to decide on.
pub fn next(conn: &mut Conn, import: i64, limit: usize) -> QueryResult<Vec<i64>> {
    import_terms::table
        .filter(import_terms::import_id.eq(import))
        .filter(import_terms::deleted.is_null())
        .order(import_terms::term_id)
        .limit(i64::try_from(limit).unwrap_or(i64::MAX))
        .select(import_terms::term_id)
        .load(conn)
}

/// Deletes those of these terms that nothing uses and nobody has changed, and ends the undo with the last ones.
pub fn delete(conn: &mut Conn, actor: &Actor, import: i64, batch: &[i64]) -> QueryResult<()> {
    names::lock_exclusive(conn)?;
    let begun = diesel::update(imports::table.find(import))
        .filter(imports::undo.eq(ImportUndo::Begun))
        .set(imports::beat_at.eq(actor.now))
        .execute(conn)?;
    if begun == 0 {
        return Ok(());
    }
    let free = untouched(conn, batch)?;
    let deleted = match free.is_empty() {
        true => Vec::new(),
        false => delete_unused(conn, &free)?,
    };
    for (terms, is_deleted) in [(batch, false), (deleted.as_slice(), true)] {
        let decided = import_terms::table
            .filter(import_terms::import_id.eq(import))
            .filter(import_terms::term_id.eq_any(terms));
        diesel::update(decided)
            .set(import_terms::deleted.eq(is_deleted))
            .execute(conn)?;
    }
    finish(conn, actor, import).map(|_| ())
}

/// Those without visible works that are no other term's name and that no operator has changed.
fn untouched(conn: &mut Conn, batch: &[i64]) -> QueryResult<Vec<i64>> {
    let ids: Vec<String> = batch.iter().map(i64::to_string).collect();
    let touched: Vec<String> = audit_log::table
        .filter(audit_log::target_kind.eq(TargetKind::Term))
        .filter(audit_log::target_id.eq_any(ids))
        .select(audit_log::target_id)
        .load(conn)?;
    let touched: HashSet<String> = touched.into_iter().collect();
    let unlisted: Vec<i64> = terms::table
        .filter(terms::id.eq_any(batch))
        .filter(terms::count.eq(0))
        .filter(terms::merged_into.is_null())
        .select(terms::id)
        .load(conn)?;
    let is_free = |id: &i64| !touched.contains(&id.to_string());
    Ok(unlisted.into_iter().filter(is_free).collect())
}

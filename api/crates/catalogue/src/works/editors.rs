//! Who changed a work last, as the audit log says. Imports and the system do not count.

use std::collections::HashMap;

use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use yingku_access::audit::TargetKind;
use yingku_db::Conn;
use yingku_db::schema::audit_log;

/// The names of the last editors by work; works that nobody has edited are missing.
pub fn last_editors(conn: &mut Conn, works: &[i64]) -> QueryResult<HashMap<i64, String>> {
    let ids = works.iter().map(i64::to_string);
    let mut entries: Vec<(i64, String, String)> = audit_log::table
        .filter(audit_log::target_kind.eq(TargetKind::Work))
        .filter(audit_log::target_id.eq_any(ids.collect::<Vec<_>>()))
        .filter(audit_log::actor.ne(""))
        .select((audit_log::id, audit_log::target_id, audit_log::actor))
        .load(conn)?;
    // The latest entry of a work replaces those before it.
    entries.sort_unstable_by_key(|(id, _, _)| *id);
    let by_work = entries
        .into_iter()
        .filter_map(|(_, work, actor)| Some((work.parse().ok()?, actor)));
    Ok(by_work.collect())
}

/// [`last_editors`] of a work of the database. The sum keeps PostgreSQL from reading the whole log backwards.
pub fn last_editor() -> SqlLiteral<Nullable<Text>> {
    sql(
        "(SELECT audit_log.actor FROM audit_log WHERE audit_log.target_kind = 'work' \
         AND audit_log.target_id = CAST(works.id AS TEXT) AND audit_log.actor <> '' \
         ORDER BY audit_log.id + 0 DESC LIMIT 1)",
    )
}

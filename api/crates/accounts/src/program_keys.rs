//! Ends the keys of operators' programs (R21.30) with the password that they could have been made with.

use diesel::prelude::*;
use diesel::result::QueryResult;
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::Conn;
use yingku_db::schema::program_keys;

/// Deletes a user's keys for operators' calls; those that search stay. Returns how many.
pub fn delete_scoped(conn: &mut Conn, actor: &Actor, user: i64) -> QueryResult<usize> {
    let ids: Vec<i64> = program_keys::table
        .filter(program_keys::user_id.eq(user))
        .filter(program_keys::scopes.ne(""))
        .select(program_keys::id)
        .load(conn)?;
    delete(conn, actor, &ids)
}

/// Deletes keys, those for operators' calls with a record each. Returns how many.
pub fn delete(conn: &mut Conn, actor: &Actor, ids: &[i64]) -> QueryResult<usize> {
    let keys: Vec<(i64, String, String)> = program_keys::table
        .filter(program_keys::id.eq_any(ids))
        .order(program_keys::id)
        .select((
            program_keys::user_id,
            program_keys::name,
            program_keys::scopes,
        ))
        .load(conn)?;
    for (user, name, scopes) in keys.iter().filter(|(_, _, scopes)| !scopes.is_empty()) {
        let change = Change {
            action: Action::KeyDelete,
            target: (TargetKind::User, user.to_string()),
            before: json!({ "program": name, "scopes": scopes }),
            after: Value::Null,
            reason: "",
        };
        audit::record(conn, actor, &change)?;
    }
    diesel::delete(program_keys::table.filter(program_keys::id.eq_any(ids))).execute(conn)
}

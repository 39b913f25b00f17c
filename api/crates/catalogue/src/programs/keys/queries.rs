//! Program keys in the database.

use diesel::prelude::*;
use diesel::result::QueryResult;
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_access::auth::users::{UserRow, lock_member};
use yingku_base::time::format_shanghai;
use yingku_db::Conn;
use yingku_db::schema::{program_keys, users};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::ProgramKey;

/// Most keys of a member.
pub const MAX_KEYS: i64 = 5;

/// A key to store.
#[derive(Insertable)]
#[diesel(table_name = program_keys)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct NewRow {
    pub id: i64,
    pub user_id: i64,
    pub name: String,
    pub key_hash: String,
    pub created_at: i64,
    pub scopes: String,
    pub expires_at: Option<i64>,
}

/// Stores a key. One for an operator's program is written to the audit log.
pub fn add(conn: &mut Conn, actor: &Actor, key: &NewRow) -> Result<(), ApiError> {
    let user = key.user_id;
    lock_member(conn, user)?;
    let of_member = program_keys::table.filter(program_keys::user_id.eq(user));
    // Expired ones are of no use, and take the place of others.
    diesel::delete(of_member.filter(program_keys::expires_at.le(actor.now))).execute(conn)?;
    let count: i64 = of_member.count().get_result(conn)?;
    if count >= MAX_KEYS {
        return Err(ErrorKind::KeysOfMember.into());
    }
    diesel::insert_into(program_keys::table)
        .values(key)
        .execute(conn)?;
    if key.scopes.is_empty() {
        return Ok(());
    }
    let after = json!({
        "program": key.name,
        "scopes": key.scopes,
        "expireTime": key.expires_at.map(format_shanghai),
    });
    record(conn, actor, Action::KeyCreate, user, (Value::Null, after))
}

fn record(
    conn: &mut Conn,
    actor: &Actor,
    action: Action,
    user: i64,
    (before, after): (Value, Value),
) -> Result<(), ApiError> {
    let change = Change {
        action,
        target: (TargetKind::User, user.to_string()),
        before,
        after,
        reason: "",
    };
    Ok(audit::record(conn, actor, &change)?)
}

/// A member's keys, newest first.
pub fn list(conn: &mut Conn, user: i64) -> QueryResult<Vec<ProgramKey>> {
    program_keys::table
        .filter(program_keys::user_id.eq(user))
        .order(program_keys::id.desc())
        .select(ProgramKey::as_select())
        .load(conn)
}

/// Deletes a member's key; 404 for somebody else's.
pub fn delete(conn: &mut Conn, actor: &Actor, (user, id): (i64, i64)) -> Result<(), ApiError> {
    let own = || {
        program_keys::table
            .find(id)
            .filter(program_keys::user_id.eq(user))
    };
    let (name, scopes): (String, String) = own()
        .select((program_keys::name, program_keys::scopes))
        .first(conn)?;
    if diesel::delete(own()).execute(conn)? == 0 {
        return Err(ErrorKind::NotFound.into());
    }
    if scopes.is_empty() {
        return Ok(());
    }
    let before = json!({ "program": name, "scopes": scopes });
    record(conn, actor, Action::KeyDelete, user, (before, Value::Null))
}

/// The owner of a key that searches, and the key's id; `None` if it is not valid at `now`, or they may not use the API.
pub fn member_of(conn: &mut Conn, hash: &str, now: i64) -> QueryResult<Option<(i64, UserRow)>> {
    let valid = program_keys::expires_at
        .is_null()
        .or(program_keys::expires_at.gt(now));
    program_keys::table
        .inner_join(users::table)
        .filter(program_keys::key_hash.eq(hash))
        .filter(program_keys::scopes.eq(""))
        .filter(valid)
        .filter(users::disabled.eq(false))
        .filter(users::leaving.eq(false))
        .filter(users::must_change_password.eq(false))
        .select((program_keys::id, UserRow::as_select()))
        .first(conn)
        .optional()
}

//! Program keys in the database.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_access::auth::users::{UserRow, lock_member};
use yingku_db::Conn;
use yingku_db::schema::{program_keys, users};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::ProgramKey;

/// Most keys of a member.
pub const MAX_KEYS: i64 = 5;
/// Seconds between two updates of a key's last use.
const USED_AT_INTERVAL: i64 = 60;

/// Stores a key by its hash.
pub fn add(
    conn: &mut Conn,
    user: i64,
    (id, name, hash): (i64, &str, &str),
    now: i64,
) -> Result<(), ApiError> {
    lock_member(conn, user)?;
    let of_member = program_keys::table.filter(program_keys::user_id.eq(user));
    let count: i64 = of_member.count().get_result(conn)?;
    if count >= MAX_KEYS {
        return Err(ErrorKind::KeysOfMember.into());
    }
    let row = (
        program_keys::id.eq(id),
        program_keys::user_id.eq(user),
        program_keys::name.eq(name),
        program_keys::key_hash.eq(hash),
        program_keys::created_at.eq(now),
    );
    diesel::insert_into(program_keys::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// A member's keys, newest first.
pub fn list(conn: &mut Conn, user: i64) -> QueryResult<Vec<ProgramKey>> {
    program_keys::table
        .filter(program_keys::user_id.eq(user))
        .order(program_keys::id.desc())
        .select((
            program_keys::id,
            program_keys::name,
            program_keys::created_at,
            program_keys::used_at,
        ))
        .load(conn)
}

/// Deletes a member's key; 404 for somebody else's.
pub fn delete(conn: &mut Conn, user: i64, id: i64) -> Result<(), ApiError> {
    let own = program_keys::table
        .find(id)
        .filter(program_keys::user_id.eq(user));
    match diesel::delete(own).execute(conn)? {
        0 => Err(ErrorKind::NotFound.into()),
        _ => Ok(()),
    }
}

/// The owner of a key, and the key's id; `None` if they may not use the API.
pub fn member_of(conn: &mut Conn, hash: &str) -> QueryResult<Option<(i64, UserRow)>> {
    program_keys::table
        .inner_join(users::table)
        .filter(program_keys::key_hash.eq(hash))
        .filter(users::disabled.eq(false))
        .filter(users::leaving.eq(false))
        .filter(users::must_change_password.eq(false))
        .select((program_keys::id, UserRow::as_select()))
        .first(conn)
        .optional()
}

/// Records the use of a key, at most once a minute.
pub fn used(conn: &mut Conn, id: i64, now: i64) -> QueryResult<()> {
    let stale = program_keys::used_at
        .is_null()
        .or(program_keys::used_at.lt(now - USED_AT_INTERVAL));
    diesel::update(program_keys::table.filter(program_keys::id.eq(id).and(stale)))
        .set(program_keys::used_at.eq(now))
        .execute(conn)
        .map(|_| ())
}

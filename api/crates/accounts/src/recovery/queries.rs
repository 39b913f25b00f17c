//! Recovery codes in the database.

use diesel::prelude::*;
use diesel::query_dsl::methods;
use diesel::result::QueryResult;
use yingku_access::auth::users::UserRow;
use yingku_base::string_enum;
use yingku_db::Conn;
use yingku_db::schema::{recovery_codes, users};

use super::code::RecoveryCode;

string_enum! {
    /// Where the member has a code.
    pub(super) enum Kind {
        /// Written down by the member.
        Kept = "kept",
        /// In a mail.
        Mailed = "mailed",
    }
}

/// Stores a code in place of the previous one, unless that was created less than `pause` seconds ago, even by a
/// concurrent request; a clock set back does not prolong the pause. Returns whether it was stored. `expires_at` in
/// seconds; none = never.
pub(super) fn replace(
    conn: &mut Conn,
    (user, kind): (i64, Kind),
    code: &RecoveryCode,
    (now, expires_at): (i64, Option<i64>),
    pause: i64,
) -> QueryResult<bool> {
    let hash = code.hash();
    let row = (
        recovery_codes::code_hash.eq(&hash),
        recovery_codes::created_at.eq(now),
        recovery_codes::expires_at.eq(expires_at),
    );
    let key = (
        recovery_codes::user_id.eq(user),
        recovery_codes::kind.eq(kind),
    );
    let is_due = recovery_codes::created_at
        .le(now - pause)
        .or(recovery_codes::created_at.gt(now + pause));
    let replace = diesel::insert_into(recovery_codes::table)
        .values((key, row))
        .on_conflict((recovery_codes::user_id, recovery_codes::kind))
        .do_update()
        .set(row);
    let rows =
        yingku_db::on_engine!(conn, c => methods::FilterDsl::filter(replace, is_due).execute(c))?;
    Ok(rows == 1)
}

/// Replaces the code the user wrote down, and invalidates every earlier code.
pub fn renew(conn: &mut Conn, user: i64, code: &RecoveryCode, now: i64) -> QueryResult<()> {
    invalidate_codes(conn, user)?;
    replace(conn, (user, Kind::Kept), code, (now, None), 0).map(|_| ())
}

/// The user with this code at `now`, by normalized name; disabled users included.
pub(super) fn owner(
    conn: &mut Conn,
    name: &str,
    code: &RecoveryCode,
    now: i64,
) -> QueryResult<Option<UserRow>> {
    recovery_codes::table
        .inner_join(users::table)
        .filter(users::name_key.eq(name))
        .filter(users::leaving.eq(false))
        .filter(recovery_codes::code_hash.eq(code.hash()))
        .filter(
            recovery_codes::expires_at
                .is_null()
                .or(recovery_codes::expires_at.gt(now)),
        )
        .select(UserRow::as_select())
        .first(conn)
        .optional()
}

/// Consumes a code. Returns whether it was still unused.
pub(super) fn consume_code(conn: &mut Conn, user: i64, code: &RecoveryCode) -> QueryResult<bool> {
    let own = recovery_codes::table
        .filter(recovery_codes::user_id.eq(user))
        .filter(recovery_codes::code_hash.eq(code.hash()));
    diesel::delete(own).execute(conn).map(|rows| rows == 1)
}

/// Invalidates every code of a user.
pub fn invalidate_codes(conn: &mut Conn, user: i64) -> QueryResult<()> {
    diesel::delete(recovery_codes::table.filter(recovery_codes::user_id.eq(user)))
        .execute(conn)
        .map(|_| ())
}

/// Invalidates the mailed code of a user.
pub(super) fn invalidate_mailed_code(conn: &mut Conn, user: i64) -> QueryResult<()> {
    diesel::delete(recovery_codes::table.find((user, Kind::Mailed)))
        .execute(conn)
        .map(|_| ())
}

/// When a user's code was created.
pub(super) fn made_at(conn: &mut Conn, user: i64, kind: Kind) -> QueryResult<Option<i64>> {
    recovery_codes::table
        .find((user, kind))
        .select(recovery_codes::created_at)
        .first(conn)
        .optional()
}

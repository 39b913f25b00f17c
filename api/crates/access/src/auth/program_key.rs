//! Keys with which programs call the console's API as their operator, in `Authorization: Bearer yk_…` (R21.30).
//!
//! A key names its row, so that it is found by id; the secret is compared by hash in constant time. It is random, so one
//! round of hashing is enough.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use diesel::prelude::*;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use yingku_base::role::Permission;
use yingku_base::values::parse_id;
use yingku_db::Conn;
use yingku_db::schema::{program_keys, users};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::state::AppState;
use yingku_signer::{hex, signed_path};

use super::caller::{Operator, bearer};
use super::users::UserRow;

/// What every key begins with, so that leaked ones are recognized.
const PREFIX: &str = "yk_";
/// The random part of a key, bytes.
const SECRET_BYTES: usize = 20;
/// The calls that accept keys.
const PATHS: &str = "/admin/";
/// Seconds between two updates of a key's last use.
const USED_AT_INTERVAL: i64 = 60;

/// A key's row.
#[derive(Queryable)]
struct KeyRow {
    name: String,
    hash: String,
    scopes: String,
    expires_at: Option<i64>,
    used_at: Option<i64>,
    user: UserRow,
}

/// A new key for the row `id`, and the hash to store.
pub fn create(id: i64) -> anyhow::Result<(String, String)> {
    let secret = hex(&yingku_base::random::bytes::<SECRET_BYTES>()?);
    let key = format!("{PREFIX}{id}_{secret}");
    let hash = hash_of(&key);
    Ok((key, hash))
}

/// Whether a request comes from a program with a key, which needs no signature: the key is a secret of its own, and
/// opens no call but those for operators.
pub(super) fn is_used(request: &HttpRequest) -> bool {
    signed_path(request.path()).starts_with(PATHS) && of_headers(request.headers()).is_some()
}

/// The key of a request, if it has one.
pub(super) fn of_headers(headers: &HeaderMap) -> Option<&str> {
    let token = bearer(headers).ok().flatten();
    token.filter(|token| token.starts_with(PREFIX))
}

/// The operator of a key, with the permissions that both the key and its owner have now.
pub(super) async fn operator(state: &AppState, key: &str) -> Result<Operator, ApiError> {
    let invalid = || ApiError::new(ErrorKind::TokenInvalid);
    let id = id_of(key).ok_or_else(invalid)?;
    let found = state.db.query_fresh(move |conn| find(conn, id)).await?;
    let hash = hash_of(key);
    let row = found
        .filter(|row| row.hash.as_bytes().ct_eq(hash.as_bytes()).into())
        .ok_or_else(invalid)?;
    let now = state.now();
    if row.expires_at.is_some_and(|until| until <= now) {
        return Err(ApiError::new(ErrorKind::TokenExpired));
    }
    if row.used_at.is_none_or(|at| at < now - USED_AT_INTERVAL) {
        state
            .db
            .execute(move |conn| record_use(conn, id, now))
            .await?;
    }
    let scopes = scopes(&row.scopes);
    let mut permissions = row.user.permissions();
    permissions
        .0
        .retain(|permission| scopes.contains(permission));
    Ok(Operator {
        id: row.user.id,
        name: row.user.name,
        permissions,
        program: Some(row.name),
    })
}

/// The permissions in a key's column.
pub fn scopes(column: &str) -> Vec<Permission> {
    let words: Vec<&str> = column.split(',').collect();
    let all = Permission::OF_PROGRAMS.into_iter();
    all.filter(|one| words.contains(&one.as_str())).collect()
}

/// Records the use of a key, at most once a minute.
pub fn record_use(conn: &mut Conn, id: i64, now: i64) -> QueryResult<()> {
    let stale = program_keys::used_at
        .is_null()
        .or(program_keys::used_at.lt(now - USED_AT_INTERVAL));
    diesel::update(program_keys::table.filter(program_keys::id.eq(id).and(stale)))
        .set(program_keys::used_at.eq(now))
        .execute(conn)
        .map(|_| ())
}

/// An operator's key, unless its owner may not use the API.
fn find(conn: &mut Conn, id: i64) -> QueryResult<Option<KeyRow>> {
    program_keys::table
        .inner_join(users::table)
        .filter(program_keys::id.eq(id))
        .filter(program_keys::scopes.ne(""))
        .filter(users::disabled.eq(false))
        .filter(users::leaving.eq(false))
        .filter(users::must_change_password.eq(false))
        .select((
            program_keys::name,
            program_keys::key_hash,
            program_keys::scopes,
            program_keys::expires_at,
            program_keys::used_at,
            UserRow::as_select(),
        ))
        .first(conn)
        .optional()
}

fn id_of(key: &str) -> Option<i64> {
    let (id, _) = key.strip_prefix(PREFIX)?.split_once('_')?;
    parse_id(id)
}

/// The stored hash of a key.
pub fn hash_of(key: &str) -> String {
    hex(&Sha256::digest(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_its_row_and_has_160_random_bits() {
        let (key, hash) = create(910_000_000_000_000_021).unwrap();
        assert!(key.starts_with("yk_910000000000000021_"));
        assert_eq!(
            (key.len(), hash.len()),
            ("yk_910000000000000021_".len() + 40, 64)
        );
        assert_eq!(id_of(&key), Some(910_000_000_000_000_021));
        assert_eq!(hash_of(&key), hash);
        assert_ne!(create(910_000_000_000_000_021).unwrap().0, key);
        for bad in ["", "yk_", "yk_1", "yk_x_y", "910000000000000021_ff"] {
            assert_eq!(id_of(bad), None, "{bad}");
        }
    }

    #[test]
    fn scopes_hold_nothing_about_accounts_or_money() {
        let all: Vec<&str> = Permission::ALL.iter().map(|one| one.as_str()).collect();
        let allowed = scopes(&all.join(","));
        assert_eq!(allowed, Permission::OF_PROGRAMS);
        for never in [
            "users:manage",
            "orders:view",
            "orders:refund",
            "codes:make",
            "plans:edit",
            "settings:edit",
            "audit:view",
        ] {
            assert!(!allowed.iter().any(|one| one.as_str() == never), "{never}");
        }
        assert_eq!(scopes(""), []);
    }
}

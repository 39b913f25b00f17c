//! Activation codes in the database.

use diesel::prelude::*;
use yingku_base::string_enum;
use yingku_db::Conn;
use yingku_db::schema::{activation_attempts, activation_codes};
use yingku_platform::config::OrderMode;

/// A code's row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = activation_codes)]
#[diesel(treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct CodeRow {
    pub id: i64,
    pub code_hash: String,
    pub last4: String,
    pub batch: String,
    pub order_no: Option<String>,
    pub plan_id: Option<i64>,
    pub level_id: i16,
    pub days: i32,
    pub created_at: i64,
    pub expires_at: Option<i64>,
    pub revoked_at: Option<i64>,
    pub used_at: Option<i64>,
    pub used_by: Option<i64>,
    pub used_network: String,
    pub mode: OrderMode,
}

string_enum! {
    /// The state of a code.
    pub enum CodeState {
        /// It can be used.
        Unused = "unused",
        /// It has been used.
        Used = "used",
        /// It was revoked by an operator.
        Revoked = "revoked",
        /// It has expired.
        Expired = "expired",
    }
}

impl CodeRow {
    /// The state at `now`, seconds.
    pub fn state(&self, now: i64) -> CodeState {
        match self {
            Self {
                used_at: Some(_), ..
            } => CodeState::Used,
            Self {
                revoked_at: Some(_),
                ..
            } => CodeState::Revoked,
            Self {
                expires_at: Some(at),
                ..
            } if *at <= now => CodeState::Expired,
            _ => CodeState::Unused,
        }
    }
}

/// Which codes to revoke.
#[derive(Debug, Clone, Copy)]
pub enum CodeSelection<'a> {
    /// A batch, by name.
    Batch(&'a str),
    /// Single codes, by id.
    Ids(&'a [i64]),
}

/// Inserts new codes.
pub fn add(conn: &mut Conn, rows: &[CodeRow]) -> QueryResult<()> {
    yingku_db::insert_all!(conn, activation_codes::table, rows)
}

/// At most `limit` codes with ids above `after`, of a batch or of all, by id.
pub fn after(
    conn: &mut Conn,
    batch: Option<&str>,
    after: i64,
    limit: i64,
) -> QueryResult<Vec<CodeRow>> {
    let all = activation_codes::table
        .select(CodeRow::as_select())
        .filter(activation_codes::id.gt(after))
        .order(activation_codes::id)
        .limit(limit);
    match batch {
        Some(batch) => all.filter(activation_codes::batch.eq(batch)).load(conn),
        None => all.load(conn),
    }
}

/// Revokes unused codes at `now` (seconds), and returns how many.
pub fn revoke(conn: &mut Conn, which: CodeSelection<'_>, now: i64) -> QueryResult<usize> {
    let unused = activation_codes::table
        .filter(activation_codes::used_at.is_null())
        .filter(activation_codes::revoked_at.is_null());
    let revoked = activation_codes::revoked_at.eq(now);
    match which {
        CodeSelection::Batch(batch) => {
            diesel::update(unused.filter(activation_codes::batch.eq(batch)))
                .set(revoked)
                .execute(conn)
        }
        CodeSelection::Ids(ids) => diesel::update(unused.filter(activation_codes::id.eq_any(ids)))
            .set(revoked)
            .execute(conn),
    }
}

/// The codes a member has used, oldest first.
pub fn used_by(conn: &mut Conn, user: i64) -> QueryResult<Vec<CodeRow>> {
    activation_codes::table
        .select(CodeRow::as_select())
        .filter(activation_codes::used_by.eq(user))
        .order((activation_codes::used_at, activation_codes::id))
        .load(conn)
}

/// A member's attempts, oldest first: last characters, result, network and time.
pub fn attempts_of(conn: &mut Conn, user: i64) -> QueryResult<Vec<(String, String, String, i64)>> {
    activation_attempts::table
        .select((
            activation_attempts::last4,
            activation_attempts::result,
            activation_attempts::network,
            activation_attempts::created_at,
        ))
        .filter(activation_attempts::user_id.eq(user))
        .order((activation_attempts::created_at, activation_attempts::id))
        .load(conn)
}

/// Deletes the networks from which a member used and tried codes; the rows stay.
pub fn clear_networks(conn: &mut Conn, user: i64) -> QueryResult<()> {
    diesel::update(activation_codes::table.filter(activation_codes::used_by.eq(user)))
        .set(activation_codes::used_network.eq(""))
        .execute(conn)?;
    diesel::update(activation_attempts::table.filter(activation_attempts::user_id.eq(user)))
        .set(activation_attempts::network.eq(""))
        .execute(conn)
        .map(|_| ())
}

//! What the features keep about a member, so that a member can take it along and take it away. Each feature has one or
//! more entries; [`crate::server`] lists them all.

use diesel::result::QueryResult;
use serde_json::Value;

use super::users::{self, UserRow};
use crate::db::Conn;

/// Takes back so many rows of a user at most, at this time (seconds), and says how many it was.
pub type TakesBack = fn(&mut Conn, user: i64, now: i64, rows: i64) -> QueryResult<usize>;

/// One feature's part.
#[derive(Clone, Copy)]
pub struct PersonalData {
    /// Its name in the export.
    pub name: &'static str,
    /// Everything it keeps about the user, at this time (seconds), as the user may read it.
    pub export: fn(&mut Conn, user: i64, now: i64) -> QueryResult<Value>,
    /// Called in the transaction that deletes the user, before the rows go with them that the database
    /// links to the user: for counts that have to follow, and for what is not linked.
    pub before_delete: fn(&mut Conn, user: i64, now: i64) -> QueryResult<()>,
    /// Called before that as often as it takes, in transactions of their own, for what may be many rows: takes back so
    /// many at most, and says how many it was.
    pub in_steps: Option<TakesBack>,
    /// Called in the transaction that makes the user: what everybody has from the start.
    pub at_joining: fn(&mut Conn, user: i64, now: i64) -> QueryResult<()>,
}

impl PersonalData {
    /// Keeps nothing and has nothing to do: what an entry leaves out.
    pub const NOTHING: Self = Self {
        name: "",
        export: |_, _, _| Ok(Value::Null),
        before_delete: |_, _, _| Ok(()),
        in_steps: None,
        at_joining: |_, _, _| Ok(()),
    };
}

/// Adds a user with what everybody has from the start; says whether the name was free.
pub fn join(parts: &[PersonalData], conn: &mut Conn, user: &UserRow) -> QueryResult<bool> {
    if !users::add(conn, user)? {
        return Ok(false);
    }
    for part in parts {
        (part.at_joining)(conn, user.id, user.created_at)?;
    }
    Ok(true)
}

/// Everything of every feature, by its name.
pub fn export(
    parts: &[PersonalData],
    conn: &mut Conn,
    user: i64,
    now: i64,
) -> QueryResult<serde_json::Map<String, Value>> {
    parts
        .iter()
        .map(|part| Ok((part.name.to_owned(), (part.export)(conn, user, now)?)))
        .collect()
}

/// What a step of a member's leaving has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErasureStep {
    /// Whether the member is gone with it.
    pub gone: bool,
    /// The rows that it took back, the member's own among them.
    pub rows: usize,
}

/// A step of a member's leaving: takes back so many rows of each feature at most, and deletes the member with everything
/// that is left once these were the last.
pub fn erase_step(
    parts: &[PersonalData],
    conn: &mut Conn,
    user: i64,
    now: i64,
    rows: i64,
) -> QueryResult<ErasureStep> {
    let full = usize::try_from(rows).unwrap_or(usize::MAX);
    let mut taken = 0;
    for in_steps in parts.iter().filter_map(|part| part.in_steps) {
        let now_taken = in_steps(conn, user, now, rows)?;
        taken += now_taken;
        if now_taken >= full {
            return Ok(ErasureStep {
                gone: false,
                rows: taken,
            });
        }
    }
    for part in parts {
        (part.before_delete)(conn, user, now)?;
    }
    users::remove(conn, user)?;
    Ok(ErasureStep {
        gone: true,
        rows: taken + 1,
    })
}

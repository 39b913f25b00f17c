//! Export and erasure hooks: each feature that stores personal data has one or more entries, and `yingku_server` lists
//! them all.

use diesel::result::QueryResult;
use serde_json::Value;
use yingku_db::Conn;

use super::users::{self, UserRow};

/// Deletes at most `rows` rows of a user at `now` (seconds), and returns how many it deleted.
pub type EraseRows = fn(&mut Conn, user: i64, now: i64, rows: i64) -> QueryResult<usize>;

/// The hooks of one feature.
#[derive(Clone, Copy)]
pub struct PersonalData {
    /// Its name in the export.
    pub name: &'static str,
    /// Everything stored about the user at `now` (seconds), in the form the user receives.
    pub export: fn(&mut Conn, user: i64, now: i64) -> QueryResult<Value>,
    /// Runs in the transaction that deletes the user, before the cascades: for counters that have to follow, and for rows
    /// without a foreign key.
    pub before_delete: fn(&mut Conn, user: i64, now: i64) -> QueryResult<()>,
    /// For what may be many rows: runs repeatedly before that, in its own transactions.
    pub in_steps: Option<EraseRows>,
    /// Runs in the transaction that creates the user: what every member has from the start.
    pub on_registration: fn(&mut Conn, user: i64, now: i64) -> QueryResult<()>,
}

impl PersonalData {
    /// No-ops, for the hooks an entry leaves out.
    pub const NOTHING: Self = Self {
        name: "",
        export: |_, _, _| Ok(Value::Null),
        before_delete: |_, _, _| Ok(()),
        in_steps: None,
        on_registration: |_, _, _| Ok(()),
    };
}

/// Adds a user with what every member has from the start. Returns whether the name was free.
pub fn join(parts: &[PersonalData], conn: &mut Conn, user: &UserRow) -> QueryResult<bool> {
    if !users::add(conn, user)? {
        return Ok(false);
    }
    for part in parts {
        (part.on_registration)(conn, user.id, user.created_at)?;
    }
    Ok(true)
}

/// Exports the data of every feature, by its name.
pub fn export(
    parts: &[PersonalData],
    conn: &mut Conn,
    user: i64,
    now: i64,
) -> QueryResult<serde_json::Map<String, Value>> {
    parts
        .iter()
        .map(|part| {
            let data = (part.export)(conn, user, now)?;
            Ok((part.name.to_owned(), without_nulls(data)))
        })
        .collect()
}

/// Omits null values, as every response does, but keeps those in logged changes.
fn without_nulls(data: Value) -> Value {
    match data {
        Value::Array(list) => list.into_iter().map(without_nulls).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| {
                let is_kept = name == "after";
                let value = if is_kept { value } else { without_nulls(value) };
                (name, value)
            })
            .collect(),
        other => other,
    }
}

/// The result of one erasure step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErasureStep {
    /// Whether the member is deleted.
    pub gone: bool,
    /// Rows deleted, including the member's own.
    pub rows: usize,
}

/// One step of erasing a member: deletes at most `rows` rows of each feature, and the member with everything else once
/// nothing large is left.
pub fn erase_step(
    parts: &[PersonalData],
    conn: &mut Conn,
    user: i64,
    now: i64,
    rows: i64,
) -> QueryResult<ErasureStep> {
    let full = usize::try_from(rows).unwrap_or(usize::MAX);
    let mut erased = 0;
    for in_steps in parts.iter().filter_map(|part| part.in_steps) {
        let erased_now = in_steps(conn, user, now, rows)?;
        erased += erased_now;
        if erased_now >= full {
            return Ok(ErasureStep {
                gone: false,
                rows: erased,
            });
        }
    }
    for part in parts {
        (part.before_delete)(conn, user, now)?;
    }
    users::remove(conn, user)?;
    Ok(ErasureStep {
        gone: true,
        rows: erased + 1,
    })
}

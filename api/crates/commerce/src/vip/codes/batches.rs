//! Batches of codes: creating and revoking them, by a command or an operator, each with its audit record. A code leaves
//! the program when it is created, and never again.

use std::collections::HashMap;

use diesel::dsl::{count, count_star};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::time::{DAY, format_shanghai};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{activation_codes, code_batches};
use yingku_http_kit::in_order;
use yingku_http_kit::sorting::Direction;
use yingku_platform::config::OrderMode;

use super::code::ActivationCode;
use super::keys::CodeKeys;
use super::store::{self, CodeRow, CodeSelection};
use crate::vip::plans::PlanRow;

/// Longest name of a batch, in code points.
const NAME_CHARS: usize = 40;

/// A batch's row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = code_batches)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct BatchRow {
    pub id: i64,
    pub name: String,
    pub plan_id: Option<i64>,
    pub plan_name: String,
    pub level_id: i16,
    pub days: i32,
    pub created_at: i64,
    pub expires_at: Option<i64>,
}

/// The batch to create.
#[derive(Debug)]
pub struct NewBatchSpec {
    /// Number of codes.
    pub count: u32,
    /// Days they are valid; none = forever.
    pub valid_days: Option<i64>,
    /// Name of the batch; generated when none.
    pub name: Option<String>,
}

/// Generated codes that are not stored yet.
pub struct NewBatch {
    /// The batch's row.
    pub row: BatchRow,
    /// The codes, in the order of their rows.
    pub codes: Vec<ActivationCode>,
    rows: Vec<CodeRow>,
}

/// Whether `name` is a valid batch name: 1 to 40 letters, digits, `_`, `-` or Chinese characters, so that it can be part
/// of a URL.
pub fn is_name(name: &str) -> bool {
    let allowed =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '\u{4e00}'..='\u{9fff}');
    (1..=NAME_CHARS).contains(&name.chars().count()) && name.chars().all(allowed)
}

/// Generates codes for a plan.
pub fn generate(
    keys: &CodeKeys,
    actor: &Actor,
    plan: &PlanRow,
    spec: NewBatchSpec,
) -> anyhow::Result<NewBatch> {
    let id = actor.next_id();
    let row = BatchRow {
        id,
        name: spec.name.unwrap_or_else(|| id.to_string()),
        plan_id: Some(plan.id),
        plan_name: plan.name.clone(),
        level_id: plan.level_id,
        days: plan.days,
        created_at: actor.now,
        expires_at: spec.valid_days.map(|days| actor.now + days * DAY),
    };
    let codes = (0..spec.count).map(|_| Ok(ActivationCode::new(yingku_base::random::bytes()?)));
    let codes: Vec<ActivationCode> = codes.collect::<anyhow::Result<_>>()?;
    let rows = codes.iter().map(|code| CodeRow {
        id: actor.next_id(),
        code_hash: keys.hash(code),
        last4: code.last4(),
        batch: row.name.clone(),
        order_no: None,
        plan_id: row.plan_id,
        level_id: row.level_id,
        days: row.days,
        created_at: row.created_at,
        expires_at: row.expires_at,
        revoked_at: None,
        used_at: None,
        used_by: None,
        used_network: String::new(),
        mode: OrderMode::Live,
    });
    Ok(NewBatch {
        rows: rows.collect(),
        codes,
        row,
    })
}

/// Stores a batch. Returns whether its name was free. If not, PostgreSQL has aborted the transaction: no statement may
/// follow.
pub fn insert(conn: &mut Conn, actor: &Actor, batch: &NewBatch) -> QueryResult<bool> {
    let added = diesel::insert_into(code_batches::table)
        .values(&batch.row)
        .execute(conn);
    match added {
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => return Ok(false),
        added => added?,
    };
    store::add(conn, &batch.rows)?;
    let change = Change {
        action: Action::CodesMake,
        target: (TargetKind::Codes, batch.row.name.clone()),
        before: Value::Null,
        after: json!({
            "plan": batch.row.plan_name,
            "days": batch.row.days,
            "count": batch.codes.len(),
            "validUntil": batch.row.expires_at.map(format_shanghai),
        }),
        reason: "",
    };
    audit::record(conn, actor, &change)?;
    Ok(true)
}

/// Revokes the unused codes of a batch, and returns how many.
pub fn revoke(conn: &mut Conn, actor: &Actor, name: &str, reason: &str) -> QueryResult<usize> {
    let revoked = store::revoke(conn, CodeSelection::Batch(name), actor.now)?;
    if revoked > 0 {
        record_revocation(conn, actor, name, revoked, reason)?;
    }
    Ok(revoked)
}

/// Revokes unused codes by id, and returns how many.
pub fn revoke_ids(conn: &mut Conn, actor: &Actor, ids: &[i64]) -> QueryResult<usize> {
    let mut all = 0;
    for id in ids {
        let revoked = store::revoke(conn, CodeSelection::Ids(&[*id]), actor.now)?;
        if revoked > 0 {
            record_revocation(conn, actor, &id.to_string(), revoked, "")?;
        }
        all += revoked;
    }
    Ok(all)
}

fn record_revocation(
    conn: &mut Conn,
    actor: &Actor,
    target: &str,
    revoked: usize,
    reason: &str,
) -> QueryResult<()> {
    let change = Change {
        action: Action::CodesRevoke,
        target: (TargetKind::Codes, target.to_owned()),
        before: Value::Null,
        after: json!({ "revoked": revoked }),
        reason,
    };
    audit::record(conn, actor, &change)
}

/// Whether a batch of this name exists.
pub fn exists(conn: &mut Conn, name: &str) -> QueryResult<bool> {
    let named = code_batches::table.filter(code_batches::name.eq(name));
    diesel::select(diesel::dsl::exists(named)).get_result(conn)
}

/// One page of batches by creation time, and the total.
pub fn page(
    conn: &mut Conn,
    direction: Direction,
    page: Page,
) -> QueryResult<(Vec<BatchRow>, i64)> {
    let total = count_up_to_max!(conn, code_batches::table, code_batches::id)?;
    let list = code_batches::table.select(BatchRow::as_select());
    let list = in_order!(list.into_boxed(), direction, code_batches::id);
    Ok((list.paged(page).load(conn)?, total))
}

/// The number of codes of a batch by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub all: i64,
    /// Used codes.
    pub used: i64,
    /// Revoked codes.
    pub revoked: i64,
    /// Expired codes.
    pub expired: i64,
}

/// Counts the codes of batches at `now` (seconds), from the index alone.
pub fn counts(conn: &mut Conn, names: &[&str], now: i64) -> QueryResult<HashMap<String, Counts>> {
    let in_batches = || activation_codes::table.filter(activation_codes::batch.eq_any(names));
    let all: Vec<(String, i64, i64, i64)> = in_batches()
        .group_by(activation_codes::batch)
        .select((
            activation_codes::batch,
            count_star(),
            count(activation_codes::used_at),
            count(activation_codes::revoked_at),
        ))
        .load(conn)?;
    let expired: Vec<(String, i64)> = in_batches()
        .filter(activation_codes::used_at.is_null())
        .filter(activation_codes::revoked_at.is_null())
        .filter(activation_codes::expires_at.le(now))
        .group_by(activation_codes::batch)
        .select((activation_codes::batch, count_star()))
        .load(conn)?;
    let expired: HashMap<String, i64> = expired.into_iter().collect();
    let counted = all.into_iter().map(|(name, all, used, revoked)| {
        let expired = expired.get(&name).copied().unwrap_or_default();
        let counts = Counts {
            all,
            used,
            revoked,
            expired,
        };
        (name, counts)
    });
    Ok(counted.collect())
}

/// A code and the name of its user; none if unused, or the account is deleted.
pub type UsedCode = (CodeRow, Option<String>);

/// One page of a batch's codes in the order of creation, and the total.
pub fn codes(conn: &mut Conn, name: &str, page: Page) -> QueryResult<(Vec<UsedCode>, i64)> {
    use yingku_db::schema::users;
    let total = activation_codes::table
        .filter(activation_codes::batch.eq(name))
        .count()
        .get_result(conn)?;
    let list = activation_codes::table
        .left_join(users::table)
        .filter(activation_codes::batch.eq(name))
        .select((CodeRow::as_select(), users::name.nullable()))
        .order(activation_codes::id);
    Ok((list.paged(page).load(conn)?, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_name_is_safe_in_a_url() {
        for good in [
            "autumn",
            "秋季-2026_1",
            &"长".repeat(40),
            "910000000000000041",
        ] {
            assert!(is_name(good), "{good}");
        }
        for bad in [
            "",
            " ",
            "a b",
            "a/b",
            "..",
            "a.b",
            "a?b",
            &"长".repeat(41),
            "é",
        ] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}

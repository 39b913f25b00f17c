//! One code, for an operator: found by its hash, as only its holder knows the code itself, and revoked by its id.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::Conn;
use yingku_db::schema::{activation_codes, code_batches, users, vip_plans};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::store::{self, CodeRow, CodeSelection, CodeState};

/// A code and what is known about it.
#[derive(Debug)]
pub struct FoundCode {
    /// Its row.
    pub row: CodeRow,
    /// The plan's name: of a batch as it was then, else as it is now; empty when the plan is gone.
    pub plan_name: String,
    /// The name of its user; none if unused, or the account is deleted.
    pub user_name: Option<String>,
}

/// The code of a hash.
pub fn by_hash(conn: &mut Conn, hash: &str) -> QueryResult<Option<FoundCode>> {
    let found = activation_codes::table
        .left_join(users::table)
        .filter(activation_codes::code_hash.eq(hash))
        .select((CodeRow::as_select(), users::name.nullable()))
        .first(conn)
        .optional()?;
    found.map(|found| with_plan(conn, found)).transpose()
}

/// The number of the order that a code was bought with; none if it was not bought, or there is no such code.
pub fn order_of(conn: &mut Conn, hash: &str) -> QueryResult<Option<String>> {
    let order: Option<Option<String>> = activation_codes::table
        .filter(activation_codes::code_hash.eq(hash))
        .select(activation_codes::order_no)
        .first(conn)
        .optional()?;
    Ok(order.flatten())
}

fn by_id(conn: &mut Conn, id: i64) -> QueryResult<FoundCode> {
    let found = activation_codes::table
        .left_join(users::table)
        .filter(activation_codes::id.eq(id))
        .select((CodeRow::as_select(), users::name.nullable()))
        .first(conn)?;
    with_plan(conn, found)
}

fn with_plan(
    conn: &mut Conn,
    (row, user_name): (CodeRow, Option<String>),
) -> QueryResult<FoundCode> {
    let of_batch = code_batches::table
        .filter(code_batches::name.eq(&row.batch))
        .select(code_batches::plan_name)
        .first(conn)
        .optional()?;
    let plan_name = match (of_batch, row.plan_id) {
        (Some(name), _) => Some(name),
        (None, Some(plan)) => vip_plans::table
            .find(plan)
            .select(vip_plans::name)
            .first(conn)
            .optional()?,
        (None, None) => None,
    };
    Ok(FoundCode {
        row,
        plan_name: plan_name.unwrap_or_default(),
        user_name,
    })
}

/// Revokes a code that nobody has used, as revoking its batch does: days that it has granted stay. The update decides
/// between this and a member who redeems it at the same moment. One that was revoked before stays as it is.
pub fn revoke(
    conn: &mut Conn,
    actor: &Actor,
    id: i64,
    reason: &str,
) -> Result<FoundCode, ApiError> {
    if by_id(conn, id)?.row.order_no.is_some() {
        return Err(ErrorKind::CodeBought.into());
    }
    let is_revoked = store::revoke(conn, CodeSelection::Ids(&[id]), actor.now)? == 1;
    let code = by_id(conn, id)?;
    if is_revoked {
        record(conn, actor, &code.row, reason)?;
    } else if code.row.state(actor.now) == CodeState::Used {
        return Err(ErrorKind::CodeUsed.into());
    }
    Ok(code)
}

fn record(conn: &mut Conn, actor: &Actor, code: &CodeRow, reason: &str) -> QueryResult<()> {
    let change = Change {
        action: Action::CodesRevoke,
        target: (TargetKind::Codes, code.batch.clone()),
        before: Value::Null,
        after: json!({ "revoked": 1, "last4": code.last4 }),
        reason,
    };
    audit::record(conn, actor, &change)
}

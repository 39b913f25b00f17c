//! Revoking what an order granted, when it is refunded or voided.

use std::collections::BTreeSet;

use diesel::dsl::exists;
use diesel::prelude::*;
use yingku_access::audit::Actor;
use yingku_access::auth::users::lock_member;
use yingku_db::Conn;
use yingku_db::schema::{activation_codes, payments};

use super::apply::Outcome;
use super::orders::row::OrderRow;
use crate::vip::codes::store::{self, CodeRow, CodeSelection};
use crate::vip::grants::{self, Source};
use crate::vip::revoke::revoke_grant;

/// What was revoked.
#[derive(Debug, Default)]
pub(super) struct Revoked {
    /// Days of VIP, rounded up.
    pub(super) days: i32,
    /// Whether its activation code was revoked.
    pub(super) code_revoked: bool,
}

/// Whether the statistics of a day include the payment of an order.
pub(super) fn is_counted(conn: &mut Conn, number: &str) -> QueryResult<bool> {
    let granted = payments::table
        .filter(payments::order_no.eq(number))
        .filter(payments::outcome.eq_any(Outcome::COUNTED.map(Outcome::as_str)));
    diesel::select(exists(granted)).get_result(conn)
}

/// Locks all members whose VIP may change, in the order of their ids, which avoids deadlocks.
pub(super) fn lock_members(
    conn: &mut Conn,
    order: &OrderRow,
    code: Option<&CodeRow>,
) -> QueryResult<()> {
    let members: BTreeSet<i64> = order
        .user_id
        .into_iter()
        .chain(code.and_then(|code| code.used_by))
        .collect();
    for user in members {
        lock_member(conn, user).optional()?;
    }
    Ok(())
}

/// Revokes what the order granted: the days, the code, or the days granted for the code.
pub(super) fn revoke_benefits(
    conn: &mut Conn,
    actor: &Actor,
    number: &str,
) -> QueryResult<Revoked> {
    let mut revoked = Revoked::default();
    let mut given = grants::by_cause(conn, Source::Order, number)?;
    if let Some(code) = order_code(conn, number)? {
        revoked.code_revoked = store::revoke(conn, CodeSelection::Ids(&[code.id]), actor.now)? == 1;
        if !revoked.code_revoked {
            given = grants::by_cause(conn, Source::Code, &code.id.to_string())?;
        }
    }
    if let Some(grant) = given {
        let taken = revoke_grant(conn, actor.next_id(), &grant, actor.now)?;
        revoked.days = taken.unwrap_or_default();
    }
    Ok(revoked)
}

/// The activation code of an order, if it has one.
pub(super) fn order_code(conn: &mut Conn, number: &str) -> QueryResult<Option<CodeRow>> {
    activation_codes::table
        .select(CodeRow::as_select())
        .filter(activation_codes::order_no.eq(number))
        .first(conn)
        .optional()
}

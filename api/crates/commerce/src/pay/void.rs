//! Voids sandbox orders before the switch to live payments. Each order is voided in a transaction of its own: its days
//! are revoked, or its code, or the days granted for the code; its amount is subtracted from the counters; and it is
//! closed for good. The command is idempotent and can resume after an interruption.

use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::schema::{order_refunds, orders, payments};
use yingku_db::{Conn, Db, DbError};
use yingku_platform::config::OrderMode;
use yingku_platform::stats::counters::{self, DailyCounter};

use super::apply::Outcome;
use super::orders::queries;
use super::orders::row::OrderRow;
use super::orders::status::OrderStatus;
use super::refunds::settle::sent_back;
use super::refunds::store::RefundState;
use super::revocation::{is_counted, lock_members, order_code, revoke_benefits};

/// The command.
pub const COMMAND: &str = "yingku pay void-sandbox";
/// Orders read at once.
const BATCH: i64 = 100;
/// The reason in the audit log.
const REASON: &str = "沙箱订单作废";

/// The result.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Voided {
    /// Orders voided.
    pub orders: u64,
    /// Paid ones among them.
    pub paid: u64,
    /// Days of VIP revoked, rounded up.
    pub days: i64,
    /// Activation codes revoked.
    pub codes: u64,
}

/// The number of sandbox orders not voided.
pub fn count_unvoided(conn: &mut Conn) -> QueryResult<i64> {
    orders::table
        .filter(orders::mode.eq(OrderMode::Sandbox))
        .filter(orders::voided_at.is_null())
        .count()
        .get_result(conn)
}

/// Voids all sandbox orders.
pub fn void_sandbox(db: &Db, actor: &Actor) -> Result<Voided, DbError> {
    let mut all = Voided::default();
    loop {
        let numbers = db.query_now(next_numbers)?;
        if numbers.is_empty() {
            return Ok(all);
        }
        for number in numbers {
            let one = db.execute_now(|conn| void(conn, actor, &number))?;
            if let Some(one) = one {
                all.orders += 1;
                all.paid += one.paid;
                all.days += one.days;
                all.codes += one.codes;
            }
        }
    }
}

fn next_numbers(conn: &mut Conn) -> QueryResult<Vec<String>> {
    orders::table
        .filter(orders::mode.eq(OrderMode::Sandbox))
        .filter(orders::voided_at.is_null())
        .order(orders::number)
        .select(orders::number)
        .limit(BATCH)
        .load(conn)
}

/// Voids one order; none if it was voided before.
fn void(conn: &mut Conn, actor: &Actor, number: &str) -> QueryResult<Option<Voided>> {
    let Some(order) = queries::by_number(conn, number)? else {
        return Ok(None);
    };
    let code = order_code(conn, number)?;
    lock_members(conn, &order, code.as_ref())?;
    // Read again under the lock: it can no longer be paid or refunded.
    let Some(before) = queries::by_number(conn, number)? else {
        return Ok(None);
    };
    if !mark(conn, number, actor.now)? {
        return Ok(None);
    }
    let revoked = revoke_benefits(conn, actor, number)?;
    subtract_payment(conn, &before)?;
    let change = Change {
        action: Action::OrderVoid,
        target: (TargetKind::Order, number.to_owned()),
        before: json!({ "status": before.status }),
        after: json!({ "status": OrderStatus::Closed.code(), "daysTakenBack": revoked.days, "codeRevoked": revoked.code_revoked }),
        reason: REASON,
    };
    audit::record(conn, actor, &change)?;
    Ok(Some(Voided {
        orders: 1,
        paid: u64::from(before.paid_at.is_some()),
        days: i64::from(revoked.days),
        codes: u64::from(revoked.code_revoked),
    }))
}

fn mark(conn: &mut Conn, number: &str, now: i64) -> QueryResult<bool> {
    let voidable = orders::table
        .find(number)
        .filter(orders::voided_at.is_null());
    diesel::update(voidable)
        .set((
            orders::status.eq(OrderStatus::Closed),
            orders::voided_at.eq(Some(now)),
            orders::check_at.eq(None::<i64>),
            orders::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Subtracts the payment from the counters of its day, and the refund from those of the refund's day.
fn subtract_payment(conn: &mut Conn, order: &OrderRow) -> QueryResult<()> {
    let was_counted = is_counted(conn, &order.number)?;
    let Some(paid_at) = order.paid_at.filter(|_| was_counted) else {
        return Ok(());
    };
    let reversed = [
        (DailyCounter::PaidFen, -order.received()),
        (DailyCounter::PaidOrders, -1),
    ];
    counters::add(conn, paid_at, &reversed)?;
    for (settled_at, fen) in sent_refunds(conn, order)? {
        counters::add(conn, settled_at, &[(DailyCounter::RefundedFen, -fen)])?;
    }
    if order.status == OrderStatus::Refunded {
        let rest = order.received() - sent_back(conn, &order.number)?;
        counters::add(
            conn,
            order.updated_at,
            &[(DailyCounter::RefundedFen, -rest)],
        )?;
    }
    Ok(())
}

/// When each refund that was sent through the provider, of the payment that the order was granted for, was settled.
fn sent_refunds(conn: &mut Conn, order: &OrderRow) -> QueryResult<Vec<(i64, i64)>> {
    let counted: Vec<String> = payments::table
        .filter(payments::order_no.eq(&order.number))
        .filter(payments::outcome.eq_any(Outcome::COUNTED))
        .select(payments::trade_no)
        .load(conn)?;
    order_refunds::table
        .filter(order_refunds::order_no.eq(&order.number))
        .filter(order_refunds::state.eq(RefundState::Succeeded))
        .filter(order_refunds::trade_no.eq_any(counted))
        .select((order_refunds::updated_at, order_refunds::fen))
        .load(conn)
}

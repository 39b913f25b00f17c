//! Taking back what the sandbox has given, before real money comes in. One order after the other, each in a
//! transaction of its own: its days are taken back, its code is revoked or the days somebody got for it are taken
//! back, its money leaves the figures, and the order is closed for good. Again is nothing new, and what was cut off
//! goes on.

use diesel::dsl::exists;
use diesel::prelude::*;
use serde_json::json;

use super::admin::refund::{code_of, hold_people, undo};
use super::apply::Outcome;
use super::orders::model::OrderStatus;
use super::orders::queries::{self, OrderRow};
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::config::PayMode;
use crate::db::schema::{orders, payments};
use crate::db::{Conn, Db, DbError};
use crate::stats::counters::{self, DailyCounter};

/// The command that does this.
pub const COMMAND: &str = "yingku pay void-sandbox";
/// Orders whose numbers are read at once.
const BATCH: i64 = 100;
/// What the audit log says.
const REASON: &str = "沙箱订单作废";

/// What was taken back.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Voided {
    /// Orders.
    pub orders: u64,
    /// Of these, the ones that were paid.
    pub paid: u64,
    /// Days of VIP, begun ones whole.
    pub days: i64,
    /// Activation codes that cannot be used any more.
    pub codes: u64,
}

/// How many orders of the sandbox are not voided.
pub fn left(conn: &mut Conn) -> QueryResult<i64> {
    orders::table
        .filter(orders::mode.eq(PayMode::Sandbox.kept()))
        .filter(orders::voided_at.is_null())
        .count()
        .get_result(conn)
}

/// Voids every order of the sandbox.
///
/// # Errors
/// The database's; what was voided before stays so.
pub fn void_sandbox(db: &Db, actor: &Actor) -> Result<Voided, DbError> {
    let mut all = Voided::default();
    loop {
        let numbers = db.query_now(next)?;
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

fn next(conn: &mut Conn) -> QueryResult<Vec<String>> {
    orders::table
        .filter(orders::mode.eq(PayMode::Sandbox.kept()))
        .filter(orders::voided_at.is_null())
        .order(orders::number)
        .select(orders::number)
        .limit(BATCH)
        .load(conn)
}

/// Voids one order; none when somebody else has.
fn void(conn: &mut Conn, actor: &Actor, number: &str) -> QueryResult<Option<Voided>> {
    let Some(order) = queries::by_number(conn, number)? else {
        return Ok(None);
    };
    let code = code_of(conn, number)?;
    hold_people(conn, &order, code.as_ref())?;
    // Again, now that nobody else can pay or refund it.
    let Some(before) = queries::by_number(conn, number)? else {
        return Ok(None);
    };
    if !mark(conn, number, actor.now)? {
        return Ok(None);
    }
    let back = undo(conn, actor, number)?;
    uncount(conn, &before)?;
    let change = Change {
        action: Action::OrderVoid,
        target: (TargetKind::Order, number.to_owned()),
        before: json!({ "status": before.status }),
        after: json!({ "status": OrderStatus::Closed.code(), "daysTakenBack": back.days, "codeRevoked": back.code_revoked }),
        reason: REASON,
    };
    audit::record(conn, actor, &change)?;
    Ok(Some(Voided {
        orders: 1,
        paid: u64::from(before.paid_at.is_some()),
        days: i64::from(back.days),
        codes: u64::from(back.code_revoked),
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

/// Takes what was never earned out of the figures of the day it was counted on.
fn uncount(conn: &mut Conn, order: &OrderRow) -> QueryResult<()> {
    let granted = payments::table
        .filter(payments::order_no.eq(&order.number))
        .filter(payments::outcome.eq(Outcome::Granted.word()));
    let was_counted: bool = diesel::select(exists(granted)).get_result(conn)?;
    match order.paid_at.filter(|_| was_counted) {
        Some(paid_at) => {
            let never = [
                (DailyCounter::PaidFen, -order.fen),
                (DailyCounter::PaidOrders, -1),
            ];
            counters::happened(conn, paid_at, &never)
        }
        None => Ok(()),
    }
}

//! Applying what a provider says of a refund. Whoever moves the refund out of its open states applies it, in one
//! transaction, so that an answer, a notification and a query that cross count once.

use std::collections::HashMap;

use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::values::Yuan;
use yingku_db::Conn;
use yingku_db::schema::{order_refunds, orders, payments};
use yingku_platform::stats::counters::{self, DailyCounter};

use super::store::{self, RefundRow, RefundState};
use crate::pay::apply::Outcome;
use crate::pay::gateway::RefundStatus;
use crate::pay::orders::queries;
use crate::pay::orders::row::OrderRow;
use crate::pay::orders::status::OrderStatus;
use crate::pay::revocation::{Revoked, lock_members, order_code, revoke_benefits};

/// The cause of a refund without a result that the provider does not know.
const NOT_RECEIVED: &str = "支付平台没有收到这笔退款，可以重新发起";

/// A refund after the provider's answer.
#[derive(Debug)]
pub struct Settled {
    /// Its state.
    pub state: RefundState,
    /// Why it failed, in Chinese.
    pub cause: String,
    /// The order's status.
    pub order: OrderStatus,
    /// Days of VIP revoked.
    pub days: i32,
    /// Whether the activation code was revoked.
    pub code_revoked: bool,
}

/// Applies an answer. Roll back on error.
pub fn settle(
    conn: &mut Conn,
    actor: &Actor,
    number: &str,
    answer: &RefundStatus,
) -> QueryResult<Settled> {
    let refund = store::by_number(conn, number)?.ok_or(diesel::result::Error::NotFound)?;
    let revoked = match answer {
        RefundStatus::Succeeded => succeed(conn, actor, &refund)?,
        RefundStatus::Failed(cause) => {
            fail(conn, actor, &refund, cause)?;
            Revoked::default()
        }
        RefundStatus::Stuck(cause) => {
            let state = (RefundState::Unknown, cause.as_str());
            store::set_state(conn, number, state, actor.now)?;
            Revoked::default()
        }
        // Nobody sends it any more, so its amount can be refunded again.
        RefundStatus::NotFound if refund.state == RefundState::Unknown => {
            fail(conn, actor, &refund, NOT_RECEIVED)?;
            Revoked::default()
        }
        RefundStatus::Processing | RefundStatus::NotFound => Revoked::default(),
    };
    let refund = store::by_number(conn, number)?.ok_or(diesel::result::Error::NotFound)?;
    let order = queries::by_number(conn, &refund.order_no)?;
    Ok(Settled {
        state: refund.state,
        cause: refund.cause,
        order: order.map_or(OrderStatus::Abnormal, |order| order.status),
        days: revoked.days,
        code_revoked: revoked.code_revoked,
    })
}

/// The money was sent: it counts, what was granted may end, and the order gets the status that its payments leave it.
fn succeed(conn: &mut Conn, actor: &Actor, refund: &RefundRow) -> QueryResult<Revoked> {
    let before = locked(conn, refund)?;
    if !store::set_state(
        conn,
        &refund.number,
        (RefundState::Succeeded, ""),
        actor.now,
    )? {
        if refund.state == RefundState::Failed {
            tracing::warn!(
                event = "closed_refund_sent",
                refund = refund.number,
                "the provider has sent a refund that was closed here: it may be paid twice"
            );
        }
        return Ok(Revoked::default());
    }
    // A sandbox order may have been voided meanwhile, and is settled.
    if before.voided_at.is_some() || !OrderStatus::REFUNDABLE.contains(&before.status) {
        record(
            conn,
            actor,
            refund,
            (before.status, before.status, RefundState::Succeeded),
            &Revoked::default(),
        )?;
        return Ok(Revoked::default());
    }
    let all = read_payments(conn, &refund.order_no)?;
    let is_counted = all
        .iter()
        .any(|paid| paid.trade_no == refund.trade_no && paid.is_counted());
    let status = status_after(&before, &all);
    let revoked = if refund.end_vip {
        revoke_benefits(conn, actor, &refund.order_no)?
    } else {
        Revoked::default()
    };
    let counted = if is_counted { refund.fen } else { 0 };
    diesel::update(orders::table.find(&refund.order_no))
        .set((
            orders::status.eq(status),
            orders::refunded_fen.eq(orders::refunded_fen + counted),
            orders::updated_at.eq(actor.now),
        ))
        .execute(conn)?;
    count_refund(conn, actor, &before, (status, counted))?;
    record(
        conn,
        actor,
        refund,
        (before.status, status, RefundState::Succeeded),
        &revoked,
    )?;
    Ok(revoked)
}

/// Adds a refund to the day's counters. The refund that completes an order brings them to what was received for it.
fn count_refund(
    conn: &mut Conn,
    actor: &Actor,
    before: &OrderRow,
    (status, fen): (OrderStatus, i64),
) -> QueryResult<()> {
    if before.paid_at.is_none() {
        return Ok(());
    }
    let fen = if status == OrderStatus::Refunded {
        before.received() - sent_back(conn, &before.number)? + fen
    } else {
        fen
    };
    counters::add(conn, actor.now, &[(DailyCounter::RefundedFen, fen)])
}

/// What was sent back of what an order was granted for, fen.
pub fn sent_back(conn: &mut Conn, order: &str) -> QueryResult<i64> {
    orders::table
        .find(order)
        .select(orders::refunded_fen)
        .first(conn)
}

/// The provider has rejected it: the amount can be refunded again.
fn fail(conn: &mut Conn, actor: &Actor, refund: &RefundRow, cause: &str) -> QueryResult<()> {
    let before = locked(conn, refund)?;
    let state = RefundState::Failed;
    if !store::set_state(conn, &refund.number, (state, cause), actor.now)? {
        return Ok(());
    }
    diesel::update(payments::table.find((refund.channel, &refund.trade_no)))
        .set(payments::refunded_fen.eq(payments::refunded_fen - refund.fen))
        .execute(conn)?;
    let status = before.status;
    record(
        conn,
        actor,
        refund,
        (status, status, state),
        &Revoked::default(),
    )
}

/// The order, after its members are locked, as every change of their VIP does first.
fn locked(conn: &mut Conn, refund: &RefundRow) -> QueryResult<OrderRow> {
    let read = |conn: &mut Conn| {
        queries::by_number(conn, &refund.order_no)?.ok_or(diesel::result::Error::NotFound)
    };
    let order = read(conn)?;
    let code = order_code(conn, &refund.order_no)?;
    lock_members(conn, &order, code.as_ref())?;
    diesel::update(orders::table.find(&refund.order_no))
        .set(orders::updated_at.eq(orders::updated_at))
        .execute(conn)?;
    read(conn)
}

/// A payment and what was sent back of it.
struct Paid {
    trade_no: String,
    outcome: Outcome,
    left: i64,
}

impl Paid {
    fn is_counted(&self) -> bool {
        Outcome::COUNTED.contains(&self.outcome)
    }
}

fn read_payments(conn: &mut Conn, order: &str) -> QueryResult<Vec<Paid>> {
    let sent: Vec<(String, String, i64)> = order_refunds::table
        .filter(order_refunds::order_no.eq(order))
        .filter(order_refunds::state.eq(RefundState::Succeeded))
        .select((
            order_refunds::channel,
            order_refunds::trade_no,
            order_refunds::fen,
        ))
        .load(conn)?;
    let mut sums: HashMap<(String, String), i64> = HashMap::new();
    for (channel, trade_no, fen) in sent {
        *sums.entry((channel, trade_no)).or_default() += fen;
    }
    let rows: Vec<(String, String, Outcome, i64)> = payments::table
        .filter(payments::order_no.eq(order))
        .select((
            payments::channel,
            payments::trade_no,
            payments::outcome,
            payments::fen,
        ))
        .load(conn)?;
    let paid = rows.into_iter().map(|(channel, trade_no, outcome, fen)| {
        let key = (channel, trade_no);
        let left = fen - sums.get(&key).copied().unwrap_or_default();
        Paid {
            trade_no: key.1,
            outcome,
            left,
        }
    });
    Ok(paid.collect())
}

/// Refunded when nothing is left; paid again when all that did not belong to the order has gone back.
fn status_after(order: &OrderRow, payments: &[Paid]) -> OrderStatus {
    let mut left = payments.iter().filter(|paid| paid.left > 0).peekable();
    if left.peek().is_none() {
        OrderStatus::Refunded
    } else if order.paid_at.is_some() && left.all(Paid::is_counted) {
        OrderStatus::Paid
    } else {
        order.status
    }
}

fn record(
    conn: &mut Conn,
    actor: &Actor,
    refund: &RefundRow,
    (before, after, state): (OrderStatus, OrderStatus, RefundState),
    revoked: &Revoked,
) -> QueryResult<()> {
    let change = Change {
        action: Action::OrderRefund,
        target: (TargetKind::Order, refund.order_no.clone()),
        before: json!({ "status": before }),
        after: json!({
            "status": after, "refundNo": refund.number, "price": Yuan(refund.fen), "state": state,
            "daysTakenBack": revoked.days, "codeRevoked": revoked.code_revoked,
        }),
        reason: &refund.reason,
    };
    audit::record(conn, actor, &change)
}

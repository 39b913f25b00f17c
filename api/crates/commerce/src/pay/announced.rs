//! Refunds that the provider announces. The full refund of an order's only payment marks the order as refunded, as an
//! operator would, and ends what it granted; any other refund waits for an operator.

use diesel::prelude::*;
use yingku_access::audit::Actor;
use yingku_db::Conn;
use yingku_db::schema::payments;
use yingku_http_kit::error::ApiError;

use super::admin::refund::{Refund, refund};
use super::gateway::{RefundFact, RefundStatus};
use super::orders::queries;
use super::orders::status::OrderStatus;
use super::refunds::begin::entries;
use super::refunds::{settle, store};

/// The reason in the audit log.
const REASON: &str = "支付平台通知：已全额退款";

/// Applies an announced refund. A repeated one, or one of an unknown payment, changes nothing.
pub(super) fn apply(conn: &mut Conn, actor: &Actor, fact: &RefundFact) -> Result<(), ApiError> {
    if is_own(conn, fact)? {
        settle::settle(conn, actor, &fact.refund_no, &RefundStatus::Succeeded)?;
        return Ok(());
    }
    let order = queries::by_number(conn, &fact.order_no)?;
    let Some(order) = order.filter(|order| OrderStatus::REFUNDABLE.contains(&order.status)) else {
        return Ok(());
    };
    let paid: Vec<(String, String, i64)> = payments::table
        .filter(payments::order_no.eq(&order.number))
        .select((payments::channel, payments::trade_no, payments::fen))
        .load(conn)?;
    let is_refunded = |(channel, trade_no, fen): &(String, String, i64)| {
        channel == fact.channel.as_str()
            && *trade_no == fact.trade_no
            && fact.refunded.get() >= *fen
    };
    if let [only] = paid.as_slice()
        && is_refunded(only)
    {
        let (_, seen) = entries(conn, &order.number)?;
        let announced = Refund::announced(&order.number, REASON, seen);
        refund(conn, actor, &announced)?;
        tracing::info!(
            event = "order_refunded",
            order = order.number,
            channel = fact.channel.as_str(),
            "order refunded at the provider"
        );
        return Ok(());
    }
    tracing::warn!(
        event = "refund_needs_operator",
        order = order.number,
        channel = fact.channel.as_str(),
        trade = fact.trade_no,
        "refund in part, or of one of several payments: it needs an operator"
    );
    Ok(())
}

/// Whether it is a refund that was sent from here.
fn is_own(conn: &mut Conn, fact: &RefundFact) -> QueryResult<bool> {
    let own = store::by_number(conn, &fact.refund_no)?;
    Ok(own.is_some_and(|own| {
        own.channel == fact.channel
            && own.trade_no == fact.trade_no
            && fact.refunded.get() >= own.fen
    }))
}

//! Storing a refund before the provider is asked. The update of the order makes concurrent changes of it wait; the
//! conditional update of the payment keeps all its refunds below what was paid; the key of the refund lets one of
//! parallel clicks through.

use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::money::{Fen, yuan};
use yingku_base::values::Yuan;
use yingku_db::Conn;
use yingku_db::schema::{order_refunds, orders, payments};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::OrderMode;

use super::store::{self, RefundRow, RefundState, next_refund_check};
use crate::pay::gateway::PayChannel;
use crate::pay::orders::queries;
use crate::pay::orders::row::OrderRow;
use crate::pay::orders::status::{MoneyChannel, OrderStatus};
use crate::pay::revocation::{lock_members, order_code};

/// A refund that an operator sends.
#[derive(Debug, Clone)]
pub struct SentRefund {
    /// The order's number.
    pub order_no: String,
    /// The provider's number of the payment.
    pub trade_no: String,
    /// How much; all that is left without one.
    pub refund: Option<Fen>,
    /// The reason.
    pub reason: String,
    /// Whether it ends what the order granted.
    pub end_vip: bool,
    /// The payments and refunds that were shown.
    pub seen: i64,
}

/// The providers that can be asked, and the money that they take.
pub struct Open {
    /// Real or of the sandbox.
    pub mode: OrderMode,
    /// The configured ones.
    pub channels: Vec<PayChannel>,
}

/// Stores a refund. Roll back on error.
pub fn begin(
    conn: &mut Conn,
    actor: &Actor,
    wanted: &SentRefund,
    open: &Open,
) -> Result<RefundRow, ApiError> {
    let order = locked_order(conn, actor, wanted, open.mode)?;
    let (count, shown) = entries(conn, &order.number)?;
    if shown > wanted.seen {
        return Err(ErrorKind::OrderChanged.into());
    }
    let (channel, total_fen, fen) = reserve(conn, wanted, open)?;
    let row = RefundRow {
        number: format!("{}-{}", order.number, count + 1),
        order_no: order.number.clone(),
        channel,
        trade_no: wanted.trade_no.clone(),
        fen,
        total_fen,
        state: RefundState::Pending,
        cause: String::new(),
        end_vip: wanted.end_vip,
        operator: actor.name().to_owned(),
        reason: wanted.reason.clone(),
        check_at: next_refund_check(actor.now, actor.now),
        created_at: actor.now,
        updated_at: actor.now,
    };
    let inserted = yingku_db::on_engine!(conn, c => diesel::insert_into(order_refunds::table)
        .values(&row)
        .on_conflict(order_refunds::number)
        .do_nothing()
        .execute(c))?;
    if inserted == 0 {
        return Err(ErrorKind::OrderChanged.into());
    }
    record(conn, actor, &order, &row)?;
    Ok(row)
}

/// The number of an order's refunds, and that of its payments and refunds.
pub fn entries(conn: &mut Conn, order: &str) -> QueryResult<(i64, i64)> {
    let payments: i64 = payments::table
        .filter(payments::order_no.eq(order))
        .count()
        .get_result(conn)?;
    let refunds = store::count(conn, order)?;
    Ok((refunds, payments + refunds))
}

/// Rejects the refund of an operator's own order.
pub fn forbid_own(order: &OrderRow, actor: &Actor) -> Result<(), ApiError> {
    let is_own = order.user_id.is_some() && order.user_id == actor.id();
    if is_own {
        return Err(ErrorKind::OwnAccount.into());
    }
    Ok(())
}

/// The order, locked against payments and other refunds.
fn locked_order(
    conn: &mut Conn,
    actor: &Actor,
    wanted: &SentRefund,
    mode: OrderMode,
) -> Result<OrderRow, ApiError> {
    let number = &wanted.order_no;
    let order = queries::by_number(conn, number)?.ok_or(ErrorKind::NotFound)?;
    forbid_own(&order, actor)?;
    let code = order_code(conn, number)?;
    lock_members(conn, &order, code.as_ref())?;
    let refundable = orders::table
        .find(number)
        .filter(orders::status.eq_any(OrderStatus::REFUNDABLE));
    let locked = diesel::update(refundable)
        .set(orders::updated_at.eq(actor.now))
        .execute(conn)?;
    let order = queries::by_number(conn, number)?.ok_or(ErrorKind::NotFound)?;
    if locked == 0 {
        return Err(order.status.refund_rejection().into());
    }
    if order.mode != mode {
        return Err(ApiError::with_message(
            ErrorKind::OrderOfOtherMode,
            "该订单不属于当前的支付环境，不能原路退款",
        ));
    }
    Ok(order)
}

/// Reserves the amount: the provider, what was paid in all, and what is to be sent back.
fn reserve(
    conn: &mut Conn,
    wanted: &SentRefund,
    open: &Open,
) -> Result<(PayChannel, i64, i64), ApiError> {
    let found: Option<(MoneyChannel, i64, i64)> = payments::table
        .filter(payments::order_no.eq(&wanted.order_no))
        .filter(payments::trade_no.eq(&wanted.trade_no))
        .filter(payments::mode.eq(open.mode))
        .select((payments::channel, payments::fen, payments::refunded_fen))
        .first(conn)
        .optional()?;
    let (channel, paid, refunded) = found.ok_or(ErrorKind::NotFound)?;
    let channel = match channel {
        MoneyChannel::Alipay => PayChannel::Alipay,
        MoneyChannel::Weixin => PayChannel::Weixin,
        MoneyChannel::Other => {
            return Err(price_refused("这笔钱不是从支付平台收到的，不能原路退回"));
        }
    };
    if !open.channels.contains(&channel) {
        return Err(ApiError::with_message(
            ErrorKind::OrderOfOtherMode,
            "这个支付渠道没有配置，不能原路退款",
        ));
    }
    let left = paid - refunded;
    let fen = wanted.refund.map_or(left, Fen::get);
    let too_much = || price_refused(&format!("退款金额不能超过可退的{}元", yuan(left)));
    if fen <= 0 {
        return Err(too_much());
    }
    let enough = payments::table
        .find((channel, &wanted.trade_no))
        .filter((payments::refunded_fen + fen).le(payments::fen));
    let reserved = diesel::update(enough)
        .set(payments::refunded_fen.eq(payments::refunded_fen + fen))
        .execute(conn)?;
    if reserved == 0 {
        return Err(too_much());
    }
    Ok((channel, paid, fen))
}

fn price_refused(text: &str) -> ApiError {
    ApiError::with_message(ErrorKind::PriceRefused, text.to_owned())
}

fn record(conn: &mut Conn, actor: &Actor, order: &OrderRow, row: &RefundRow) -> QueryResult<()> {
    let change = Change {
        action: Action::OrderRefund,
        target: (TargetKind::Order, order.number.clone()),
        before: json!({ "status": order.status }),
        after: json!({ "status": order.status, "refundNo": row.number, "price": Yuan(row.fen), "state": row.state }),
        reason: &row.reason,
    };
    audit::record(conn, actor, &change)
}

//! The texts about an order: by its status, by what was bought, and by what is wrong with it.

use std::collections::HashMap;

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::schema::payments;

use super::row::OrderRow;
use super::status::OrderStatus;
use crate::pay::apply::Outcome;
use crate::pay::gateway::PayChannel;
use crate::vip::plans::PlanKind;

/// What is wrong with an abnormal order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderProblem {
    /// Another amount was paid.
    Amount,
    /// Paid through another provider.
    Channel,
    /// Paid in the other mode, live or sandbox.
    Money,
    /// Paid more than once.
    Twice,
}

impl OrderProblem {
    /// A short text.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Amount => "金额不符",
            Self::Channel => "支付方式不符",
            Self::Money => "支付环境不符",
            Self::Twice => "重复支付",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Amount => "订单异常（金额不符），请联系客服",
            Self::Channel => "订单异常（支付方式不符），请联系客服",
            Self::Money => "订单异常（支付环境不符），请联系客服",
            Self::Twice => "订单异常（重复支付），请联系客服",
        }
    }
}

/// The `msg` for the member (R11.8); `problem` is what is wrong with an abnormal order.
pub fn text(order: &OrderRow, problem: Option<OrderProblem>) -> &'static str {
    let is_code = order.kind == PlanKind::Code;
    match order.status {
        OrderStatus::Unpaid => "订单未支付",
        OrderStatus::Paid if is_code => "支付成功，激活码已发放",
        OrderStatus::Paid => "支付成功，VIP已到账",
        OrderStatus::Closed if order.voided_at.is_some() => "测试订单，已作废",
        OrderStatus::Closed => "订单未支付，已关闭",
        OrderStatus::Refunded => "订单已退款",
        OrderStatus::Abnormal => problem.map_or("订单异常，请联系客服", OrderProblem::text),
    }
}

/// The abnormal ones of these orders, each with its problem.
pub fn problems(
    conn: &mut Conn,
    orders: &[OrderRow],
) -> QueryResult<HashMap<String, OrderProblem>> {
    let abnormal: HashMap<&str, &OrderRow> = orders
        .iter()
        .filter(|order| order.status == OrderStatus::Abnormal)
        .map(|order| (order.number.as_str(), order))
        .collect();
    if abnormal.is_empty() {
        return Ok(HashMap::new());
    }
    let odd = [Outcome::AmountMismatch, Outcome::Second];
    let rows: Vec<(String, Outcome, i64, PayChannel)> = payments::table
        .filter(payments::order_no.eq_any(abnormal.keys()))
        .filter(payments::outcome.eq_any(odd))
        .order((payments::created_at, payments::trade_no))
        .select((
            payments::order_no,
            payments::outcome,
            payments::fen,
            payments::channel,
        ))
        .load(conn)?;
    let found = rows
        .into_iter()
        .filter_map(|(number, outcome, fen, channel)| {
            let order = abnormal.get(number.as_str())?;
            Some((number, problem(order, outcome, fen, channel)))
        });
    Ok(found.collect())
}

/// What is wrong with a payment of an order.
fn problem(order: &OrderRow, outcome: Outcome, fen: i64, channel: PayChannel) -> OrderProblem {
    if outcome == Outcome::Second {
        OrderProblem::Twice
    } else if channel != order.channel {
        OrderProblem::Channel
    } else if fen != order.fen {
        OrderProblem::Amount
    } else {
        OrderProblem::Money
    }
}

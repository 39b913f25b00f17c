//! Marking an order as refunded, after an operator has refunded it elsewhere, and revoking what it granted; the form also
//! asks for refunds through the provider, which [`crate::pay::refunds`] sends. Of concurrent attempts the conditional
//! update of the order lets one through. A concurrent payment is either counted here or, if it commits later, makes the order abnormal again.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::money::Fen;
use yingku_db::Conn;
use yingku_db::schema::{order_refunds, orders};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::optional_whole_number;
use yingku_http_kit::reason::{OperatorReason, parse_reason};
use yingku_platform::stats::counters::{self, DailyCounter};

use crate::pay::orders::number::parse_number;
use crate::pay::orders::queries;
use crate::pay::orders::status::OrderStatus;
use crate::pay::refunds::begin::{SentRefund, entries, forbid_own};
use crate::pay::refunds::settle::{Settled, sent_back};
use crate::pay::refunds::store::{self, RefundState};
use crate::pay::revocation::{Revoked, is_counted, lock_members, order_code, revoke_benefits};

/// A refunded order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundForm {
    /// The order's number.
    #[schema(pattern = "^[0-9]{24}$", example = "202609210123456789012345")]
    pub order_id: String,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
    /// Whether to revoke what is left of its grant.
    #[serde(default)]
    #[schema(example = true)]
    pub end_vip: Option<bool>,
    /// How many payments and refunds were shown; nothing changes if there are more. Needed with `tradeNo`.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 1000, example = 1)]
    pub payments: Option<i64>,
    /// The payment to send back.
    #[serde(default)]
    pub trade_no: Option<String>,
    /// Yuan to send; all that is left if omitted.
    #[serde(default)]
    pub price: Option<String>,
}

/// A validated [`RefundForm`].
#[derive(Debug)]
pub struct Refund {
    number: String,
    reason: String,
    end_vip: bool,
    seen: Option<i64>,
}

impl Refund {
    /// A full refund of an order's only payment, which the provider has announced: what it granted ends.
    pub fn announced(number: &str, reason: &str, seen: i64) -> Self {
        Self {
            number: number.to_owned(),
            reason: reason.to_owned(),
            end_vip: true,
            seen: Some(seen),
        }
    }
}

impl RefundForm {
    /// Validates every field.
    pub fn parse(&self) -> Result<Refund, ApiError> {
        if !self.payments.is_none_or(|seen| (0..=1_000).contains(&seen)) {
            return Err(ApiError::bad_request("参数payments必须是0到1000之间的整数"));
        }
        Ok(Refund {
            number: parse_number(&self.order_id)?,
            reason: parse_reason(&self.reason)?,
            end_vip: self.end_vip.unwrap_or_default(),
            seen: self.payments,
        })
    }

    /// The refund to send through the provider; none if it was made elsewhere.
    pub fn sent(&self) -> Result<Option<SentRefund>, ApiError> {
        let Some(trade_no) = &self.trade_no else {
            return match self.price {
                None => Ok(None),
                Some(_) => Err(ApiError::with_message(
                    ErrorKind::PriceRefused,
                    "请选择要退的付款",
                )),
            };
        };
        let Refund {
            number,
            reason,
            end_vip,
            seen,
        } = self.parse()?;
        let price = self.price.as_deref().map(|price| {
            let text = "退款金额必须是0.01到100000000.00元";
            Fen::from_yuan(price).ok_or(ApiError::with_message(ErrorKind::PriceRefused, text))
        });
        Ok(Some(SentRefund {
            order_no: number,
            trade_no: trade_no.clone(),
            refund: price.transpose()?,
            reason,
            end_vip,
            // Who says nothing has seen nothing.
            seen: seen.unwrap_or_default(),
        }))
    }
}

/// The result of a refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundResult {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// The order's status.
    #[schema(example = 4)]
    pub status: OrderStatus,
    /// Days of VIP revoked, rounded up.
    #[schema(minimum = 0, maximum = 36500, example = 23)]
    pub days_taken_back: i32,
    /// Whether its activation code was revoked.
    #[schema(example = false)]
    pub code_revoked: bool,
    /// The state of a refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<RefundState>,
}

impl RefundResult {
    /// The result of a refund that was sent, as far as the provider has answered.
    pub fn sent(order_id: String, settled: &Settled) -> Self {
        Self {
            order_id,
            status: settled.order,
            days_taken_back: settled.days,
            code_revoked: settled.code_revoked,
            state: Some(settled.state),
        }
    }
}

/// Marks an order as refunded.
pub fn refund(conn: &mut Conn, actor: &Actor, request: &Refund) -> Result<RefundResult, ApiError> {
    let order = queries::by_number(conn, &request.number)?.ok_or(ErrorKind::NotFound)?;
    forbid_own(&order, actor)?;
    let code = order_code(conn, &request.number)?;
    lock_members(conn, &order, code.as_ref())?;
    let before = queries::by_number(conn, &request.number)?.ok_or(ErrorKind::NotFound)?;
    if !mark(conn, &request.number, actor.now)? {
        return Err(before.status.refund_rejection().into());
    }
    // After the order is locked: an earlier payment or refund has committed, and is counted.
    let (_, shown) = entries(conn, &request.number)?;
    if request.seen.is_some_and(|seen| shown > seen) {
        return Err(ErrorKind::OrderChanged.into());
    }
    if has_pending(conn, &request.number)? {
        return Err(ApiError::with_message(
            ErrorKind::OrderChanged,
            "有一笔原路退款还没有结果，请先查询",
        ));
    }
    store::close_open(conn, &request.number, actor.now)?;
    let revoked = if request.end_vip {
        revoke_benefits(conn, actor, &request.number)?
    } else {
        Revoked::default()
    };
    if is_counted(conn, &request.number)? {
        let rest = before.received() - sent_back(conn, &request.number)?;
        let refunded = [(DailyCounter::RefundedFen, rest)];
        counters::add(conn, actor.now, &refunded)?;
    }
    let status = OrderStatus::Refunded;
    let change = Change {
        action: Action::OrderRefund,
        target: (TargetKind::Order, request.number.clone()),
        before: json!({ "status": before.status }),
        after: json!({ "status": status, "daysTakenBack": revoked.days, "codeRevoked": revoked.code_revoked }),
        reason: &request.reason,
    };
    audit::record(conn, actor, &change)?;
    Ok(RefundResult {
        order_id: request.number.clone(),
        status,
        days_taken_back: revoked.days,
        code_revoked: revoked.code_revoked,
        state: None,
    })
}

/// Whether money may still be on its way.
fn has_pending(conn: &mut Conn, number: &str) -> QueryResult<bool> {
    let pending = order_refunds::table
        .filter(order_refunds::order_no.eq(number))
        .filter(order_refunds::state.eq(RefundState::Pending));
    diesel::select(diesel::dsl::exists(pending)).get_result(conn)
}

fn mark(conn: &mut Conn, number: &str, now: i64) -> QueryResult<bool> {
    let refundable = orders::table
        .find(number)
        .filter(orders::status.eq_any(OrderStatus::REFUNDABLE));
    diesel::update(refundable)
        .set((
            orders::status.eq(OrderStatus::Refunded),
            orders::check_at.eq(None::<i64>),
            orders::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

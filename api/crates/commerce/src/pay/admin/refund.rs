//! Marking an order as refunded, after an operator has refunded it at the provider, and revoking what it granted. Of
//! concurrent attempts the conditional update of the order lets one through. A concurrent payment is either counted here
//! or, if it commits later, makes the order abnormal again.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::Conn;
use yingku_db::schema::{orders, payments};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::optional_whole_number;
use yingku_http_kit::reason::{OperatorReason, parse_reason};
use yingku_platform::stats::counters::{self, DailyCounter};

use crate::pay::orders::number::parse_number;
use crate::pay::orders::queries;
use crate::pay::orders::status::OrderStatus;
use crate::pay::revocation::{Revoked, is_counted, lock_members, order_code, revoke_benefits};

/// Statuses of orders that can be refunded.
pub const REFUNDABLE: [OrderStatus; 2] = [OrderStatus::Paid, OrderStatus::Abnormal];

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
    /// Whether to revoke what it granted and is not used up; false if omitted.
    #[serde(default)]
    #[schema(example = true)]
    pub end_vip: Option<bool>,
    /// The number of payments that was shown; nothing is changed if there are more.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 1000, example = 1)]
    pub payments: Option<i64>,
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
    pub fn announced(number: &str, reason: &str) -> Self {
        Self {
            number: number.to_owned(),
            reason: reason.to_owned(),
            end_vip: true,
            seen: Some(1),
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
}

/// The result of a refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundResult {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// Always 4.
    #[schema(example = 4)]
    pub status: OrderStatus,
    /// Days of VIP revoked, rounded up.
    #[schema(minimum = 0, maximum = 36500, example = 23)]
    pub days_taken_back: i32,
    /// Whether its activation code was revoked.
    #[schema(example = false)]
    pub code_revoked: bool,
}

/// Marks an order as refunded.
pub fn refund(conn: &mut Conn, actor: &Actor, request: &Refund) -> Result<RefundResult, ApiError> {
    let order = queries::by_number(conn, &request.number)?.ok_or(ErrorKind::NotFound)?;
    let code = order_code(conn, &request.number)?;
    lock_members(conn, &order, code.as_ref())?;
    let before = queries::by_number(conn, &request.number)?.ok_or(ErrorKind::NotFound)?;
    if !mark(conn, &request.number, actor.now)? {
        return Err(rejection(before.status).into());
    }
    // After the order is locked: an earlier payment has committed, and is counted.
    let payments: i64 = payments::table
        .filter(payments::order_no.eq(&request.number))
        .count()
        .get_result(conn)?;
    if request.seen.is_some_and(|seen| payments > seen) {
        return Err(ErrorKind::OrderChanged.into());
    }
    let revoked = if request.end_vip {
        revoke_benefits(conn, actor, &request.number)?
    } else {
        Revoked::default()
    };
    if is_counted(conn, &request.number)? {
        let refunded = [(DailyCounter::RefundedFen, before.received())];
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
    })
}

fn mark(conn: &mut Conn, number: &str, now: i64) -> QueryResult<bool> {
    let refundable = orders::table
        .find(number)
        .filter(orders::status.eq_any(REFUNDABLE));
    diesel::update(refundable)
        .set((
            orders::status.eq(OrderStatus::Refunded),
            orders::check_at.eq(None::<i64>),
            orders::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

fn rejection(status: OrderStatus) -> ErrorKind {
    if status.is_open() {
        ErrorKind::OrderUnpaid
    } else {
        ErrorKind::OrderRefunded
    }
}

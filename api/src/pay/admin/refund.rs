//! Marking an order as refunded, after an operator has sent the money back at the provider, and taking back what it
//! gave. The conditional update of the order is the judge: of many at once one marks it. A payment that comes at the
//! same time is seen here, when it is first, or makes the order abnormal again.

use std::collections::BTreeSet;

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::recheck::parse_number;
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::auth::users::lock_member;
use crate::db::Conn;
use crate::db::schema::{activation_codes, orders, payments};
use crate::http::error::{ApiError, ErrorKind};
use crate::http::fields::maybe_whole_number;
use crate::http::reason::parse_reason;
use crate::pay::orders::model::OrderStatus;
use crate::pay::orders::queries::{self, OrderRow};
use crate::vip::codes::store::{self, CodeRow, Which};
use crate::vip::grants::{self, Source};
use crate::vip::revoke::revoke_grant;

/// Statuses in which there is money to send back.
const REFUNDABLE: [OrderStatus; 2] = [OrderStatus::Paid, OrderStatus::Abnormal];

/// An order whose money went back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundForm {
    /// The order's number.
    #[schema(pattern = "^[0-9]{24}$", example = "202609210123456789012345")]
    pub order_id: String,
    /// Why, for the audit log; not white space alone.
    #[schema(
        min_length = 1,
        max_length = 200,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "重复付款"
    )]
    pub reason: String,
    /// Whether what it gave and is not used up is taken back; not when left out.
    #[serde(default)]
    #[schema(example = true)]
    pub end_vip: Option<bool>,
    /// How many payments of the order the operator has seen; when there are more by now, nothing is changed.
    #[serde(default, deserialize_with = "maybe_whole_number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 1000, example = 1)]
    pub payments: Option<i64>,
}

/// What is to be done.
#[derive(Debug)]
pub struct Refund {
    number: String,
    reason: String,
    end_vip: bool,
    seen: Option<i64>,
}

impl RefundForm {
    /// What is to be done.
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

/// What was marked and taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refunded {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// Always 4.
    #[schema(example = 4)]
    pub status: OrderStatus,
    /// Days of VIP that were taken back, begun ones whole.
    #[schema(minimum = 0, maximum = 36500, example = 23)]
    pub days_taken_back: i32,
    /// Whether its activation code cannot be used any more.
    #[schema(example = false)]
    pub code_revoked: bool,
}

/// What was taken back.
#[derive(Debug, Default)]
pub(in crate::pay) struct Back {
    /// Days of VIP, begun ones whole.
    pub(in crate::pay) days: i32,
    /// Whether its code cannot be used any more.
    pub(in crate::pay) code_revoked: bool,
}

/// Marks an order as refunded.
///
/// # Errors
/// [`ErrorKind`]; nothing was changed then.
pub fn refund(conn: &mut Conn, actor: &Actor, wish: &Refund) -> Result<Refunded, ApiError> {
    let order = queries::by_number(conn, &wish.number)?.ok_or(ErrorKind::NotFound)?;
    let code = code_of(conn, &wish.number)?;
    hold_people(conn, &order, code.as_ref())?;
    let before = queries::by_number(conn, &wish.number)?.ok_or(ErrorKind::NotFound)?;
    if !mark(conn, &wish.number, actor.now)? {
        return Err(why_not(before.status).into());
    }
    // After the order is held: a payment that was first has committed, and is counted.
    let payments: i64 = payments::table
        .filter(payments::order_no.eq(&wish.number))
        .count()
        .get_result(conn)?;
    if wish.seen.is_some_and(|seen| payments > seen) {
        return Err(ErrorKind::OrderChanged.into());
    }
    let back = if wish.end_vip {
        undo(conn, actor, &wish.number)?
    } else {
        Back::default()
    };
    let status = OrderStatus::Refunded;
    let change = Change {
        action: Action::OrderRefund,
        target: (TargetKind::Order, wish.number.clone()),
        before: json!({ "status": before.status }),
        after: json!({ "status": status, "daysTakenBack": back.days, "codeRevoked": back.code_revoked }),
        reason: &wish.reason,
    };
    audit::record(conn, actor, &change)?;
    Ok(Refunded {
        order_id: wish.number.clone(),
        status,
        days_taken_back: back.days,
        code_revoked: back.code_revoked,
    })
}

/// Holds everybody whose VIP may change, always in the same order, so that no two wait for each other.
pub(in crate::pay) fn hold_people(
    conn: &mut Conn,
    order: &OrderRow,
    code: Option<&CodeRow>,
) -> QueryResult<()> {
    let people: BTreeSet<i64> = order
        .user_id
        .into_iter()
        .chain(code.and_then(|code| code.used_by))
        .collect();
    for user in people {
        lock_member(conn, user).optional()?;
    }
    Ok(())
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

fn why_not(status: OrderStatus) -> ErrorKind {
    if status.is_open() {
        ErrorKind::OrderUnpaid
    } else {
        ErrorKind::OrderRefunded
    }
}

/// Takes back what the order gave: the days, or the code, or the days that somebody got for the code.
pub(in crate::pay) fn undo(conn: &mut Conn, actor: &Actor, number: &str) -> QueryResult<Back> {
    let mut back = Back::default();
    let mut given = grants::by_cause(conn, Source::Order, number)?;
    if let Some(code) = code_of(conn, number)? {
        back.code_revoked = store::revoke(conn, Which::Ids(&[code.id]), actor.now)? == 1;
        if !back.code_revoked {
            given = grants::by_cause(conn, Source::Code, &code.id.to_string())?;
        }
    }
    if let Some(grant) = given {
        let taken = revoke_grant(conn, actor.next_id(), &grant, actor.now)?;
        back.days = taken.unwrap_or_default();
    }
    Ok(back)
}

/// The code that an order has bought.
pub(in crate::pay) fn code_of(conn: &mut Conn, number: &str) -> QueryResult<Option<CodeRow>> {
    activation_codes::table
        .select(CodeRow::as_select())
        .filter(activation_codes::order_no.eq(number))
        .first(conn)
        .optional()
}

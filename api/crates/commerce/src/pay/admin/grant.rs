//! Granting an order by hand, when an operator has found that it was paid in a way that no provider reports: in part, by
//! transfer, or through the other provider. The payment is stored under the number that the payer has, so a late report
//! of the same one changes nothing, and one number pays one order. Whoever marks the order as paid first, this or a
//! payment, grants it; the other finds it paid.

use diesel::dsl::exists;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_access::auth::users::lock_member;
use yingku_base::money::{Fen, yuan};
use yingku_db::Conn;
use yingku_db::schema::{orders, payments};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::optional_whole_number;
use yingku_http_kit::reason::{OperatorReason, parse_reason};
use yingku_platform::config::{OrderMode, PayMode};
use yingku_platform::stats::counters::{self, DailyCounter};

use crate::pay::apply::Outcome;
use crate::pay::fulfil::{Fulfil, fulfil};
use crate::pay::orders::number::parse_number;
use crate::pay::orders::queries;
use crate::pay::orders::row::OrderRow;
use crate::pay::orders::status::{MoneyChannel, OrderStatus};

/// Statuses of orders that can be granted, if they were never paid.
const GRANTABLE: [OrderStatus; 3] = [
    OrderStatus::Unpaid,
    OrderStatus::Abnormal,
    OrderStatus::Closed,
];
/// Longest number of a payment.
const TRADE_CHARS: usize = 64;
/// Shortest one: shorter ones are no numbers but ways around the field.
const MIN_TRADE_CHARS: usize = 4;

/// An order to grant by hand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GrantForm {
    /// The order's number.
    #[schema(pattern = "^[0-9]{24}$", example = "202609210123456789012345")]
    order_id: String,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    reason: String,
    /// What was really received, in yuan: 0.01 to 100000000.00.
    #[schema(pattern = r"^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$", example = "30.00")]
    price: String,
    /// Where it was received.
    pay_channel: MoneyChannel,
    /// The payment's number as the payer has it: the trade number, or a transfer's reference.
    #[schema(
        min_length = 4,
        max_length = 64,
        pattern = r"^[0-9A-Za-z\u4e00-\u9fff._-]{4,64}$",
        example = "2026092122001400000000000001"
    )]
    trade_no: String,
    /// The number of payments that was shown; nothing is changed if there are more.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 1000, example = 0)]
    payments: Option<i64>,
}

/// A validated [`GrantForm`].
#[derive(Debug)]
pub struct Grant {
    pub(super) number: String,
    pub(super) reason: String,
    pub(super) paid: Fen,
    pub(super) channel: MoneyChannel,
    pub(super) trade_no: String,
    pub(super) seen: Option<i64>,
    /// Who asked for it, if somebody else confirms it.
    pub(super) asked_by: Option<String>,
}

impl GrantForm {
    /// Validates every field.
    pub fn parse(self) -> Result<Grant, ApiError> {
        if !self.payments.is_none_or(|seen| (0..=1_000).contains(&seen)) {
            return Err(ApiError::bad_request("参数payments必须是0到1000之间的整数"));
        }
        if !is_trade_number(&self.trade_no) {
            return Err(ApiError::bad_request(
                "交易号限制为4-64个中文、字母、数字、.、_或-",
            ));
        }
        let paid = Fen::from_yuan(&self.price).ok_or_else(|| {
            let text = "实收金额必须是0.01到100000000.00元";
            ApiError::with_message(ErrorKind::PriceRefused, text)
        })?;
        Ok(Grant {
            number: parse_number(&self.order_id)?,
            reason: parse_reason(&self.reason)?,
            paid,
            channel: self.pay_channel,
            trade_no: self.trade_no,
            seen: self.payments,
            asked_by: None,
        })
    }
}

/// Whether a text can be the number of a payment; one that a person can read back.
fn is_trade_number(text: &str) -> bool {
    let allowed = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '\u{4e00}'..='\u{9fff}')
    };
    (MIN_TRADE_CHARS..=TRADE_CHARS).contains(&text.chars().count()) && text.chars().all(allowed)
}

/// The result of a grant by hand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GrantResult {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// 1; while it waits, and after it is withdrawn, the status is as before.
    #[schema(example = 1)]
    pub status: OrderStatus,
    /// Whether it waits for a second operator; missing if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    pub waiting: Option<bool>,
}

/// Marks an order as paid by what an operator has found, and fulfils it. Roll back on error.
pub fn grant(
    conn: &mut Conn,
    with: &Fulfil<'_>,
    actor: &Actor,
    request: &Grant,
) -> Result<GrantResult, ApiError> {
    let (before, user) = grantable(conn, with, actor, request)?;
    if !mark(conn, request, actor.now)? {
        return Err(ErrorKind::OrderPaid.into());
    }
    let proved = check_seen(conn, with, request)?;
    record_payment(conn, request, proved, (with.mode, actor.now))?;
    queries::delete_grant_request(conn, &request.number)?;
    fulfil(conn, &before, user, with, actor.now)?;
    let paid = [
        (DailyCounter::PaidFen, request.paid.get()),
        (DailyCounter::PaidOrders, 1),
    ];
    record(conn, actor, request, &before)?;
    counters::add(conn, actor.now, &paid)?;
    Ok(GrantResult {
        order_id: request.number.clone(),
        status: OrderStatus::Paid,
        waiting: None,
    })
}

/// The order to grant, and its member, who is not the operator and whose row is locked, as payments do: none of this
/// order commits from here on.
pub(super) fn grantable(
    conn: &mut Conn,
    with: &Fulfil<'_>,
    actor: &Actor,
    request: &Grant,
) -> Result<(OrderRow, i64), ApiError> {
    let order = queries::by_number(conn, &request.number)?.ok_or(ErrorKind::NotFound)?;
    let user = order.user_id.ok_or(ErrorKind::OrderOwnerless)?;
    if actor.id() == Some(user) {
        return Err(ErrorKind::OwnAccount.into());
    }
    lock_member(conn, user)
        .optional()?
        .ok_or(ErrorKind::OrderOwnerless)?;
    let order = queries::by_number(conn, &request.number)?.ok_or(ErrorKind::NotFound)?;
    if order.voided_at.is_some() || order.mode != with.mode.stored() {
        return Err(ErrorKind::OrderOfOtherMode.into());
    }
    Ok((order, user))
}

/// Rejects what a second operator could not confirm.
pub(super) fn check_unpaid(
    conn: &mut Conn,
    order: &OrderRow,
    with: &Fulfil<'_>,
    request: &Grant,
) -> Result<(), ApiError> {
    if !GRANTABLE.contains(&order.status) || order.paid_at.is_some() {
        return Err(ErrorKind::OrderPaid.into());
    }
    check_seen(conn, with, request)?;
    if belongs_to_other_order(conn, request)? {
        return Err(ErrorKind::TradeUsed.into());
    }
    Ok(())
}

/// Rejects payments that the operator has not seen, and returns the sum that providers have reported, in fen.
fn check_seen(conn: &mut Conn, with: &Fulfil<'_>, request: &Grant) -> Result<i64, ApiError> {
    let (count, proved) = reported(conn, &request.number, with.mode)?;
    if request.seen.is_some_and(|seen| count > seen) {
        return Err(ErrorKind::OrderChanged.into());
    }
    Ok(proved)
}

/// Marks the order as paid unless it ever was.
fn mark(conn: &mut Conn, request: &Grant, now: i64) -> QueryResult<bool> {
    let unpaid = orders::table
        .find(&request.number)
        .filter(orders::status.eq_any(GRANTABLE))
        .filter(orders::paid_at.is_null())
        .filter(orders::voided_at.is_null());
    diesel::update(unpaid)
        .set((
            orders::status.eq(OrderStatus::Paid),
            orders::trade_no.eq(Some(&request.trade_no)),
            orders::paid_at.eq(Some(now)),
            orders::received_fen.eq(Some(request.paid.get())),
            orders::received_channel.eq(Some(request.channel)),
            orders::check_at.eq(None::<i64>),
            orders::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// How many payments of the order providers have reported, and the sum in fen of those in its kind of money.
fn reported(conn: &mut Conn, number: &str, mode: PayMode) -> QueryResult<(i64, i64)> {
    let all: Vec<(i64, OrderMode)> = payments::table
        .filter(payments::order_no.eq(number))
        .select((payments::fen, payments::mode))
        .load(conn)?;
    let count = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let alike = all.iter().filter(|(_, other)| *other == mode.stored());
    Ok((count, alike.map(|(fen, _)| fen).sum()))
}

/// Whether the number is that of a payment of another order, through any channel.
fn belongs_to_other_order(conn: &mut Conn, request: &Grant) -> QueryResult<bool> {
    let other = payments::table
        .filter(payments::trade_no.eq(&request.trade_no))
        .filter(payments::order_no.ne(&request.number));
    diesel::select(exists(other)).get_result(conn)
}

/// Stores the payment, or accepts the one that a provider has reported for this order under the same number: then what
/// was received is not more than was reported.
fn record_payment(
    conn: &mut Conn,
    request: &Grant,
    proved: i64,
    (mode, now): (PayMode, i64),
) -> Result<(), ApiError> {
    if belongs_to_other_order(conn, request)? {
        return Err(ErrorKind::TradeUsed.into());
    }
    let row = (
        payments::channel.eq(request.channel),
        payments::trade_no.eq(&request.trade_no),
        payments::order_no.eq(&request.number),
        payments::fen.eq(request.paid.get()),
        payments::outcome.eq(Outcome::Manual),
        payments::raw.eq(""),
        payments::created_at.eq(now),
        payments::mode.eq(mode.stored()),
    );
    let inserted = yingku_db::on_engine!(conn, c => diesel::insert_into(payments::table)
        .values(row)
        .on_conflict((payments::channel, payments::trade_no))
        .do_nothing()
        .execute(c))?;
    if inserted == 1 {
        return Ok(());
    }
    let known = payments::table.find((request.channel, &request.trade_no));
    let of_this_order = payments::order_no
        .eq(&request.number)
        .and(payments::mode.eq(mode.stored()));
    let accepted = diesel::update(known.filter(of_this_order))
        .set(payments::outcome.eq(Outcome::Manual))
        .execute(conn)?;
    if accepted == 0 {
        return Err(ErrorKind::TradeUsed.into());
    }
    if request.paid.get() > proved {
        let text = format!("支付平台只收到{}元，请核对实收金额", yuan(proved));
        return Err(ApiError::with_message(ErrorKind::PriceRefused, text));
    }
    Ok(())
}

fn record(conn: &mut Conn, actor: &Actor, request: &Grant, before: &OrderRow) -> QueryResult<()> {
    let mut after = json!({
        "status": OrderStatus::Paid,
        "received": request.paid.to_string(),
        "payChannel": request.channel,
        "tradeNo": request.trade_no,
    });
    if let (Some(after), Some(asker)) = (after.as_object_mut(), &request.asked_by) {
        after.insert("askedBy".to_owned(), json!(asker));
    }
    let change = Change {
        action: Action::OrderGrant,
        target: (TargetKind::Order, request.number.clone()),
        before: json!({ "status": before.status }),
        after,
        reason: &request.reason,
    };
    audit::record(conn, actor, &change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payments_number_can_be_read_back() {
        for good in ["2026092122001400000000000001", "转账_0921-7", "AB.1"] {
            assert!(is_trade_number(good), "{good}");
        }
        for bad in [
            "",
            "123",
            "a b c",
            "=1+1+1",
            "１２３４",
            "x\0yz",
            &"9".repeat(65),
        ] {
            assert!(!is_trade_number(bad), "{bad:?}");
        }
    }
}

//! The full history of an order: terms, payments, grants, code and audit records.

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::audit::entry::AuditEntry;
use yingku_access::audit::{AuditRow, TargetKind};
use yingku_base::time::format_shanghai;
use yingku_base::values::{Time, Yuan};
use yingku_db::Conn;
use yingku_db::schema::{activation_codes, audit_log, orders, payments, users, vip_grants};

use super::consent::{self, GrantRequest};
use super::list::AdminOrder;
use crate::pay::apply::Outcome;
use crate::pay::orders::row::OrderRow;
use crate::pay::orders::status::MoneyChannel;
use crate::pay::refunds::store::{self, RefundRow, RefundState};
use crate::vip::codes::store::{CodeRow, CodeState};
use crate::vip::grants::{GrantRow, Source};
use crate::vip::plans::PlanKind;

/// Most entries shown per kind; the latest.
const MAX_ENTRIES: i64 = 100;

/// An order with its history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderHistory {
    /// The order as in the list.
    #[serde(flatten)]
    pub order: AdminOrder,
    /// Days of VIP ordered.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// What a buyer gets.
    pub kind: PlanKind,
    /// When it last changed.
    pub update_time: Time,
    /// Verified payments, oldest first.
    pub payments: Vec<Payment>,
    /// Refunds sent through a provider, oldest first.
    pub refunds: Vec<OrderRefund>,
    /// Grants and reversals, oldest first.
    pub grants: Vec<OrderGrant>,
    /// Its activation code, when it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<OrderCode>,
    /// A grant by hand that waits for a second operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant_request: Option<GrantRequest>,
    /// The operators' changes, oldest first.
    pub audit: Vec<AuditEntry>,
}

/// A payment.
#[derive(Debug, Queryable, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The provider's trade number.
    #[schema(example = "2026092122001400000000000001", max_length = 64)]
    pub trade_no: String,
    /// The channel.
    pub pay_channel: MoneyChannel,
    /// The amount in yuan.
    pub price: Yuan,
    /// The outcome: granted, manual (granted by an operator), amount_mismatch, second, orphaned or
    /// unknown.
    #[schema(value_type = String, example = "granted")]
    pub outcome: Outcome,
    /// When it was recorded.
    pub create_time: Time,
}

/// A refund sent through a provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRefund {
    /// Trade number.
    pub trade_no: String,
    /// The amount.
    pub price: Yuan,
    /// Its state.
    pub state: RefundState,
    /// Why it failed or is unknown.
    pub cause: String,
    /// When it was created.
    pub create_time: Time,
}

impl From<RefundRow> for OrderRefund {
    fn from(row: RefundRow) -> Self {
        Self {
            trade_no: row.trade_no,
            price: Yuan(row.fen),
            state: row.state,
            cause: row.cause,
            create_time: Time(row.created_at),
        }
    }
}

/// Days of VIP granted for the order or its code, or revoked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderGrant {
    /// `order`, `code`, or `refund` for a reversal.
    #[schema(value_type = String, example = "order")]
    pub source: Source,
    /// The member; empty if the account is deleted.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// Days; negative if revoked.
    #[schema(minimum = -36500, maximum = 36500, example = 365)]
    pub days: i32,
    /// Start of the period.
    pub start_time: Time,
    /// End of the period.
    pub end_time: Time,
    /// When it was granted or revoked.
    pub create_time: Time,
}

/// The activation code of an order; the code itself is not shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderCode {
    /// Its last four characters.
    #[schema(example = "SAJ8", min_length = 4, max_length = 4)]
    pub last4: String,
    /// Its state.
    pub state: CodeState,
    /// The name of the user, or empty.
    #[schema(example = "lin_xia", max_length = 32)]
    pub used_by: String,
    /// When it was used; empty if unused.
    #[schema(example = "")]
    pub use_time: String,
    /// When it was revoked; empty if not.
    #[schema(example = "")]
    pub revoke_time: String,
}

/// Reads the history of an order at `now`, seconds.
pub fn read(conn: &mut Conn, number: &str, now: i64) -> QueryResult<OrderHistory> {
    let (row, name): (OrderRow, Option<String>) = orders::table
        .left_join(users::table)
        .filter(orders::number.eq(number))
        .select((OrderRow::as_select(), users::name.nullable()))
        .first(conn)?;
    let code = order_code(conn, number)?;
    let grants = order_grants(conn, number, code.as_ref().map(|(code, _)| code.id))?;
    Ok(OrderHistory {
        days: row.days,
        kind: row.kind,
        update_time: Time(row.updated_at),
        payments: order_payments(conn, number)?,
        refunds: order_refunds(conn, number)?,
        grants,
        code: code.map(|(code, user)| shown_code(code, user, now)),
        grant_request: consent::request_of(conn, number, now)?,
        audit: order_audit(conn, number)?,
        order: AdminOrder::from((row, name)),
    })
}

fn order_payments(conn: &mut Conn, number: &str) -> QueryResult<Vec<Payment>> {
    let mut rows: Vec<Payment> = payments::table
        .filter(payments::order_no.eq(number))
        .order((payments::created_at.desc(), payments::trade_no.desc()))
        .select((
            payments::trade_no,
            payments::channel,
            payments::fen,
            payments::outcome,
            payments::created_at,
        ))
        .limit(MAX_ENTRIES)
        .load(conn)?;
    rows.reverse();
    Ok(rows)
}

fn order_refunds(conn: &mut Conn, number: &str) -> QueryResult<Vec<OrderRefund>> {
    let rows = store::of_order(conn, number)?;
    Ok(rows.into_iter().map(OrderRefund::from).collect())
}

/// The grants of the order or its code, and their reversals: at most two rows each, by the ledger's key.
fn order_grants(conn: &mut Conn, number: &str, code: Option<i64>) -> QueryResult<Vec<OrderGrant>> {
    let mut causes = vec![(Source::Order, number.to_owned())];
    causes.extend(code.map(|id| (Source::Code, id.to_string())));
    let mut shown = Vec::new();
    for (source, reference) in causes {
        let undone = format!("{}:{reference}", source.as_str());
        for (source, reference) in [(source, reference), (Source::Refund, undone)] {
            let row: Option<(GrantRow, Option<String>)> = vip_grants::table
                .left_join(users::table)
                .filter(vip_grants::source.eq(source))
                .filter(vip_grants::reference.eq(reference))
                .select((GrantRow::as_select(), users::name.nullable()))
                .first(conn)
                .optional()?;
            shown.extend(row.map(OrderGrant::from));
        }
    }
    Ok(shown)
}

impl From<(GrantRow, Option<String>)> for OrderGrant {
    fn from((row, user_name): (GrantRow, Option<String>)) -> Self {
        Self {
            source: row.source,
            user_name: user_name.unwrap_or_default(),
            days: row.days,
            start_time: Time(row.starts_at),
            end_time: Time(row.ends_at),
            create_time: Time(row.created_at),
        }
    }
}

fn order_code(conn: &mut Conn, number: &str) -> QueryResult<Option<(CodeRow, Option<String>)>> {
    activation_codes::table
        .left_join(users::table)
        .filter(activation_codes::order_no.eq(number))
        .select((CodeRow::as_select(), users::name.nullable()))
        .first(conn)
        .optional()
}

fn shown_code(code: CodeRow, user: Option<String>, now: i64) -> OrderCode {
    OrderCode {
        state: code.state(now),
        last4: code.last4,
        used_by: user.unwrap_or_default(),
        use_time: code.used_at.map(format_shanghai).unwrap_or_default(),
        revoke_time: code.revoked_at.map(format_shanghai).unwrap_or_default(),
    }
}

fn order_audit(conn: &mut Conn, number: &str) -> QueryResult<Vec<AuditEntry>> {
    let rows: Vec<AuditRow> = audit_log::table
        .select(AuditRow::as_select())
        .filter(audit_log::target_kind.eq(TargetKind::Order))
        .filter(audit_log::target_id.eq(number))
        .order(audit_log::id.desc())
        .limit(MAX_ENTRIES)
        .load(conn)?;
    Ok(rows.into_iter().rev().map(AuditEntry::from).collect())
}

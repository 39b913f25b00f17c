//! Everything that happened to an order: what was agreed on, the payments, what it gave, and what operators did.

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;

use super::list::AdminOrder;
use crate::audit::entry::AuditEntry;
use crate::audit::{AuditRow, TargetKind};
use crate::base::time::format_shanghai;
use crate::base::values::{Time, Yuan};
use crate::db::Conn;
use crate::db::schema::{activation_codes, audit_log, orders, payments, users, vip_grants};
use crate::pay::orders::queries::OrderRow;
use crate::vip::codes::store::{CodeRow, CodeState};
use crate::vip::grants::{GrantRow, Source};
use crate::vip::plans::PlanKind;

/// Most entries of each kind that are shown, the latest.
const MOST_ENTRIES: i64 = 100;

/// An order with everything about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderHistory {
    /// What stands in the list.
    #[serde(flatten)]
    pub order: AdminOrder,
    /// Days of VIP that were ordered.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// `time` for the days themselves, `code` for an activation code for them.
    pub kind: PlanKind,
    /// When it changed last.
    pub update_time: Time,
    /// What providers have proved to be paid, the first first.
    pub payments: Vec<Payment>,
    /// What it gave and what was taken back of that, the first first.
    pub grants: Vec<OrderGrant>,
    /// The activation code it gave.
    pub code: Option<OrderCode>,
    /// What operators did with it, the first first.
    pub audit: Vec<AuditEntry>,
}

/// A payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The provider's number.
    #[schema(example = "2026092122001400000000000001", max_length = 64)]
    pub trade_no: String,
    /// Through whom.
    #[schema(example = "alipay")]
    pub pay_channel: String,
    /// How much, yuan.
    pub price: Yuan,
    /// What became of it: granted, unfitting, second, ownerless or unknown.
    #[schema(example = "granted")]
    pub outcome: String,
    /// When it came here.
    pub create_time: Time,
}

/// Days of VIP that were given for the order or its code, or taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderGrant {
    /// `order`, `code`, or `refund` for what was taken back.
    #[schema(example = "order")]
    pub source: String,
    /// To whom; empty when the account is gone.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// How many; negative when they were taken back.
    #[schema(minimum = -36500, maximum = 36500, example = 365)]
    pub days: i32,
    /// Where the period begins.
    pub start_time: Time,
    /// Where it ends.
    pub end_time: Time,
    /// When it was given or taken back.
    pub create_time: Time,
}

/// The activation code of an order, without the code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderCode {
    /// Its last four letters.
    #[schema(example = "SAJ8", min_length = 4, max_length = 4)]
    pub last4: String,
    /// What can be done with it.
    pub state: CodeState,
    /// Who has used it, or empty.
    #[schema(example = "lin_xia", max_length = 32)]
    pub used_by: String,
    /// When it was used, Asia/Shanghai, or empty.
    #[schema(example = "")]
    pub use_time: String,
    /// When it was revoked, Asia/Shanghai, or empty.
    #[schema(example = "")]
    pub revoke_time: String,
}

/// Reads everything about an order at `now`, seconds.
pub fn read(conn: &mut Conn, number: &str, now: i64) -> QueryResult<OrderHistory> {
    let (row, name): (OrderRow, Option<String>) = orders::table
        .left_join(users::table)
        .filter(orders::number.eq(number))
        .select((OrderRow::as_select(), users::name.nullable()))
        .first(conn)?;
    let code = code_of(conn, number)?;
    let grants = grants_of(conn, number, code.as_ref().map(|(code, _)| code.id))?;
    Ok(OrderHistory {
        days: row.days,
        kind: row.kind,
        update_time: Time(row.updated_at),
        payments: payments_of(conn, number)?,
        grants,
        code: code.map(|(code, user)| shown_code(code, user, now)),
        audit: audit_of(conn, number)?,
        order: AdminOrder::from((row, name)),
    })
}

fn payments_of(conn: &mut Conn, number: &str) -> QueryResult<Vec<Payment>> {
    let rows: Vec<(String, String, i64, String, i64)> = payments::table
        .filter(payments::order_no.eq(number))
        .order((payments::created_at.desc(), payments::trade_no.desc()))
        .select((
            payments::trade_no,
            payments::channel,
            payments::fen,
            payments::outcome,
            payments::created_at,
        ))
        .limit(MOST_ENTRIES)
        .load(conn)?;
    let shown = rows.into_iter().rev();
    Ok(shown
        .map(|(trade_no, pay_channel, fen, outcome, at)| Payment {
            trade_no,
            pay_channel,
            price: Yuan(fen),
            outcome,
            create_time: Time(at),
        })
        .collect())
}

/// What the order or its code gave, and what undid it: at most two rows each, by the ledger's key.
fn grants_of(conn: &mut Conn, number: &str, code: Option<i64>) -> QueryResult<Vec<OrderGrant>> {
    let mut causes = vec![(Source::Order, number.to_owned())];
    causes.extend(code.map(|id| (Source::Code, id.to_string())));
    let mut shown = Vec::new();
    for (source, reference) in causes {
        let undone = format!("{}:{reference}", source.word());
        for (source, reference) in [(source, reference), (Source::Refund, undone)] {
            let row: Option<(GrantRow, Option<String>)> = vip_grants::table
                .left_join(users::table)
                .filter(vip_grants::source.eq(source.word()))
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

fn code_of(conn: &mut Conn, number: &str) -> QueryResult<Option<(CodeRow, Option<String>)>> {
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

fn audit_of(conn: &mut Conn, number: &str) -> QueryResult<Vec<AuditEntry>> {
    let rows: Vec<AuditRow> = audit_log::table
        .select(AuditRow::as_select())
        .filter(audit_log::target_kind.eq(TargetKind::Order.word()))
        .filter(audit_log::target_id.eq(number))
        .order(audit_log::id.desc())
        .limit(MOST_ENTRIES)
        .load(conn)?;
    Ok(rows.into_iter().rev().map(AuditEntry::from).collect())
}

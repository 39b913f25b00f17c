//! The differences between a bill and the payments that are stored here.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::string_enum;
use yingku_base::time::{DAY, format_shanghai};
use yingku_base::values::Yuan;
use yingku_db::Conn;
use yingku_db::schema::payments;
use yingku_platform::config::OrderMode;

use super::parse::{Bill, BillLine};
use super::refunds;
use crate::pay::gateway::PayChannel;

/// Most days of a bill.
const MAX_DAYS: i64 = 31;
/// Numbers looked up with one statement.
pub(super) const STEP: usize = 500;
/// Most differences listed.
const MAX_ROWS: usize = 1_000;

string_enum! {
    /// How a bill and the payments here differ.
    pub enum DifferenceKind {
        /// Only the bill has the payment.
        MissingHere = "missingHere",
        /// The bill of its day lacks the payment.
        MissingThere = "missingThere",
        /// The amounts differ.
        Amount = "amount",
        /// Only one side has the refund.
        Refund = "refund",
    }
}

/// A difference.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillDifference {
    /// The kind.
    pub kind: DifferenceKind,
    /// The order's number, or empty.
    pub order_id: String,
    /// The provider's number of the payment.
    pub trade_no: String,
    /// The amount in the bill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bill_price: Option<Yuan>,
    /// The amount here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Yuan>,
    /// When, by the bill or else as recorded here.
    pub time: String,
}

/// A bill compared with the payments here.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillComparison {
    /// Whose bill it is.
    pub pay_channel: PayChannel,
    /// Its first day; empty for a bill without payments.
    pub from: String,
    /// Its last day.
    pub to: String,
    /// Payments in the bill.
    pub count: usize,
    /// Their sum.
    pub bill_sum: Yuan,
    /// Refunds in the bill.
    pub refund_sum: Yuan,
    /// Sum of the payments here, of the same days.
    pub sum: Yuan,
    /// The number of differences.
    pub total: usize,
    /// The differences, at most 1000.
    pub rows: Vec<BillDifference>,
}

/// A payment that is stored here.
#[derive(Debug, Queryable)]
struct Stored {
    trade: String,
    order: String,
    fen: i64,
    at: i64,
}

/// Compares a bill with the payments of `mode`; the error is a text for the operator.
pub fn compare(
    conn: &mut Conn,
    bill: &Bill,
    mode: OrderMode,
) -> QueryResult<Result<BillComparison, String>> {
    let days: Vec<(i64, i64)> = bill.lines.iter().filter_map(BillLine::day).collect();
    let from = days.iter().map(|day| day.0).min().unwrap_or_default();
    let to = days.iter().map(|day| day.1).max().unwrap_or_default();
    if to - from > MAX_DAYS * DAY {
        return Ok(Err(format!("账单超过{MAX_DAYS}天，请分开上传")));
    }
    let own = of_days(conn, (bill.channel, mode), (from, to))?;
    let paid = || bill.lines.iter().filter(|line| !line.is_refund);
    let refunded = bill.lines.iter().filter(|line| line.is_refund);
    let known = by_trade(conn, (bill.channel, mode), paid())?;
    let mut rows: Vec<BillDifference> = paid()
        .filter_map(|line| unlike(line, known.get(line.trade.as_str())))
        .collect();
    let billed: HashSet<&str> = paid().map(|line| line.trade.as_str()).collect();
    let unbilled = own
        .iter()
        .filter(|one| !billed.contains(one.trade.as_str()));
    rows.extend(unbilled.map(missing_there));
    rows.extend(refunds::differences(conn, bill, mode, (from, to))?);
    let day = |at: i64| format_shanghai(at).get(..10).unwrap_or_default().to_owned();
    let (first, last) = match days.is_empty() {
        true => (String::new(), String::new()),
        false => (day(from), day(to - 1)),
    };
    let total = rows.len();
    rows.truncate(MAX_ROWS);
    Ok(Ok(BillComparison {
        pay_channel: bill.channel,
        from: first,
        to: last,
        count: paid().count(),
        bill_sum: Yuan(paid().map(|line| line.fen).sum()),
        refund_sum: Yuan(refunded.map(|line| line.fen).sum()),
        sum: Yuan(own.iter().map(|one| one.fen).sum()),
        total,
        rows,
    }))
}

/// The payments that were recorded in some days.
fn of_days(
    conn: &mut Conn,
    (channel, mode): (PayChannel, OrderMode),
    (from, to): (i64, i64),
) -> QueryResult<Vec<Stored>> {
    payments::table
        .filter(payments::channel.eq(channel.as_str()))
        .filter(payments::mode.eq(mode))
        .filter(payments::created_at.ge(from))
        .filter(payments::created_at.lt(to))
        .order(payments::created_at)
        .select((
            payments::trade_no,
            payments::order_no,
            payments::fen,
            payments::created_at,
        ))
        .load(conn)
}

/// The stored payments of a bill's lines by their number, whenever they were recorded.
fn by_trade<'a>(
    conn: &mut Conn,
    (channel, mode): (PayChannel, OrderMode),
    lines: impl Iterator<Item = &'a BillLine>,
) -> QueryResult<HashMap<String, Stored>> {
    let trades: Vec<&str> = lines.map(|line| line.trade.as_str()).collect();
    let mut known = HashMap::new();
    for step in trades.chunks(STEP) {
        let rows: Vec<Stored> = payments::table
            .filter(payments::channel.eq(channel.as_str()))
            .filter(payments::trade_no.eq_any(step))
            .filter(payments::mode.eq(mode))
            .select((
                payments::trade_no,
                payments::order_no,
                payments::fen,
                payments::created_at,
            ))
            .load(conn)?;
        known.extend(rows.into_iter().map(|row| (row.trade.clone(), row)));
    }
    Ok(known)
}

/// The difference between a payment of the bill and what is stored of it, if there is one.
fn unlike(line: &BillLine, stored: Option<&Stored>) -> Option<BillDifference> {
    match stored {
        None => Some(of_bill(DifferenceKind::MissingHere, line)),
        Some(stored) if stored.fen != line.fen => Some(BillDifference {
            order_id: stored.order.clone(),
            price: Some(Yuan(stored.fen)),
            ..of_bill(DifferenceKind::Amount, line)
        }),
        Some(_) => None,
    }
}

/// A difference that only the bill's line is known of.
pub(super) fn of_bill(kind: DifferenceKind, line: &BillLine) -> BillDifference {
    BillDifference {
        kind,
        order_id: line.order.clone(),
        trade_no: line.trade.clone(),
        bill_price: Some(Yuan(line.fen)),
        price: None,
        time: line.time.clone(),
    }
}

fn missing_there(stored: &Stored) -> BillDifference {
    BillDifference {
        kind: DifferenceKind::MissingThere,
        order_id: stored.order.clone(),
        trade_no: stored.trade.clone(),
        bill_price: None,
        price: Some(Yuan(stored.fen)),
        time: format_shanghai(stored.at),
    }
}

//! The refunds that only a bill or only this site has. Equal ones are counted: two in the bill need two here.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use yingku_base::time::format_shanghai;
use yingku_base::values::Yuan;
use yingku_db::Conn;
use yingku_db::schema::{order_refunds, orders, payments};
use yingku_platform::config::OrderMode;

use super::compare::{BillDifference, DifferenceKind, STEP, of_bill};
use super::parse::{Bill, BillLine};
use crate::pay::gateway::PayChannel;
use crate::pay::orders::status::OrderStatus;
use crate::pay::refunds::store::RefundState;

/// Order and amount of a refund.
type Key = (String, i64);

/// The refunds of the bill that are unknown here, and those that were sent from here in its days and are not in it.
pub(super) fn differences(
    conn: &mut Conn,
    bill: &Bill,
    mode: OrderMode,
    days: (i64, i64),
) -> QueryResult<Vec<BillDifference>> {
    let billed: Vec<&BillLine> = bill.lines.iter().filter(|line| line.is_refund).collect();
    let mut known = Known::read(conn, (bill.channel, mode), &billed)?;
    let unknown = billed.iter().filter(|line| !known.take(line));
    let mut rows: Vec<BillDifference> = unknown
        .map(|line| of_bill(DifferenceKind::Refund, line))
        .collect();
    let mut left: HashMap<Key, usize> = HashMap::new();
    for line in &billed {
        *left.entry((line.order.clone(), line.fen)).or_default() += 1;
    }
    let sent = sent_in(conn, (bill.channel, mode), days)?;
    let unbilled = sent
        .into_iter()
        .filter(|sent| !take(&mut left, &(sent.order.clone(), sent.fen)));
    rows.extend(unbilled.map(only_here));
    Ok(rows)
}

/// Takes one of equal refunds. Returns whether there was one.
fn take(left: &mut HashMap<Key, usize>, key: &Key) -> bool {
    match left.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// What is known here of the orders of a bill's refunds.
struct Known {
    /// How often each refund was sent from here.
    sent: HashMap<Key, usize>,
    /// What else may have been refunded of the orders that are marked as refunded, fen.
    by_hand: HashMap<String, i64>,
}

impl Known {
    fn read(
        conn: &mut Conn,
        (channel, mode): (PayChannel, OrderMode),
        lines: &[&BillLine],
    ) -> QueryResult<Self> {
        let mut known = Self {
            sent: HashMap::new(),
            by_hand: HashMap::new(),
        };
        let mut numbers: Vec<&str> = lines.iter().map(|line| line.order.as_str()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for step in numbers.chunks(STEP) {
            let refunded: Vec<String> = orders::table
                .filter(orders::number.eq_any(step))
                .filter(orders::status.eq(OrderStatus::Refunded))
                .select(orders::number)
                .load(conn)?;
            let paid: Vec<Key> = payments::table
                .filter(payments::order_no.eq_any(&refunded))
                .filter(payments::channel.eq(channel.as_str()))
                .filter(payments::mode.eq(mode))
                .select((payments::order_no, payments::fen))
                .load(conn)?;
            for (order, fen) in paid {
                *known.by_hand.entry(order).or_default() += fen;
            }
            let sent: Vec<Key> = order_refunds::table
                .filter(order_refunds::order_no.eq_any(step))
                .filter(order_refunds::channel.eq(channel))
                .filter(order_refunds::state.ne(RefundState::Failed))
                .select((order_refunds::order_no, order_refunds::fen))
                .load(conn)?;
            for (order, fen) in sent {
                if let Some(rest) = known.by_hand.get_mut(&order) {
                    *rest -= fen;
                }
                *known.sent.entry((order, fen)).or_default() += 1;
            }
        }
        Ok(known)
    }

    /// Takes a refund of the bill. Returns whether it is known here.
    fn take(&mut self, line: &BillLine) -> bool {
        if take(&mut self.sent, &(line.order.clone(), line.fen)) {
            return true;
        }
        match self.by_hand.get_mut(&line.order) {
            Some(rest) if *rest >= line.fen => {
                *rest -= line.fen;
                true
            }
            _ => false,
        }
    }
}

/// A refund that was sent from here.
#[derive(Clone, Queryable)]
struct Sent {
    order: String,
    trade: String,
    fen: i64,
    at: i64,
}

/// The refunds whose money was sent in some days.
fn sent_in(
    conn: &mut Conn,
    (channel, mode): (PayChannel, OrderMode),
    (from, to): (i64, i64),
) -> QueryResult<Vec<Sent>> {
    let all: Vec<Sent> = order_refunds::table
        .filter(order_refunds::channel.eq(channel))
        .filter(order_refunds::state.eq(RefundState::Succeeded))
        .filter(order_refunds::updated_at.ge(from))
        .filter(order_refunds::updated_at.lt(to))
        .order((order_refunds::updated_at, order_refunds::number))
        .select((
            order_refunds::order_no,
            order_refunds::trade_no,
            order_refunds::fen,
            order_refunds::updated_at,
        ))
        .load(conn)?;
    let mut sent = Vec::new();
    for step in all.chunks(STEP) {
        let trades: Vec<&str> = step.iter().map(|one| one.trade.as_str()).collect();
        let alike: HashSet<String> = payments::table
            .filter(payments::channel.eq(channel.as_str()))
            .filter(payments::trade_no.eq_any(trades))
            .filter(payments::mode.eq(mode))
            .select(payments::trade_no)
            .load::<String>(conn)?
            .into_iter()
            .collect();
        sent.extend(
            step.iter()
                .filter(|one| alike.contains(&one.trade))
                .cloned(),
        );
    }
    Ok(sent)
}

fn only_here(sent: Sent) -> BillDifference {
    BillDifference {
        kind: DifferenceKind::Refund,
        order_id: sent.order,
        trade_no: sent.trade,
        bill_price: None,
        price: Some(Yuan(sent.fen)),
        time: format_shanghai(sent.at),
    }
}

//! The one function that pays an order. Notices, members' questions and the reconciler all end here, in any
//! order and at once. What decides are the key of `payments` and the conditional update of `orders`, in one
//! transaction with what was bought: a kill before the commit leaves nothing, one after it leaves all.

use diesel::prelude::*;

use super::fulfil::{Fulfil, fulfil};
use super::gateway::PaidFact;
use super::orders::model::OrderStatus;
use super::orders::queries::{self, OrderRow};
use crate::auth::users::lock_member;
use crate::config::PayMode;
use crate::db::Conn;
use crate::db::schema::{orders, payments};
use crate::stats::counters::{self, DailyCounter};
use crate::word_enum;

word_enum! {
    /// What a payment has done.
    pub enum Outcome {
        /// It paid its order, and what was bought is given.
        Granted = "granted",
        /// It is known, and was dealt with before.
        Already = "already",
        /// Of another amount, channel or kind of money than the order's: abnormal, nothing is given.
        AmountMismatch = "unfitting",
        /// The order was paid before, by another payment: abnormal, nothing more is given.
        Second = "second",
        /// It paid an order whose member is gone: abnormal, there is nobody to give to.
        Orphaned = "ownerless",
        /// There is no such order.
        Unknown = "unknown",
    } else Unknown
}

impl Outcome {
    /// Whether an operator has to look.
    pub fn is_alarming(self) -> bool {
        !matches!(self, Self::Granted | Self::Already)
    }
}

/// Applies a payment that a provider has proved, at `now` (seconds).
///
/// # Errors
/// A statement's; then nothing was changed, and the payment may be applied again.
pub fn apply_paid_fact(
    conn: &mut Conn,
    fact: &PaidFact,
    with: &Fulfil<'_>,
    now: i64,
) -> QueryResult<Outcome> {
    let order = queries::by_number(conn, &fact.order_no)?;
    // The member comes first, as in every change of what is a member's: no two wait for each other.
    let member = order.as_ref().and_then(|order| order.user_id);
    let member = match member {
        Some(user) => lock_member(conn, user).optional()?.map(|()| user),
        None => None,
    };
    // Of an account that is gone nothing about the payer is kept.
    let raw = if order.is_some() && member.is_none() {
        ""
    } else {
        &fact.raw
    };
    if !enter(conn, fact, (raw, with.mode), now)? {
        return before(conn, fact);
    }
    let outcome = match order {
        None => Outcome::Unknown,
        Some(order) => settle(conn, fact, &order, member, with, now)?,
    };
    note(conn, fact, outcome)?;
    Ok(outcome)
}

/// Pays the order, or finds out why not.
fn settle(
    conn: &mut Conn,
    fact: &PaidFact,
    order: &OrderRow,
    member: Option<i64>,
    with: &Fulfil<'_>,
    now: i64,
) -> QueryResult<Outcome> {
    if !pay(conn, fact, with.mode, now)? {
        mark_abnormal(conn, fact, now)?;
        let fits = order.fen == fact.paid.get()
            && order.channel == fact.channel
            && order.mode == with.mode.kept();
        return Ok(if fits {
            Outcome::Second
        } else {
            Outcome::AmountMismatch
        });
    }
    match member {
        Some(user) => {
            fulfil(conn, order, user, with, now)?;
            let paid = [
                (DailyCounter::PaidFen, order.fen),
                (DailyCounter::PaidOrders, 1),
            ];
            counters::happened(conn, now, &paid)?;
            Ok(Outcome::Granted)
        }
        None => {
            mark_abnormal(conn, fact, now)?;
            Ok(Outcome::Orphaned)
        }
    }
}

/// Marks the order as paid, if it is open and this is what was agreed on.
fn pay(conn: &mut Conn, fact: &PaidFact, mode: PayMode, now: i64) -> QueryResult<bool> {
    let fitting = orders::table
        .find(&fact.order_no)
        .filter(orders::status.eq_any(OrderStatus::OPEN))
        .filter(orders::fen.eq(fact.paid.get()))
        .filter(orders::channel.eq(fact.channel.word()))
        .filter(orders::mode.eq(mode.kept()))
        .filter(orders::voided_at.is_null());
    diesel::update(fitting)
        .set((
            orders::status.eq(OrderStatus::Paid),
            orders::trade_no.eq(Some(&fact.trade_no)),
            orders::paid_at.eq(Some(now)),
            orders::check_at.eq(None::<i64>),
            orders::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

fn mark_abnormal(conn: &mut Conn, fact: &PaidFact, now: i64) -> QueryResult<()> {
    // What was voided stays as it is: nobody has lost money by it.
    let order = orders::table
        .find(&fact.order_no)
        .filter(orders::voided_at.is_null());
    diesel::update(order)
        .set((
            orders::status.eq(OrderStatus::Abnormal),
            orders::check_at.eq(None::<i64>),
            orders::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|_| ())
}

/// Takes the payment; says whether it is new. Of many at once the others wait here.
fn enter(
    conn: &mut Conn,
    fact: &PaidFact,
    (raw, mode): (&str, PayMode),
    now: i64,
) -> QueryResult<bool> {
    let row = (
        payments::channel.eq(fact.channel.word()),
        payments::trade_no.eq(&fact.trade_no),
        payments::order_no.eq(&fact.order_no),
        payments::fen.eq(fact.paid.get()),
        payments::outcome.eq(Outcome::Unknown.word()),
        payments::raw.eq(raw),
        payments::created_at.eq(now),
        payments::mode.eq(mode.kept()),
    );
    let rows = crate::on_engine!(conn, c => diesel::insert_into(payments::table)
        .values(row)
        .on_conflict((payments::channel, payments::trade_no))
        .do_nothing()
        .execute(c))?;
    Ok(rows == 1)
}

/// What became of a payment that has come before.
fn before(conn: &mut Conn, fact: &PaidFact) -> QueryResult<Outcome> {
    let outcome: String = payments::table
        .find((fact.channel.word(), &fact.trade_no))
        .select(payments::outcome)
        .first(conn)?;
    Ok(if outcome == Outcome::Unknown.word() {
        Outcome::Unknown
    } else {
        Outcome::Already
    })
}

fn note(conn: &mut Conn, fact: &PaidFact, outcome: Outcome) -> QueryResult<()> {
    diesel::update(payments::table.find((fact.channel.word(), &fact.trade_no)))
        .set(payments::outcome.eq(outcome.word()))
        .execute(conn)
        .map(|_| ())
}

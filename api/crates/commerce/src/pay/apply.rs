//! The only code that marks an order as paid. Notifications, members' status queries and the reconciler all end here,
//! in any order and concurrently. The key of `payments` and the conditional update of `orders` decide, in one
//! transaction with the grant: a kill before the commit leaves nothing, one after it leaves everything.

use diesel::dsl::exists;
use diesel::prelude::*;
use yingku_access::auth::users::lock_member;
use yingku_base::string_enum;
use yingku_db::Conn;
use yingku_db::schema::{orders, payments};
use yingku_platform::config::PayMode;
use yingku_platform::stats::counters::{self, DailyCounter};

use super::fulfil::{Fulfil, fulfil};
use super::gateway::PaidFact;
use super::orders::queries;
use super::orders::row::OrderRow;
use super::orders::status::OrderStatus;

string_enum! {
    /// The outcome of a payment.
    pub enum Outcome {
        /// The order is paid and fulfilled.
        Granted = "granted",
        /// The payment was applied before.
        Already = "already",
        /// Amount, channel or mode differ from the order's: abnormal, nothing is granted.
        AmountMismatch = "amount_mismatch",
        /// The order was already paid by another payment: abnormal, nothing more is granted.
        Second = "second",
        /// The order's member is deleted: abnormal, there is nobody to grant to.
        Orphaned = "orphaned",
        /// An operator has granted the order because of it.
        Manual = "manual",
        /// Unknown order.
        Unknown = "unknown",
    } else Unknown
}

impl Outcome {
    /// The outcomes of a payment that its order was granted for.
    pub const COUNTED: [Self; 2] = [Self::Granted, Self::Manual];

    /// Whether it needs an operator.
    pub fn needs_operator(self) -> bool {
        !matches!(self, Self::Granted | Self::Already | Self::Manual)
    }
}

/// Applies a verified payment at `now`, seconds. After an error nothing was changed, and it may be applied again.
pub fn apply_paid_fact(
    conn: &mut Conn,
    fact: &PaidFact,
    with: &Fulfil<'_>,
    now: i64,
) -> QueryResult<Outcome> {
    let order = queries::by_number(conn, &fact.order_no)?;
    // Lock the member first, as every change of a member's data does, to avoid deadlocks.
    let member = order.as_ref().and_then(|order| order.user_id);
    let member = match member {
        Some(user) => lock_member(conn, user).optional()?.map(|()| user),
        None => None,
    };
    // For a deleted account nothing about the payer is stored.
    let raw = if order.is_some() && member.is_none() {
        ""
    } else {
        &fact.raw
    };
    if !insert(conn, fact, (raw, with.mode), now)? {
        return repeated_outcome(conn, fact, raw, now);
    }
    let outcome = match order {
        None => Outcome::Unknown,
        Some(order) => settle(conn, fact, &order, member, with, now)?,
    };
    set_outcome(conn, fact, outcome)?;
    Ok(outcome)
}

/// Pays and fulfils the order, or determines why not.
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
        let matches = order.fen == fact.paid.get()
            && order.channel == fact.channel
            && order.mode == with.mode.stored();
        return Ok(if matches {
            Outcome::Second
        } else {
            Outcome::AmountMismatch
        });
    }
    queries::delete_grant_request(conn, &order.number)?;
    match member {
        Some(user) => {
            fulfil(conn, order, user, with, now)?;
            let paid = [
                (DailyCounter::PaidFen, order.fen),
                (DailyCounter::PaidOrders, 1),
            ];
            counters::add(conn, now, &paid)?;
            Ok(Outcome::Granted)
        }
        None => {
            mark_abnormal(conn, fact, now)?;
            Ok(Outcome::Orphaned)
        }
    }
}

/// Marks the order as paid if it is open and the payment matches its terms.
fn pay(conn: &mut Conn, fact: &PaidFact, mode: PayMode, now: i64) -> QueryResult<bool> {
    let matching = orders::table
        .find(&fact.order_no)
        .filter(orders::status.eq_any(OrderStatus::OPEN))
        .filter(orders::fen.eq(fact.paid.get()))
        .filter(orders::channel.eq(fact.channel))
        .filter(orders::mode.eq(mode.stored()))
        .filter(orders::voided_at.is_null());
    diesel::update(matching)
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
    // A voided order stays as it is: it was paid without real money.
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

/// Inserts the payment. Returns whether it is new; concurrent transactions with the same payment wait here.
fn insert(
    conn: &mut Conn,
    fact: &PaidFact,
    (raw, mode): (&str, PayMode),
    now: i64,
) -> QueryResult<bool> {
    let row = (
        payments::channel.eq(fact.channel),
        payments::trade_no.eq(&fact.trade_no),
        payments::order_no.eq(&fact.order_no),
        payments::fen.eq(fact.paid.get()),
        payments::outcome.eq(Outcome::Unknown),
        payments::raw.eq(raw),
        payments::created_at.eq(now),
        payments::mode.eq(mode.stored()),
    );
    let rows = yingku_db::on_engine!(conn, c => diesel::insert_into(payments::table)
        .values(row)
        .on_conflict((payments::channel, payments::trade_no))
        .do_nothing()
        .execute(c))?;
    Ok(rows == 1)
}

/// The outcome of a payment that was inserted before.
fn repeated_outcome(conn: &mut Conn, fact: &PaidFact, raw: &str, now: i64) -> QueryResult<Outcome> {
    let (outcome, order, fen): (Outcome, String, i64) = payments::table
        .find((fact.channel, &fact.trade_no))
        .select((payments::outcome, payments::order_no, payments::fen))
        .first(conn)?;
    let is_wrong = match outcome {
        Outcome::Unknown => return Ok(Outcome::Unknown),
        // An operator has entered this number for another order.
        Outcome::Manual if order != fact.order_no => mark_abnormal_if_open(conn, fact, now)?,
        Outcome::Manual => {
            let is_other = confirm_manual_payment(conn, fact, raw)? && fen != fact.paid.get();
            if is_other {
                mark_abnormal(conn, fact, now)?;
            }
            is_other
        }
        _ => false,
    };
    Ok(if is_wrong {
        Outcome::AmountMismatch
    } else {
        Outcome::Already
    })
}

fn mark_abnormal_if_open(conn: &mut Conn, fact: &PaidFact, now: i64) -> QueryResult<bool> {
    let open = orders::table
        .find(&fact.order_no)
        .filter(orders::status.eq_any(OrderStatus::OPEN));
    let is_open = diesel::select(exists(open)).get_result(conn)?;
    if is_open {
        mark_abnormal(conn, fact, now)?;
    }
    Ok(is_open)
}

/// Records the provider's report of a payment that an operator had entered by hand. Returns whether it is the first
/// report.
fn confirm_manual_payment(conn: &mut Conn, fact: &PaidFact, raw: &str) -> QueryResult<bool> {
    let entered = payments::table
        .find((fact.channel, &fact.trade_no))
        .filter(payments::order_no.eq(&fact.order_no))
        .filter(payments::raw.eq(""));
    diesel::update(entered)
        .set((payments::raw.eq(raw), payments::fen.eq(fact.paid.get())))
        .execute(conn)
        .map(|rows| rows == 1 && !raw.is_empty())
}

fn set_outcome(conn: &mut Conn, fact: &PaidFact, outcome: Outcome) -> QueryResult<()> {
    diesel::update(payments::table.find((fact.channel, &fact.trade_no)))
        .set(payments::outcome.eq(outcome))
        .execute(conn)
        .map(|_| ())
}

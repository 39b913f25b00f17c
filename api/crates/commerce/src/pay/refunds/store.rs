//! Refunds in the database.

use diesel::dsl::exists;
use diesel::prelude::*;
use yingku_base::money::Fen;
use yingku_base::string_enum;
use yingku_base::time::DAY;
use yingku_db::Conn;
use yingku_db::schema::{order_refunds, orders};

use crate::pay::gateway::{PayChannel, RefundRequest};
use crate::pay::orders::schedule::next_check;
use crate::pay::orders::status::OrderStatus;

string_enum! {
    /// The state of a refund.
    pub enum RefundState {
        /// On its way, or without an answer yet.
        Pending = "pending",
        /// The provider has sent the money.
        Succeeded = "succeeded",
        /// The provider has rejected it.
        Failed = "failed",
        /// The provider has no result: somebody has to look there.
        Unknown = "unknown",
    } else Unknown
}

impl RefundState {
    /// The states of refunds that may still send money.
    pub const OPEN: [Self; 2] = [Self::Pending, Self::Unknown];
}

/// How long a provider is asked every day, after a day of the checks of an order: banks take days.
const DAYS: i64 = 30;

/// The cause of a refund whose order was marked as refunded by hand.
const CLOSED: &str = "订单已标记为已退款，这笔不再发送";

/// A refund's row.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = order_refunds)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct RefundRow {
    pub number: String,
    pub order_no: String,
    pub channel: PayChannel,
    pub trade_no: String,
    pub fen: i64,
    pub total_fen: i64,
    pub state: RefundState,
    pub cause: String,
    pub end_vip: bool,
    pub operator: String,
    pub reason: String,
    pub check_at: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
}

impl RefundRow {
    /// The request for the provider; the same each time. None for an amount that cannot be paid.
    pub fn request(&self) -> Option<RefundRequest> {
        Some(RefundRequest {
            number: self.number.clone(),
            trade_no: self.trade_no.clone(),
            refund: Fen::new(self.fen)?,
            paid: Fen::new(self.total_fen)?,
        })
    }
}

/// The refund with a number.
pub fn by_number(conn: &mut Conn, number: &str) -> QueryResult<Option<RefundRow>> {
    order_refunds::table
        .select(RefundRow::as_select())
        .find(number)
        .first(conn)
        .optional()
}

/// All refunds of an order, oldest first.
pub fn of_order(conn: &mut Conn, order: &str) -> QueryResult<Vec<RefundRow>> {
    order_refunds::table
        .select(RefundRow::as_select())
        .filter(order_refunds::order_no.eq(order))
        .order((order_refunds::created_at, order_refunds::number))
        .load(conn)
}

/// The number of refunds of an order, whatever became of them.
pub fn count(conn: &mut Conn, order: &str) -> QueryResult<i64> {
    order_refunds::table
        .filter(order_refunds::order_no.eq(order))
        .count()
        .get_result(conn)
}

/// At most `limit` refunds to ask about at `now`, longest due first.
pub fn due(conn: &mut Conn, now: i64, limit: i64) -> QueryResult<Vec<RefundRow>> {
    order_refunds::table
        .select(RefundRow::as_select())
        .filter(order_refunds::check_at.le(now))
        .order(order_refunds::check_at)
        .limit(limit)
        .load(conn)
}

/// Claims a due check and schedules the next; of several instances one succeeds.
pub fn claim_check(conn: &mut Conn, refund: &RefundRow, next: Option<i64>) -> QueryResult<bool> {
    let same = order_refunds::table
        .find(&refund.number)
        .filter(order_refunds::check_at.eq(refund.check_at));
    diesel::update(same)
        .set(order_refunds::check_at.eq(next))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Moves an open refund to another state. Returns whether it was open.
pub fn set_state(
    conn: &mut Conn,
    number: &str,
    (state, cause): (RefundState, &str),
    now: i64,
) -> QueryResult<bool> {
    let open = order_refunds::table
        .find(number)
        .filter(order_refunds::state.eq_any(RefundState::OPEN));
    diesel::update(open)
        .set((
            order_refunds::state.eq(state),
            order_refunds::cause.eq(cause),
            order_refunds::check_at.eq(None::<i64>),
            order_refunds::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Whether a refund that the provider does not know may be sent once more. Somebody may have paid one without a result in
/// another way, and an order that is settled gets nothing back.
pub fn may_be_sent(conn: &mut Conn, refund: &RefundRow) -> QueryResult<bool> {
    let pending = order_refunds::table
        .find(&refund.number)
        .filter(order_refunds::state.eq(RefundState::Pending));
    let refundable = orders::table
        .find(&refund.order_no)
        .filter(orders::status.eq_any(OrderStatus::REFUNDABLE));
    diesel::select(exists(pending).and(exists(refundable))).get_result(conn)
}

/// Closes the open refunds of an order whose money went back in another way. What they reserved stays reserved: it must
/// not be sent, even if a late payment makes the order refundable again.
pub fn close_open(conn: &mut Conn, order: &str, now: i64) -> QueryResult<()> {
    let open = order_refunds::table
        .filter(order_refunds::order_no.eq(order))
        .filter(order_refunds::state.eq_any(RefundState::OPEN));
    diesel::update(open)
        .set((
            order_refunds::state.eq(RefundState::Failed),
            order_refunds::cause.eq(CLOSED),
            order_refunds::check_at.eq(None::<i64>),
            order_refunds::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|_| ())
}

/// The check after `now` of a refund of `created_at`: like that of an order, then daily; none after a month.
pub fn next_refund_check(created_at: i64, now: i64) -> Option<i64> {
    let daily = (2..=DAYS).map(|days| created_at + days * DAY);
    next_check(created_at, now).or_else(|| daily.into_iter().find(|at| *at > now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refund_is_asked_about_for_a_month() {
        assert_eq!(next_refund_check(0, 0), Some(60));
        assert_eq!(next_refund_check(0, DAY - 1), Some(DAY));
        assert_eq!(next_refund_check(0, DAY), Some(2 * DAY));
        assert_eq!(next_refund_check(0, 29 * DAY), Some(30 * DAY));
        assert_eq!(next_refund_check(0, 30 * DAY), None);
    }
}

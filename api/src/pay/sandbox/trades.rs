//! The sandbox's books in the database, so that every instance has the same and a restart loses none.

use diesel::prelude::*;

use super::action::Payment;
use crate::code_enum;
use crate::db::Conn;
use crate::db::schema::sandbox_trades;
use crate::pay::gateway::PayChannel;

code_enum! {
    /// What a trade can be in.
    pub enum State {
        /// Waits for the payer.
        Waiting = 0,
        /// Paid.
        Paid = 1,
        /// Closed by the merchant, or too late.
        Closed = 2,
    }
}

/// A trade.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = sandbox_trades)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct TradeRow {
    pub token: String,
    pub channel: PayChannel,
    pub order_no: String,
    pub subject: String,
    pub fen: i64,
    pub paid_fen: i64,
    pub state: State,
    pub trade_no: String,
    pub notify_url: String,
    pub back_url: String,
    pub expires_at: i64,
    pub paid_at: Option<i64>,
    pub notify_at: Option<i64>,
    pub notify_left: i16,
    pub answered: String,
    pub created_at: i64,
}

impl TradeRow {
    /// How it is at `now`, seconds: what was not paid in time is closed.
    pub fn state(&self, now: i64) -> State {
        if self.state == State::Paid {
            State::Paid
        } else if self.state == State::Closed || now >= self.expires_at {
            State::Closed
        } else {
            State::Waiting
        }
    }
}

/// Opens a trade, or finds the one that this order has.
pub fn open(conn: &mut Conn, trade: &TradeRow) -> QueryResult<TradeRow> {
    crate::on_engine!(conn, c => diesel::insert_into(sandbox_trades::table)
        .values(trade)
        .on_conflict((sandbox_trades::channel, sandbox_trades::order_no))
        .do_nothing()
        .execute(c))?;
    sandbox_trades::table
        .select(TradeRow::as_select())
        .filter(sandbox_trades::channel.eq(&trade.channel))
        .filter(sandbox_trades::order_no.eq(&trade.order_no))
        .first(conn)
}

/// The trade of an order.
pub fn by_order(
    conn: &mut Conn,
    channel: PayChannel,
    order: &str,
) -> QueryResult<Option<TradeRow>> {
    sandbox_trades::table
        .select(TradeRow::as_select())
        .filter(sandbox_trades::channel.eq(channel.word()))
        .filter(sandbox_trades::order_no.eq(order))
        .first(conn)
        .optional()
}

/// The trade of a token.
pub fn by_token(conn: &mut Conn, token: &str) -> QueryResult<Option<TradeRow>> {
    sandbox_trades::table
        .select(TradeRow::as_select())
        .find(token)
        .first(conn)
        .optional()
}

/// Pays a waiting trade at `now`, seconds; says whether it was waiting.
pub fn pay(conn: &mut Conn, token: &str, payment: Payment, now: i64) -> QueryResult<bool> {
    let waiting = sandbox_trades::table
        .find(token)
        .filter(sandbox_trades::state.eq(State::Waiting));
    diesel::update(waiting)
        .set((
            sandbox_trades::state.eq(State::Paid),
            sandbox_trades::paid_fen.eq(payment.fen),
            sandbox_trades::paid_at.eq(Some(now)),
            sandbox_trades::notify_at.eq(payment.notify_at),
            sandbox_trades::notify_left.eq(payment.notify_left),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Closes a waiting trade; says whether it was waiting.
pub fn close(conn: &mut Conn, token: &str) -> QueryResult<bool> {
    let waiting = sandbox_trades::table
        .find(token)
        .filter(sandbox_trades::state.eq(State::Waiting));
    diesel::update(waiting)
        .set(sandbox_trades::state.eq(State::Closed))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// At most `limit` trades whose notices are due at `now`.
pub fn due(conn: &mut Conn, now: i64, limit: i64) -> QueryResult<Vec<TradeRow>> {
    sandbox_trades::table
        .select(TradeRow::as_select())
        .filter(sandbox_trades::notify_at.le(now))
        .order(sandbox_trades::notify_at)
        .limit(limit)
        .load(conn)
}

/// Takes the turn to send a trade's notices, and sets when the next come if these are not taken.
pub fn take_turn(conn: &mut Conn, trade: &TradeRow, next: Option<i64>) -> QueryResult<bool> {
    let same = sandbox_trades::table
        .find(&trade.token)
        .filter(sandbox_trades::notify_at.eq(trade.notify_at));
    diesel::update(same)
        .set(sandbox_trades::notify_at.eq(next))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Notes what the merchant answered; one that was `taken` needs no more notices.
pub fn note(conn: &mut Conn, token: &str, answered: &str, taken: bool) -> QueryResult<()> {
    let trade = sandbox_trades::table.find(token);
    if taken {
        diesel::update(trade)
            .set((
                sandbox_trades::answered.eq(answered),
                sandbox_trades::notify_at.eq(None::<i64>),
                sandbox_trades::notify_left.eq(0),
            ))
            .execute(conn)?;
    } else {
        diesel::update(trade)
            .set(sandbox_trades::answered.eq(answered))
            .execute(conn)?;
    }
    Ok(())
}

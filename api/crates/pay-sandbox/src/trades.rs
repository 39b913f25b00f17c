//! The sandbox's trades, in the database so that all instances share them and a restart loses none.

use diesel::prelude::*;
use yingku_base::code_enum;
use yingku_db::Conn;
use yingku_db::schema::sandbox_trades;

use super::action::Payment;
use yingku_commerce::pay::gateway::PayChannel;

code_enum! {
    /// The state of a trade.
    pub enum State {
        /// Unpaid.
        Waiting = 0,
        /// Paid.
        Paid = 1,
        /// Closed by the merchant, or expired.
        Closed = 2,
    }
}

/// A trade's row.
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
    pub request: String,
    pub refunded_fen: i64,
}

impl TradeRow {
    /// The state at `now`, seconds: an unpaid trade expires.
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

/// Opens a trade, or returns the order's existing one.
pub fn open(conn: &mut Conn, trade: &TradeRow) -> QueryResult<TradeRow> {
    yingku_db::on_engine!(conn, c => diesel::insert_into(sandbox_trades::table)
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
        .filter(sandbox_trades::channel.eq(channel))
        .filter(sandbox_trades::order_no.eq(order))
        .first(conn)
        .optional()
}

/// The trade with a token.
pub fn by_token(conn: &mut Conn, token: &str) -> QueryResult<Option<TradeRow>> {
    sandbox_trades::table
        .select(TradeRow::as_select())
        .find(token)
        .first(conn)
        .optional()
}

/// Pays an unpaid trade at `now`, seconds. Returns whether it was unpaid.
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

/// Closes an unpaid trade. Returns whether it was unpaid.
pub fn close(conn: &mut Conn, token: &str) -> QueryResult<bool> {
    let waiting = sandbox_trades::table
        .find(token)
        .filter(sandbox_trades::state.eq(State::Waiting));
    diesel::update(waiting)
        .set(sandbox_trades::state.eq(State::Closed))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// At most `limit` trades with notifications due at `now`.
pub fn due(conn: &mut Conn, now: i64, limit: i64) -> QueryResult<Vec<TradeRow>> {
    sandbox_trades::table
        .select(TradeRow::as_select())
        .filter(sandbox_trades::notify_at.le(now))
        .order(sandbox_trades::notify_at)
        .limit(limit)
        .load(conn)
}

/// Claims a trade's due notifications and schedules the next; of several instances one succeeds.
pub fn claim_notification(
    conn: &mut Conn,
    trade: &TradeRow,
    next: Option<i64>,
) -> QueryResult<bool> {
    let same = sandbox_trades::table
        .find(&trade.token)
        .filter(sandbox_trades::notify_at.eq(trade.notify_at));
    diesel::update(same)
        .set(sandbox_trades::notify_at.eq(next))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Stores the merchant's response; an `accepted` notification is not repeated.
pub fn store_response(
    conn: &mut Conn,
    token: &str,
    answered: &str,
    accepted: bool,
) -> QueryResult<()> {
    let trade = sandbox_trades::table.find(token);
    if accepted {
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

//! Orders in the database. Payments go through [`crate::pay::apply`] only.

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{grant_requests, orders};
use yingku_platform::config::PayMode;

use super::row::OrderRow;
use super::schedule::{CLOSES_AFTER, REUSABLE_FOR};
use super::status::OrderStatus;
use crate::pay::gateway::{Device, PayChannel};
use crate::vip::plans::PlanRow;

/// Adds an order.
pub fn add(conn: &mut Conn, order: &OrderRow) -> QueryResult<()> {
    diesel::insert_into(orders::table)
        .values(order)
        .execute(conn)
        .map(|_| ())
}

/// A member's request to order a plan.
#[derive(Debug, Clone, Copy)]
pub struct OrderRequest {
    /// The member.
    pub user: i64,
    /// The plan.
    pub plan: i64,
    /// The payment channel.
    pub channel: PayChannel,
    /// The payment mode.
    pub mode: PayMode,
}

/// A recent unpaid order for the same request, at the same price and terms.
pub fn reusable(
    conn: &mut Conn,
    request: OrderRequest,
    plan: &PlanRow,
    now: i64,
) -> QueryResult<Option<OrderRow>> {
    let (channel, mode) = (request.channel, request.mode);
    orders::table
        .select(OrderRow::as_select())
        .filter(orders::user_id.eq(request.user))
        .filter(orders::plan_id.eq(plan.id))
        .filter(orders::plan_name.eq(&plan.name))
        .filter(orders::fen.eq(plan.price_fen))
        .filter(orders::days.eq(plan.days))
        .filter(orders::level_id.eq(plan.level_id))
        .filter(orders::channel.eq(channel))
        .filter(orders::mode.eq(mode.stored()))
        .filter(orders::status.eq(OrderStatus::Unpaid))
        .filter(orders::created_at.gt(now - REUSABLE_FOR))
        .order((orders::created_at.desc(), orders::number.desc()))
        .first(conn)
        .optional()
}

/// The number of a user's unpaid orders.
pub fn count_unpaid(conn: &mut Conn, user: i64, now: i64) -> QueryResult<i64> {
    orders::table
        .filter(orders::user_id.eq(user))
        .filter(orders::status.eq(OrderStatus::Unpaid))
        .filter(orders::created_at.gt(now - CLOSES_AFTER))
        .count()
        .get_result(conn)
}

/// The order with a number.
pub fn by_number(conn: &mut Conn, number: &str) -> QueryResult<Option<OrderRow>> {
    orders::table
        .select(OrderRow::as_select())
        .find(number)
        .first(conn)
        .optional()
}

/// The user's order with a number.
pub fn by_user(conn: &mut Conn, user: i64, number: &str) -> QueryResult<OrderRow> {
    orders::table
        .select(OrderRow::as_select())
        .find(number)
        .filter(orders::user_id.eq(user))
        .first(conn)
}

/// The order of a scan page.
pub fn by_page(conn: &mut Conn, page: &str) -> QueryResult<OrderRow> {
    orders::table
        .select(OrderRow::as_select())
        .filter(orders::page.eq(page))
        .first(conn)
}

/// One page of a user's orders, latest first, and the total.
pub fn page(conn: &mut Conn, user: i64, page: Page) -> QueryResult<(Vec<OrderRow>, i64)> {
    let own = || orders::table.filter(orders::user_id.eq(user));
    let total = own().count().get_result(conn)?;
    let rows = own()
        .select(OrderRow::as_select())
        .order((orders::created_at.desc(), orders::number.desc()))
        .paged(page)
        .load(conn)?;
    Ok((rows, total))
}

/// Where an order is paid.
pub struct PaymentPage<'a> {
    /// The URL for the payer.
    pub address: &'a str,
    /// The text of the QR code to scan; empty without one.
    pub scan: &'a str,
    /// The device it was requested for.
    pub device: Device,
    /// The payer's address it was requested with.
    pub payer: &'a str,
    /// When the provider responded, seconds.
    pub at: i64,
}

/// Stores where an order is paid.
pub fn store_address(conn: &mut Conn, number: &str, paid: &PaymentPage<'_>) -> QueryResult<()> {
    diesel::update(orders::table.find(number))
        .set((
            orders::address.eq(paid.address),
            orders::scan.eq(paid.scan),
            orders::device.eq(paid.device),
            orders::payer.eq(paid.payer),
            orders::address_at.eq(paid.at),
        ))
        .execute(conn)
        .map(|_| ())
}

/// At most `limit` orders due for a check at `now`, longest due first.
pub fn due(conn: &mut Conn, now: i64, limit: i64) -> QueryResult<Vec<OrderRow>> {
    orders::table
        .select(OrderRow::as_select())
        .filter(orders::check_at.le(now))
        .filter(orders::status.eq_any(OrderStatus::OPEN))
        .order(orders::check_at)
        .limit(limit)
        .load(conn)
}

/// Claims an order's due check and schedules the next; of several instances one succeeds.
pub fn claim_check(conn: &mut Conn, order: &OrderRow, next: Option<i64>) -> QueryResult<bool> {
    let same = orders::table
        .find(&order.number)
        .filter(orders::check_at.eq(order.check_at))
        .filter(orders::status.eq_any(OrderStatus::OPEN));
    diesel::update(same)
        .set(orders::check_at.eq(next))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Deletes the request to grant an order by hand, which a payment has settled.
pub fn delete_grant_request(conn: &mut Conn, number: &str) -> QueryResult<()> {
    diesel::delete(grant_requests::table.filter(grant_requests::order_no.eq(number)))
        .execute(conn)
        .map(|_| ())
}

/// Closes an unpaid order and adds its replacement, unless it is no longer unpaid. Returns whether it was.
pub fn replace(conn: &mut Conn, old: &str, new: &OrderRow) -> QueryResult<bool> {
    let closed = close(conn, old, new.created_at)?;
    if closed {
        add(conn, new)?;
    }
    Ok(closed)
}

/// Closes an unpaid order. Returns whether it was unpaid.
pub fn close(conn: &mut Conn, number: &str, now: i64) -> QueryResult<bool> {
    let unpaid = orders::table
        .find(number)
        .filter(orders::status.eq(OrderStatus::Unpaid));
    diesel::update(unpaid)
        .set((
            orders::status.eq(OrderStatus::Closed),
            orders::updated_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

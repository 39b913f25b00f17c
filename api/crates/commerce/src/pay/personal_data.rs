//! Export of a member's orders. Orders and payments outlive the account for accounting: the link to the member is
//! deleted with the account, and the providers' messages about the payer are erased here.

use std::collections::HashMap;

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_access::auth::personal_data::PersonalData;
use yingku_access::auth::users::lock_member;
use yingku_base::money::yuan;
use yingku_base::time::format_shanghai;
use yingku_db::Conn;
use yingku_db::schema::{order_refunds, orders, payments};

use super::orders::row::OrderRow;
use super::refunds::store::RefundRow;

/// Orders and their payments.
pub const ORDERS: PersonalData = PersonalData {
    name: "orders",
    export,
    before_delete: clear_payers,
    ..PersonalData::NOTHING
};

fn export(conn: &mut Conn, user: i64, _now: i64) -> QueryResult<Value> {
    let rows: Vec<OrderRow> = orders::table
        .select(OrderRow::as_select())
        .filter(orders::user_id.eq(user))
        .order((orders::created_at, orders::number))
        .load(conn)?;
    let numbers: Vec<&str> = rows.iter().map(|row| row.number.as_str()).collect();
    let mut refunds = refunds_of(conn, &numbers)?;
    let exported = rows.into_iter().map(|row| {
        json!({
            "refunds": refunds.remove(&row.number).unwrap_or_default(),
            "orderId": row.number,
            "payName": row.plan_name,
            "price": yuan(row.fen),
            "received": row.received_fen.map(yuan),
            "payChannel": row.channel,
            "status": row.status,
            "tradeNo": row.trade_no,
            "payerAddress": row.payer,
            "createTime": format_shanghai(row.created_at),
            "paidTime": row.paid_at.map(format_shanghai),
        })
    });
    Ok(exported.collect())
}

/// The refunds that were sent to a member, by order.
fn refunds_of(conn: &mut Conn, numbers: &[&str]) -> QueryResult<HashMap<String, Vec<Value>>> {
    let rows: Vec<RefundRow> = order_refunds::table
        .select(RefundRow::as_select())
        .filter(order_refunds::order_no.eq_any(numbers))
        .order(order_refunds::number)
        .load(conn)?;
    let mut all: HashMap<String, Vec<Value>> = HashMap::new();
    for row in rows {
        all.entry(row.order_no).or_default().push(json!({
            "price": yuan(row.fen),
            "state": row.state,
            "createTime": format_shanghai(row.created_at),
        }));
    }
    Ok(all)
}

fn clear_payers(conn: &mut Conn, user: i64, _now: i64) -> QueryResult<()> {
    lock_member(conn, user)?;
    let numbers: Vec<String> = orders::table
        .filter(orders::user_id.eq(user))
        .select(orders::number)
        .load(conn)?;
    // Where it was ordered from, and addresses that lead to the payer.
    diesel::update(orders::table.filter(orders::user_id.eq(user)))
        .set((orders::payer.eq(""), orders::address.eq("")))
        .execute(conn)?;
    diesel::update(payments::table.filter(payments::order_no.eq_any(numbers)))
        .set(payments::raw.eq(""))
        .execute(conn)
        .map(|_| ())
}

//! Codes of paid orders.

use std::collections::HashMap;

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::schema::activation_codes;
use yingku_platform::config::OrderMode;

use super::code::ActivationCode;
use super::keys::CodeKeys;
use super::store::CodeRow;
use crate::vip::plans::PlanRow;

/// Stores the code of a paid order at `now` (seconds), in the transaction that marks the order as paid; `id` is the
/// row's, `mode` the order's. Idempotent: an order has one code, which [`CodeKeys::for_order`] derives again.
pub fn issue_for_order(
    conn: &mut Conn,
    keys: &CodeKeys,
    id: i64,
    order_no: &str,
    (plan, mode): (&PlanRow, OrderMode),
    now: i64,
) -> QueryResult<ActivationCode> {
    let code = keys.for_order(order_no);
    let row = CodeRow {
        id,
        code_hash: keys.hash(&code),
        last4: code.last4(),
        batch: String::new(),
        order_no: Some(order_no.to_owned()),
        plan_id: Some(plan.id),
        level_id: plan.level_id,
        days: plan.days,
        created_at: now,
        expires_at: None,
        revoked_at: None,
        used_at: None,
        used_by: None,
        used_network: String::new(),
        mode,
    };
    // When two are concurrent, PostgreSQL may see the equal code before the equal order, so no constraint is named.
    yingku_db::on_engine!(conn, c => diesel::insert_into(activation_codes::table)
        .values(&row)
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(code)
}

/// The orders among these that have a code, and whether it has been used.
pub fn codes_used_by_order(
    conn: &mut Conn,
    orders: &[String],
) -> QueryResult<HashMap<String, bool>> {
    let rows: Vec<(Option<String>, Option<i64>)> = activation_codes::table
        .filter(activation_codes::order_no.eq_any(orders))
        .select((activation_codes::order_no, activation_codes::used_at))
        .load(conn)?;
    let known = rows.into_iter();
    Ok(known
        .filter_map(|(order, used_at)| Some((order?, used_at.is_some())))
        .collect())
}

//! What a paid order grants: days of VIP, or an activation code for them, on the terms of the order even when the plan
//! has changed since.

use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_platform::config::PayMode;

use super::orders::row::OrderRow;
use crate::vip::codes::issue_for_order;
use crate::vip::codes::keys::CodeKeys;
use crate::vip::grants::{NewGrant, Source, grant};
use crate::vip::plans::{PlanKind, PlanRow};

/// What fulfilment needs.
#[derive(Clone, Copy)]
pub struct Fulfil<'a> {
    /// A new id for the row of the grant or the code.
    pub id: i64,
    /// The keys for codes.
    pub codes: &'a CodeKeys,
    /// The payment mode; it must match the order's.
    pub mode: PayMode,
}

/// Fulfils an order for `user` at `now`, seconds. Idempotent.
pub fn fulfil(
    conn: &mut Conn,
    order: &OrderRow,
    user: i64,
    with: &Fulfil<'_>,
    now: i64,
) -> QueryResult<()> {
    if order.kind == PlanKind::Code {
        let plan = as_ordered(order);
        let plan = (&plan, order.mode);
        return issue_for_order(conn, with.codes, with.id, &order.number, plan, now).map(|_| ());
    }
    let days = NewGrant {
        id: with.id,
        user,
        source: Source::Order,
        reference: &order.number,
        level_id: order.level_id,
        days: order.days,
        mode: order.mode,
    };
    grant(conn, &days, now).map(|_| ())
}

fn as_ordered(order: &OrderRow) -> PlanRow {
    PlanRow {
        version: 1,
        id: order.plan_id,
        app: String::new(),
        name: order.plan_name.clone(),
        remark: String::new(),
        price_fen: order.fen,
        price_before_fen: order.fen,
        days: order.days,
        kind: order.kind,
        level_id: order.level_id,
        position: 0,
        on_sale: false,
    }
}

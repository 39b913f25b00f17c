//! The operators' list of orders.

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::string_enum;
use yingku_base::time::format_shanghai;
use yingku_base::values::{Time, Yuan};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{orders, users as accounts};
use yingku_http_kit::in_order;
use yingku_http_kit::param_types::Keyword;
use yingku_http_kit::sorting::{Direction, Sorting};
use yingku_platform::config::OrderMode;

use super::filter::{OrdersFilter, matching};
use super::search::{self, Found};
use crate::pay::gateway::PayChannel;
use crate::pay::orders::row::OrderRow;
use crate::pay::orders::status::{MoneyChannel, OrderStatus};

/// An order in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminOrder {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// The member; empty if the account is deleted.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// The plan's name.
    #[schema(example = "VIP年卡", max_length = 64)]
    pub pay_name: String,
    /// The price in yuan.
    pub price: Yuan,
    /// What was received, if granted by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Yuan>,
    /// The payment channel.
    pub pay_channel: PayChannel,
    /// Where it was received, if granted by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received_channel: Option<MoneyChannel>,
    /// Paid without real money.
    #[schema(example = false)]
    pub sandbox: bool,
    /// The status.
    pub status: OrderStatus,
    /// The provider's trade number, or empty.
    #[schema(example = "2026092122001400000000000001", max_length = 64)]
    pub trade_no: String,
    /// When it was created.
    pub create_time: Time,
    /// When it was paid; empty if unpaid.
    #[schema(example = "2026-09-21 21:35:02")]
    pub paid_time: String,
}

/// The order that an activation code was bought with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundOrder {
    /// Its number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
}

/// An order and the member's name; none if the account is deleted.
pub type NamedOrder = (OrderRow, Option<String>);

impl From<NamedOrder> for AdminOrder {
    fn from((row, user_name): NamedOrder) -> Self {
        Self {
            order_id: row.number,
            user_name: user_name.unwrap_or_default(),
            pay_name: row.plan_name,
            price: Yuan(row.fen),
            received: row.received_fen.map(Yuan),
            received_channel: row.received_channel,
            pay_channel: row.channel,
            sandbox: row.mode == OrderMode::Sandbox,
            status: row.status,
            trade_no: row.trade_no.unwrap_or_default(),
            create_time: Time(row.created_at),
            paid_time: row.paid_at.map(format_shanghai).unwrap_or_default(),
        }
    }
}

string_enum! {
    /// Sort keys of the list.
    pub enum OrderSort {
        /// The price.
        Price = "price",
        /// When it was created.
        CreateTime = "createTime",
        /// When it was paid; unpaid orders come last.
        PaidTime = "paidTime",
    }
}

/// One page of orders with the members' names, latest first unless sorted, and the total.
pub fn list(
    conn: &mut Conn,
    wanted: &OrdersFilter,
    sorting: Sorting<OrderSort>,
    page: Page,
) -> QueryResult<(Vec<NamedOrder>, i64)> {
    let found = found(conn, wanted)?;
    // Without the join, which does not change the count.
    let counted = matching!(orders::table, wanted, &found);
    let total = count_up_to_max!(conn, counted, orders::number)?;
    let named = orders::table.left_join(accounts::table);
    let list = matching!(named, wanted, &found);
    let list = list.select((OrderRow::as_select(), accounts::name.nullable()));
    let list = match sorting.chosen() {
        None if wanted.is_by_payment() => {
            list.order((orders::paid_at.desc(), orders::number.desc()))
        }
        None => list.order((orders::created_at.desc(), orders::number.desc())),
        // Sorted by what no index has, so that the engine reads the days and sorts them. Otherwise it may read all orders in
        // the index of the sort, looking for the few of these days.
        Some((OrderSort::Price, way)) if wanted.has_days() => {
            in_order!(list, way, orders::fen + 0_i64, orders::number)
        }
        Some((OrderSort::Price, way)) => in_order!(list, way, orders::fen, orders::number),
        Some((OrderSort::CreateTime, way)) if wanted.is_by_payment() => {
            in_order!(list, way, orders::created_at + 0_i64, orders::number)
        }
        Some((OrderSort::CreateTime, way)) => {
            in_order!(list, way, orders::created_at, orders::number)
        }
        Some((OrderSort::PaidTime, way)) => {
            // The engines disagree on the position of NULL.
            let list = match wanted.has_days() {
                true => list.order((orders::paid_at + Some(0_i64)).is_null().asc()),
                false => list.order(orders::paid_at.is_null().asc()),
            };
            match way {
                Direction::Ascending => {
                    list.then_order_by((orders::paid_at.asc(), orders::number.asc()))
                }
                Direction::Descending => {
                    list.then_order_by((orders::paid_at.desc(), orders::number.desc()))
                }
            }
        }
    };
    Ok((list.paged(page).load(conn)?, total))
}

/// What the keyword of a filter was resolved to; none without a keyword.
pub(super) fn found(conn: &mut Conn, wanted: &OrdersFilter) -> QueryResult<Option<Found>> {
    match &wanted.keyword {
        Some(Keyword(keyword)) => search::find(conn, keyword).map(Some),
        None => Ok(None),
    }
}

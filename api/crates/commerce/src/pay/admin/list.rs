//! The operators' list of orders.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::string_enum;
use yingku_base::time::format_shanghai;
use yingku_base::values::{Time, Yuan};
use yingku_db::Conn;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{orders, users as accounts};
use yingku_db::{MAX_COUNTED, count_up_to_max};
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
    let counted = matching!(orders::table, wanted, &found);
    let total = count_up_to_max!(conn, counted, orders::number)?;
    // Numbers are read from an index alone, and whole rows only of the page.
    let numbers = numbers(conn, (wanted, &found), total, sorting, page)?;
    let rows: Vec<NamedOrder> = orders::table
        .left_join(accounts::table)
        .filter(orders::number.eq_any(&numbers))
        .select((OrderRow::as_select(), accounts::name.nullable()))
        .load(conn)?;
    let by_number = rows.into_iter().map(|row| (row.0.number.clone(), row));
    let mut by_number: HashMap<String, NamedOrder> = by_number.collect();
    let in_order = numbers.iter().filter_map(|number| by_number.remove(number));
    Ok((in_order.collect(), total))
}

/// The numbers of a page. Where few orders match, they are read and sorted: an engine might instead read all orders in the index
/// of the sort, looking for these. Where many match, it walks down that index, and soon has a page: SQLite might instead read and
/// sort all that match.
fn numbers(
    conn: &mut Conn,
    (wanted, found): (&OrdersFilter, &Option<Found>),
    total: i64,
    sorting: Sorting<OrderSort>,
    page: Page,
) -> QueryResult<Vec<String>> {
    let by_payment = wanted.is_by_payment();
    let (field, way) = sorting.chosen().unwrap_or(match by_payment {
        true => (OrderSort::PaidTime, Direction::Descending),
        false => (OrderSort::CreateTime, Direction::Descending),
    });
    // The indexes of the filters are in this order.
    let is_in_order = match field {
        OrderSort::Price => false,
        OrderSort::CreateTime => !by_payment,
        OrderSort::PaidTime => by_payment,
    };
    let is_few = wanted.is_filtered() && total < MAX_COUNTED;
    let sorts = is_few && (wanted.names_orders() || !is_in_order);
    let walks = !is_few && !is_in_order && matches!(conn, Conn::Sqlite(_));
    let list = matching!(orders::table, wanted, found, walks: walks).select(orders::number);
    let list = match field {
        OrderSort::Price if sorts => in_order!(list, way, orders::fen + 0_i64, orders::number),
        OrderSort::Price => in_order!(list, way, orders::fen, orders::number),
        OrderSort::CreateTime if sorts => {
            in_order!(list, way, orders::created_at + 0_i64, orders::number)
        }
        OrderSort::CreateTime => in_order!(list, way, orders::created_at, orders::number),
        // Every order of these days is paid.
        OrderSort::PaidTime if by_payment => {
            in_order!(list, way, orders::paid_at, orders::number)
        }
        OrderSort::PaidTime => {
            // The engines disagree on the position of NULL.
            let list = match sorts {
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
    list.paged(page).load(conn)
}

/// What the keyword of a filter was resolved to; none without a keyword.
pub(super) fn found(conn: &mut Conn, wanted: &OrdersFilter) -> QueryResult<Option<Found>> {
    match &wanted.keyword {
        Some(Keyword(keyword)) => search::find(conn, keyword).map(Some),
        None => Ok(None),
    }
}

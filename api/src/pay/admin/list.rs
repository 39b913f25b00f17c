//! The operators' order search: by status and channel, by the order's or the provider's number, or by member. Keywords
//! match whole values in an index, so no query scans all orders.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::string_enum;
use yingku_base::time::format_shanghai;
use yingku_base::values::{Time, Yuan};

use crate::auth::user_name::UserName;
use crate::auth::users;
use crate::config::PayMode;
use crate::count_up_to_most;
use crate::db::Conn;
use crate::db::page::{Page, Paged as _};
use crate::db::schema::{orders, payments, users as accounts};
use crate::http::param_types::Keyword;
use crate::http::sorting::{Direction, Sorting};
use crate::in_order;
use crate::pay::gateway::PayChannel;
use crate::pay::orders::model::OrderStatus;
use crate::pay::orders::queries::OrderRow;

/// A keyword of at most the length of a provider's number.
type OrderKeyword = Keyword<64>;
/// Most payments found by one trade number; each channel has at most one.
const MAX_PAYMENTS: i64 = 10;

/// An order in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminOrder {
    /// Its number: the day and 16 digits.
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
    /// The payment channel.
    pub pay_channel: PayChannel,
    /// Whether it is a sandbox order, paid without real money.
    #[schema(example = false)]
    pub sandbox: bool,
    /// The status.
    pub status: OrderStatus,
    /// The provider's trade number, or empty.
    #[schema(example = "2026092122001400000000000001", max_length = 64)]
    pub trade_no: String,
    /// When it was created.
    pub create_time: Time,
    /// When it was paid, Asia/Shanghai; empty if unpaid.
    #[schema(example = "2026-09-21 21:35:02")]
    pub paid_time: String,
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
            pay_channel: row.channel,
            sandbox: row.mode == PayMode::Sandbox.stored(),
            status: row.status,
            trade_no: row.trade_no.unwrap_or_default(),
            create_time: Time(row.created_at),
            paid_time: row.paid_at.map(format_shanghai).unwrap_or_default(),
        }
    }
}

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct OrdersFilter {
    /// The full order number, trade number, or user name.
    #[param(inline, example = "lin_xia")]
    pub keyword: Option<OrderKeyword>,
    /// 0 unpaid, 1 paid, 2 abnormal, 3 closed, 4 refunded; all if omitted.
    #[param(inline)]
    pub status: Option<OrderStatus>,
    /// The payment channel; both if omitted.
    #[param(inline)]
    pub channel: Option<PayChannel>,
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

/// What a keyword was resolved to.
struct Found {
    user: Option<i64>,
    numbers: Vec<String>,
}

/// The matching orders; a macro, because diesel gives a join a type of its own.
macro_rules! matching {
    ($orders:expr, $wanted:expr, $found:expr) => {{
        let mut list = $orders.into_boxed();
        if let Some(status) = $wanted.status {
            list = list.filter(orders::status.eq(status));
        }
        if let Some(channel) = $wanted.channel {
            list = list.filter(orders::channel.eq(channel));
        }
        match $found {
            None => list,
            Some(Found {
                user: None,
                numbers,
            }) => list.filter(orders::number.eq_any(numbers)),
            Some(Found {
                user: Some(user),
                numbers,
            }) => list.filter(orders::number.eq_any(numbers).or(orders::user_id.eq(*user))),
        }
    }};
}

/// One page of orders with the members' names, latest first unless sorted, and the total.
pub fn list(
    conn: &mut Conn,
    wanted: &OrdersFilter,
    sorting: Sorting<OrderSort>,
    page: Page,
) -> QueryResult<(Vec<NamedOrder>, i64)> {
    let found = match &wanted.keyword {
        Some(Keyword(keyword)) => Some(find(conn, keyword)?),
        None => None,
    };
    // Without the join, which does not change the count.
    let counted = matching!(orders::table, wanted, &found);
    let total = count_up_to_most!(conn, counted, orders::number)?;
    let named = orders::table.left_join(accounts::table);
    let list = matching!(named, wanted, &found);
    let list = list.select((OrderRow::as_select(), accounts::name.nullable()));
    let list = match sorting.chosen() {
        None => list.order((orders::created_at.desc(), orders::number.desc())),
        Some((OrderSort::Price, way)) => in_order!(list, way, orders::fen, orders::number),
        Some((OrderSort::CreateTime, way)) => {
            in_order!(list, way, orders::created_at, orders::number)
        }
        // The engines disagree on the position of NULL.
        Some((OrderSort::PaidTime, way)) => {
            let list = list.order(orders::paid_at.is_null().asc());
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

fn find(conn: &mut Conn, keyword: &str) -> QueryResult<Found> {
    let mut numbers: Vec<String> = payments::table
        .filter(payments::channel.eq_any(PayChannel::ALL))
        .filter(payments::trade_no.eq(keyword))
        .select(payments::order_no)
        .limit(MAX_PAYMENTS)
        .load(conn)?;
    numbers.push(keyword.to_owned());
    let user = match UserName::parse(keyword) {
        Ok(name) => users::by_name(conn, name.key())?.map(|user| user.id),
        Err(_) => None,
    };
    Ok(Found { user, numbers })
}

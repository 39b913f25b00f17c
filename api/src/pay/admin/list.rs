//! Which orders operators look for: by status and channel, by the order's or the provider's number, or by who
//! ordered. Each keyword is looked up whole in an index; nothing looks at every order.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::user_name::UserName;
use crate::auth::users;
use crate::base::money::yuan;
use crate::base::time::format_shanghai;
use crate::config::PayMode;
use crate::count_up_to_most;
use crate::db::Conn;
use crate::db::schema::{orders, payments, users as accounts};
use crate::http::error::ApiError;
use crate::http::params::{Page, choice, ranged};
use crate::http::sorting::{Direction, OrderName, Sorting};
use crate::in_order;
use crate::pay::gateway::Channel;
use crate::pay::orders::queries::OrderRow;

/// Longest keyword, in code points: as long as a provider's number.
const KEYWORD_CHARS: usize = 64;
/// Every channel by its word.
const CHANNELS: [(&str, Channel); 2] = [("alipay", Channel::Alipay), ("weixin", Channel::Weixin)];
/// Payments of one number, of which each channel has at most one.
const MOST_PAYMENTS: i64 = 10;

/// An order in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskOrder {
    /// Its number: the day and 16 digits.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// Who ordered; empty when the account is gone.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// What was ordered.
    #[schema(example = "VIP年卡", max_length = 64)]
    pub pay_name: String,
    /// What it costs, yuan.
    #[schema(example = "198.00")]
    pub price: String,
    /// How it is paid.
    #[schema(example = "alipay")]
    pub pay_channel: String,
    /// Whether the sandbox takes the payment, which costs nothing.
    #[schema(example = false)]
    pub sandbox: bool,
    /// 0 unpaid, 1 paid, 2 abnormal, 3 closed, 4 refunded.
    #[schema(minimum = 0, maximum = 4, example = 1)]
    pub status: i16,
    /// The provider's number of the payment that paid it, or empty.
    #[schema(example = "2026092122001400000000000001", max_length = 64)]
    pub trade_no: String,
    /// When it was made, Asia/Shanghai.
    #[schema(example = "2026-09-21 21:33:20")]
    pub create_time: String,
    /// When it was paid, Asia/Shanghai, or empty.
    #[schema(example = "2026-09-21 21:35:02")]
    pub paid_time: String,
}

/// An order, and the name of who ordered; none when the account is gone.
pub type NamedOrder = (OrderRow, Option<String>);

impl From<NamedOrder> for DeskOrder {
    fn from((row, user_name): NamedOrder) -> Self {
        Self {
            order_id: row.number,
            user_name: user_name.unwrap_or_default(),
            pay_name: row.plan_name,
            price: yuan(row.fen),
            pay_channel: row.channel,
            sandbox: row.mode == PayMode::Sandbox.kept(),
            status: row.status,
            trade_no: row.trade_no.unwrap_or_default(),
            create_time: format_shanghai(row.created_at),
            paid_time: row.paid_at.map(format_shanghai).unwrap_or_default(),
        }
    }
}

/// Which orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct DeskOrdersParams {
    /// Page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10000, example = 1)]
    pub page_num: Option<String>,
    /// Rows on a page; 10 when not given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 20)]
    pub page_size: Option<String>,
    /// The order's number, the provider's number of a payment, or the name of who ordered; whole.
    #[param(
        min_length = 1,
        max_length = 64,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "lin_xia"
    )]
    pub keyword: Option<String>,
    /// 0 unpaid, 1 paid, 2 abnormal, 3 closed, 4 refunded; all of them when not given.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 4)]
    pub status: Option<String>,
    /// How it is paid; both ways when not given.
    #[param(value_type = Option<Channel>, inline)]
    pub channel: Option<String>,
    /// By what; the latest first when not given.
    #[param(value_type = Option<OrderSort>, inline)]
    pub sort: Option<String>,
    /// Which way it is sorted; descending when not given.
    #[param(value_type = Option<OrderName>, inline)]
    pub order: Option<String>,
}

/// What orders can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "camelCase")]
pub enum OrderSort {
    /// What it costs.
    Price,
    /// When it was made.
    CreateTime,
    /// When it was paid; orders that were not come last.
    PaidTime,
}

const SORTS: [(&str, OrderSort); 3] = [
    ("price", OrderSort::Price),
    ("createTime", OrderSort::CreateTime),
    ("paidTime", OrderSort::PaidTime),
];

/// What is looked for.
#[derive(Debug, Clone)]
pub struct Wanted {
    keyword: Option<String>,
    status: Option<i16>,
    channel: Option<Channel>,
    sorting: Option<Sorting<OrderSort>>,
    page: Page,
}

impl DeskOrdersParams {
    /// What is looked for.
    ///
    /// # Errors
    /// 400 that names the first parameter that breaks its rule.
    pub fn parse(&self) -> Result<Wanted, ApiError> {
        let status = ranged("status", self.status.as_deref(), 0, 4)?;
        Ok(Wanted {
            page: Page::parse(self.page_num.as_deref(), self.page_size.as_deref())?,
            keyword: self.keyword.as_deref().map(parse_keyword).transpose()?,
            status: status.and_then(|status| i16::try_from(status).ok()),
            channel: choice("channel", self.channel.as_deref(), &CHANNELS)?,
            sorting: Sorting::parse(self.sort.as_deref(), self.order.as_deref(), &SORTS)?,
        })
    }
}

fn parse_keyword(text: &str) -> Result<String, ApiError> {
    let wanted = text.trim();
    if wanted.is_empty() || text.chars().count() > KEYWORD_CHARS || text.contains('\0') {
        return Err(ApiError::bad_request("参数keyword限制为1-64个字符"));
    }
    Ok(wanted.to_owned())
}

/// Whose orders, or which: what a keyword has turned out to be.
struct Found {
    user: Option<i64>,
    numbers: Vec<String>,
}

/// The orders that are wanted; a macro, because diesel gives a join a type of its own.
macro_rules! matching {
    ($orders:expr, $wanted:expr, $found:expr) => {{
        let mut list = $orders.into_boxed();
        if let Some(status) = $wanted.status {
            list = list.filter(orders::status.eq(status));
        }
        if let Some(channel) = $wanted.channel {
            list = list.filter(orders::channel.eq(channel.word()));
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

/// One page of orders with the names of who ordered, the latest first or as they are sorted, and how many there are.
///
/// # Errors
/// The statement's.
pub fn page(conn: &mut Conn, wanted: &Wanted) -> QueryResult<(Vec<NamedOrder>, i64)> {
    let found = match &wanted.keyword {
        Some(keyword) => Some(find(conn, keyword)?),
        None => None,
    };
    // Without the names of who ordered, which change no count.
    let counted = matching!(orders::table, wanted, &found);
    let total = count_up_to_most!(conn, counted, orders::number)?;
    let named = orders::table.left_join(accounts::table);
    let list = matching!(named, wanted, &found);
    let list = list.select((OrderRow::as_select(), accounts::name.nullable()));
    let list = match wanted.sorting {
        None => list.order((orders::created_at.desc(), orders::number.desc())),
        Some(Sorting { by, direction }) => match by {
            OrderSort::Price => in_order!(list, direction, orders::fen, orders::number),
            OrderSort::CreateTime => in_order!(list, direction, orders::created_at, orders::number),
            // The engines disagree on where nothing stands.
            OrderSort::PaidTime => match direction {
                Direction::Ascending => list.order((
                    orders::paid_at.is_null().asc(),
                    orders::paid_at.asc(),
                    orders::number.asc(),
                )),
                Direction::Descending => list.order((
                    orders::paid_at.is_null().asc(),
                    orders::paid_at.desc(),
                    orders::number.desc(),
                )),
            },
        },
    };
    let rows = list
        .limit(i64::from(wanted.page.limit()))
        .offset(i64::from(wanted.page.offset()))
        .load(conn)?;
    Ok((rows, total))
}

fn find(conn: &mut Conn, keyword: &str) -> QueryResult<Found> {
    let mut numbers: Vec<String> = payments::table
        .filter(payments::channel.eq_any(CHANNELS.map(|(word, _)| word)))
        .filter(payments::trade_no.eq(keyword))
        .select(payments::order_no)
        .limit(MOST_PAYMENTS)
        .load(conn)?;
    numbers.push(keyword.to_owned());
    let user = match UserName::parse(keyword) {
        Ok(name) => users::by_name(conn, name.key())?.map(|user| user.id),
        Err(_) => None,
    };
    Ok(Found { user, numbers })
}

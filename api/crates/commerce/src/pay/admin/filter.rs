//! The filters of the operators' order lists, sums and exports.

use serde::Deserialize;
use utoipa::IntoParams;
use yingku_base::string_enum;
use yingku_base::time::DAY;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::param_types::{Day, Flag, Keyword};

use crate::pay::orders::status::{MoneyChannel, OrderStatus};
use yingku_platform::config::OrderMode;

/// A keyword of at most the length of a provider's number.
type OrderKeyword = Keyword<64>;
/// Most days that sums and files cover, so that neither reads more than a month.
pub const MAX_DAYS: i64 = 31;

string_enum! {
    /// The time that `from` and `to` are about.
    pub enum OrderTime {
        /// When the order was created.
        Created = "createTime",
        /// When it was paid; unpaid orders are left out.
        Paid = "paidTime",
    }
}

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct OrdersFilter {
    /// A number of the order, a payment or the payer, or its first or last six characters or more; or at least two of a
    /// member's name.
    #[param(inline, example = "lin_xia")]
    pub keyword: Option<OrderKeyword>,
    /// 0 unpaid, 1 paid, 2 abnormal, 3 closed, 4 refunded; all if omitted.
    #[param(inline)]
    pub status: Option<OrderStatus>,
    /// Where the money is, or is to be paid; everywhere if omitted.
    #[param(inline)]
    pub channel: Option<MoneyChannel>,
    /// Real orders, or those of the sandbox; both if omitted.
    #[param(inline)]
    pub mode: Option<OrderMode>,
    /// Only from this day on, in Shanghai.
    #[param(inline, example = "2026-11-01")]
    pub from: Option<Day>,
    /// Only until the end of this day, in Shanghai.
    #[param(inline, example = "2026-11-30")]
    pub to: Option<Day>,
    /// The time that the days are about; `createTime` if omitted.
    #[param(inline)]
    pub time: Option<OrderTime>,
    /// 1 = only those whose grant by hand waits for a second operator.
    #[param(inline)]
    pub asked: Option<Flag>,
}

impl OrdersFilter {
    /// Whether there are days, and they are those of payments.
    pub(super) fn is_by_payment(&self) -> bool {
        self.has_days() && self.time == Some(OrderTime::Paid)
    }

    /// Whether the days limit how many orders match.
    pub(super) fn has_days(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    /// Whether any order may be left out.
    pub(super) fn is_filtered(&self) -> bool {
        let of_kind = self.status.is_some() || self.channel.is_some() || self.mode.is_some();
        of_kind || self.has_days() || self.names_orders()
    }

    /// Whether single orders are named, by a keyword or by what waits.
    pub(super) fn names_orders(&self) -> bool {
        self.keyword.is_some() || self.asked.is_some_and(Flag::is_set)
    }

    /// Rejects a last day before the first.
    pub fn check(&self) -> Result<(), ApiError> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if to.begin < from.begin => {
                Err(ApiError::bad_request("结束日期不能早于开始日期"))
            }
            _ => Ok(()),
        }
    }

    /// Rejects filters that match the orders of years: a keyword, or at most [`MAX_DAYS`], limits them.
    pub fn check_is_limited(&self) -> Result<(), ApiError> {
        self.check()?;
        let is_short = |from: Day, to: Day| to.end - from.begin <= MAX_DAYS * DAY;
        let days = self.from.zip(self.to);
        if self.keyword.is_some() || days.is_some_and(|(from, to)| is_short(from, to)) {
            return Ok(());
        }
        Err(ApiError::bad_request(format!(
            "请选择不超过{MAX_DAYS}天的日期"
        )))
    }
}

/// The matching orders; a macro, because diesel gives each query a type of its own. With `walks`, the conditions are written so that
/// no index serves them: the engine then walks down the index of the sort, and stops at the end of the page.
macro_rules! matching {
    ($orders:expr, $wanted:expr, $found:expr) => {
        matching!($orders, $wanted, $found, walks: false)
    };
    ($orders:expr, $wanted:expr, $found:expr, walks: $walks:expr) => {{
        let (mut list, walks) = ($orders.into_boxed(), $walks);
        match $wanted.status {
            None => {}
            Some(status) if walks => list = list.filter((orders::status + 0_i16).eq(status)),
            Some(status) => list = list.filter(orders::status.eq(status)),
        }
        // No order is made for another channel, and those that were paid elsewhere have an index.
        if $wanted.channel == Some($crate::pay::orders::status::MoneyChannel::Other) {
            list = list.filter(
                orders::received_channel.eq($crate::pay::orders::status::MoneyChannel::Other),
            );
        } else if let Some(channel) = $wanted.channel {
            let received = orders::received_channel.eq(channel);
            let ordered = orders::received_channel
                .is_null()
                .and(orders::channel.eq(channel));
            list = list.filter(received.or(ordered));
        }
        match $wanted.mode {
            None => {}
            Some(mode) if walks => list = list.filter(orders::mode.concat("").eq(mode)),
            Some(mode) => list = list.filter(orders::mode.eq(mode)),
        }
        if $wanted.asked.is_some_and(|flag| flag.is_set()) {
            use yingku_db::schema::grant_requests;
            let asked = grant_requests::table.select(grant_requests::order_no);
            list = list.filter(orders::number.eq_any(asked));
        }
        let from = $wanted.from.map_or(i64::MIN, |day| day.begin);
        let to = $wanted.to.map_or(i64::MAX, |day| day.end);
        match ($wanted.has_days(), $wanted.is_by_payment()) {
            (false, _) => {}
            (true, false) if walks => {
                let created = || orders::created_at + 0_i64;
                list = list.filter(created().ge(from)).filter(created().lt(to));
            }
            (true, false) => {
                list = list.filter(orders::created_at.ge(from));
                list = list.filter(orders::created_at.lt(to));
            }
            (true, true) if walks => {
                let paid = || orders::paid_at + Some(0_i64);
                list = list.filter(paid().ge(from)).filter(paid().lt(to));
            }
            (true, true) => {
                list = list.filter(orders::paid_at.ge(from));
                list = list.filter(orders::paid_at.lt(to));
            }
        }
        match $found {
            None => list,
            // SQLite would read all orders for an empty list.
            Some(found) if found.members.is_empty() => {
                list.filter(orders::number.eq_any(&found.numbers))
            }
            Some(found) => list.filter(
                orders::number
                    .eq_any(&found.numbers)
                    .or(orders::user_id.eq_any(&found.members)),
            ),
        }
    }};
}

pub(super) use matching;

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_http_kit::params::Params;

    #[test]
    fn sums_and_files_need_a_keyword_or_few_days() {
        let read = |query: &str| Params::<OrdersFilter>::read(query).unwrap();
        for good in [
            "from=2026-09-21&to=2026-09-21",
            "from=2026-08-01&to=2026-08-31&time=paidTime",
            "keyword=lin_xia",
        ] {
            assert!(read(good).check_is_limited().is_ok(), "{good}");
        }
        for bad in [
            "",
            "from=2026-09-21",
            "to=2026-09-21",
            "from=2026-08-01&to=2026-09-01",
            "from=2026-09-21&to=2026-09-20",
            "keyword=lin_xia&from=2026-09-21&to=2026-09-20",
        ] {
            assert!(read(bad).check_is_limited().is_err(), "{bad}");
        }
        assert!(read("from=2020-01-01").check().is_ok());
    }
}

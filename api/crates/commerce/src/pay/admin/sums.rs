//! Sums of the orders that a filter leaves: how many, what was paid, refunded, and is left, in all, by channel and by
//! plan. Real money and the sandbox's are never added up. Read from an index alone; a keyword or few days limit it.

use std::collections::BTreeMap;

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::money::yuan;
use yingku_base::values::{Count, Yuan};
use yingku_db::Conn;
use yingku_db::schema::{orders, payments, vip_plans};
use yingku_platform::config::OrderMode;

use super::filter::{OrdersFilter, matching};
use super::list;
use crate::pay::apply::Outcome;
use crate::pay::orders::status::{MoneyChannel, OrderStatus};

/// Orders whose payments are read at once.
const QUERY_BATCH: usize = 500;
/// What the paid orders of a group have brought in.
const RECEIVED: &str = "CAST(coalesce(sum(CASE WHEN paid_at IS NOT NULL THEN coalesce(received_fen, fen) END), 0) AS BIGINT)";

/// How many of them were refunded in part.
const PARTLY_REFUNDED: &str =
    "count(CASE WHEN paid_at IS NOT NULL AND refunded_fen > 0 THEN 1 END)";
/// What was sent back of those.
const SENT_BACK: &str =
    "CAST(coalesce(sum(CASE WHEN paid_at IS NOT NULL THEN refunded_fen END), 0) AS BIGINT)";

/// Sums of orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderSums {
    /// Of real money.
    pub live: MoneySums,
    /// Of the sandbox, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<MoneySums>,
}

/// Sums of one kind of money.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoneySums {
    /// Orders in any status.
    pub orders: Count,
    /// Of all orders.
    #[serde(flatten)]
    pub all: Sums,
    /// Abnormal orders.
    pub abnormal: Count,
    /// What was paid for them and counts nowhere else, yuan.
    #[schema(value_type = Yuan)]
    pub abnormal_sum: String,
    /// By where the money is; the largest first.
    pub channels: Vec<NamedSums>,
    /// By plan; the largest first.
    pub plans: Vec<NamedSums>,
}

/// Sums of a part.
#[derive(Debug, Serialize, ToSchema)]
pub struct NamedSums {
    /// `alipay`, `weixin` or `other`; or the plan's present name, its id if it is gone.
    #[schema(example = "alipay", max_length = 64)]
    pub name: String,
    /// Its sums.
    #[serde(flatten)]
    pub sums: Sums,
}

/// What was paid, refunded, and is left. An order that was granted by hand counts with what was received.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Money {
    paid: i64,
    paid_fen: i64,
    refunded: i64,
    refunded_fen: i64,
}

/// Paid, refunded and net sums in yuan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sums {
    /// Orders that were paid, refunded or not.
    pub paid: Count,
    /// What was received for them.
    #[schema(value_type = Yuan)]
    pub paid_sum: String,
    /// Of these, orders refunded since, some in part.
    pub refunded: Count,
    /// What was refunded.
    #[schema(value_type = Yuan)]
    pub refunded_sum: String,
    /// What is left.
    #[schema(value_type = Yuan)]
    pub net_sum: String,
}

impl From<Money> for Sums {
    fn from(money: Money) -> Self {
        Self {
            paid: Count(money.paid),
            paid_sum: yuan(money.paid_fen),
            refunded: Count(money.refunded),
            refunded_sum: yuan(money.refunded_fen),
            net_sum: yuan(money.paid_fen - money.refunded_fen),
        }
    }
}

impl Money {
    fn add(&mut self, group: &Group) {
        self.paid += group.paid;
        self.paid_fen += group.fen;
        if group.status == OrderStatus::Refunded {
            self.refunded += group.paid;
            self.refunded_fen += group.fen;
        } else {
            self.refunded += group.partly_refunded;
            self.refunded_fen += group.sent_back;
        }
    }
}

/// Orders with the same values in every column by which sums are grouped.
#[derive(Debug, Queryable)]
struct Group {
    mode: OrderMode,
    channel: MoneyChannel,
    received_channel: Option<MoneyChannel>,
    plan: i64,
    status: OrderStatus,
    /// All of them.
    orders: i64,
    /// Those that were paid.
    paid: i64,
    /// What was received for those, fen.
    fen: i64,
    /// Those that were refunded in part, or in whole.
    partly_refunded: i64,
    /// What was sent back of them, fen.
    sent_back: i64,
}

/// Sums of the matching orders.
pub fn read(conn: &mut Conn, wanted: &OrdersFilter) -> QueryResult<OrderSums> {
    let found = list::found(conn, wanted)?;
    let alike = orders::table
        .group_by((
            orders::mode,
            orders::channel,
            orders::received_channel,
            orders::plan_id,
            orders::status,
        ))
        .select((
            orders::mode,
            orders::channel,
            orders::received_channel,
            orders::plan_id,
            orders::status,
            sql::<BigInt>("count(*)"),
            sql::<BigInt>("count(paid_at)"),
            sql::<BigInt>(RECEIVED),
            sql::<BigInt>(PARTLY_REFUNDED),
            sql::<BigInt>(SENT_BACK),
        ));
    let groups: Vec<Group> = matching!(alike, wanted, &found).load(conn)?;
    let abnormal = matching!(orders::table.select(orders::number), wanted, &found)
        .filter(orders::status.eq(OrderStatus::Abnormal));
    let abnormal: Vec<String> = abnormal.load(conn)?;
    let waiting = ungranted_payments(conn, &abnormal)?;
    let names: Vec<(i64, String)> = vip_plans::table
        .select((vip_plans::id, vip_plans::name))
        .load(conn)?;
    let of = |mode: OrderMode| {
        let groups = groups.iter().filter(|group| group.mode == mode);
        let waiting = waiting.iter().filter(|(other, _)| *other == mode);
        sums_of(groups, waiting.map(|(_, fen)| fen).sum(), &names)
    };
    Ok(OrderSums {
        live: of(OrderMode::Live),
        sandbox: Some(of(OrderMode::Sandbox)).filter(|sums| sums.orders.0 > 0),
    })
}

/// The mode and the amount of each payment of these orders that none of them was granted for.
fn ungranted_payments(conn: &mut Conn, numbers: &[String]) -> QueryResult<Vec<(OrderMode, i64)>> {
    let mut all = Vec::new();
    for numbers in numbers.chunks(QUERY_BATCH) {
        let some: Vec<(OrderMode, i64)> = payments::table
            .filter(payments::order_no.eq_any(numbers))
            .filter(payments::outcome.ne_all(Outcome::COUNTED))
            .select((payments::mode, payments::fen - payments::refunded_fen))
            .load(conn)?;
        all.extend(some);
    }
    Ok(all)
}

fn sums_of<'a>(
    groups: impl Iterator<Item = &'a Group>,
    ungranted_fen: i64,
    names: &[(i64, String)],
) -> MoneySums {
    let (mut orders, mut abnormal, mut all) = (0, 0, Money::default());
    let mut channels: BTreeMap<&str, Money> = BTreeMap::new();
    let mut plans: BTreeMap<i64, Money> = BTreeMap::new();
    for group in groups {
        orders += group.orders;
        if group.status == OrderStatus::Abnormal {
            abnormal += group.orders;
        }
        all.add(group);
        let channel = group.received_channel.unwrap_or(group.channel);
        channels.entry(channel.as_str()).or_default().add(group);
        plans.entry(group.plan).or_default().add(group);
    }
    let name_of = |plan: i64| {
        let name = names.iter().find(|(id, _)| *id == plan);
        name.map_or_else(|| plan.to_string(), |(_, name)| name.clone())
    };
    MoneySums {
        orders: Count(orders),
        all: all.into(),
        abnormal: Count(abnormal),
        abnormal_sum: yuan(ungranted_fen),
        channels: parts(
            channels
                .into_iter()
                .map(|(name, money)| (name.to_owned(), money)),
        ),
        plans: parts(
            plans
                .into_iter()
                .map(|(plan, money)| (name_of(plan), money)),
        ),
    }
}

/// The parts that something was paid in, the largest first.
fn parts(all: impl Iterator<Item = (String, Money)>) -> Vec<NamedSums> {
    let mut paid: Vec<(String, Money)> = all.filter(|(_, money)| money.paid > 0).collect();
    paid.sort_by_key(|(_, money)| std::cmp::Reverse(money.paid_fen));
    paid.into_iter()
        .map(|(name, money)| NamedSums {
            name,
            sums: money.into(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use MoneyChannel::{Alipay, Other, Weixin};

    fn group(
        channel: MoneyChannel,
        received: Option<MoneyChannel>,
        status: OrderStatus,
        paid: i64,
        fen: i64,
    ) -> Group {
        Group {
            mode: OrderMode::Live,
            channel,
            received_channel: received,
            plan: 7,
            status,
            orders: 2,
            paid,
            fen,
            partly_refunded: 0,
            sent_back: 0,
        }
    }

    #[test]
    fn net_sums_are_payments_minus_refunds_in_the_receiving_channel() {
        let groups = [
            group(Alipay, None, OrderStatus::Paid, 2, 6_000),
            group(Alipay, None, OrderStatus::Refunded, 1, 3_000),
            group(Alipay, Some(Other), OrderStatus::Paid, 2, 9_999),
            group(Weixin, None, OrderStatus::Abnormal, 0, 0),
            Group {
                partly_refunded: 1,
                sent_back: 500,
                ..group(Weixin, None, OrderStatus::Paid, 1, 2_000)
            },
        ];
        let sums = sums_of(groups.iter(), 1, &[]);
        assert_eq!((sums.orders, sums.abnormal), (Count(10), Count(2)));
        assert_eq!(sums.abnormal_sum, "0.01");
        let texts = |sums: &Sums| {
            let Sums {
                paid_sum,
                refunded_sum,
                net_sum,
                ..
            } = sums;
            format!("{paid_sum} {refunded_sum} {net_sum}")
        };
        assert_eq!(texts(&sums.all), "209.99 35.00 174.99");
        let channels = sums.channels.iter();
        let channels: Vec<_> = channels
            .map(|part| (part.name.as_str(), texts(&part.sums)))
            .collect();
        let expected = [
            ("other", "99.99 0.00 99.99"),
            ("alipay", "90.00 30.00 60.00"),
            ("weixin", "20.00 5.00 15.00"),
        ];
        assert_eq!(
            channels,
            expected.map(|(name, texts)| (name, texts.to_owned()))
        );
        assert_eq!((sums.plans.len(), sums.plans[0].name.as_str()), (1, "7"));
    }
}

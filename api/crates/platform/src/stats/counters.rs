//! The stored counters: events per day in Shanghai, and current totals. To avoid deadlocks, a transaction changes
//! counters as its last step, and several in the order of their names.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_base::enums::{StringEnum, parse_enum};
use yingku_base::kinds::Channel;
use yingku_base::string_enum;
use yingku_base::time::shanghai_day;
use yingku_db::Conn;
use yingku_db::schema::{daily_counters, total_counters};

string_enum! {
    /// An event, counted per day.
    pub enum DailyCounter {
        /// Magnet links copied; for callers with a quota, the same link counts once a day.
        Copies = "copies",
        /// Searches that found nothing.
        Misses = "misses",
        /// Payments received, fen. Refunds are not subtracted.
        PaidFen = "paid_fen",
        /// Orders paid.
        PaidOrders = "paid_orders",
        /// Streams of films handed out.
        Plays = "plays",
        /// Payments of orders that were marked as refunded, fen, on the day of the mark.
        RefundedFen = "refunded_fen",
        /// Accounts created.
        Registrations = "registrations",
        /// Searches; the same one counts at most once in half an hour per visitor.
        Searches = "searches",
        /// Works viewed, at most once in half an hour per visitor.
        Views = "views",
        /// Visits: signed calls of a visitor with no half hour between them.
        Visits = "visits",
        /// New works.
        Works = "works",
    }
}

string_enum! {
    /// A current total.
    pub enum TotalCounter {
        /// Accounts.
        Members = "members",
        /// Visible works of the first channel.
        Censored = "works_censored",
        /// Hidden works, for any reason.
        Hidden = "works_hidden",
        /// Works taken down.
        TakenDown = "works_taken_down",
        /// Visible works of the second channel.
        Uncensored = "works_uncensored",
        /// Visible works of the third channel.
        Western = "works_western",
    }
}

impl TotalCounter {
    /// The counter of a channel's visible works.
    pub const fn works_of(channel: Channel) -> Self {
        match channel {
            Channel::Censored => Self::Censored,
            Channel::Uncensored => Self::Uncensored,
            Channel::Western => Self::Western,
        }
    }
}

/// Collected changes of totals.
#[derive(Debug, Default)]
pub struct Moves(BTreeMap<TotalCounter, i64>);

impl Moves {
    /// Adds a change.
    pub fn add(&mut self, counter: TotalCounter, by: i64) {
        *self.0.entry(counter).or_default() += by;
    }

    /// Adds a change of a work's visibility, where `shown` counts visible ones; `before` is `None` for a new work.
    pub fn work(&mut self, shown: TotalCounter, before: Option<bool>, after: bool) {
        let place = |visible: bool| match visible {
            true => shown,
            false => TotalCounter::Hidden,
        };
        if let Some(visible) = before {
            self.add(place(visible), -1);
        }
        self.add(place(after), 1);
    }

    /// Writes them, in the same transaction as the changes.
    pub fn write(&self, conn: &mut Conn) -> QueryResult<()> {
        let moved = self.0.iter().filter(|(_, by)| **by != 0);
        for (counter, by) in moved {
            let row = (
                total_counters::name.eq(counter),
                total_counters::value.eq(by),
            );
            yingku_db::on_engine!(conn, c => diesel::insert_into(total_counters::table)
                .values(row)
                .on_conflict(total_counters::name)
                .do_update()
                .set(total_counters::value.eq(total_counters::value + by))
                .execute(c))?;
        }
        Ok(())
    }
}

/// Adds to the counters of the day of `now`, seconds.
pub fn add(conn: &mut Conn, now: i64, counters: &[(DailyCounter, i64)]) -> QueryResult<()> {
    let day = shanghai_day(now);
    let counters = counters.iter().map(|(counter, by)| ((day, *counter), *by));
    happened_on(conn, &counters.collect())
}

/// Adds to the counters of several days.
pub fn happened_on(
    conn: &mut Conn,
    counters: &BTreeMap<(i32, DailyCounter), i64>,
) -> QueryResult<()> {
    for ((day, counter), by) in counters.iter().filter(|(_, by)| **by != 0) {
        let row = (
            daily_counters::day.eq(day),
            daily_counters::name.eq(counter),
            daily_counters::value.eq(by),
        );
        yingku_db::on_engine!(conn, c => diesel::insert_into(daily_counters::table)
            .values(row)
            .on_conflict((daily_counters::day, daily_counters::name))
            .do_update()
            .set(daily_counters::value.eq(daily_counters::value + by))
            .execute(c))?;
    }
    Ok(())
}

/// The counter of a stored name. A newer version may have stored others.
fn known<T: StringEnum>(name: &str) -> Option<T> {
    let counter = parse_enum(name);
    if counter.is_none() {
        tracing::warn!(event = "counter_unknown", name, "skipping a stored counter");
    }
    counter
}

/// The counters of some days.
#[derive(Debug, Default)]
pub struct Days(BTreeMap<(i32, DailyCounter), i64>);

impl Days {
    /// Reads the days from `first` to `last`, inclusive.
    pub fn read(conn: &mut Conn, first: i32, last: i32) -> QueryResult<Self> {
        let rows: Vec<(i32, String, i64)> = daily_counters::table
            .filter(daily_counters::day.between(first, last))
            .select((
                daily_counters::day,
                daily_counters::name,
                daily_counters::value,
            ))
            .load(conn)?;
        let known = rows
            .into_iter()
            .filter_map(|(day, name, value)| Some(((day, known(&name)?), value)));
        Ok(Self(known.collect()))
    }

    /// A counter on a day.
    pub fn on(&self, day: i32, counter: DailyCounter) -> i64 {
        self.0.get(&(day, counter)).copied().unwrap_or_default()
    }

    /// The sum of a counter over all the days.
    pub fn sum(&self, counter: DailyCounter) -> i64 {
        let matching = self.0.iter().filter(|((_, other), _)| *other == counter);
        matching.map(|(_, value)| value).sum()
    }
}

/// Reads all totals.
pub fn totals(conn: &mut Conn) -> QueryResult<impl Fn(TotalCounter) -> i64 + use<>> {
    let rows: Vec<(String, i64)> = total_counters::table
        .select((total_counters::name, total_counters::value))
        .load(conn)?;
    let known = rows
        .into_iter()
        .filter_map(|(name, value)| Some((known(&name)?, value)));
    let known: BTreeMap<TotalCounter, i64> = known.collect();
    Ok(move |counter| known.get(&counter).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_updated_in_name_order() {
        let names: Vec<&str> = DailyCounter::ALL
            .iter()
            .map(|counter| counter.as_str())
            .collect();
        assert!(names.is_sorted(), "{names:?}");
        let names: Vec<&str> = TotalCounter::ALL
            .iter()
            .map(|counter| counter.as_str())
            .collect();
        assert!(names.is_sorted(), "{names:?}");
        assert!(
            DailyCounter::ALL.is_sorted() && TotalCounter::ALL.is_sorted(),
            "as the enums order them"
        );
    }

    #[test]
    fn a_work_is_counted_under_one_state() {
        let mut moves = Moves::default();
        moves.work(TotalCounter::Censored, None, true);
        moves.work(TotalCounter::Western, Some(true), false);
        moves.work(TotalCounter::Western, Some(false), false);
        let moved: Vec<_> = moves.0.into_iter().filter(|(_, by)| *by != 0).collect();
        assert_eq!(
            moved,
            [
                (TotalCounter::Censored, 1),
                (TotalCounter::Hidden, 1),
                (TotalCounter::Western, -1)
            ]
        );
    }

    #[test]
    fn days_are_added_up() {
        let days = Days(BTreeMap::from([
            ((1, DailyCounter::Copies), 2),
            ((2, DailyCounter::Copies), 3),
            ((2, DailyCounter::Views), 7),
        ]));
        assert_eq!(
            (
                days.sum(DailyCounter::Copies),
                days.on(2, DailyCounter::Copies)
            ),
            (5, 3)
        );
        assert_eq!(days.on(1, DailyCounter::Views), 0);
    }
}

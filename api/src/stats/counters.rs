//! The figures themselves: what happened on each day in Shanghai, and how many there are. Whoever moves one does so
//! as the last thing in their transaction, and several in the order of their names, so that no two wait for each
//! other in a circle.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::result::QueryResult;

use crate::base::enums::from_word;
use crate::base::time::shanghai_day;
use crate::db::Conn;
use crate::db::schema::{daily_counters, total_counters};
use crate::word_enum;

word_enum! {
    /// Something that happens, counted for each day.
    pub enum DailyCounter {
        /// Magnet links copied; the same one once a day for whoever has a quota.
        Copies = "copies",
        /// Works viewed, once in half an hour by each visitor.
        Views = "looks",
        /// Searches that found nothing.
        Misses = "misses",
        /// What orders were paid with, fen. Money that is sent back later is not taken off.
        PaidFen = "paid_fen",
        /// Orders paid.
        PaidOrders = "paid_orders",
        /// Accounts made.
        Registrations = "registrations",
        /// Searches, the same one once in half an hour by each visitor.
        Searches = "searches",
        /// Works that were not there before.
        Works = "works",
    }
}

word_enum! {
    /// Something there is.
    pub enum TotalCounter {
        /// Accounts.
        Members = "members",
        /// Works on the site, of the first channel.
        Censored = "works_censored",
        /// Works off the site, for whatever reason.
        Hidden = "works_hidden",
        /// Works off the site for good.
        TakenDown = "works_taken_down",
        /// Works on the site, of the second channel.
        Uncensored = "works_uncensored",
        /// Works on the site, of the third channel.
        Western = "works_western",
    }
}

/// How figures that stand move, gathered.
#[derive(Debug, Default)]
pub struct Moves(BTreeMap<TotalCounter, i64>);

impl Moves {
    /// By so much.
    pub fn add(&mut self, figure: TotalCounter, by: i64) {
        *self.0.entry(figure).or_default() += by;
    }

    /// A work has come onto the site, where `shown` counts it, or gone from it; none where it was not there at all.
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

    /// Moves them, in the transaction of their causes.
    pub fn write(&self, conn: &mut Conn) -> QueryResult<()> {
        let moved = self.0.iter().filter(|(_, by)| **by != 0);
        for (figure, by) in moved {
            let row = (
                total_counters::name.eq(figure.word()),
                total_counters::value.eq(by),
            );
            crate::on_engine!(conn, c => diesel::insert_into(total_counters::table)
                .values(row)
                .on_conflict(total_counters::name)
                .do_update()
                .set(total_counters::value.eq(total_counters::value + by))
                .execute(c))?;
        }
        Ok(())
    }
}

/// Something has happened at `now` (seconds), so often.
pub fn happened(conn: &mut Conn, now: i64, figures: &[(DailyCounter, i64)]) -> QueryResult<()> {
    let day = shanghai_day(now);
    let figures = figures.iter().map(|(figure, by)| ((day, *figure), *by));
    happened_on(conn, &figures.collect())
}

/// Something has happened on these days, so often.
pub fn happened_on(
    conn: &mut Conn,
    figures: &BTreeMap<(i32, DailyCounter), i64>,
) -> QueryResult<()> {
    for ((day, figure), by) in figures.iter().filter(|(_, by)| **by != 0) {
        let row = (
            daily_counters::day.eq(day),
            daily_counters::name.eq(figure.word()),
            daily_counters::value.eq(by),
        );
        crate::on_engine!(conn, c => diesel::insert_into(daily_counters::table)
            .values(row)
            .on_conflict((daily_counters::day, daily_counters::name))
            .do_update()
            .set(daily_counters::value.eq(daily_counters::value + by))
            .execute(c))?;
    }
    Ok(())
}

/// The figures of some days.
#[derive(Debug, Default)]
pub struct Days(BTreeMap<(i32, DailyCounter), i64>);

impl Days {
    /// Those from `first` to `last`, both included.
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
            .filter_map(|(day, name, value)| Some(((day, from_word(&name)?), value)));
        Ok(Self(known.collect()))
    }

    /// How often it happened on a day.
    pub fn on(&self, day: i32, figure: DailyCounter) -> i64 {
        self.0.get(&(day, figure)).copied().unwrap_or_default()
    }

    /// How often it happened on all of them.
    pub fn sum(&self, figure: DailyCounter) -> i64 {
        let of_it = self.0.iter().filter(|((_, other), _)| *other == figure);
        of_it.map(|(_, value)| value).sum()
    }
}

/// How many there are.
pub fn totals(conn: &mut Conn) -> QueryResult<impl Fn(TotalCounter) -> i64 + use<>> {
    let rows: Vec<(String, i64)> = total_counters::table
        .select((total_counters::name, total_counters::value))
        .load(conn)?;
    let known = rows
        .into_iter()
        .filter_map(|(name, value)| Some((from_word(&name)?, value)));
    let known: BTreeMap<TotalCounter, i64> = known.collect();
    Ok(move |figure| known.get(&figure).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_moved_in_the_order_of_their_names() {
        let names: Vec<&str> = DailyCounter::ALL
            .iter()
            .map(|figure| figure.word())
            .collect();
        assert!(names.is_sorted(), "{names:?}");
        let names: Vec<&str> = TotalCounter::ALL
            .iter()
            .map(|figure| figure.word())
            .collect();
        assert!(names.is_sorted(), "{names:?}");
        assert!(
            DailyCounter::ALL.is_sorted() && TotalCounter::ALL.is_sorted(),
            "as the enums order them"
        );
    }

    #[test]
    fn a_work_stands_in_one_place() {
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

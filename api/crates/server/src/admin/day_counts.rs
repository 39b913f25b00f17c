//! The events of a day, for the dashboard and the statistics.

use chrono::{NaiveDate, TimeDelta};
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::money::yuan;
use yingku_base::values::Count;
use yingku_platform::stats::counters::{DailyCounter, Days};

/// Events of a day.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DayCounts {
    /// The day.
    #[schema(example = "2026-11-20", pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    pub day: String,
    /// New works.
    pub works: Count,
    /// New accounts.
    pub registrations: Count,
    /// Paid orders; with permission to view orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Count>,
    /// Magnet links copied.
    pub copies: Count,
    /// Searches.
    pub searches: Count,
    /// Searches that found nothing.
    pub misses: Count,
    /// Views of works.
    pub views: Count,
    /// Visits: calls of a visitor with no half hour between them; not those of operators at work.
    pub visits: Count,
    /// Films played.
    pub plays: Count,
    /// Payments less refunds of this day, yuan; with `orders:view`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = r"^-?[0-9]+\.[0-9]{2}$", example = "198.00")]
    pub net: Option<String>,
}

impl DayCounts {
    pub(super) fn from_days(days: &Days, day: i32, with_orders: bool) -> Self {
        let on = |counter| days.on(day, counter);
        Self {
            day: date(day),
            works: Count(on(DailyCounter::Works)),
            registrations: Count(on(DailyCounter::Registrations)),
            orders: with_orders.then(|| Count(on(DailyCounter::PaidOrders))),
            copies: Count(on(DailyCounter::Copies)),
            searches: Count(on(DailyCounter::Searches)),
            misses: Count(on(DailyCounter::Misses)),
            views: Count(on(DailyCounter::Views)),
            visits: Count(on(DailyCounter::Visits)),
            plays: Count(on(DailyCounter::Plays)),
            net: with_orders
                .then(|| yuan(on(DailyCounter::PaidFen) - on(DailyCounter::RefundedFen))),
        }
    }
}

/// A day, counted from 1970, as a date.
fn date(day: i32) -> String {
    let since = TimeDelta::try_days(i64::from(day));
    since
        .and_then(|since| NaiveDate::default().checked_add_signed(since))
        .map(|date| date.to_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_serialized_as_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(20_717), "2026-09-21");
        assert_eq!(date(-1), "1969-12-31");
    }
}

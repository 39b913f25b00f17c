//! What the dashboard shows, out of what the database and the index say.

use chrono::{Days as CalendarDays, NaiveDate};
use serde::Serialize;
use utoipa::ToSchema;

use super::overview::{DAYS, Overview};
use crate::auth::caller::Operator;
use crate::base::money::yuan;
use crate::base::role::Permission;
use crate::base::values::{Count, Time};
use crate::catalogue::indexer::{Condition, Trouble};
use crate::stats::counters::{DailyCounter, Days};

/// What there is, what waits, and what has happened in the last 30 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Dashboard {
    /// When this was so.
    pub time: Time,
    /// Works.
    pub works: WorkFigures,
    /// Members.
    pub members: MemberFigures,
    /// Paid orders; only for those who may see orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<OrderFigures>,
    /// Magnet links copied.
    pub copies: Happened,
    /// Searches.
    pub searches: Happened,
    /// Searches that found nothing.
    pub misses: Happened,
    /// Works looked at.
    pub views: Happened,
    /// What waits for operators.
    pub waiting: Waiting,
    /// How far the works index is behind.
    pub index: IndexLag,
    /// What the latest import did; absent when there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_import: Option<ImportFigures>,
    /// The last 30 days in Shanghai, the oldest first and today last.
    #[schema(min_items = 30, max_items = 30)]
    pub days: Vec<DayFigures>,
    /// What at least three visitors have looked for in the last 30 days and not found, the most wanted first.
    #[schema(max_items = 20)]
    pub words: Vec<MissedWord>,
}

/// Works.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorkFigures {
    /// On the site.
    pub visible: Count,
    /// Of these, in the channel censored.
    pub censored: Count,
    /// Of these, in the channel uncensored.
    pub uncensored: Count,
    /// Of these, in the channel western.
    pub western: Count,
    /// Off the site, for whatever reason.
    pub hidden: Count,
    /// Of these, taken down.
    pub taken_down: Count,
}

/// Members.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MemberFigures {
    /// Accounts.
    pub all: Count,
    /// VIP now.
    pub vip: Count,
    /// Registered today and in the last 30 days, those who have left included.
    pub registered: Happened,
}

/// Paid orders. Money that is sent back later is not taken off.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderFigures {
    /// How many.
    pub paid: Happened,
    /// What they were paid with today, yuan.
    #[schema(pattern = r"^[0-9]+\.[0-9]{2}$", example = "198.00")]
    pub sum_today: String,
    /// What they were paid with in the last 30 days, yuan.
    #[schema(pattern = r"^[0-9]+\.[0-9]{2}$", example = "5940.00")]
    pub sum_month: String,
}

/// How often something happened.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Happened {
    /// Today, in Shanghai.
    pub today: Count,
    /// In the last 30 days, today included.
    pub month: Count,
}

/// What waits for operators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Waiting {
    /// Conversations that wait for an answer.
    pub messages: Count,
    /// Seconds the oldest of them has waited; absent when none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 5400)]
    pub oldest_message: Option<i64>,
    /// Reports nobody has decided on.
    pub reports: Count,
    /// Of these, the grave ones whose works are still on the site, because too many had gone off it in that hour.
    pub reports_held: Count,
    /// Download requests nobody has dealt with.
    pub downloads: Count,
    /// Orders that were paid otherwise than agreed; only for those who may see orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 1)]
    pub abnormal_orders: Option<i64>,
    /// Imports that broke off and can go on; only for those who may import.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 0)]
    pub failed_imports: Option<i64>,
}

/// How far the works index is behind the database.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct IndexLag {
    /// Whether lists and searches are answered out of a whole index, be it behind.
    #[schema(example = true)]
    pub ready: bool,
    /// Whether it is being built, beside the one that answers when there is one.
    #[schema(example = false)]
    pub building: bool,
    /// Changes it does not have yet; counted up to 10,000.
    #[schema(minimum = 0, maximum = 10000, example = 0)]
    pub changes: i64,
    /// Seconds since the first of them.
    pub seconds: Count,
    /// By how many works it differed when it was last compared with the database; such an index is built anew.
    #[schema(minimum = 0, example = 0)]
    pub missing: u64,
    /// What keeps it from following the database, if anything does: it tries again every few seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
}

/// What an import did.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ImportFigures {
    /// When it had ended.
    pub time: Time,
    /// Works that were not there.
    pub new: Count,
    /// Works that changed.
    pub updated: Count,
    /// Works that were the same.
    pub unchanged: Count,
    /// Lines that could not be taken.
    pub refused: Count,
}

/// What happened on a day.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DayFigures {
    /// The day, in Shanghai.
    #[schema(example = "2026-11-20", pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    pub day: String,
    /// Works that were not there before.
    pub works: Count,
    /// Accounts made.
    pub registrations: Count,
    /// Orders paid; only for those who may see orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 2)]
    pub orders: Option<i64>,
    /// Magnet links copied.
    pub copies: Count,
    /// Searches.
    pub searches: Count,
    /// Searches that found nothing.
    pub misses: Count,
    /// Works looked at.
    pub views: Count,
}

/// Something that is looked for and not there.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MissedWord {
    /// What was typed, in lower case.
    #[schema(example = "雪山", max_length = 96)]
    pub word: String,
    /// How often.
    #[schema(minimum = 1, example = 7)]
    pub searches: i64,
}

impl Waiting {
    /// What waits, as far as an operator may see it.
    fn from_overview(seen: &Overview, operator: &Operator) -> Self {
        let (messages, oldest) = seen.messages;
        let may = |permission| operator.may(permission);
        Self {
            messages: Count(messages),
            oldest_message: oldest.map(|since| (seen.now - since).max(0)),
            reports: Count(seen.reports),
            reports_held: Count(seen.reports_held),
            downloads: Count(seen.downloads),
            abnormal_orders: may(Permission::OrdersView).then_some(seen.abnormal_orders),
            failed_imports: may(Permission::WorksImport).then_some(seen.failed_imports),
        }
    }
}

impl Dashboard {
    pub(super) fn from_overview(seen: Overview, index: Condition, operator: &Operator) -> Self {
        let with_orders = operator.may(Permission::OrdersView);
        let (today, days) = (seen.today, &seen.days);
        let happened = |figure| Happened::from_days(days, today, figure);
        let [censored, uncensored, western] = seen.visible;
        Self {
            time: Time(seen.now),
            works: WorkFigures {
                visible: Count(censored + uncensored + western),
                censored: Count(censored),
                uncensored: Count(uncensored),
                western: Count(western),
                hidden: Count(seen.hidden),
                taken_down: Count(seen.taken_down),
            },
            members: MemberFigures {
                all: Count(seen.members),
                vip: Count(seen.vip),
                registered: happened(DailyCounter::Registrations),
            },
            orders: with_orders.then(|| OrderFigures {
                paid: happened(DailyCounter::PaidOrders),
                sum_today: yuan(days.on(today, DailyCounter::PaidFen)),
                sum_month: yuan(days.sum(DailyCounter::PaidFen)),
            }),
            copies: happened(DailyCounter::Copies),
            searches: happened(DailyCounter::Searches),
            misses: happened(DailyCounter::Misses),
            views: happened(DailyCounter::Views),
            waiting: Waiting::from_overview(&seen, operator),
            index: IndexLag {
                ready: index.answers,
                building: index.building,
                changes: seen.lag.changes,
                seconds: Count(seen.lag.seconds),
                missing: index.missing,
                trouble: index.trouble,
            },
            last_import: seen.last_import.map(|import| ImportFigures {
                time: Time(import.finished_at),
                new: Count(import.added),
                updated: Count(import.updated),
                unchanged: Count(import.unchanged),
                refused: Count(import.refused),
            }),
            days: (today - DAYS + 1..=today)
                .map(|day| DayFigures::from_days(days, day, with_orders))
                .collect(),
            words: seen
                .words
                .into_iter()
                .map(|(word, searches)| MissedWord { word, searches })
                .collect(),
        }
    }
}

impl Happened {
    fn from_days(days: &Days, today: i32, figure: DailyCounter) -> Self {
        Self {
            today: Count(days.on(today, figure)),
            month: Count(days.sum(figure)),
        }
    }
}

impl DayFigures {
    fn from_days(days: &Days, day: i32, with_orders: bool) -> Self {
        let on = |figure| days.on(day, figure);
        Self {
            day: date(day),
            works: Count(on(DailyCounter::Works)),
            registrations: Count(on(DailyCounter::Registrations)),
            orders: with_orders.then(|| on(DailyCounter::PaidOrders)),
            copies: Count(on(DailyCounter::Copies)),
            searches: Count(on(DailyCounter::Searches)),
            misses: Count(on(DailyCounter::Misses)),
            views: Count(on(DailyCounter::Views)),
        }
    }
}

/// A day since 1970 as a date; empty before it.
fn date(day: i32) -> String {
    let since = u64::try_from(day).ok().map(CalendarDays::new);
    since
        .and_then(|since| NaiveDate::default().checked_add_days(since))
        .map(|date| date.to_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(20_717), "2026-09-21");
    }
}

//! What the dashboard shows, out of what the database and the index say.

use chrono::{Days as CalendarDays, NaiveDate};
use serde::Serialize;
use utoipa::ToSchema;

use super::overview::{DAYS, Overview};
use crate::auth::caller::Operator;
use crate::base::money::yuan;
use crate::base::role::Permission;
use crate::base::values::Time;
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
    #[schema(minimum = 0, example = 450)]
    pub visible: i64,
    /// Of these, in the channel censored.
    #[schema(minimum = 0, example = 150)]
    pub censored: i64,
    /// Of these, in the channel uncensored.
    #[schema(minimum = 0, example = 150)]
    pub uncensored: i64,
    /// Of these, in the channel western.
    #[schema(minimum = 0, example = 150)]
    pub western: i64,
    /// Off the site, for whatever reason.
    #[schema(minimum = 0, example = 3)]
    pub hidden: i64,
    /// Of these, taken down.
    #[schema(minimum = 0, example = 1)]
    pub taken_down: i64,
}

/// Members.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MemberFigures {
    /// Accounts.
    #[schema(minimum = 0, example = 1200)]
    pub all: i64,
    /// VIP now.
    #[schema(minimum = 0, example = 80)]
    pub vip: i64,
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
    #[schema(minimum = 0, example = 12)]
    pub today: i64,
    /// In the last 30 days, today included.
    #[schema(minimum = 0, example = 340)]
    pub month: i64,
}

/// What waits for operators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Waiting {
    /// Conversations that wait for an answer.
    #[schema(minimum = 0, example = 4)]
    pub messages: i64,
    /// Seconds the oldest of them has waited; absent when none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 5400)]
    pub oldest_message: Option<i64>,
    /// Reports nobody has decided on.
    #[schema(minimum = 0, example = 2)]
    pub reports: i64,
    /// Of these, the grave ones whose works are still on the site, because too many had gone off it in that hour.
    #[schema(minimum = 0, example = 0)]
    pub reports_held: i64,
    /// Download requests nobody has dealt with.
    #[schema(minimum = 0, example = 1)]
    pub downloads: i64,
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
    #[schema(minimum = 0, example = 0)]
    pub seconds: i64,
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
    #[schema(minimum = 0, example = 120)]
    pub new: i64,
    /// Works that changed.
    #[schema(minimum = 0, example = 30)]
    pub updated: i64,
    /// Works that were the same.
    #[schema(minimum = 0, example = 850)]
    pub unchanged: i64,
    /// Lines that could not be taken.
    #[schema(minimum = 0, example = 2)]
    pub refused: i64,
}

/// What happened on a day.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DayFigures {
    /// The day, in Shanghai.
    #[schema(example = "2026-11-20", pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    pub day: String,
    /// Works that were not there before.
    #[schema(minimum = 0, example = 20)]
    pub works: i64,
    /// Accounts made.
    #[schema(minimum = 0, example = 9)]
    pub registrations: i64,
    /// Orders paid; only for those who may see orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 2)]
    pub orders: Option<i64>,
    /// Magnet links copied.
    #[schema(minimum = 0, example = 60)]
    pub copies: i64,
    /// Searches.
    #[schema(minimum = 0, example = 300)]
    pub searches: i64,
    /// Searches that found nothing.
    #[schema(minimum = 0, example = 12)]
    pub misses: i64,
    /// Works looked at.
    #[schema(minimum = 0, example = 900)]
    pub views: i64,
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
    fn of(seen: &Overview, operator: &Operator) -> Self {
        let (messages, oldest) = seen.messages;
        let may = |permission| operator.may(permission);
        Self {
            messages,
            oldest_message: oldest.map(|since| (seen.now - since).max(0)),
            reports: seen.reports,
            reports_held: seen.reports_held,
            downloads: seen.downloads,
            abnormal_orders: may(Permission::OrdersView).then_some(seen.abnormal_orders),
            failed_imports: may(Permission::WorksImport).then_some(seen.failed_imports),
        }
    }
}

impl Dashboard {
    pub(super) fn of(seen: Overview, index: Condition, operator: &Operator) -> Self {
        let with_orders = operator.may(Permission::OrdersView);
        let (today, days) = (seen.today, &seen.days);
        let happened = |figure| Happened::of(days, today, figure);
        let [censored, uncensored, western] = seen.visible;
        Self {
            time: Time(seen.now),
            works: WorkFigures {
                visible: censored + uncensored + western,
                censored,
                uncensored,
                western,
                hidden: seen.hidden,
                taken_down: seen.taken_down,
            },
            members: MemberFigures {
                all: seen.members,
                vip: seen.vip,
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
            waiting: Waiting::of(&seen, operator),
            index: IndexLag {
                ready: index.answers,
                building: index.building,
                changes: seen.lag.changes,
                seconds: seen.lag.seconds,
                missing: index.missing,
                trouble: index.trouble,
            },
            last_import: seen.last_import.map(|import| ImportFigures {
                time: Time(import.finished_at),
                new: import.added,
                updated: import.updated,
                unchanged: import.unchanged,
                refused: import.refused,
            }),
            days: (today - DAYS + 1..=today)
                .map(|day| DayFigures::of(days, day, with_orders))
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
    fn of(days: &Days, today: i32, figure: DailyCounter) -> Self {
        Self {
            today: days.on(today, figure),
            month: days.sum(figure),
        }
    }
}

impl DayFigures {
    fn of(days: &Days, day: i32, with_orders: bool) -> Self {
        let on = |figure| days.on(day, figure);
        Self {
            day: date(day),
            works: on(DailyCounter::Works),
            registrations: on(DailyCounter::Registrations),
            orders: with_orders.then(|| on(DailyCounter::PaidOrders)),
            copies: on(DailyCounter::Copies),
            searches: on(DailyCounter::Searches),
            misses: on(DailyCounter::Misses),
            views: on(DailyCounter::Views),
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

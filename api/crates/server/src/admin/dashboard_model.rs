//! The dashboard, assembled from the overview of the database and the condition of the index.

use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::auth::caller::Operator;
use yingku_base::money::yuan;
use yingku_base::role::Permission;
use yingku_base::values::{Count, Time, Yuan};
use yingku_catalogue::indexer::{Condition, IndexProblem};
use yingku_platform::stats::counters::{DailyCounter, Days};

use super::day_counts::DayCounts;
use super::first_response::FirstResponse;
use super::overview::{DAYS, Overview};

/// Totals, open work, and the last 30 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Dashboard {
    /// When these numbers were read.
    pub time: Time,
    /// Works.
    pub works: WorkCounts,
    /// Members.
    pub members: MemberCounts,
    /// Paid orders; with permission to view orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<OrderCounts>,
    /// Magnet links copied.
    pub copies: EventCounts,
    /// Searches.
    pub searches: EventCounts,
    /// Searches that found nothing.
    pub misses: EventCounts,
    /// Views of works.
    pub views: EventCounts,
    /// Work pending for operators.
    pub waiting: PendingCounts,
    /// Lag of the works index.
    pub index: IndexLag,
    /// Result of the latest import; absent before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_import: Option<ImportCounts>,
    /// The last 30 days, oldest first, today last.
    #[schema(min_items = 30, max_items = 30)]
    pub days: Vec<DayCounts>,
    /// Searches without results by at least three visitors in the last 30 days, most frequent first.
    #[schema(max_items = 20)]
    pub words: Vec<FailedSearch>,
}

/// Works.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorkCounts {
    /// Visible works.
    pub visible: Count,
    /// Of these, in the channel censored.
    pub censored: Count,
    /// Of these, in the channel uncensored.
    pub uncensored: Count,
    /// Of these, in the channel western.
    pub western: Count,
    /// Hidden works, for any reason.
    pub hidden: Count,
    /// Of these, taken down.
    pub taken_down: Count,
}

/// Members.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MemberCounts {
    /// Accounts.
    pub all: Count,
    /// VIP now.
    pub vip: Count,
    /// Registrations today and in the last 30 days, including accounts deleted since.
    pub registered: EventCounts,
}

/// Paid orders, refunded since or not; the net sums are less by what was refunded on these days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderCounts {
    /// How many.
    pub paid: EventCounts,
    /// Sum paid today, yuan.
    #[schema(value_type = Yuan)]
    pub sum_today: String,
    /// Sum paid in the last 30 days, yuan.
    #[schema(value_type = Yuan)]
    pub sum_month: String,
    /// Refunded today, yuan.
    #[schema(value_type = Yuan)]
    pub refunded_today: String,
    /// The same for the last 30 days, yuan.
    #[schema(value_type = Yuan)]
    pub refunded_month: String,
    /// Paid less refunded today, yuan.
    #[schema(pattern = r"^-?[0-9]+\.[0-9]{2}$", example = "198.00")]
    pub net_today: String,
    /// The same for the last 30 days, yuan.
    #[schema(pattern = r"^-?[0-9]+\.[0-9]{2}$", example = "5852.00")]
    pub net_month: String,
}

/// Number of events.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EventCounts {
    /// Today.
    pub today: Count,
    /// In the last 30 days, today included.
    pub month: Count,
}

/// Work pending for operators: what the caller has permission to handle.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingCounts {
    /// Conversations awaiting a reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages: Option<Count>,
    /// Seconds that the oldest of them has waited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oldest_message: Option<Count>,
    /// First responses of the last 7 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_response_week: Option<FirstResponse>,
    /// First responses of the last 30 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_response_month: Option<FirstResponse>,
    /// Undecided reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reports: Option<Count>,
    /// Serious ones of visible works, because the hourly limit on hiding was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reports_held: Option<Count>,
    /// Undecided download requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub downloads: Option<Count>,
    /// Abnormal orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub abnormal_orders: Option<Count>,
    /// Grants by hand that wait for a second operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grants: Option<Count>,
    /// Failed imports that can be resumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_imports: Option<Count>,
}

/// Lag of the works index behind the database.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct IndexLag {
    /// Whether lists and searches are answered from a complete index, even if it lags.
    #[schema(example = true)]
    pub ready: bool,
    /// Whether a rebuild is running.
    #[schema(example = false)]
    pub building: bool,
    /// Pending changes, counted up to 10,000.
    #[schema(minimum = 0, maximum = 10000, example = 0)]
    pub changes: i64,
    /// Seconds since the oldest pending change.
    pub seconds: Count,
    /// Difference in works at the last comparison with the database.
    #[schema(minimum = 0, example = 0)]
    pub missing: u64,
    /// Why the index cannot follow the database, if it cannot. It retries every few seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<IndexProblem>,
}

/// Result of an import.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ImportCounts {
    /// When it finished.
    pub time: Time,
    pub new: Count,
    pub updated: Count,
    pub unchanged: Count,
    pub refused: Count,
}

/// A search without results.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FailedSearch {
    /// The search text in lower case.
    #[schema(example = "雪山", max_length = 96)]
    pub word: String,
    /// How often.
    #[schema(minimum = 1, example = 7)]
    pub searches: i64,
}

impl PendingCounts {
    /// The part that the operator may see.
    fn from_overview(seen: &Overview, operator: &Operator) -> Self {
        let (messages, oldest) = seen.messages;
        let shown = |permission, count| operator.may(permission).then_some(Count(count));
        let replies = operator.may(Permission::MessagesReply);
        let oldest = oldest.filter(|_| replies);
        let responses = Some(&seen.first_responses).filter(|_| replies);
        Self {
            messages: shown(Permission::MessagesReply, messages),
            oldest_message: oldest.map(|since| Count((seen.now - since).max(0))),
            first_response_week: responses.and_then(|all| all.week(seen.now)),
            first_response_month: responses.and_then(|all| all.month(seen.now)),
            reports: shown(Permission::ReportsHandle, seen.reports),
            reports_held: shown(Permission::ReportsHandle, seen.reports_held),
            downloads: shown(Permission::DownloadsHandle, seen.downloads),
            abnormal_orders: shown(Permission::OrdersView, seen.abnormal_orders),
            grants: shown(Permission::OrdersRefund, seen.grants),
            failed_imports: shown(Permission::WorksImport, seen.failed_imports),
        }
    }
}

impl Dashboard {
    pub(super) fn from_overview(seen: Overview, index: Condition, operator: &Operator) -> Self {
        let with_orders = operator.may(Permission::OrdersView);
        let (today, days) = (seen.today, &seen.days);
        let happened = |counter| EventCounts::from_days(days, today, counter);
        let [censored, uncensored, western] = seen.visible;
        Self {
            time: Time(seen.now),
            works: WorkCounts {
                visible: Count(censored + uncensored + western),
                censored: Count(censored),
                uncensored: Count(uncensored),
                western: Count(western),
                hidden: Count(seen.hidden),
                taken_down: Count(seen.taken_down),
            },
            members: MemberCounts {
                all: Count(seen.members),
                vip: Count(seen.vip),
                registered: happened(DailyCounter::Registrations),
            },
            orders: with_orders.then(|| OrderCounts::from_days(days, today)),
            copies: happened(DailyCounter::Copies),
            searches: happened(DailyCounter::Searches),
            misses: happened(DailyCounter::Misses),
            views: happened(DailyCounter::Views),
            waiting: PendingCounts::from_overview(&seen, operator),
            index: IndexLag {
                ready: index.is_serving,
                building: index.building,
                changes: seen.lag.changes,
                seconds: Count(seen.lag.seconds),
                missing: index.missing,
                trouble: index.trouble,
            },
            last_import: seen.last_import.map(|import| ImportCounts {
                time: Time(import.finished_at),
                new: Count(import.added),
                updated: Count(import.updated),
                unchanged: Count(import.unchanged),
                refused: Count(import.refused),
            }),
            days: (today - DAYS + 1..=today)
                .map(|day| DayCounts::from_days(days, day, with_orders))
                .collect(),
            words: seen
                .words
                .into_iter()
                .map(|(word, searches)| FailedSearch { word, searches })
                .collect(),
        }
    }
}

impl OrderCounts {
    fn from_days(days: &Days, today: i32) -> Self {
        let on = |counter| days.on(today, counter);
        let (paid, refunded) = (on(DailyCounter::PaidFen), on(DailyCounter::RefundedFen));
        let month = |counter| days.sum(counter);
        let (paid_month, refunded_month) = (
            month(DailyCounter::PaidFen),
            month(DailyCounter::RefundedFen),
        );
        Self {
            paid: EventCounts::from_days(days, today, DailyCounter::PaidOrders),
            sum_today: yuan(paid),
            sum_month: yuan(paid_month),
            refunded_today: yuan(refunded),
            refunded_month: yuan(refunded_month),
            net_today: yuan(paid - refunded),
            net_month: yuan(paid_month - refunded_month),
        }
    }
}

impl EventCounts {
    fn from_days(days: &Days, today: i32, counter: DailyCounter) -> Self {
        Self {
            today: Count(days.on(today, counter)),
            month: Count(days.sum(counter)),
        }
    }
}

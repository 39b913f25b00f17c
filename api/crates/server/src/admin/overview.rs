//! Reads the dashboard in one transaction. The cost does not grow with the catalogue or its history: statistics are stored
//! counters, and pending work and current VIP members come from indexes.

use diesel::dsl::{count_star, max, min};
use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_base::time::shanghai_day;
use yingku_catalogue::import::last_import::LastImport;
use yingku_catalogue::indexer::{Checkpoint, Lag};
use yingku_catalogue::uploads::states::ImportState;
use yingku_commerce::pay::admin::consent;
use yingku_commerce::pay::orders::status::OrderStatus;
use yingku_community::moderation::reports::breaker;
use yingku_community::support::messages::model::MessageStatus;
use yingku_db::Conn;
use yingku_db::schema::{download_requests, imports, messages, orders, payments, reports, users};
use yingku_platform::stats::counters::{Days, TotalCounter, totals};
use yingku_platform::stats::searched_words;

use super::first_response::FirstResponses;

/// Days of the charts, including today.
pub(super) const DAYS: i32 = 30;

/// Everything the dashboard shows.
pub(super) struct Overview {
    /// Seconds since 1970.
    pub now: i64,
    /// Today, in days since 1970 in Shanghai.
    pub today: i32,
    pub days: Days,
    /// Visible works of each channel, in the order of the channels' numbers.
    pub visible: [i64; 3],
    pub hidden: i64,
    pub taken_down: i64,
    pub members: i64,
    pub vip: i64,
    /// Conversations awaiting a reply, and the time of the oldest.
    pub messages: (i64, Option<i64>),
    /// Conversations that were first answered in the last month.
    pub first_responses: FirstResponses,
    /// Undecided reports.
    pub reports: i64,
    /// Serious ones of these whose works stay visible, because the hourly limit on hiding was reached.
    pub reports_held: i64,
    pub downloads: i64,
    pub abnormal_orders: i64,
    /// Grants by hand that wait for a second operator.
    pub grants: i64,
    /// Failed imports whose files still exist.
    pub failed_imports: i64,
    pub lag: Lag,
    pub last_import: Option<LastImport>,
    /// The most frequent searches without results.
    pub words: Vec<(String, i64)>,
}

/// Reads it at `now` (seconds).
pub(super) fn read(conn: &mut Conn, checkpoint: &Checkpoint, now: i64) -> QueryResult<Overview> {
    let today = shanghai_day(now);
    let first = today - DAYS + 1;
    let total_of = totals(conn)?;
    Ok(Overview {
        now,
        today,
        days: Days::read(conn, first, today)?,
        visible: [
            TotalCounter::Censored,
            TotalCounter::Uncensored,
            TotalCounter::Western,
        ]
        .map(&total_of),
        hidden: total_of(TotalCounter::Hidden),
        taken_down: total_of(TotalCounter::TakenDown),
        members: total_of(TotalCounter::Members),
        vip: users::table
            .filter(users::vip_until.gt(now))
            .count()
            .get_result(conn)?,
        messages: messages::table
            .filter(messages::status.eq(MessageStatus::Waiting))
            .select((count_star(), min(messages::status_since)))
            .first(conn)?,
        first_responses: FirstResponses::read(conn, now)?,
        reports: open_reports(conn)?,
        reports_held: breaker::count_held(conn)?,
        downloads: download_requests::table
            .filter(download_requests::status.eq("open"))
            .count()
            .get_result(conn)?,
        abnormal_orders: abnormal_orders(conn)?,
        grants: consent::count_waiting(conn, now)?,
        failed_imports: failed_imports(conn)?,
        lag: checkpoint.lag(conn, now)?,
        last_import: LastImport::read(conn)?,
        words: searched_words::most_missed(conn, first)?,
    })
}

/// What operators are told of at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Urgent {
    /// Abnormal orders.
    pub(crate) abnormal_orders: i64,
    /// When the last of them became so, seconds; 0 without any.
    pub(crate) last_abnormal: i64,
    /// Failed imports whose files still exist.
    pub(crate) failed_imports: i64,
    /// When the last of them failed, seconds; 0 without any.
    pub(crate) last_failed: i64,
}

/// Counts it.
pub(crate) fn urgent(conn: &mut Conn) -> QueryResult<Urgent> {
    Ok(Urgent {
        abnormal_orders: abnormal_orders(conn)?,
        last_abnormal: last_abnormal(conn)?,
        failed_imports: failed_imports(conn)?,
        last_failed: last_failed(conn)?,
    })
}

/// A payment makes an order abnormal. What operators do later does not count.
fn last_abnormal(conn: &mut Conn) -> QueryResult<i64> {
    let abnormal = orders::table
        .filter(orders::status.eq(OrderStatus::Abnormal))
        .select(orders::number);
    let paid: Option<i64> = payments::table
        .filter(payments::order_no.eq_any(abnormal))
        .select(max(payments::created_at))
        .first(conn)?;
    Ok(paid.unwrap_or_default())
}

fn last_failed(conn: &mut Conn) -> QueryResult<i64> {
    let failed: Option<i64> = imports::table
        .filter(imports::kept.and(imports::state.eq(ImportState::Failed)))
        .select(max(imports::finished_at))
        .first(conn)?;
    Ok(failed.unwrap_or_default())
}

/// Work pending for operators.
#[derive(Debug, Clone, Copy)]
pub struct Waiting {
    /// Messages without a reply.
    pub messages: i64,
    /// Reports without a decision.
    pub reports: i64,
    /// Abnormal orders.
    pub orders: i64,
}

/// Counts the work pending for operators.
pub fn waiting(conn: &mut Conn) -> QueryResult<Waiting> {
    Ok(Waiting {
        messages: messages::table
            .filter(messages::status.eq(MessageStatus::Waiting))
            .count()
            .get_result(conn)?,
        reports: open_reports(conn)?,
        orders: abnormal_orders(conn)?,
    })
}

fn open_reports(conn: &mut Conn) -> QueryResult<i64> {
    reports::table
        .filter(reports::decision.is_null())
        .count()
        .get_result(conn)
}

fn failed_imports(conn: &mut Conn) -> QueryResult<i64> {
    imports::table
        .filter(imports::kept.and(imports::state.eq(ImportState::Failed)))
        .count()
        .get_result(conn)
}

fn abnormal_orders(conn: &mut Conn) -> QueryResult<i64> {
    orders::table
        .filter(orders::status.eq(OrderStatus::Abnormal))
        .count()
        .get_result(conn)
}

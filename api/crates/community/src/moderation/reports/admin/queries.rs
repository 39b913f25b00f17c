//! The operators' side of reports.

use std::collections::HashMap;

use diesel::dsl::sum;
use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_catalogue::works::visibility::{self, VisibilityCommand};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{reports, works};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::in_order;
use yingku_http_kit::sorting::{ByTime, Sorting};

use crate::moderation::reports::decision::Decision;
use crate::moderation::reports::model::{FullReport, ReportRow, ReportStatus};
use crate::moderation::visibility::change_visibility;

/// One page of reports and the total: sorted by creation time, or by default open ones serious first and then oldest
/// first, decided ones latest first.
pub fn page(
    conn: &mut Conn,
    status: ReportStatus,
    sorting: Sorting<ByTime>,
    page: Page,
) -> QueryResult<(Vec<FullReport>, i64)> {
    let open = reports::decision.is_null();
    let done = reports::decision.is_not_null();
    let columns = (ReportRow::as_select(), works::number, works::title);
    let list = reports::table.inner_join(works::table).select(columns);
    let list = list.into_boxed();
    let (list, total) = match status {
        ReportStatus::Open => (
            list.filter(open),
            count_up_to_max!(conn, reports::table.filter(open), reports::id)?,
        ),
        ReportStatus::Done => (
            list.filter(done),
            count_up_to_max!(conn, reports::table.filter(done), reports::id)?,
        ),
    };
    let list = match (sorting.chosen(), status) {
        (Some((ByTime::CreateTime, direction)), _) => {
            in_order!(list, direction, reports::created_at, reports::id)
        }
        (None, ReportStatus::Open) => {
            list.order((reports::grave.desc(), reports::created_at, reports::id))
        }
        (None, ReportStatus::Done) => list.order((reports::decided_at.desc(), reports::id.desc())),
    };
    let rows: Vec<(ReportRow, String, String)> = list.paged(page).load(conn)?;
    let counts = count_reports(conn, rows.iter().map(|(row, _, _)| row.work_id))?;
    let full = rows.into_iter().map(|(row, number, title)| FullReport {
        reports: counts.get(&row.work_id).copied().unwrap_or_default(),
        row,
        number,
        title,
    });
    Ok((full.collect(), total))
}

fn count_reports(
    conn: &mut Conn,
    works: impl Iterator<Item = i64>,
) -> QueryResult<HashMap<i64, i64>> {
    let works: Vec<i64> = works.collect();
    let counted: Vec<(i64, Option<i64>)> = reports::table
        .filter(reports::work_id.eq_any(works))
        .group_by(reports::work_id)
        .select((reports::work_id, sum(reports::times)))
        .load(conn)?;
    let counted = counted.into_iter();
    Ok(counted
        .map(|(work, times)| (work, times.unwrap_or_default()))
        .collect())
}

/// The number of open reports among these.
pub fn count_open(conn: &mut Conn, ids: &[i64]) -> QueryResult<usize> {
    let open: Vec<i64> = reports::table
        .filter(reports::id.eq_any(ids))
        .filter(reports::decision.is_null())
        .select(reports::id)
        .load(conn)?;
    Ok(open.len())
}

/// Decides a report. Taking the work down settles all its open reports, keeping it those of the same reason. A work
/// that serious reports have suspended is shown again after the last of them is dismissed.
pub fn decide(
    conn: &mut Conn,
    actor: &Actor,
    report: i64,
    decision: Decision,
    note: &str,
) -> Result<(), ApiError> {
    let row: ReportRow = reports::table
        .find(report)
        .select(ReportRow::as_select())
        .first(conn)?;
    // Serializes the decisions on one work, so that the last one knows it is the last.
    visibility::lock_row(conn, row.work_id)?;
    if settle(conn, actor, &row, decision, note)? == 0 {
        return Err(ErrorKind::ReportDecided.into());
    }
    match decision {
        Decision::Takedown => {
            change_visibility(conn, actor, row.work_id, VisibilityCommand::TakeDown, note)?;
        }
        Decision::Keep if !has_open_serious_report(conn, row.work_id)? => {
            change_visibility(conn, actor, row.work_id, VisibilityCommand::Clear, note)?;
        }
        Decision::Keep => {}
    }
    let change = Change {
        action: Action::ReportDecide,
        target: (TargetKind::Report, report.to_string()),
        before: json!({ "status": "open" }),
        after: json!({ "status": "done", "decision": decision, "work": row.work_id.to_string() }),
        reason: note,
    };
    Ok(audit::record(conn, actor, &change)?)
}

/// Settles the report and those decided with it. Returns how many; 0 if it was decided before.
fn settle(
    conn: &mut Conn,
    actor: &Actor,
    report: &ReportRow,
    decision: Decision,
    note: &str,
) -> QueryResult<usize> {
    let is_open = reports::table
        .find(report.id)
        .filter(reports::decision.is_null());
    if !diesel::select(diesel::dsl::exists(is_open)).get_result::<bool>(conn)? {
        return Ok(0);
    }
    let decided = (
        reports::decision.eq(decision),
        reports::note.eq(note),
        reports::decided_at.eq(actor.now),
    );
    let same_work = reports::table
        .filter(reports::work_id.eq(report.work_id))
        .filter(reports::decision.is_null());
    match decision {
        Decision::Takedown => diesel::update(same_work).set(decided).execute(conn),
        Decision::Keep => {
            let same_reason = same_work
                .filter(reports::reason.eq(&report.reason))
                .filter(reports::playback.eq(report.playback));
            diesel::update(same_reason).set(decided).execute(conn)
        }
    }
}

fn has_open_serious_report(conn: &mut Conn, work: i64) -> QueryResult<bool> {
    let serious = reports::table
        .filter(reports::work_id.eq(work))
        .filter(reports::decision.is_null())
        .filter(reports::grave.eq(true));
    diesel::select(diesel::dsl::exists(serious)).get_result(conn)
}

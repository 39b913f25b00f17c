//! Operator endpoints for reports.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_catalogue::writer::CatalogueWriter;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_http_kit::sorting::{ByTime, Sorting};
use yingku_platform::state::AppState;

use super::queries;
use crate::moderation::reports::decision::{DecisionForm, DecisionsForm, DecisionsResult};
use crate::moderation::reports::model::{Report, ReportStatus, ReportsFilter};

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_reports needs ReportsHandle,
        decide_admin_report needs ReportsHandle,
        decide_admin_reports needs ReportsHandle,
    ]
}

/// List reports
///
/// Open ones serious first, then oldest first; decided ones latest first.
#[utoipa::path(
    get, path = "/admin/reports", tag = "operators", security(("bearer" = [])), params(PageParams, ReportsFilter, Sorting<ByTime>),
    responses((status = 200, description = "One page of reports", body = Rows<Report>)),
)]
async fn list_admin_reports(
    state: web::Data<AppState>,
    Params(wanted): Params<ReportsFilter>,
    sorting: Sorting<ByTime>,
    PageQuery(page): PageQuery,
) -> Result<Rows<Report>, ApiError> {
    let status = wanted.status.unwrap_or(ReportStatus::Open);
    let found = state
        .db
        .query_fresh(move |conn| queries::page(conn, status, sorting, page))
        .await?;
    Ok(Rows::from_page(found))
}

/// Decide a report
///
/// `takedown` takes the work down and settles all its reports, `keep` those of the same reason; a suspended work is
/// shown again after the last serious one.
#[utoipa::path(
    post, path = "/admin/reports/decide", tag = "operators", security(("bearer" = [])), request_body = DecisionForm,
    responses(
        (status = 200, description = "It is decided", body = Done),
        (status = 404, description = "No such report", body = ErrorBody),
        (status = 422, description = "It is decided already (`report_decided`)", body = ErrorBody),
    ),
)]
async fn decide_admin_report(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<DecisionForm>,
) -> Result<Done, ApiError> {
    let ((report, note), decision) = (form.parse()?, form.decision);
    let actor = Actor::operator(&state, operator);
    catalogue
        .write(move |conn| queries::decide(conn, &actor, report, decision, &note))
        .await?;
    Ok(Done::new())
}

/// Decide several reports
///
/// Decides each report in turn; those that cannot be are skipped.
#[utoipa::path(
    post, path = "/admin/reports/decisions", tag = "operators", security(("bearer" = [])), request_body = DecisionsForm,
    responses((status = 200, description = "How many are decided", body = Data<DecisionsResult>)),
)]
async fn decide_admin_reports(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<DecisionsForm>,
) -> Result<Data<DecisionsResult>, ApiError> {
    let ((ids, note), decision) = (form.parse()?, form.decision);
    let actor = Actor::operator(&state, operator);
    let open = count_open(&state, &ids).await?;
    for report in &ids {
        let (actor, note, report) = (actor.clone(), note.clone(), *report);
        let done = catalogue
            .write(move |conn| queries::decide(conn, &actor, report, decision, &note))
            .await;
        match done {
            // Decided before, unknown, or of a work that cannot be taken down: the others are decided.
            Err(error) if (400..500).contains(&error.kind.status()) => {}
            outcome => outcome?,
        }
    }
    // A decision settles other reports of its work, too.
    let decided = open.saturating_sub(count_open(&state, &ids).await?);
    let skipped = ids.len().saturating_sub(decided);
    Ok(Data::new(DecisionsResult { decided, skipped }))
}

async fn count_open(state: &AppState, ids: &[i64]) -> Result<usize, ApiError> {
    let ids = ids.to_vec();
    Ok(state
        .db
        .query_fresh(move |conn| queries::count_open(conn, &ids))
        .await?)
}

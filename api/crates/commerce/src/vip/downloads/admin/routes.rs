//! Operator endpoints for download requests.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Done, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_http_kit::sorting::{ByTime, Sorting};
use yingku_platform::state::AppState;

use super::queries::{self, AdminDownloadRequest, RequestDecisionForm, RequestsFilter};
use crate::vip::downloads::model::RequestStatus;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_downloads needs DownloadsHandle,
        decide_admin_download needs DownloadsHandle,
    ]
}

/// List download requests
///
/// Open ones oldest first, decided ones latest first, unless sorted.
#[utoipa::path(
    get, path = "/admin/downloads", tag = "operators", security(("bearer" = [])), params(PageParams, RequestsFilter, Sorting<ByTime>),
    responses((status = 200, description = "One page of requests", body = Rows<AdminDownloadRequest>)),
)]
async fn list_admin_downloads(
    state: web::Data<AppState>,
    Params(wanted): Params<RequestsFilter>,
    sorting: Sorting<ByTime>,
    PageQuery(page): PageQuery,
) -> Result<Rows<AdminDownloadRequest>, ApiError> {
    let status = wanted.status.unwrap_or(RequestStatus::Open);
    let (rows, total) = state
        .db
        .query_fresh(move |conn| queries::page(conn, status, sorting, page))
        .await?;
    Ok(Rows::of(rows.into_iter(), total))
}

/// Decide a download request
///
/// The work has been made available, or the request is refused. A decision is final.
#[utoipa::path(
    post, path = "/admin/downloads/decide", tag = "operators", security(("bearer" = [])), request_body = RequestDecisionForm,
    responses(
        (status = 200, description = "It is decided", body = Done),
        (status = 404, description = "No such request", body = ErrorBody),
        (status = 422, description = "It is decided already (`download_decided`)", body = ErrorBody),
    ),
)]
async fn decide_admin_download(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<RequestDecisionForm>,
) -> Result<Done, ApiError> {
    let (request, status, note) = form.parse()?;
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| queries::decide(conn, &actor, request, status, &note))
        .await?;
    Ok(Done::new())
}

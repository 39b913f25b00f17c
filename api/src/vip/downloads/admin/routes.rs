//! `GET /admin/downloads` and `POST /admin/downloads/decide`.

use actix_web::web;

use super::queries::{self, DeskRequest, RequestDecisionForm, RequestsParams};
use crate::audit::Actor;
use crate::auth::caller::Operator;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Done, Rows};
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The operators' calls about download requests.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_downloads needs DownloadsHandle,
        update_admin_download needs DownloadsHandle,
    ]
}

/// List download requests
///
/// Of those that wait the oldest first, of the decided ones the last. Past the end there are no rows.
#[utoipa::path(
    get, path = "/admin/downloads", tag = "operators", security(("bearer" = [])), params(RequestsParams),
    responses(
        (status = 200, description = "One page of requests", body = Rows<DeskRequest>),
        (status = 400, description = "A parameter breaks its rule", body = ErrorBody),
    ),
)]
async fn list_admin_downloads(
    state: web::Data<AppState>,
    params: web::Query<RequestsParams>,
) -> Result<web::Json<Rows<DeskRequest>>, ApiError> {
    let (status, by_time, page) = params.parse()?;
    let (rows, total) = state
        .db
        .read_fresh(move |conn| Ok::<_, ApiError>(queries::page(conn, status, by_time, page)?))
        .await?;
    Ok(web::Json(Rows::of(
        rows.into_iter().map(DeskRequest::from),
        total,
    )))
}

/// Decide a download request
///
/// Once: the work was made ready, or will not be.
#[utoipa::path(
    post, path = "/admin/downloads/decide", tag = "operators", security(("bearer" = [])), request_body = RequestDecisionForm,
    responses(
        (status = 200, description = "It is decided", body = Done),
        (status = 400, description = "A field breaks its rule", body = ErrorBody),
        (status = 404, description = "No such request", body = ErrorBody),
        (status = 422, description = "It is decided already (`download_decided`)", body = ErrorBody),
    ),
)]
async fn update_admin_download(
    state: web::Data<AppState>,
    operator: Operator,
    form: web::Json<RequestDecisionForm>,
) -> Result<web::Json<Done>, ApiError> {
    let (request, status, note) = form.parse()?;
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| queries::decide(conn, &actor, request, status, &note))
        .await?;
    Ok(web::Json(Done::new()))
}

//! `GET /admin/jobs` and `POST /admin/jobs`.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Done, Rows};
use yingku_http_kit::error::ApiError;
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_platform::state::AppState;

use super::list;
use super::model::{Job, JobsFilter, JobsForm};
use crate::uploads::Uploads;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_jobs needs WorksImport,
        change_jobs needs WorksImport,
    ]
}

/// List jobs
///
/// Imports and films, newest first.
#[utoipa::path(
    get, path = "/admin/jobs", tag = "operators", security(("bearer" = [])), params(PageParams, JobsFilter),
    responses((status = 200, description = "One page of jobs", body = Rows<Job>)),
)]
async fn list_jobs(
    state: web::Data<AppState>,
    Params(wanted): Params<JobsFilter>,
    PageQuery(page): PageQuery,
) -> Result<Rows<Job>, ApiError> {
    let now = state.now();
    let (rows, total) = state
        .db
        .query_fresh(move |conn| list::page(conn, wanted.state, page, now))
        .await?;
    Ok(Rows::of(rows.into_iter(), total))
}

/// Change jobs
///
/// Cancels films, queues them again, or deletes ended jobs. Others stay.
#[utoipa::path(
    post, path = "/admin/jobs", tag = "operators", security(("bearer" = [])), request_body = JobsForm,
    responses((status = 200, description = "Done", body = Done)),
)]
async fn change_jobs(
    state: web::Data<AppState>,
    uploads: web::Data<Uploads>,
    operator: Operator,
    form: Json<JobsForm>,
) -> Result<Done, ApiError> {
    let change = form.into_inner().parse()?;
    let actor = Actor::operator(&state, operator);
    let deleted = state
        .db
        .execute(move |conn| list::change(conn, &actor, &change))
        .await?;
    for import in deleted {
        uploads.files().remove(import);
    }
    Ok(Done::new())
}

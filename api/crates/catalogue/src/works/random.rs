//! `GET /v2/works/random`: a random work of a list (R2.33).

use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{HttpResponse, web};
use yingku_db::page::Page;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::params::Params;
use yingku_platform::state::AppState;
use yingku_search::{WorksIndex, WorksQuery};

use super::correction::find_with_correction;
use super::model::Work;
use super::params::WorksParams;
use super::queries;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![get_random_work]
}

/// Get a random work
///
/// A uniformly random work of the list with these parameters, drawn again each time.
#[utoipa::path(
    get, path = "/v2/works/random", tag = "works", params(WorksParams),
    responses(
        (status = 200, description = "The work", body = Data<Work>),
        (status = 404, description = "The list has no works", body = ErrorBody),
    ),
)]
async fn get_random_work(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    Params(params): Params<WorksParams>,
) -> Result<HttpResponse, ApiError> {
    let query = params.query(Page::new(1, 1), state.now());
    let index = index.clone();
    let work = state
        .db
        .read(move |conn| {
            let mut query = queries::resolve_terms(conn, query, &params.terms())?;
            let typed = params.keyword.as_deref();
            let pick = |query: &WorksQuery| {
                Ok(index.random(&query.filter, |below| fastrand::usize(..below))?)
            };
            let (picked, _) =
                find_with_correction(&index, &mut query, typed, pick, Option::is_none)?;
            let id = picked.ok_or_else(ApiError::not_found)?;
            Ok::<_, ApiError>(Work::from(queries::by_id(conn, id)?))
        })
        .await?;
    let mut response = HttpResponse::Ok().json(Data::new(work));
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

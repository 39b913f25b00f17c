//! `GET /torznab/api`.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, web};
use yingku_base::time::seconds_to_next_day;
use yingku_http_kit::error::ApiError;
use yingku_platform::state::AppState;
use yingku_search::WorksIndex;

use super::answer;
use super::model::{Question, TorznabError, parse};
use super::queries;
use crate::magnets::copies::Copies;

/// The path.
pub const PATH: &str = "/torznab/api";
const MIME: &str = "application/xml; charset=utf-8";

/// Mounts the search.
pub fn mount(config: &mut web::ServiceConfig) {
    config.service(web::resource(PATH).route(web::get().to(serve)));
}

async fn serve(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    copies: web::Data<Copies>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let search = match parse(request.query_string()) {
        Ok(Question::Caps) => return Ok(answered(StatusCode::OK, answer::caps(&state.config))),
        Ok(Question::Search(search)) => search,
        Err(error) => return Ok(error_response(error)),
    };
    let (now, enforced) = (state.now(), state.config.vip.server_counts_copies);
    let found = state
        .db
        .read_fresh(move |conn| queries::find(conn, (&index, &copies), &search, now))
        .await?;
    let (caller, links) = match found {
        Ok(found) => found,
        Err(error) => return Ok(error_response(error)),
    };
    let links = state
        .db
        .execute(move |conn| queries::count(conn, &caller, links, (now, enforced)))
        .await?;
    Ok(match links {
        Ok(links) => answered(StatusCode::OK, answer::links(&state.config, links)),
        Err(error) => quota_exceeded(error, now),
    })
}

/// The error, with `Retry-After` until the daily quota is reset.
fn quota_exceeded(error: TorznabError, now: i64) -> HttpResponse {
    let mut answer = error_response(error);
    let wait = HeaderValue::from(seconds_to_next_day(now));
    answer.headers_mut().insert(RETRY_AFTER, wait);
    answer
}

fn error_response(error: TorznabError) -> HttpResponse {
    let status = StatusCode::from_u16(error.status).unwrap_or(StatusCode::BAD_REQUEST);
    answered(status, answer::error_document(error))
}

fn answered(status: StatusCode, xml: Vec<u8>) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type(MIME)
        .body(xml)
}

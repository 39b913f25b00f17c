//! `GET /v2/tag/channel`, `GET /v2/tag/list`, `GET /v2/tag/letters` and `GET /v2/works/performer/list`.

use actix_web::{HttpRequest, HttpResponse, web};

use super::model::{
    LettersParams, TermChoice, TermEntry, TermGroup, TermLetters, TermRow, TermsParams, TermsQuery,
};
use super::queries;
use crate::base::values::{Count, Id};
use crate::catalogue::index::Basis;
use crate::catalogue::index::WorksIndex;
use crate::catalogue::kinds::TermKind;
use crate::catalogue::response_cache::ResponseCache;
use crate::db::page::Page;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Data, Rows};
use crate::http::error::ApiError;
use crate::http::params::{PageParams, Params};
use crate::state::AppState;

/// Heading of categories without a group.
const OTHER_GROUP: &str = "其他";

/// The term calls.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_terms,
        list_term_letters,
        list_term_groups,
        list_performers
    ]
    .and(super::detail::routes::endpoints())
}

/// List terms
///
/// One page of tags, performers, makers, labels, directors, series or items with visible works, most used first.
#[utoipa::path(
    get, path = "/v2/tag/list", tag = "terms", params(PageParams, TermsParams),
    responses(
        (status = 200, description = "One page of terms", body = Rows<TermEntry>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_terms(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    index: web::Data<WorksIndex>,
    request: HttpRequest,
    Params(params): Params<TermsParams>,
    page: Page,
) -> Result<HttpResponse, ApiError> {
    entries(&state, &cache, &index, &request, params.query(), page).await
}

/// List the letters of terms
///
/// The letters under which a list of terms has entries, # first and then A to Z; all of them while a new name has not been read.
#[utoipa::path(
    get, path = "/v2/tag/letters", tag = "terms", params(LettersParams),
    responses(
        (status = 200, description = "The letters", body = Data<TermLetters>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_term_letters(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    index: web::Data<WorksIndex>,
    request: HttpRequest,
    Params(params): Params<LettersParams>,
) -> Result<HttpResponse, ApiError> {
    let query = params.query();
    let basis = index.state(Basis::Works);
    let letters = state
        .db
        .query(move |conn| queries::letters(conn, &query))
        .await?;
    cache.store(&request, basis, &Data::new(TermLetters { letters }), None)
}

/// List performers
///
/// One page of performers with visible works, ordered by `count` or `uncensoredCount`; the latter omits performers without
/// any.
#[utoipa::path(
    get, path = "/v2/works/performer/list", tag = "terms", params(PageParams, TermsParams),
    responses(
        (status = 200, description = "One page of performers", body = Rows<TermEntry>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_performers(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    index: web::Data<WorksIndex>,
    request: HttpRequest,
    Params(params): Params<TermsParams>,
    page: Page,
) -> Result<HttpResponse, ApiError> {
    let query = TermsQuery {
        kind: TermKind::Performer,
        ..params.query()
    };
    entries(&state, &cache, &index, &request, query, page).await
}

async fn entries(
    state: &AppState,
    cache: &ResponseCache,
    index: &WorksIndex,
    request: &HttpRequest,
    query: TermsQuery,
    page: Page,
) -> Result<HttpResponse, ApiError> {
    let basis = index.state(Basis::Works);
    let found = state
        .db
        .query(move |conn| queries::page(conn, query, page))
        .await?;
    let list: Rows<TermEntry> = Rows::shown(found);
    cache.store(request, basis, &list, None)
}

/// List category groups
///
/// One page of a channel's category groups, each with its categories.
#[utoipa::path(
    get, path = "/v2/tag/channel", tag = "terms", params(PageParams, TermsParams),
    responses(
        (status = 200, description = "The groups", body = Data<Vec<TermGroup>>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_term_groups(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    index: web::Data<WorksIndex>,
    request: HttpRequest,
    Params(params): Params<TermsParams>,
    page: Page,
) -> Result<HttpResponse, ApiError> {
    let query = params.query();
    let basis = index.state(Basis::Works);
    let rows = state
        .db
        .query(move |conn| queries::choices(conn, query.kind, query.channel))
        .await?;
    let groups = Data::new(page.of(grouped(rows)));
    cache.store(&request, basis, &groups, None)
}

/// Groups in the order of their most used category; categories without a group come last.
fn grouped(rows: Vec<TermRow>) -> Vec<TermGroup> {
    let mut groups: Vec<TermGroup> = Vec::new();
    for row in rows {
        let name = if row.group_name.is_empty() {
            OTHER_GROUP
        } else {
            row.group_name.as_str()
        };
        let at = groups.iter().position(|group| group.name == name);
        let choice = TermChoice {
            id: Id(row.id),
            name: row.name.clone(),
            name_cn: row.name_cn.clone(),
            count: Count(row.count.into()),
        };
        match at.and_then(|at| groups.get_mut(at)) {
            Some(group) => group.items.push(choice),
            None => groups.push(TermGroup {
                name: name.to_owned(),
                items: vec![choice],
            }),
        }
    }
    groups.sort_by_key(|group| group.name == OTHER_GROUP);
    groups
}

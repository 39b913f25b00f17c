//! `GET /v2/search/suggest` and `GET /v2/search/hot`.

use std::collections::{HashMap, HashSet};

use actix_web::{HttpRequest, HttpResponse, web};
use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_base::time::shanghai_day;
use yingku_db::Conn;
use yingku_db::schema::terms;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::param_types::Number;
use yingku_http_kit::params::Params;
use yingku_platform::state::AppState;
use yingku_platform::stats::searched_words;
use yingku_search::{Basis, Keyword, Meaning, State, WorksFilter, WorksIndex};

use super::directory::Directory;
use super::model::{DEFAULT_LIMIT, SuggestParams, SuggestedTerm, SuggestedWork, Suggestions};
use super::names::NamedTerm;
use crate::cached_read::CachedRead;
use crate::kinds::TermKind;
use crate::response_cache::ResponseCache;
use crate::terms::model::TermRow;
use crate::terms::names;
use crate::works;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![get_suggestions, list_hot_words]
}

/// Get suggestions
///
/// Works and terms for a partly typed keyword. Does not count as a search.
#[utoipa::path(
    get, path = "/v2/search/suggest", tag = "works", params(SuggestParams),
    responses(
        (status = 200, description = "The suggestions", body = Data<Suggestions>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn get_suggestions(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    index: web::Data<WorksIndex>,
    directory: web::Data<Directory>,
    request: HttpRequest,
    Params(params): Params<SuggestParams>,
) -> Result<HttpResponse, ApiError> {
    let (basis, found) = find_suggestions(&state, index, directory, params).await?;
    cache.store(&request, basis, &Data::new(found), None)
}

/// The suggestions, and the state of the index that they depend on.
pub async fn find_suggestions(
    state: &AppState,
    index: web::Data<WorksIndex>,
    directory: web::Data<Directory>,
    params: SuggestParams,
) -> Result<(State, Suggestions), ApiError> {
    let basis = index.state(Basis::Works);
    let limit = usize::try_from(params.limit.map_or(DEFAULT_LIMIT, Number::get)).unwrap_or(0);
    let text = params.keyword.0;
    let hidden = params.without_terms.map(|list| list.0).unwrap_or_default();
    let suggestions = state
        .db
        .read(move |conn| {
            let keyword = Keyword::parse(&text);
            let hidden = names::all_with_former_ids(conn, &hidden)?;
            let left_out: HashSet<i64> = hidden.iter().copied().collect();
            let found = directory.find(&text, limit, &left_out);
            let filter = WorksFilter {
                keyword: Some(keyword.clone()),
                without: hidden,
                ..WorksFilter::default()
            };
            let works = index.first(&filter, limit)?;
            let nothing = works.is_empty() && found.is_empty();
            let meaning = nothing.then(|| index.meaning(&text, &filter)).transpose()?;
            let corrected = meaning.as_ref().and_then(Meaning::corrected);
            let corrected = corrected.map(ToOwned::to_owned);
            Ok::<_, ApiError>(Suggestions {
                works: suggested_works(conn, &works, &keyword)?,
                terms: suggested_terms(conn, &found, &keyword)?,
                corrected,
            })
        })
        .await?;
    Ok((basis, suggestions))
}

/// The works that were found, in that order.
fn suggested_works(
    conn: &mut Conn,
    found: &[i64],
    keyword: &Keyword,
) -> QueryResult<Vec<SuggestedWork>> {
    let rows = works::queries::by_ids(conn, found)?;
    let reasons = works::found::explain(conn, &rows, keyword)?;
    let works = rows.into_iter().zip(reasons);
    Ok(works
        .map(|(row, reason)| SuggestedWork::new(row, reason))
        .collect())
}

/// The terms that were found, in that order.
fn suggested_terms(
    conn: &mut Conn,
    found: &[NamedTerm],
    keyword: &Keyword,
) -> QueryResult<Vec<SuggestedTerm>> {
    let ids = found.iter().map(|term| term.id);
    let rows: Vec<TermRow> = terms::table
        .select(TermRow::as_select())
        .filter(terms::id.eq_any(ids))
        .filter(terms::count.gt(0))
        .filter(terms::merged_into.is_null())
        .load(conn)?;
    let mut rows: HashMap<i64, TermRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    let suggested = found.iter().filter_map(|NamedTerm { id, named }| {
        let row = rows.remove(id)?;
        let kind = TermKind::from_code(row.kind)?;
        Some(SuggestedTerm::new(kind, row, keyword, *named))
    });
    Ok(suggested.collect())
}

/// List hot words
///
/// The most frequent searches with results of the last seven days, most searched first. Only words that several
/// visitors have searched for.
#[utoipa::path(
    get, path = "/v2/search/hot", tag = "works",
    responses(
        (status = 200, description = "The words, at most 20", body = Data<Vec<String>>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_hot_words(read: CachedRead) -> Result<HttpResponse, ApiError> {
    let first = shanghai_day(read.state.now()) - (searched_words::HOT_DAYS - 1);
    read.respond(move |conn, _| {
        let words = searched_words::hottest(conn, first)?;
        let words: Vec<String> = words.into_iter().map(|(word, _)| word).collect();
        Ok(Data::new(words))
    })
    .await
}

//! `GET /v2/works/detail/list`, `GET /v2/works/detail/facets` and `GET /v2/works/detail/{id}`.

use actix_web::{HttpRequest, HttpResponse, web};
use diesel::result::QueryResult;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::auth::caller::{Bearer, Client};
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{OK, OK_TEXT, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::params::{PageParams, PageQuery, Params, PathId};
use yingku_platform::state::AppState;
use yingku_platform::stats::searches::Search;
use yingku_search::{Basis, Meaning, State, WorksIndex, WorksPage, WorksQuery};

use super::correction::find_with_correction;
use super::model::{Work, WorkRow};
use super::params::WorksParams;
use super::reactions::{Reactions, reactions_of};
use super::{facets, found, queries, random, similar};
use crate::kinds::TermKind;
use crate::response_cache::{CountsAs, ResponseCache};
use crate::terms::model::{Term, TermRow};
use crate::works::views::Views;

/// The works endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![list_works]
        .and(facets::endpoints())
        .and(random::endpoints())
        .and(similar::endpoints())
        .and(endpoints![get_work])
}

/// List works
///
/// One page of works by filter, keyword and order, with the exact total. A keyword without results is corrected if
/// something similar exists, and loses a word if no work has all of them.
#[utoipa::path(
    get, path = "/v2/works/detail/list", tag = "works", params(PageParams, WorksParams),
    responses(
        (status = 200, description = "One page of works", body = WorksList),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_works(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    index: web::Data<WorksIndex>,
    request: HttpRequest,
    Params(params): Params<WorksParams>,
    PageQuery(page): PageQuery,
) -> Result<HttpResponse, ApiError> {
    let (basis, list, search) = find_works(&state, &index, params, page).await?;
    cache.store(&request, basis, &list, search)
}

/// One page of works, with the index state from before the read and the search to count.
pub async fn find_works(
    state: &AppState,
    index: &web::Data<WorksIndex>,
    params: WorksParams,
    page: Page,
) -> Result<(State, WorksList, Option<Search>), ApiError> {
    let query = params.query(page, state.now());
    let index = index.clone();
    let basis = index.state(Basis::of(query.sort));
    let of_kind = params.terms();
    let keyword = params.keyword;
    let (list, search) = state
        .db
        .read(move |conn| {
            let mut query = queries::resolve_terms(conn, query, &of_kind)?;
            let typed = keyword.as_deref();
            let find = |query: &WorksQuery| Ok(index.search(query)?);
            let (page, meaning) =
                find_with_correction(&index, &mut query, typed, find, |page| page.total == 0)?;
            let search = typed.filter(|_| query.offset == 0);
            let search = search.map(|typed| Search::new(typed, meaning != Meaning::AsTyped));
            let works = works_of(conn, &query, &page)?;
            Ok::<_, ApiError>((WorksList::new(works, page.total, &meaning), search))
        })
        .await?;
    Ok((basis, list, search))
}

/// The works of a page, in a search with their matches.
fn works_of(conn: &mut Conn, query: &WorksQuery, page: &WorksPage) -> QueryResult<Vec<Work>> {
    let rows = queries::by_ids(conn, &page.ids)?;
    let reasons = match &query.filter.keyword {
        Some(keyword) => found::explain(conn, &rows, keyword)?,
        None => Vec::new(),
    };
    let in_order = |row| Work::in_order(row, query.sort);
    let mut works: Vec<Work> = rows.into_iter().map(in_order).collect();
    for (work, reason) in works.iter_mut().zip(reasons) {
        work.found = Some(reason);
    }
    Ok(works)
}

/// One page of works.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorksList {
    /// The rows.
    #[serde(flatten)]
    pub list: Rows<Work>,
    /// The corrected keyword, if the given one has no results; the rows are for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "灯塔", max_length = 100)]
    pub corrected: Option<String>,
    /// The words that `corrected` omits, when no work has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2", max_length = 100)]
    pub left_out: Option<String>,
}

impl WorksList {
    fn new(works: Vec<Work>, total: u64, meaning: &Meaning) -> Self {
        Self {
            list: Rows::new(works, total),
            corrected: meaning.corrected().map(ToOwned::to_owned),
            left_out: meaning.left_out().map(ToOwned::to_owned),
        }
    }
}

/// A work with its terms.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkDetail {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// The work.
    pub data: Work,
    /// Whether the caller has collected it.
    pub collect: bool,
    /// Whether the caller likes it.
    pub like: bool,
    /// Categories.
    pub tags: Vec<Term>,
    /// Makers.
    pub maker: Vec<Term>,
    /// Cast.
    pub performer: Vec<Term>,
    /// Labels.
    pub label: Vec<Term>,
    /// Series.
    pub series: Vec<Term>,
    /// Directors.
    pub director: Vec<Term>,
    /// Items (相同系列).
    pub item: Vec<Term>,
}

/// Get a work
///
/// The work with its terms, and whether the caller, if signed in, has collected or liked it. 404 if hidden. Counts as a
/// view, once in half an hour.
#[utoipa::path(
    get, path = "/v2/works/detail/{id}", tag = "works", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "Id of the work", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001")),
    responses(
        (status = 200, description = "The work", body = WorkDetail),
        (status = 304, description = "Unchanged since the given ETag, for callers who are not signed in"),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn get_work(
    state: web::Data<AppState>,
    (index, cache): (web::Data<WorksIndex>, web::Data<ResponseCache>),
    views: web::Data<Views>,
    request: HttpRequest,
    bearer: Bearer,
    client: Client,
    PathId(id): PathId,
) -> Result<HttpResponse, ApiError> {
    if !bearer.has_token() {
        let (basis, work) = find_work(&state, &index, id).await?;
        return cache.store(&request, basis, &work, CountsAs::View(id));
    }
    let now = state.now();
    // One transaction, on the primary, so that members see their own writes.
    let (work, terms, reactions) = state
        .db
        .read_fresh(move |conn| {
            let visitor = bearer.look_up(conn, now)?;
            let (work, terms) = (queries::by_id(conn, id)?, queries::terms_of(conn, id)?);
            let reactions = match visitor.member_id() {
                Some(member) => reactions_of(conn, member, id)?,
                None => Reactions::default(),
            };
            Ok::<_, ApiError>((work, terms, reactions))
        })
        .await?;
    views.record(&client, id);
    Ok(HttpResponse::Ok().json(WorkDetail::new(work, &terms, &reactions)))
}

/// A work as visitors see it, with the index state from before the read.
///
/// # Errors
/// 404 if it does not exist or is hidden.
pub async fn find_work(
    state: &AppState,
    index: &WorksIndex,
    id: i64,
) -> Result<(State, WorkDetail), ApiError> {
    let basis = index.state(Basis::Works);
    let read = move |conn: &mut Conn| {
        Ok::<_, ApiError>((queries::by_id(conn, id)?, queries::terms_of(conn, id)?))
    };
    let (work, terms) = state.db.read(read).await?;
    Ok((basis, WorkDetail::new(work, &terms, &Reactions::default())))
}

impl WorkDetail {
    fn new(work: WorkRow, terms: &[(TermKind, TermRow)], reactions: &Reactions) -> Self {
        let of = |kind: TermKind| {
            terms
                .iter()
                .filter(|(k, _)| *k == kind)
                .map(|(_, row)| Term::from(row))
                .collect()
        };
        Self {
            code: OK,
            msg: OK_TEXT,
            data: Work::from(work),
            collect: reactions.collect,
            like: reactions.like,
            tags: of(TermKind::Tag),
            maker: of(TermKind::Maker),
            performer: of(TermKind::Performer),
            label: of(TermKind::Label),
            series: of(TermKind::Series),
            director: of(TermKind::Director),
            item: of(TermKind::Item),
        }
    }
}

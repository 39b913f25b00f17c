//! `GET /v2/works/detail/list` and `GET /v2/works/detail/{id}`.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Work, WorksParams};
use super::queries;
use super::reactions::{Reactions, reactions_of};
use crate::auth::caller::{Bearer, Client};
use crate::catalogue::index::{WorksFilter, WorksIndex, WorksQuery};
use crate::catalogue::kinds::TermKind;
use crate::catalogue::response_cache::ResponseCache;
use crate::catalogue::terms::model::Term;
use crate::catalogue::works::views::Views;
use crate::db::Conn;
use crate::db::page::Page;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{OK, OK_TEXT, Rows};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::params::{PageParams, Params, PathId};
use crate::state::AppState;
use crate::stats::searches::Search;

/// The works calls.
pub fn endpoints() -> Endpoints {
    endpoints![list_works, get_work]
}

/// List works
///
/// One page of works by filter, keyword and order, with the exact total. Past the end there are no rows.
#[utoipa::path(
    get, path = "/v2/works/detail/list", tag = "works", params(PageParams, WorksParams),
    responses(
        (status = 200, description = "One page of works", body = Rows<Work>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_works(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    index: web::Data<WorksIndex>,
    request: HttpRequest,
    Params(params): Params<WorksParams>,
    page: Page,
) -> Result<HttpResponse, ApiError> {
    let query = params.parse(page, state.now())?;
    let index = index.clone();
    let basis = index.state(query.sort.basis());
    let keyword = params.keyword;
    let (list, search) = state
        .db
        .read(move |conn| {
            let query = queries::resolve_terms(conn, query)?;
            let page = index.search(&query)?;
            let rows = queries::by_ids(conn, &page.ids)?;
            let in_order = |row| Work::in_order(row, query.sort);
            let works = rows.into_iter().map(in_order).collect();
            let search = search_of(&index, &query, keyword.as_deref(), page.total)?;
            Ok::<_, ApiError>((Rows::new(works, page.total), search))
        })
        .await?;
    cache.store(&request, basis, &list, search)
}

/// The search of a first page. It has missed if the keyword finds nothing in any channel, with or without magnet links.
fn search_of(
    index: &WorksIndex,
    query: &WorksQuery,
    keyword: Option<&str>,
    total: u64,
) -> Result<Option<Search>, ApiError> {
    let Some(keyword) = keyword.filter(|_| query.offset == 0) else {
        return Ok(None);
    };
    let anywhere = WorksQuery {
        filter: WorksFilter {
            keyword: query.filter.keyword.clone(),
            ..WorksFilter::default()
        },
        limit: 0,
        ..query.clone()
    };
    let missed =
        total == 0 && (anywhere.filter == query.filter || index.search(&anywhere)?.total == 0);
    Ok(Some(Search::new(keyword, missed)))
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
/// The work with its terms, and whether the caller, if signed in, has collected or liked it. A hidden work is 404. The call
/// counts as a view of the work, once in half an hour.
#[utoipa::path(
    get, path = "/v2/works/detail/{id}", tag = "works", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "Id of the work", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001")),
    responses(
        (status = 200, description = "The work", body = WorkDetail),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn get_work(
    state: web::Data<AppState>,
    views: web::Data<Views>,
    bearer: Bearer,
    client: Client,
    PathId(id): PathId,
) -> Result<web::Json<WorkDetail>, ApiError> {
    let (has_token, now) = (bearer.has_token(), state.now());
    // One transaction; for members on the primary, so that they see their own writes.
    let read = move |conn: &mut Conn| {
        let visitor = bearer.look_up(conn, now)?;
        let (work, terms) = (queries::by_id(conn, id)?, queries::terms_of(conn, id)?);
        let reactions = match visitor.member_id() {
            Some(member) => reactions_of(conn, member, id)?,
            None => Reactions::default(),
        };
        Ok::<_, ApiError>((work, terms, reactions))
    };
    let (work, terms, reactions) = match has_token {
        true => state.db.read_fresh(read).await?,
        false => state.db.read(read).await?,
    };
    views.record(&client.visitor(), &client.network(), id);
    let of = |kind: TermKind| {
        terms
            .iter()
            .filter(|(k, _)| *k == kind)
            .map(|(_, row)| Term::from(row))
            .collect()
    };
    Ok(web::Json(WorkDetail {
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
    }))
}

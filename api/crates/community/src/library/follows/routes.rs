//! The follow endpoints.

use actix_web::web;
use diesel::result::QueryResult;
use yingku_access::auth::caller::Member;
use yingku_catalogue::works::facets::{FacetsParams, WorksFacets};
use yingku_catalogue::works::model::Work;
use yingku_catalogue::works::params::WorksParams;
use yingku_catalogue::works::queries::{by_ids, resolve_terms};
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params, PathId};
use yingku_platform::state::AppState;
use yingku_search::{WorksIndex, WorksQuery};

use super::model::{FollowForm, FollowState, FollowsParams, MemberTerm};
use super::queries;
use crate::library::hidden;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        follow_term,
        get_follow,
        list_follows,
        list_works_of_follows,
        get_facets_of_follows
    ]
}

/// Follow a term
///
/// Follows a tag, performer, maker, label, director, series or item (status 0), or unfollows it (status 9). Repeating it
/// changes nothing. A member can follow at most 500. The id of a merged term means the one it was merged into.
#[utoipa::path(
    post, path = "/v2/user/follow", tag = "library", security(("bearer" = [])), request_body = FollowForm,
    responses(
        (status = 200, description = "How things are now", body = Data<FollowState>),
        (status = 404, description = "No such term, or none with visible works", body = ErrorBody),
        (status = 422, description = "Too many follows", body = ErrorBody),
    ),
)]
async fn follow_term(
    state: web::Data<AppState>,
    member: Member,
    form: Json<FollowForm>,
) -> Result<Data<FollowState>, ApiError> {
    let (user, term) = (member.id, form.data_id.0);
    let (follow, now) = (form.status.is_on(), state.now());
    let state = state
        .db
        .write(move |conn| queries::set(conn, user, term, follow, now))
        .await?;
    Ok(Data::new(state))
}

/// Get the follow status of a term
///
/// Whether the caller follows it, and how many members do.
#[utoipa::path(
    get, path = "/v2/user/follow/{id}", tag = "library", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the term", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000002")),
    responses(
        (status = 200, description = "How things are", body = Data<FollowState>),
        (status = 404, description = "No such term, or none with visible works", body = ErrorBody),
    ),
)]
async fn get_follow(
    state: web::Data<AppState>,
    member: Member,
    PathId(term): PathId,
) -> Result<Data<FollowState>, ApiError> {
    let found = state
        .db
        .query_fresh(move |conn| queries::state(conn, member.id, term))
        .await?;
    Ok(Data::new(found))
}

/// List followed terms
///
/// The terms the caller follows, latest first, including those without visible works.
#[utoipa::path(
    get, path = "/v2/user/follow/list", tag = "library", security(("bearer" = [])), params(PageParams, FollowsParams),
    responses((status = 200, description = "One page of terms", body = Rows<MemberTerm>)),
)]
async fn list_follows(
    state: web::Data<AppState>,
    member: Member,
    Params(params): Params<FollowsParams>,
    PageQuery(page): PageQuery,
) -> Result<Rows<MemberTerm>, ApiError> {
    let (rows, total) = state
        .db
        .query_fresh(move |conn| queries::page(conn, member.id, params.table_name, page))
        .await?;
    Ok(Rows::of(rows.into_iter(), total))
}

/// List works of followed terms
///
/// The visible works with a term the caller follows and none the caller hides, newest first or in the requested order,
/// and filtered if requested, with the exact total.
#[utoipa::path(
    get, path = "/v2/user/follow/works", tag = "library", security(("bearer" = [])), params(PageParams, WorksParams),
    responses((status = 200, description = "One page of works", body = Rows<Work>)),
)]
async fn list_works_of_follows(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    member: Member,
    Params(params): Params<WorksParams>,
    PageQuery(page): PageQuery,
) -> Result<Rows<Work>, ApiError> {
    let query = params.query(page, state.now());
    state
        .db
        .read_fresh(move |conn| {
            let query = of_follows(conn, member.id, query, &params)?;
            let found = index.search(&query)?;
            let rows = by_ids(conn, &found.ids)?.into_iter();
            let works = rows.map(|row| Work::in_order(row, query.sort)).collect();
            Ok(Rows::new(works, found.total))
        })
        .await
}

/// Get the facets of works of followed terms
///
/// The number of works of followed terms that each further filter would leave, given these parameters. All counts are
/// exact.
#[utoipa::path(
    get, path = "/v2/user/follow/works/facets", tag = "library", security(("bearer" = [])), params(WorksParams, FacetsParams),
    responses((status = 200, description = "The counts", body = Data<WorksFacets>)),
)]
async fn get_facets_of_follows(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    member: Member,
    Params(params): Params<WorksParams>,
    Params(besides): Params<FacetsParams>,
) -> Result<Data<WorksFacets>, ApiError> {
    let query = params.query(Page::new(1, 1), state.now());
    let facets = state
        .db
        .read_fresh(move |conn| {
            let query = of_follows(conn, member.id, query, &params)?;
            WorksFacets::count(conn, &index, &query.filter, &besides)
        })
        .await?;
    Ok(Data::new(facets))
}

/// A query of only what a member follows and does not hide.
fn of_follows(
    conn: &mut Conn,
    member: i64,
    query: WorksQuery,
    params: &WorksParams,
) -> QueryResult<WorksQuery> {
    let mut query = resolve_terms(conn, query, &params.terms())?;
    query.filter.with.push(queries::followed_ids(conn, member)?);
    let hidden = hidden::queries::hidden_ids(conn, member)?;
    query.filter.without.extend(hidden);
    Ok(query)
}

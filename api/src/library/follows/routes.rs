//! The follow calls.

use actix_web::web;

use super::model::{FollowForm, FollowState, FollowsParams, KeptTerm};
use super::queries;
use crate::auth::caller::Member;
use crate::catalogue::index::{Sort, WorksFilter, WorksIndex, WorksQuery};
use crate::catalogue::works::model::Work;
use crate::catalogue::works::queries::by_ids;
use crate::db::page::{DEEPEST_ROW, Page};
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Data, Rows};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json::Json;
use crate::http::params::{PageParams, Params, PathId};
use crate::library::hidden;
use crate::state::AppState;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![follow_term, get_follow, list_follows, list_works_of_follows]
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
    let (user, term) = (member.id, form.data_id.parse("dataId")?);
    let (follow, now) = (form.status.is_on(), state.now());
    let state = state
        .db
        .write(move |conn| queries::set(conn, user, term, follow, now))
        .await?;
    Ok(Data::new(state))
}

/// Whether I follow a term
///
/// Whether the caller follows a term, and how many members do.
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

/// List what I follow
///
/// The terms the caller follows, latest first, also those that have no visible works any more. Past the end there are no
/// rows.
#[utoipa::path(
    get, path = "/v2/user/follow/list", tag = "library", security(("bearer" = [])), params(PageParams, FollowsParams),
    responses((status = 200, description = "One page of terms", body = Rows<KeptTerm>)),
)]
async fn list_follows(
    state: web::Data<AppState>,
    member: Member,
    Params(params): Params<FollowsParams>,
    page: Page,
) -> Result<Rows<KeptTerm>, ApiError> {
    let (rows, total) = state
        .db
        .query_fresh(move |conn| queries::page(conn, member.id, params.table_name, page))
        .await?;
    Ok(Rows::of(rows.into_iter(), total))
}

/// List works of what I follow
///
/// The visible works with any of the terms the caller follows and none of those the caller hides, newest first, with the
/// exact total. Past the end there are no rows.
#[utoipa::path(
    get, path = "/v2/user/follow/works", tag = "library", security(("bearer" = [])), params(PageParams),
    responses((status = 200, description = "One page of works", body = Rows<Work>)),
)]
async fn list_works_of_follows(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    member: Member,
    page: Page,
) -> Result<Rows<Work>, ApiError> {
    let limit = if page.is_too_deep() { 0 } else { page.limit() };
    let mut query = WorksQuery {
        filter: WorksFilter::default(),
        sort: Sort::PubTime,
        offset: usize::try_from(page.offset().min(DEEPEST_ROW)).unwrap_or(usize::MAX),
        limit: usize::try_from(limit).unwrap_or(0),
    };
    let list = state
        .db
        .read_fresh(move |conn| {
            query.filter.with = vec![queries::followed_ids(conn, member.id)?];
            query.filter.without = hidden::queries::hidden_ids(conn, member.id)?;
            let found = index.search(&query)?;
            let rows = by_ids(conn, &found.ids)?;
            let works = rows.into_iter().map(Work::from).collect();
            Ok::<_, ApiError>(Rows::new(works, found.total))
        })
        .await?;
    Ok(list)
}

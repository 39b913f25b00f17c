//! The like endpoints.

use actix_web::web;
use yingku_access::auth::caller::Member;
use yingku_catalogue::indexer::Indexer;
use yingku_catalogue::works::facets::{FacetsParams, WorksFacets};
use yingku_catalogue::works::model::Work;
use yingku_catalogue::works::params::WorksParams;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_platform::state::AppState;
use yingku_search::WorksIndex;

use super::model::{LikeForm, LikeState};
use super::queries;
use crate::library::own_list::OwnList;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![like_work, list_liked_works, get_liked_facets]
}

/// Like a work
///
/// Likes a work (status 0) or unlikes it (status 9). Repeating it changes nothing. A member can like at most 5,000
/// works.
#[utoipa::path(
    post, path = "/v2/user/like", tag = "library", security(("bearer" = [])), request_body = LikeForm,
    responses(
        (status = 200, description = "How things are now", body = Data<LikeState>),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 422, description = "Too many likes", body = ErrorBody),
    ),
)]
async fn like_work(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    member: Member,
    form: Json<LikeForm>,
) -> Result<Data<LikeState>, ApiError> {
    let (user, work) = (member.id, form.data_id.0);
    let (like, now) = (form.status.is_on(), state.now());
    let state = state
        .db
        .write(move |conn| queries::set(conn, user, work, like, now))
        .await?;
    indexer.wake();
    Ok(Data::new(state))
}

/// List my likes
///
/// The works the caller likes, latest first or in the requested order, and filtered if requested, with the exact total.
#[utoipa::path(
    get, path = "/v2/user/like/detail/list", tag = "library", security(("bearer" = [])), params(PageParams, WorksParams),
    responses((status = 200, description = "One page of works", body = Rows<Work>)),
)]
async fn list_liked_works(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    member: Member,
    Params(params): Params<WorksParams>,
    PageQuery(page): PageQuery,
) -> Result<Rows<Work>, ApiError> {
    let wanted = OwnList::new(&params, state.now());
    state
        .db
        .read_fresh(move |conn| {
            if wanted.is_whole() {
                let (rows, total) = queries::page(conn, member.id, page)?;
                return Ok(Rows::of(rows.into_iter().map(Work::from), total));
            }
            let liked = queries::ids(conn, member.id)?;
            wanted.page(conn, &index, liked, page)
        })
        .await
}

/// Get the facets of my likes
///
/// The number of the caller's likes that each further filter would leave, given these parameters. All counts are exact.
#[utoipa::path(
    get, path = "/v2/user/like/detail/facets", tag = "library", security(("bearer" = [])), params(WorksParams, FacetsParams),
    responses((status = 200, description = "The counts", body = Data<WorksFacets>)),
)]
async fn get_liked_facets(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    member: Member,
    Params(params): Params<WorksParams>,
    Params(besides): Params<FacetsParams>,
) -> Result<Data<WorksFacets>, ApiError> {
    let wanted = OwnList::new(&params, state.now());
    let facets = state
        .db
        .read_fresh(move |conn| {
            let liked = queries::ids(conn, member.id)?;
            wanted.facets(conn, &index, liked, &besides)
        })
        .await?;
    Ok(Data::new(facets))
}

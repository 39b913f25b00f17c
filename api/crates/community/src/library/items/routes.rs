//! The collecting endpoints.

use actix_web::web;
use yingku_access::auth::caller::Member;
use yingku_catalogue::indexer::Indexer;
use yingku_catalogue::works::facets::{FacetsParams, WorksFacets};
use yingku_catalogue::works::model::Work;
use yingku_catalogue::works::params::WorksParams;
use yingku_catalogue::works::visibility::is_visible;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params, PathId};
use yingku_platform::state::AppState;
use yingku_search::WorksIndex;

use super::model::{Change, CollectForm, CollectState, CollectedParams};
use super::queries;
use crate::library::own_list::OwnList;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        collect_work,
        choose_collections,
        get_collections_of_work,
        list_collected_works,
        get_collected_facets
    ]
}

/// Collect a work
///
/// Status 0 adds a work to the named collections, or to the default one, which is created on first use. Status 9 removes
/// it from the named collections, or from all. A work can be in five at once.
#[utoipa::path(
    post, path = "/v2/user/collect/adds", tag = "library", security(("bearer" = [])), request_body = CollectForm,
    responses(
        (status = 200, description = "How things are now", body = Data<CollectState>),
        (status = 404, description = "No such work, or not the caller's collection", body = ErrorBody),
        (status = 422, description = "None, too many or repeated collections, or a full one", body = ErrorBody),
    ),
)]
async fn collect_work(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    member: Member,
    form: Json<CollectForm>,
) -> Result<Data<CollectState>, ApiError> {
    let change = form.adding()?;
    apply(&state, &indexer, member, form.data_id.0, change).await
}

/// Set a work's collections
///
/// Moves a work to exactly the named collections (status 0), or to none (status 9).
#[utoipa::path(
    post, path = "/v2/user/collect/edit", tag = "library", security(("bearer" = [])), request_body = CollectForm,
    responses(
        (status = 200, description = "How things are now", body = Data<CollectState>),
        (status = 404, description = "No such work, or not the caller's collection", body = ErrorBody),
        (status = 422, description = "None, too many or repeated collections, or a full one", body = ErrorBody),
    ),
)]
async fn choose_collections(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    member: Member,
    form: Json<CollectForm>,
) -> Result<Data<CollectState>, ApiError> {
    let change = form.editing()?;
    apply(&state, &indexer, member, form.data_id.0, change).await
}

async fn apply(
    state: &AppState,
    indexer: &Indexer,
    member: Member,
    work: i64,
    change: Change,
) -> Result<Data<CollectState>, ApiError> {
    let now = state.now();
    let after = state
        .db
        .write(move |conn| queries::change(conn, (member.id, work), change, now))
        .await?;
    indexer.wake();
    Ok(Data::new(CollectState::new(&after)))
}

/// Get a work's collections
///
/// The ids of the caller's collections that the work is in.
#[utoipa::path(
    get, path = "/v2/user/collect/{id}", tag = "library", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the work", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001")),
    responses(
        (status = 200, description = "Ids of collections, at most five", body = Data<Vec<String>>),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn get_collections_of_work(
    state: web::Data<AppState>,
    member: Member,
    PathId(work): PathId,
) -> Result<Data<Vec<String>>, ApiError> {
    let collections = state
        .db
        .read_fresh(move |conn| {
            let collections = queries::collections_of(conn, member.id, work)?;
            if collections.is_empty() && !is_visible(conn, work)? {
                return Err(ApiError::not_found());
            }
            Ok(collections)
        })
        .await?;
    let ids = collections.iter().map(ToString::to_string).collect();
    Ok(Data::new(ids))
}

/// List collected works
///
/// The works in one of the caller's collections, or in any of them, each once, latest first or in the requested order,
/// and filtered if requested, with the exact total.
#[utoipa::path(
    get, path = "/v2/user/collect/detail/list", tag = "library", security(("bearer" = [])),
    params(PageParams, CollectedParams, WorksParams),
    responses(
        (status = 200, description = "One page of works", body = Rows<Work>),
        (status = 404, description = "Not the caller's collection", body = ErrorBody),
    ),
)]
async fn list_collected_works(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    member: Member,
    Params(collected): Params<CollectedParams>,
    Params(params): Params<WorksParams>,
    PageQuery(page): PageQuery,
) -> Result<Rows<Work>, ApiError> {
    let wanted = OwnList::new(&params, state.now());
    let collection = collected.cate_id.map(|id| id.0);
    state
        .db
        .read_fresh(move |conn| {
            if !wanted.is_whole() {
                let ids = queries::ids(conn, member.id, collection)?;
                return wanted.page(conn, &index, ids, page);
            }
            let (rows, total) = match collection {
                Some(collection) => queries::page_of_one(conn, member.id, collection, page)?,
                None => queries::page_of_all(conn, member.id, page)?,
            };
            Ok(Rows::of(rows.into_iter().map(Work::from), total))
        })
        .await
}

/// Get the facets of collected works
///
/// The number of works in one of the caller's collections, or in any, that each further filter would leave, given these
/// parameters. All counts are exact.
#[utoipa::path(
    get, path = "/v2/user/collect/detail/facets", tag = "library", security(("bearer" = [])),
    params(CollectedParams, WorksParams, FacetsParams),
    responses(
        (status = 200, description = "The counts", body = Data<WorksFacets>),
        (status = 404, description = "Not the caller's collection", body = ErrorBody),
    ),
)]
async fn get_collected_facets(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    member: Member,
    Params(collected): Params<CollectedParams>,
    Params(params): Params<WorksParams>,
    Params(besides): Params<FacetsParams>,
) -> Result<Data<WorksFacets>, ApiError> {
    let wanted = OwnList::new(&params, state.now());
    let facets = state
        .db
        .read_fresh(move |conn| {
            let ids = queries::ids(conn, member.id, collected.cate_id.map(|id| id.0))?;
            wanted.facets(conn, &index, ids, &besides)
        })
        .await?;
    Ok(Data::new(facets))
}

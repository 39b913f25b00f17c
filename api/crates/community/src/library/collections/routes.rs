//! The collection endpoints.

use actix_web::web;
use yingku_access::auth::caller::Member;
use yingku_catalogue::indexer::Indexer;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done, OK, OK_TEXT, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, PathId};
use yingku_platform::state::AppState;

use super::model::{Collection, CollectionForm, CollectionRow, CreatedCollection};
use super::queries;
use crate::library::items;
use crate::library::items::model::Change;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_collections,
        create_collection,
        create_collection_unslashed,
        update_collection,
        delete_collection,
    ]
}

/// List my collections
///
/// The caller's collections, the default one first.
#[utoipa::path(
    get, path = "/v2/user/collect/cate/list", tag = "library", security(("bearer" = [])), params(PageParams),
    responses((status = 200, description = "One page of collections", body = Rows<Collection>)),
)]
async fn list_collections(
    state: web::Data<AppState>,
    member: Member,
    PageQuery(page): PageQuery,
) -> Result<Rows<Collection>, ApiError> {
    let (rows, total) = state
        .db
        .query_fresh(move |conn| queries::page(conn, member.id, page))
        .await?;
    let rows = rows.into_iter().map(|(row, last)| row.into_response(last));
    Ok(Rows::of(rows, total))
}

/// Create a collection
///
/// Creates a collection, with a first work if one is named. A member can have forty-nine besides the default one.
#[utoipa::path(
    post, path = "/v2/user/collect/cate/", tag = "library", security(("bearer" = [])), request_body = CollectionForm,
    responses(
        (status = 200, description = "The collection", body = CreatedCollection),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 409, description = "The caller has a collection of this name", body = ErrorBody),
        (status = 422, description = "Too many collections", body = ErrorBody),
    ),
)]
async fn create_collection(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    member: Member,
    form: Json<CollectionForm>,
) -> Result<web::Json<CreatedCollection>, ApiError> {
    let (details, work) = (form.details()?, form.data_id.map(|id| id.0));
    let (id, now) = (state.ids.next(state.clock.as_ref()), state.now());
    let row = CollectionRow::new(id, member.id, details, now);
    let row = state
        .db
        .write(move |conn| {
            queries::add(conn, &row)?;
            if let Some(work) = work {
                let into = Change::Into([id].into());
                items::queries::change(conn, (member.id, work), into, now)?;
            }
            Ok::<_, ApiError>(CollectionRow {
                works: i32::from(work.is_some()),
                ..row
            })
        })
        .await?;
    indexer.wake();
    let data = row.into_response(work);
    Ok(web::Json(CreatedCollection {
        code: OK,
        msg: OK_TEXT,
        data_id: data.data_id.clone(),
        cate_id: data.cate_id,
        data,
    }))
}

/// Create a collection (path without trailing slash)
///
/// The same as the path with the slash.
#[utoipa::path(
    post, path = "/v2/user/collect/cate", tag = "library", security(("bearer" = [])), request_body = CollectionForm,
    responses(
        (status = 200, description = "The collection", body = CreatedCollection),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 409, description = "The caller has a collection of this name", body = ErrorBody),
        (status = 422, description = "Too many collections", body = ErrorBody),
    ),
)]
async fn create_collection_unslashed(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    member: Member,
    form: Json<CollectionForm>,
) -> Result<web::Json<CreatedCollection>, ApiError> {
    create_collection(state, indexer, member, form).await
}

/// Rename a collection
///
/// `dataId` is ignored.
#[utoipa::path(
    post, path = "/v2/user/collect/cate/{id}/edit", tag = "library", security(("bearer" = [])), request_body = CollectionForm,
    params(("id" = String, Path, description = "Id of the collection", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000021")),
    responses(
        (status = 200, description = "The collection as it is now", body = Data<Collection>),
        (status = 404, description = "Not the caller's collection", body = ErrorBody),
        (status = 409, description = "The caller has another collection of this name", body = ErrorBody),
    ),
)]
async fn update_collection(
    state: web::Data<AppState>,
    member: Member,
    PathId(collection): PathId,
    form: Json<CollectionForm>,
) -> Result<Data<Collection>, ApiError> {
    let (details, now) = (form.details()?, state.now());
    let shown = state
        .db
        .write(move |conn| {
            let row = queries::rename(conn, member.id, collection, &details, now)?;
            let last = queries::last_work(conn, collection)?;
            Ok::<_, ApiError>(row.into_response(last))
        })
        .await?;
    Ok(Data::new(shown))
}

/// Delete a collection
///
/// Works in no other collection are no longer collected. The default collection cannot be deleted.
#[utoipa::path(
    post, path = "/v2/user/collect/cate/{id}/delete", tag = "library", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the collection", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000021")),
    responses(
        (status = 200, description = "The collection is deleted", body = Done),
        (status = 404, description = "Not the caller's collection", body = ErrorBody),
        (status = 422, description = "It is the default collection", body = ErrorBody),
    ),
)]
async fn delete_collection(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    member: Member,
    PathId(collection): PathId,
) -> Result<Done, ApiError> {
    let now = state.now();
    state
        .db
        .write(move |conn| queries::delete(conn, member.id, collection, now))
        .await?;
    indexer.wake();
    Ok(Done::new())
}

//! The endpoints of the saved filters.

use actix_web::web;
use yingku_access::auth::caller::Member;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::model::{FiltersForm, SavedFilter};
use super::queries;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![list_saved_filters, replace_saved_filters]
}

/// List my saved filters
///
/// The caller's named list filters, in the order in which they were last saved, at most 20.
#[utoipa::path(
    get, path = "/v2/user/filters", tag = "library", security(("bearer" = [])),
    responses((status = 200, description = "The filters", body = Data<Vec<SavedFilter>>)),
)]
async fn list_saved_filters(
    state: web::Data<AppState>,
    member: Member,
) -> Result<Data<Vec<SavedFilter>>, ApiError> {
    let list = state
        .db
        .query_fresh(move |conn| queries::list(conn, member.id))
        .await?;
    Ok(Data::new(list))
}

/// Replace my saved filters
///
/// Replaces all of the caller's named list filters, in this order. Names are trimmed and must be unique.
#[utoipa::path(
    put, path = "/v2/user/filters", tag = "library", security(("bearer" = [])), request_body = FiltersForm,
    responses(
        (status = 200, description = "The filters", body = Data<Vec<SavedFilter>>),
        (status = 422, description = "Too many, or two of one name", body = ErrorBody),
    ),
)]
async fn replace_saved_filters(
    state: web::Data<AppState>,
    member: Member,
    form: Json<FiltersForm>,
) -> Result<Data<Vec<SavedFilter>>, ApiError> {
    let (user, filters) = (member.id, form.parse()?);
    let kept = state
        .db
        .execute(move |conn| {
            queries::replace(conn, user, &filters)?;
            Ok(filters)
        })
        .await?;
    Ok(Data::new(kept))
}

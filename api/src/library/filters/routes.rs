//! The endpoints of the saved filters.

use actix_web::web;

use super::model::{FiltersForm, SavedFilter};
use super::queries;
use crate::auth::caller::Member;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Data;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json::Json;
use crate::state::AppState;

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

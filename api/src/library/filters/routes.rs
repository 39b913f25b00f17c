//! The calls of the saved filters.

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
/// The filters of lists that the caller keeps under a name, in the order in which they were saved last, at most 20.
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
/// Makes these the filters that the caller keeps under a name, in this order. Names are trimmed; two filters cannot have the
/// same one.
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

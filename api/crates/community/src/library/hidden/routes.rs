//! The endpoints of the hidden terms.

use actix_web::web;
use yingku_access::auth::caller::Member;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::model::HiddenTermsForm;
use super::queries;
use crate::library::follows::model::MemberTerm;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![list_hidden_terms, replace_hidden_terms]
}

/// List hidden terms
///
/// The terms whose works the caller does not want to see, latest first, at most 200. A merged term appears as the one
/// it was merged into. Lists omit their works on request.
#[utoipa::path(
    get, path = "/v2/user/hidden", tag = "library", security(("bearer" = [])),
    responses((status = 200, description = "The terms", body = Data<Vec<MemberTerm>>)),
)]
async fn list_hidden_terms(
    state: web::Data<AppState>,
    member: Member,
) -> Result<Data<Vec<MemberTerm>>, ApiError> {
    let list = state
        .db
        .query_fresh(move |conn| queries::list(conn, member.id))
        .await?;
    Ok(Data::new(list))
}

/// Replace hidden terms
///
/// Unknown ids are ignored; a merged term counts as the one it was merged into.
#[utoipa::path(
    put, path = "/v2/user/hidden", tag = "library", security(("bearer" = [])), request_body = HiddenTermsForm,
    responses(
        (status = 200, description = "The terms", body = Data<Vec<MemberTerm>>),
        (status = 422, description = "Too many", body = ErrorBody),
    ),
)]
async fn replace_hidden_terms(
    state: web::Data<AppState>,
    member: Member,
    form: Json<HiddenTermsForm>,
) -> Result<Data<Vec<MemberTerm>>, ApiError> {
    let (user, ids, now) = (member.id, form.parse()?, state.now());
    let list = state
        .db
        .execute(move |conn| queries::replace(conn, user, &ids, now))
        .await?;
    Ok(Data::new(list))
}

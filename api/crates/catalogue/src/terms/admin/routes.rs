//! `GET /admin/terms`, `GET /admin/terms/{id}`, `POST /admin/terms/create`, `…/edit`, `…/merge` and `…/delete`.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params, PathId};
use yingku_http_kit::sorting::Sorting;
use yingku_platform::state::AppState;

use super::form::{CreateTermForm, DeleteTermForm, EditTermForm, MergeTermsForm};
use super::list::{self, AdminTerm, AdminTermDetail, TermSort, TermsFilter};
use super::{change, delete, merge};
use crate::terms::moving::Mover;
use crate::writer::CatalogueWriter;

/// The operators' endpoints for terms.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_terms needs TermsEdit,
        get_admin_term needs TermsEdit,
        create_admin_term needs TermsEdit,
        update_admin_term needs TermsEdit,
        merge_admin_terms needs TermsEdit,
        delete_admin_term needs TermsEdit,
    ]
}

/// A created term.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedTerm {
    /// The id.
    #[schema(example = "910000000000000002")]
    pub id: String,
}

/// List terms, including those without works
///
/// By default the most used first. Only the 50,000 most used are found by a part of a name.
#[utoipa::path(
    get, path = "/admin/terms", tag = "operators", security(("bearer" = [])), params(PageParams, TermsFilter, Sorting<TermSort>),
    responses((status = 200, description = "One page of terms", body = Rows<AdminTerm>)),
)]
async fn list_admin_terms(
    state: web::Data<AppState>,
    Params(wanted): Params<TermsFilter>,
    sorting: Sorting<TermSort>,
    PageQuery(page): PageQuery,
) -> Result<Rows<AdminTerm>, ApiError> {
    let found = state
        .db
        .query_fresh(move |conn| list::list(conn, &wanted, sorting, page))
        .await?;
    Ok(Rows::from_page(found))
}

/// Get a term
///
/// The id of a merged term returns the term it was merged into.
#[utoipa::path(
    get, path = "/admin/terms/{id}", tag = "operators", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the term", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000002")),
    responses(
        (status = 200, description = "The term", body = Data<AdminTermDetail>),
        (status = 404, description = "No such term", body = ErrorBody),
    ),
)]
async fn get_admin_term(
    state: web::Data<AppState>,
    PathId(term): PathId,
) -> Result<Data<AdminTermDetail>, ApiError> {
    let detail = state
        .db
        .query_fresh(move |conn| list::detail(conn, term))
        .await?;
    Ok(Data::new(detail))
}

/// Create a term
///
/// The site shows it once it has works.
#[utoipa::path(
    post, path = "/admin/terms/create", tag = "operators", security(("bearer" = [])), request_body = CreateTermForm,
    responses(
        (status = 200, description = "The term is created", body = Data<CreatedTerm>),
        (status = 400, description = "A field has the wrong type, or the channel is unknown", body = ErrorBody),
        (status = 409, description = "Another term has or had the name (`term_taken`); `msg` names it", body = ErrorBody),
        (status = 422, description = "A field breaks a rule of the import (`term_refused`); `msg` names it", body = ErrorBody),
    ),
)]
async fn create_admin_term(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<CreateTermForm>,
) -> Result<Data<CreatedTerm>, ApiError> {
    let (kind, channel, facts) = form.into_inner().parse()?;
    let actor = Actor::operator(&state, operator);
    let id = state
        .db
        .write(move |conn| change::create(conn, &actor, (kind, channel), &facts))
        .await?;
    Ok(Data::new(CreatedTerm { id: id.to_string() }))
}

/// Edit a term
///
/// The sent fields replace the current ones.
#[utoipa::path(
    post, path = "/admin/terms/edit", tag = "operators", security(("bearer" = [])), request_body = EditTermForm,
    responses(
        (status = 200, description = "The term is changed", body = Done),
        (status = 400, description = "A field has the wrong type", body = ErrorBody),
        (status = 404, description = "No such term", body = ErrorBody),
        (status = 409, description = "The version is outdated (`edit_conflict`), another term has or had the name (`term_taken`; `msg` names it), or the term was merged (`term_merged`)", body = ErrorBody),
        (status = 422, description = "A field breaks a rule of the import (`term_refused`); `msg` names it", body = ErrorBody),
    ),
)]
async fn update_admin_term(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<EditTermForm>,
) -> Result<Done, ApiError> {
    let id = form.id.0;
    let actor = Actor::operator(&state, operator);
    catalogue
        .write(move |conn| change::edit(conn, &actor, id, form.into_inner()))
        .await?;
    Ok(Done::new())
}

/// Merge two terms
///
/// Names and ids of the one then mean the other. Links and counts follow in the background: `merging` of the other is 1
/// until then.
#[utoipa::path(
    post, path = "/admin/terms/merge", tag = "operators", security(("bearer" = [])), request_body = MergeTermsForm,
    responses(
        (status = 200, description = "The terms are merged", body = Done),
        (status = 404, description = "No such term", body = ErrorBody),
        (status = 409, description = "One of them was merged before (`term_merged`)", body = ErrorBody),
        (status = 422, description = "They differ in kind or channel, or are the same term (`terms_differ`), or would have too many aliases (`term_refused`)", body = ErrorBody),
    ),
)]
async fn merge_admin_terms(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    mover: web::Data<Mover>,
    operator: Operator,
    form: Json<MergeTermsForm>,
) -> Result<Done, ApiError> {
    let (from, into, reason) = form.parse()?;
    let actor = Actor::operator(&state, operator);
    catalogue
        .write(move |conn| merge::merge(conn, &actor, (from, into), &reason))
        .await?;
    mover.wake();
    Ok(Done::new())
}

/// Delete a term
///
/// Only a term that has no works, hidden ones included, and no former names.
#[utoipa::path(
    post, path = "/admin/terms/delete", tag = "operators", security(("bearer" = [])), request_body = DeleteTermForm,
    responses(
        (status = 200, description = "The term is deleted", body = Done),
        (status = 404, description = "No such term", body = ErrorBody),
        (status = 409, description = "The version is outdated (`edit_conflict`), or the term was merged (`term_merged`)", body = ErrorBody),
        (status = 422, description = "The term has works or former names (`term_in_use`)", body = ErrorBody),
    ),
)]
async fn delete_admin_term(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<DeleteTermForm>,
) -> Result<Done, ApiError> {
    let term = (form.id.0, form.version);
    let actor = Actor::operator(&state, operator);
    catalogue
        .write(move |conn| delete::delete(conn, &actor, term))
        .await?;
    Ok(Done::new())
}

//! `GET /admin/terms`, `GET /admin/terms/{id}`, `POST /admin/terms/create`, `…/edit`, `…/merge` and `…/delete`.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::form::{CreateTermForm, DeleteTermForm, EditTermForm, MergeTermsForm};
use super::list::{self, AdminTerm, AdminTermDetail, TermSort, TermsFilter};
use super::{change, delete, merge};
use crate::audit::Actor;
use crate::auth::caller::Operator;
use crate::catalogue::indexer::Indexer;
use crate::catalogue::response_cache::ResponseCache;
use crate::catalogue::terms::moving::Mover;
use crate::db::page::Page;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Data, Done, Rows};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::params::{PageParams, Params, PathId};
use crate::http::sorting::Sorting;
use crate::state::AppState;

/// The operators' calls about terms.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_terms needs TermsEdit,
        get_admin_term needs TermsEdit,
        create_admin_term needs TermsEdit,
        update_admin_term needs TermsEdit,
        update_admin_terms_merged needs TermsEdit,
        delete_admin_term needs TermsEdit,
    ]
}

/// Something that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeTerm {
    /// 64-bit number as text.
    #[schema(example = "910000000000000002")]
    pub id: String,
}

/// List terms, those without works too
///
/// Most used first. A keyword is looked for in the 50,000 most used ones; others are found by their whole name.
#[utoipa::path(
    get, path = "/admin/terms", tag = "operators", security(("bearer" = [])), params(PageParams, TermsFilter, Sorting<TermSort>),
    responses((status = 200, description = "One page of terms", body = Rows<AdminTerm>)),
)]
async fn list_admin_terms(
    state: web::Data<AppState>,
    Params(wanted): Params<TermsFilter>,
    sorting: Sorting<TermSort>,
    page: Page,
) -> Result<Rows<AdminTerm>, ApiError> {
    let found = state
        .db
        .query_fresh(move |conn| list::list(conn, &wanted, sorting, page))
        .await?;
    Ok(Rows::shown(found))
}

/// Get everything about a term
///
/// The id of a term that was merged into another one gives that other one.
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

/// Make a term
///
/// It is shown once works are filed under it.
#[utoipa::path(
    post, path = "/admin/terms/create", tag = "operators", security(("bearer" = [])), request_body = CreateTermForm,
    responses(
        (status = 200, description = "The term is there", body = Data<MadeTerm>),
        (status = 400, description = "A field is of the wrong type, or the channel unknown", body = ErrorBody),
        (status = 409, description = "Another term has the name, or had it (`term_taken`); `msg` names it", body = ErrorBody),
        (status = 422, description = "A field breaks a rule of the import (`term_refused`); `msg` names it", body = ErrorBody),
    ),
)]
async fn create_admin_term(
    state: web::Data<AppState>,
    operator: Operator,
    form: web::Json<CreateTermForm>,
) -> Result<Data<MadeTerm>, ApiError> {
    let (kind, channel, facts) = form.into_inner().parse()?;
    let actor = Actor::operator(&state, operator);
    let id = state
        .db
        .write(move |conn| change::create(conn, &actor, (kind, channel), &facts))
        .await?;
    Ok(Data::new(MadeTerm { id: id.to_string() }))
}

/// Edit a term
///
/// The fields that are sent replace those the term has. A name it no longer has becomes an alias, and an import that
/// still uses it means this term.
#[utoipa::path(
    post, path = "/admin/terms/edit", tag = "operators", security(("bearer" = [])), request_body = EditTermForm,
    responses(
        (status = 200, description = "The term is changed", body = Done),
        (status = 400, description = "A field is of the wrong type", body = ErrorBody),
        (status = 404, description = "No such term", body = ErrorBody),
        (status = 409, description = "Somebody has changed it since (`edit_conflict`). Another term has the name, or had it (`term_taken`); `msg` names it. Or the term was merged into another one (`term_merged`)", body = ErrorBody),
        (status = 422, description = "A field breaks a rule of the import (`term_refused`); `msg` names it", body = ErrorBody),
    ),
)]
async fn update_admin_term(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    operator: Operator,
    form: web::Json<EditTermForm>,
) -> Result<Done, ApiError> {
    let id = form.id.parse("id")?;
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| change::edit(conn, &actor, id, form.into_inner()))
        .await?;
    indexer.wake();
    Ok(Done::new())
}

/// Merge two terms into one
///
/// From now on every name and every address of the one means the other, and lists have the works of both. The links
/// and counts follow in steps; `merging` of the term that stays tells when all have.
#[utoipa::path(
    post, path = "/admin/terms/merge", tag = "operators", security(("bearer" = [])), request_body = MergeTermsForm,
    responses(
        (status = 200, description = "They are one", body = Done),
        (status = 404, description = "No such term", body = ErrorBody),
        (status = 409, description = "One of them was merged before (`term_merged`)", body = ErrorBody),
        (status = 422, description = "They are of two kinds or channels, or the same (`terms_differ`), or would have too many aliases (`term_refused`)", body = ErrorBody),
    ),
)]
async fn update_admin_terms_merged(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    mover: web::Data<Mover>,
    indexer: web::Data<Indexer>,
    operator: Operator,
    form: web::Json<MergeTermsForm>,
) -> Result<Done, ApiError> {
    let (from, into, reason) = form.parse()?;
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| merge::merge(conn, &actor, (from, into), &reason))
        .await?;
    cache.forget();
    indexer.wake();
    mover.wake();
    Ok(Done::new())
}

/// Delete a term
///
/// One without works, hidden ones included, that no other name leads to.
#[utoipa::path(
    post, path = "/admin/terms/delete", tag = "operators", security(("bearer" = [])), request_body = DeleteTermForm,
    responses(
        (status = 200, description = "It is gone", body = Done),
        (status = 404, description = "No such term", body = ErrorBody),
        (status = 409, description = "Somebody has changed it since (`edit_conflict`), or it was merged into another one (`term_merged`)", body = ErrorBody),
        (status = 422, description = "Works or names lead to it (`term_in_use`)", body = ErrorBody),
    ),
)]
async fn delete_admin_term(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    operator: Operator,
    form: web::Json<DeleteTermForm>,
) -> Result<Done, ApiError> {
    let term = (form.id.parse("id")?, form.version);
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| delete::delete(conn, &actor, term))
        .await?;
    cache.forget();
    Ok(Done::new())
}

//! `GET /admin/works`, `…/export` and `…/{id}`, `POST /admin/works/create` and `…/edit`. Hiding and restoring are
//! moderation.

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

use super::detail_model::AdminWorkDetail;
use super::edit::{create, edit};
use super::export::{self, PartParams, WorksPart};
use super::filter::{ListedFilter, Wanted};
use super::form::{CreateWorkForm, EditWorkForm};
use super::list::{self, Sources};
use super::list_model::{AdminWork, works_of};
use super::order::{self, WorkSort};
use super::{addresses, detail};
use crate::import::fingerprint::Fingerprinted;
use crate::writer::CatalogueWriter;

/// The operators' endpoints for works.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_works needs WorksEdit,
        export_admin_works needs WorksEdit,
        get_admin_work needs WorksEdit,
        create_admin_work needs WorksEdit,
        update_admin_work needs WorksEdit,
    ]
}

/// List works, including hidden ones
///
/// Hidden works first, the last changed first; then visible ones, the best match or newest first. `sort` orders within
/// both; `score` ascends by default.
#[utoipa::path(
    get, path = "/admin/works", tag = "operators", security(("bearer" = [])), params(PageParams, ListedFilter, Sorting<WorkSort>),
    responses((status = 200, description = "One page of works", body = Rows<AdminWork>)),
)]
async fn list_admin_works(
    state: web::Data<AppState>,
    sources: web::Data<Sources>,
    Params(wanted): Params<ListedFilter>,
    sorting: Sorting<WorkSort>,
    PageQuery(page): PageQuery,
) -> Result<Rows<AdminWork>, ApiError> {
    let order = order::chosen(sorting);
    let (rows, total) = state
        .db
        .read_fresh(move |conn| {
            let wanted = Wanted::new(conn, wanted)?;
            let (rows, total) = list::page(conn, &sources, &wanted, order, page)?;
            Ok::<_, ApiError>((works_of(conn, rows)?, total))
        })
        .await?;
    Ok(Rows::new(rows, total))
}

/// Export works
///
/// The works of the list, or `ids`, as a file that imports read back, in parts of at most 500. Repeat it with the
/// `cursor`, and join the texts.
#[utoipa::path(
    get, path = "/admin/works/export", tag = "operators", security(("bearer" = [])), params(PartParams, ListedFilter),
    responses((status = 200, description = "The part", body = Data<WorksPart>)),
)]
async fn export_admin_works(
    state: web::Data<AppState>,
    sources: web::Data<Sources>,
    Params(wanted): Params<ListedFilter>,
    Params(params): Params<PartParams>,
) -> Result<Data<WorksPart>, ApiError> {
    let part = state
        .db
        .read_fresh(move |conn| {
            let wanted = Wanted::new(conn, wanted)?;
            export::part(conn, &sources, &wanted, &params)
        })
        .await?;
    Ok(Data::new(part))
}

/// Get a work
///
/// All fields that can be edited, and the visibility.
#[utoipa::path(
    get, path = "/admin/works/{id}", tag = "operators", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the work", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001")),
    responses(
        (status = 200, description = "The work", body = Data<AdminWorkDetail>),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn get_admin_work(
    state: web::Data<AppState>,
    PathId(work): PathId,
) -> Result<Data<AdminWorkDetail>, ApiError> {
    let detail = state
        .db
        .query_fresh(move |conn| detail::detail(conn, work))
        .await?;
    Ok(Data::new(detail.into_response()))
}

/// A created work.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedWork {
    /// The id.
    #[schema(example = "910000000000000001")]
    pub id: String,
}

/// Create a work
///
/// The fields follow the rules of the import.
#[utoipa::path(
    post, path = "/admin/works/create", tag = "operators", security(("bearer" = [])), request_body = CreateWorkForm,
    responses(
        (status = 200, description = "The work is created", body = Data<CreatedWork>),
        (status = 400, description = "A field has the wrong type", body = ErrorBody),
        (status = 409, description = "Another work of the channel has this number (`number_taken`)", body = ErrorBody),
        (status = 422, description = "A field is missing or breaks a rule (`work_refused`), or a name is unknown (`terms_unknown`); `msg` names it", body = ErrorBody),
    ),
)]
async fn create_admin_work(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<CreateWorkForm>,
) -> Result<Data<CreatedWork>, ApiError> {
    addresses::check(&form.fields, &state.config)?;
    let (state_wanted, known) = (form.state()?, form.known_terms_only);
    let work = Fingerprinted::from(form.record()?);
    let actor = Actor::operator(&state, operator);
    let db = state.db.clone();
    let id = catalogue
        .write(move |conn| create(&db, conn, &actor, &work, state_wanted, known))
        .await?;
    Ok(Data::new(CreatedWork { id: id.to_string() }))
}

/// Edit a work
///
/// The sent fields replace the current ones, lists as a whole. Imports do not change an edited field until it is
/// released.
#[utoipa::path(
    post, path = "/admin/works/edit", tag = "operators", security(("bearer" = [])), request_body = EditWorkForm,
    responses(
        (status = 200, description = "The work is changed", body = Done),
        (status = 400, description = "A field has the wrong type", body = ErrorBody),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 409, description = "`edit_conflict` or `number_taken`", body = ErrorBody),
        (status = 422, description = "A field breaks a rule (`work_refused`), or a name is unknown (`terms_unknown`); `msg` names it", body = ErrorBody),
    ),
)]
async fn update_admin_work(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<EditWorkForm>,
) -> Result<Done, ApiError> {
    addresses::check(&form.fields, &state.config)?;
    let wanted = form.parse()?;
    let actor = Actor::operator(&state, operator);
    let db = state.db.clone();
    catalogue
        .write(move |conn| edit(&db, conn, &actor, wanted))
        .await?;
    Ok(Done::new())
}

//! `POST /admin/works/bulk` and `…/bulk/undo`.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_catalogue::works::admin::filter::ListedFilter;
use yingku_catalogue::works::admin::list::Sources;
use yingku_catalogue::writer::CatalogueWriter;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::Params;
use yingku_platform::state::AppState;

use super::batches::{batch_limits, cursor_after, in_batches};
use super::change::apply;
use super::form::{BulkForm, UndoForm};
use super::step::BulkStep;
use super::{import_undo, selection, undo};

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        change_admin_works needs WorksEdit,
        undo_admin_works needs WorksEdit,
    ]
    .and(import_undo::endpoints())
}

/// Change many works
///
/// A step: it changes the next works, at most 500, of `ids` or else of the list (`GET /admin/works`), by descending id.
/// Repeat it with the `cursor` until there is none; a repeated step changes nothing twice. Works that were taken down are
/// not restored.
#[utoipa::path(
    post, path = "/admin/works/bulk", tag = "operators", security(("bearer" = [])), params(ListedFilter), request_body = BulkForm,
    responses(
        (status = 200, description = "The step is done", body = Data<BulkStep>),
        (status = 409, description = "`selection_changed`, or the run has another operator or reason (`form_reused`)", body = ErrorBody),
        (status = 422, description = "`terms_unknown`, or fields do not fit together (`bulk_refused`)", body = ErrorBody),
    ),
)]
async fn change_admin_works(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    sources: web::Data<Sources>,
    operator: Operator,
    Params(filter): Params<ListedFilter>,
    form: Json<BulkForm>,
) -> Result<Data<BulkStep>, ApiError> {
    let bulk = form.parse()?;
    let actor = Actor::operator(&state, operator);
    let (wanted, author, db) = (bulk.clone(), actor.clone(), state.db.clone());
    let works = state
        .db
        .read_fresh(move |conn| selection::next(conn, &sources, &author, filter, &wanted))
        .await?;
    let work =
        move |conn: &mut _, works: &[i64]| apply(&db, conn, &actor.in_run(&bulk.run), &bulk, works);
    let (done, outcomes) = in_batches(&catalogue, batch_limits(), &works, work).await?;
    let cursor = cursor_after(&works, done, |work| *work);
    let tried: Vec<i64> = works.into_iter().take(done).collect();
    let answer = move |conn: &mut _| BulkStep::new(conn, &tried, outcomes, cursor);
    Ok(Data::new(state.db.query_fresh(answer).await?))
}

/// Undo a bulk change
///
/// A step that undoes a run, its last change first. A work that was changed otherwise since is rejected
/// (`edit_conflict`). Repeat it with the `cursor`.
#[utoipa::path(
    post, path = "/admin/works/bulk/undo", tag = "operators", security(("bearer" = [])), request_body = UndoForm,
    responses(
        (status = 200, description = "The step is done", body = Data<BulkStep>),
        (status = 404, description = "The run has changed nothing", body = ErrorBody),
    ),
)]
async fn undo_admin_works(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<UndoForm>,
) -> Result<Data<BulkStep>, ApiError> {
    let (run, cursor) = form.parse()?;
    let (actor, db) = (Actor::operator(&state, operator), state.db.clone());
    let entries = state
        .db
        .read_fresh(move |conn| undo::next(conn, &run, cursor))
        .await?;
    let work = move |conn: &mut _, entries: &[undo::Entry]| {
        undo::undo(&db, conn, &actor.with_current_time(), entries)
    };
    let (done, outcomes) = in_batches(&catalogue, batch_limits(), &entries, work).await?;
    let cursor = cursor_after(&entries, done, |entry| entry.id);
    let tried: Vec<i64> = entries.iter().take(done).map(undo::Entry::work).collect();
    let answer = move |conn: &mut _| BulkStep::new(conn, &tried, outcomes, cursor);
    Ok(Data::new(state.db.query_fresh(answer).await?))
}

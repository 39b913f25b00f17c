//! `POST /admin/imports/{id}/undo`.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_base::values::Id;
use yingku_catalogue::uploads::{undo, undo_terms};
use yingku_catalogue::works::admin::edit::Outcomes;
use yingku_catalogue::writer::CatalogueWriter;
use yingku_db::Conn;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::PathId;
use yingku_platform::state::AppState;

use super::batches::{MAX_STEP_WORKS, batch_limits, cursor_after, in_batches};
use super::step::BulkStep;

/// The endpoint.
pub(super) fn endpoints() -> Endpoints {
    endpoints![undo_import needs WorksImport]
}

/// A step that undoes an import.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ImportUndoForm {
    /// The previous step's `cursor`, if any.
    #[serde(default)]
    pub cursor: Option<Id>,
}

/// Undo an import
///
/// A step, within 30 days: created works are deleted, or hidden if in use or changed since (`work_in_use`); others are
/// as before, unless changed since (`edit_conflict`). Repeat it with the `cursor`.
#[utoipa::path(
    post, path = "/admin/imports/{id}/undo", tag = "operators", security(("bearer" = [])), request_body = ImportUndoForm,
    params(("id" = String, Path, description = "Id of the import", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000051")),
    responses(
        (status = 200, description = "The step is done", body = Data<BulkStep>),
        (status = 404, description = "No such import", body = ErrorBody),
        (status = 422, description = "Nothing can be undone now (`import_state`)", body = ErrorBody),
    ),
)]
async fn undo_import(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    PathId(import): PathId,
    form: Json<ImportUndoForm>,
) -> Result<Data<BulkStep>, ApiError> {
    let cursor = form.cursor.map(|id| id.0);
    let actor = Actor::operator(&state, operator);
    let begun_by = actor.clone();
    let works = state.db.write(move |conn| {
        let has_works = undo::begin(conn, &begun_by, import)?;
        let limit = if has_works { MAX_STEP_WORKS } else { 0 };
        Ok::<_, ApiError>(undo::next(conn, import, cursor, limit)?)
    });
    let works = works.await?;
    if works.is_empty() {
        return Ok(Data::new(
            undo_terms_of(&state, &catalogue, actor, import).await?,
        ));
    }
    let (db, author) = (state.db.clone(), actor.clone());
    let work = move |conn: &mut Conn, works: &[i64]| {
        undo::undo(&db, conn, &author.with_current_time(), import, works)
    };
    let (done, outcomes) = in_batches(&catalogue, batch_limits(), &works, work).await?;
    let cursor = cursor_after(&works, done, |work| *work);
    let last = works.last().copied();
    let tried: Vec<i64> = works.into_iter().take(done).collect();
    let answer = move |conn: &mut Conn| {
        // Terms come after the works.
        let has_terms = !undo_terms::next(conn, import, 1)?.is_empty();
        let cursor = cursor.or(last.filter(|_| has_terms));
        BulkStep::new(conn, &tried, outcomes, cursor)
    };
    Ok(Data::new(state.db.query_fresh(answer).await?))
}

/// A step after the works: deletes terms that the import has created and nothing uses, and ends the undo.
async fn undo_terms_of(
    state: &AppState,
    catalogue: &CatalogueWriter,
    actor: Actor,
    import: i64,
) -> Result<BulkStep, ApiError> {
    let next = move |conn: &mut Conn| undo_terms::next(conn, import, MAX_STEP_WORKS);
    let terms = state.db.query_fresh(next).await?;
    let author = actor.clone();
    let work = move |conn: &mut Conn, terms: &[i64]| {
        undo_terms::delete(conn, &author.with_current_time(), import, terms)?;
        Ok(Outcomes::new())
    };
    let (done, _) = in_batches(catalogue, undo_terms::batch_limits(), &terms, work).await?;
    let cursor = cursor_after(&terms, done, |term| *term);
    let answer = move |conn: &mut Conn| {
        // Otherwise the last terms have ended it.
        if terms.is_empty() {
            undo::finish(conn, &actor.with_current_time(), import)?;
        }
        BulkStep::new(conn, &[], Outcomes::new(), cursor)
    };
    Ok(state.db.execute(answer).await?)
}

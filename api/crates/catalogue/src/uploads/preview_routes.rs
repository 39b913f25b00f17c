//! `POST /admin/imports/{id}/preview`.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_formats::Options;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::forms::StartForm;
use super::opening::Opening;
use super::preview::{ImportPreview, preview};
use super::routes::found;
use crate::import::site_rules::SiteRules;
use crate::uploads::Uploads;

/// The operators' endpoint for previews.
pub fn endpoints() -> Endpoints {
    endpoints![get_import_preview needs WorksImport]
}

/// Preview an import
///
/// The first works of a complete file, read with `channel` and `mapping`.
#[utoipa::path(
    post, path = "/admin/imports/{id}/preview", tag = "operators", security(("bearer" = [])), request_body = StartForm,
    params(("id" = String, Path, description = "Id of the import", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000051")),
    responses(
        (status = 200, description = "The first works", body = Data<ImportPreview>),
        (status = 404, description = "No such import", body = ErrorBody),
        (status = 422, description = "The file is incomplete or deleted (`import_state`)", body = ErrorBody),
    ),
)]
async fn get_import_preview(
    state: web::Data<AppState>,
    uploads: web::Data<Uploads>,
    operator: Operator,
    id: web::Path<String>,
    form: Json<StartForm>,
) -> Result<Data<ImportPreview>, ApiError> {
    let row = found(&state, &id).await?;
    if !row.kept || row.received < row.size {
        return Err(ApiError::new(ErrorKind::ImportState));
    }
    let options = form.read_options(&row.options)?;
    let files = uploads.files().clone();
    let rules = SiteRules::new(state.now(), &state.config.media, &state.config.streams);
    let request = Actor::operator(&state, operator).next_id();
    let shown = tokio::task::spawn_blocking(move || {
        let path = files.file(row.id);
        let opening = Opening {
            path: &path,
            name: &row.name,
            options: Options::default(),
            folder: files.preview_folder(row.id, request),
            is_preview: true,
        };
        preview(opening, &options, rules)
    });
    Ok(Data::new(shown.await.map_err(anyhow::Error::from)??))
}

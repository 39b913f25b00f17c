//! `GET /admin/imports`, `GET /admin/imports/{id}` and `…/refused`, `POST /admin/imports`, `…/{id}/part`,
//! `…/{id}/start` and `…/{id}/cancel`.

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::{HttpRequest, HttpResponse, web};
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_base::values::parse_id;
use yingku_http_kit::content_type::is_octet_stream;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params, PathId};
use yingku_platform::state::AppState;

use super::forms::{ImportForm, PartBytes, PartParams, StartForm};
use super::model::{Import, ImportRow};
use super::queries;
use super::rejected_lines::pieces;
use super::states::{ImportState, Start, Stopped};
use crate::uploads::Uploads;

/// Maximum number of incomplete uploads.
const MAX_RECEIVING: i64 = 20;

/// The operators' endpoints for imports.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_imports needs WorksImport,
        create_import needs WorksImport,
        get_import needs WorksImport,
        upload_import_part needs WorksImport,
        start_import needs WorksImport,
        cancel_import needs WorksImport,
        list_import_refusals needs WorksImport,
    ]
}

/// List imports
///
/// The newest first.
#[utoipa::path(
    get, path = "/admin/imports", tag = "operators", security(("bearer" = [])), params(PageParams),
    responses((status = 200, description = "One page of imports", body = Rows<Import>)),
)]
async fn list_imports(
    state: web::Data<AppState>,
    PageQuery(page): PageQuery,
) -> Result<Rows<Import>, ApiError> {
    let (rows, total) = state
        .db
        .query_fresh(move |conn| queries::page(conn, page))
        .await?;
    Ok(Rows::of(rows.into_iter().map(Import::listed), total))
}

/// Create an import upload
///
/// Send its parts in order, then start it. It is deleted after two days without a part.
#[utoipa::path(
    post, path = "/admin/imports", tag = "operators", security(("bearer" = [])), request_body = ImportForm,
    responses(
        (status = 200, description = "The import waits for its parts", body = Data<Import>),
        (status = 413, description = "The file or the body is too large", body = ErrorBody),
        (status = 422, description = "The disk has no space for it (`storage_full`), or too many uploads are incomplete (`import_state`)", body = ErrorBody),
    ),
)]
async fn create_import(
    state: web::Data<AppState>,
    uploads: web::Data<Uploads>,
    operator: Operator,
    form: Json<ImportForm>,
) -> Result<Data<Import>, ApiError> {
    let (name, size) = form.parse(state.config.uploads.max_bytes)?;
    let row = ImportRow::new(&Actor::operator(&state, operator), name, size);
    let files = uploads.files().clone();
    let kept = row.clone();
    state
        .db
        .write(move |conn| {
            let (open, lacking) = queries::receiving(conn)?;
            if open >= MAX_RECEIVING {
                let text = "未完成的上传太多，请先完成或取消";
                return Err(ApiError::with_message(ErrorKind::ImportState, text));
            }
            let wanted = u64::try_from(lacking.saturating_add(size)).unwrap_or(u64::MAX);
            if !files.has_room_for(wanted).map_err(anyhow::Error::from)? {
                return Err(ApiError::new(ErrorKind::StorageFull));
            }
            Ok(queries::insert(conn, &kept)?)
        })
        .await?;
    Ok(Data::new(row.into()))
}

/// Get an import
///
/// Its progress.
#[utoipa::path(
    get, path = "/admin/imports/{id}", tag = "operators", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the import", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000051")),
    responses(
        (status = 200, description = "The import", body = Data<Import>),
        (status = 404, description = "No such import", body = ErrorBody),
    ),
)]
async fn get_import(
    state: web::Data<AppState>,
    id: web::Path<String>,
) -> Result<Data<Import>, ApiError> {
    let row = found(&state, &id).await?;
    Ok(Data::new(row.into()))
}

/// The import of this id, or 404.
pub(super) async fn found(state: &AppState, id: &str) -> Result<ImportRow, ApiError> {
    let id = parse_id(id).ok_or_else(ApiError::not_found)?;
    let row = state
        .db
        .query_fresh(move |conn| queries::find(conn, id))
        .await?;
    Ok(row)
}

/// Upload a file part
///
/// Repeating a part changes nothing. An interrupted upload continues at `received`.
#[utoipa::path(
    post, path = "/admin/imports/{id}/part", tag = "operators", security(("bearer" = [])),
    params(
        ("id" = String, Path, description = "Id of the import", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000051"),
        PartParams,
    ),
    request_body(content = inline(PartBytes), content_type = "application/octet-stream", description = "1 byte to 1 MiB of the file"),
    responses(
        (status = 200, description = "The part is received", body = Data<Import>),
        (status = 400, description = "Invalid, or the file would be larger than announced", body = ErrorBody),
        (status = 404, description = "No such import", body = ErrorBody),
        (status = 409, description = "Another part is expected or being written (`import_offset`)", body = ErrorBody),
        (status = 413, description = "The body is larger than 1 MiB", body = ErrorBody),
        (status = 415, description = "The body is compressed or not `application/octet-stream`", body = ErrorBody),
        (status = 422, description = "The upload is complete or cancelled (`import_state`), or the disk is full (`storage_full`)", body = ErrorBody),
    ),
)]
async fn upload_import_part(
    state: web::Data<AppState>,
    uploads: web::Data<Uploads>,
    request: HttpRequest,
    _operator: Operator,
    id: web::Path<String>,
    Params(params): Params<PartParams>,
    part: web::Bytes,
) -> Result<Data<Import>, ApiError> {
    if !is_octet_stream(request.headers()) {
        return Err(ApiError::new(ErrorKind::UnsupportedContent));
    }
    let row = found(&state, &id).await?;
    let from = params.parse(part.len())?;
    let to = from.saturating_add(i64::try_from(part.len()).unwrap_or(i64::MAX));
    if to > row.size {
        return Err(ApiError::bad_request("内容超过文件大小"));
    }
    if row.state != ImportState::Receiving {
        return Err(ApiError::new(ErrorKind::ImportState));
    }
    if to <= row.received {
        return Ok(Data::new(row.into()));
    }
    let wrong_offset = || ApiError::new(ErrorKind::ImportOffset);
    let _writing = uploads.writing(row.id).ok_or_else(wrong_offset)?;
    if from != row.received {
        return Err(wrong_offset());
    }
    put(&uploads, row.id, from, part).await?;
    let (id, now) = (row.id, state.now());
    let (next, row) = state
        .db
        .execute(move |conn| {
            let next = queries::receive(conn, id, (from, to), now)?;
            Ok((next, queries::find(conn, id)?))
        })
        .await?;
    if !row.kept {
        // It was cancelled while the part was being written.
        uploads.files().remove(id);
    }
    next.then_some(()).ok_or_else(wrong_offset)?;
    Ok(Data::new(row.into()))
}

async fn put(uploads: &Uploads, id: i64, from: i64, part: web::Bytes) -> Result<(), ApiError> {
    let files = uploads.files().clone();
    let offset = u64::try_from(from).unwrap_or_default();
    let put = tokio::task::spawn_blocking(move || files.put(id, offset, &part)).await;
    match put.map_err(anyhow::Error::from)? {
        Err(error) if error.kind() == std::io::ErrorKind::StorageFull => {
            Err(ApiError::new(ErrorKind::StorageFull))
        }
        put => Ok(put.map_err(anyhow::Error::from)?),
    }
}

/// Start an import
///
/// Queues a complete file, or continues a stopped import; one runs at a time. Repeating it changes nothing.
#[utoipa::path(
    post, path = "/admin/imports/{id}/start", tag = "operators", security(("bearer" = [])), request_body = StartForm,
    params(("id" = String, Path, description = "Id of the import", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000051")),
    responses(
        (status = 200, description = "The import is queued", body = Data<Import>),
        (status = 404, description = "No such import", body = ErrorBody),
        (status = 422, description = "The file is incomplete or imported already (`import_state`)", body = ErrorBody),
    ),
)]
async fn start_import(
    state: web::Data<AppState>,
    uploads: web::Data<Uploads>,
    operator: Operator,
    id: web::Path<String>,
    form: Json<StartForm>,
) -> Result<Data<Import>, ApiError> {
    let row = found(&state, &id).await?;
    let start = row.start(form.dry_run)?;
    if start == Start::Already {
        return Ok(Data::new(row.into()));
    }
    let sha256 = file_hash(&uploads, &row).await?;
    let actor = Actor::operator(&state, operator);
    let how = form.into_inner();
    let options = how.read_options(&row.options)?.text();
    let row = state
        .db
        .write(move |conn| {
            let queued = queries::start(conn, &actor, &row, start, &sha256, (&how, &options))?;
            queued
                .then_some(())
                .ok_or_else(|| ApiError::new(ErrorKind::ImportState))?;
            Ok::<_, ApiError>(queries::find(conn, row.id)?)
        })
        .await?;
    uploads.wake();
    Ok(Data::new(row.into()))
}

/// The hash of a complete file.
async fn file_hash(uploads: &Uploads, row: &ImportRow) -> Result<String, ApiError> {
    if !row.sha256.is_empty() {
        return Ok(row.sha256.clone());
    }
    let files = uploads.files().clone();
    let (id, size) = (row.id, u64::try_from(row.size).unwrap_or_default());
    let file_hash = tokio::task::spawn_blocking(move || files.sync_and_hash(id, size)).await;
    match file_hash.map_err(anyhow::Error::from)? {
        Ok(Some(sha256)) => Ok(sha256),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(anyhow::Error::from(error).into())
        }
        Ok(None) | Err(_) => {
            let text = "文件不完整，请取消后重新上传";
            Err(ApiError::with_message(ErrorKind::ImportState, text))
        }
    }
}

/// Stop an import
///
/// After the current batch; it can be started again. Files of incomplete and failed imports are deleted.
#[utoipa::path(
    post, path = "/admin/imports/{id}/cancel", tag = "operators", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the import", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000051")),
    responses(
        (status = 200, description = "The import is stopped or `cancelling`", body = Data<Import>),
        (status = 404, description = "No such import", body = ErrorBody),
        (status = 422, description = "The import is done (`import_state`)", body = ErrorBody),
    ),
)]
async fn cancel_import(
    state: web::Data<AppState>,
    uploads: web::Data<Uploads>,
    operator: Operator,
    PathId(id): PathId,
) -> Result<Data<Import>, ApiError> {
    let actor = Actor::operator(&state, operator);
    let (stopped, row) = state
        .db
        .execute(move |conn| {
            let stopped = queries::cancel(conn, &actor, id)?;
            Ok((stopped, queries::find(conn, id)?))
        })
        .await?;
    match stopped {
        Stopped::Done => {
            let text = "该文件已经导入完成";
            return Err(ApiError::with_message(ErrorKind::ImportState, text));
        }
        Stopped::WithItsFile => uploads.files().remove(id),
        Stopped::Yes | Stopped::Ended => {}
    }
    Ok(Data::new(row.into()))
}

/// Download rejected lines of an import
///
/// Number, reason and text of each line, separated by tabs. Incomplete while the import runs.
#[utoipa::path(
    get, path = "/admin/imports/{id}/refused", tag = "operators", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the import", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000051")),
    responses(
        (status = 200, description = "The refused lines", body = String, content_type = "text/plain; charset=utf-8"),
        (status = 404, description = "No such import, or its files were deleted", body = ErrorBody),
    ),
)]
async fn list_import_refusals(
    state: web::Data<AppState>,
    uploads: web::Data<Uploads>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let row = found(&state, &id).await?;
    let length = u64::try_from(row.progress.refused_bytes).unwrap_or_default();
    let path = uploads.files().rejected_lines(row.id);
    let list = if length == 0 {
        None
    } else {
        Some(std::fs::File::open(path).map_err(|_| ApiError::not_found())?)
    };
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"refused.txt\""))
        .streaming(pieces(list, length)))
}

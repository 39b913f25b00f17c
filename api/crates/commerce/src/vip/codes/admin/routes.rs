//! Operator endpoints for activation codes.

use actix_web::web;
use secrecy::ExposeSecret as _;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_base::values::Id;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, OK, OK_TEXT, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery};
use yingku_http_kit::sorting::{ByTime, Sorting};
use yingku_platform::state::AppState;

use super::model::{
    BatchCode, CodeBatch, CodeBatches, CodePlan, CreatedCodes, NewCodesForm, RevokeBatchForm,
    RevokeResult,
};
use super::single::{CodeDetail, CodeForm, RevokeCodeForm};
use crate::vip::codes::batches;
use crate::vip::codes::keys::CodeKeys;
use crate::vip::codes::single;
use crate::vip::plans;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_code_batches needs CodesMake,
        list_admin_codes needs CodesMake,
        create_admin_codes needs CodesMake,
        revoke_admin_codes needs CodesMake,
        find_admin_code needs CodesMake,
        revoke_admin_code needs CodesMake,
    ]
}

/// List batches of activation codes
///
/// Newest or oldest first, without codes that were bought. `plans` are the plans that codes can be
/// created for.
#[utoipa::path(
    get, path = "/admin/codes", tag = "operators", security(("bearer" = [])), params(PageParams, Sorting<ByTime>),
    responses((status = 200, description = "One page of batches", body = CodeBatches)),
)]
async fn list_admin_code_batches(
    state: web::Data<AppState>,
    sorting: Sorting<ByTime>,
    PageQuery(page): PageQuery,
) -> Result<web::Json<CodeBatches>, ApiError> {
    let now = state.now();
    let (rows, total, plans) = state
        .db
        .query_fresh(move |conn| {
            let (rows, total) = batches::page(conn, sorting.direction(), page)?;
            let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            let counts = batches::counts(conn, &names, now)?;
            let shown = rows.into_iter().map(|row| {
                let counts = counts.get(&row.name).copied().unwrap_or_default();
                CodeBatch::from((row, counts))
            });
            Ok((shown.collect(), total, plans::all(conn)?))
        })
        .await?;
    Ok(web::Json(CodeBatches {
        code: OK,
        msg: OK_TEXT,
        rows,
        total,
        plans: plans
            .into_iter()
            .map(|plan| CodePlan {
                id: Id(plan.id),
                name: plan.name,
                days: plan.days,
            })
            .collect(),
    }))
}

/// List the codes of a batch
///
/// In the order of creation, with their last four characters.
#[utoipa::path(
    get, path = "/admin/codes/{batch}", tag = "operators", security(("bearer" = [])),
    params(
        ("batch" = String, Path, description = "Name of the batch", pattern = "^[0-9A-Za-z_\\u4e00-\\u9fff-]{1,40}$", example = "autumn-2026"),
        PageParams,
    ),
    responses(
        (status = 200, description = "One page of codes", body = Rows<BatchCode>),
        (status = 404, description = "No such batch", body = ErrorBody),
    ),
)]
async fn list_admin_codes(
    state: web::Data<AppState>,
    batch: web::Path<String>,
    PageQuery(page): PageQuery,
) -> Result<Rows<BatchCode>, ApiError> {
    let (name, now) = (batch.into_inner(), state.now());
    if name.contains('\0') {
        return Err(ApiError::not_found());
    }
    let (rows, total) = state
        .db
        .read_fresh(move |conn| {
            if !batches::exists(conn, &name)? {
                return Err(ApiError::not_found());
            }
            Ok(batches::codes(conn, &name, page)?)
        })
        .await?;
    let rows = rows.into_iter().map(|row| BatchCode::from_row(row, now));
    Ok(Rows::of(rows, total))
}

/// Create activation codes
///
/// Returns the codes once: only a keyed hash and the last four characters are stored.
#[utoipa::path(
    post, path = "/admin/codes/create", tag = "operators", security(("bearer" = [])), request_body = NewCodesForm,
    responses(
        (status = 200, description = "The codes", body = Data<CreatedCodes>),
        (status = 404, description = "No such plan", body = ErrorBody),
        (status = 409, description = "A batch of this name exists (`batch_taken`)", body = ErrorBody),
        (status = 422, description = "The service has no secret for codes (`codes_off`)", body = ErrorBody),
    ),
)]
async fn create_admin_codes(
    state: web::Data<AppState>,
    codes: web::Data<CodeKeys>,
    operator: Operator,
    form: Json<NewCodesForm>,
) -> Result<Data<CreatedCodes>, ApiError> {
    let (plan, spec) = form.parse()?;
    if state.config.secrets.codes.expose_secret().is_empty() {
        return Err(ApiError::new(ErrorKind::CodesOff));
    }
    let (keys, actor) = (codes.clone(), Actor::operator(&state, operator));
    let created = state
        .db
        .write(move |conn| {
            let plan = plans::by_id(conn, plan)?;
            let batch = batches::generate(&keys, &actor, &plan, spec)?;
            if !batches::insert(conn, &actor, &batch)? {
                return Err(ApiError::new(ErrorKind::BatchTaken));
            }
            Ok(batch)
        })
        .await?;
    Ok(Data::new(CreatedCodes {
        codes: created.codes.iter().map(ToString::to_string).collect(),
        batch: created.row.name,
        plan_name: created.row.plan_name,
    }))
}

/// Revoke a batch of activation codes
///
/// Unused codes become invalid; days already granted stay. Revoking a batch again changes nothing.
#[utoipa::path(
    post, path = "/admin/codes/revoke", tag = "operators", security(("bearer" = [])), request_body = RevokeBatchForm,
    responses(
        (status = 200, description = "How many were revoked", body = Data<RevokeResult>),
        (status = 404, description = "No such batch", body = ErrorBody),
    ),
)]
async fn revoke_admin_codes(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<RevokeBatchForm>,
) -> Result<Data<RevokeResult>, ApiError> {
    let (batch, reason) = form.parse()?;
    let actor = Actor::operator(&state, operator);
    let revoked = state
        .db
        .write(move |conn| {
            if !batches::exists(conn, &batch)? {
                return Err(ApiError::not_found());
            }
            Ok(batches::revoke(conn, &actor, &batch, &reason)?)
        })
        .await?;
    Ok(Data::new(RevokeResult { revoked }))
}

/// Find an activation code
///
/// Its batch or order, plan, state, and who used it when. The code is neither logged nor sent back.
#[utoipa::path(
    post, path = "/admin/code/find", tag = "operators", security(("bearer" = [])), request_body = CodeForm,
    responses(
        (status = 200, description = "The code", body = Data<CodeDetail>),
        (status = 404, description = "No such code (`code_unknown`)", body = ErrorBody),
        (status = 422, description = "It is not a whole code, or mistyped (`code_invalid`)", body = ErrorBody),
    ),
)]
async fn find_admin_code(
    state: web::Data<AppState>,
    codes: web::Data<CodeKeys>,
    form: Json<CodeForm>,
) -> Result<Data<CodeDetail>, ApiError> {
    let (hash, now) = (codes.hash(&form.parse()?), state.now());
    let found = state
        .db
        .query_fresh(move |conn| single::by_hash(conn, &hash))
        .await?
        .ok_or_else(|| ApiError::new(ErrorKind::CodeUnknown))?;
    Ok(Data::new(CodeDetail::new(found, now)))
}

/// Revoke an activation code
///
/// Only an unused code is revoked; one that was bought by the refund of its order. Repeating it changes nothing.
#[utoipa::path(
    post, path = "/admin/code/revoke", tag = "operators", security(("bearer" = [])), request_body = RevokeCodeForm,
    responses(
        (status = 200, description = "The revoked code", body = Data<CodeDetail>),
        (status = 404, description = "No such code", body = ErrorBody),
        (status = 422, description = "It has been used (`code_used`), or was bought (`code_bought`)", body = ErrorBody),
    ),
)]
async fn revoke_admin_code(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<RevokeCodeForm>,
) -> Result<Data<CodeDetail>, ApiError> {
    let (id, reason) = form.parse()?;
    let actor = Actor::operator(&state, operator);
    let now = actor.now;
    let revoked = state
        .db
        .write(move |conn| single::revoke(conn, &actor, id, &reason))
        .await?;
    Ok(Data::new(CodeDetail::new(revoked, now)))
}

//! Operator endpoints that hide, restore and take down works.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_base::role::Permission;
use yingku_base::values::Id;
use yingku_catalogue::works::visibility::VisibilityCommand;
use yingku_catalogue::writer::CatalogueWriter;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Done;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::reason::{OperatorReason, parse_reason};
use yingku_platform::state::AppState;

use super::visibility::{authorize_restore, change_visibility};

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        hide_admin_work needs WorksEdit,
        restore_admin_work needs WorksEdit,
        take_down_admin_work needs WorksEdit,
    ]
}

/// A work, and the reason for a change.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WorkReasonForm {
    /// Id of the work.
    pub id: Id,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
}

impl WorkReasonForm {
    fn parse(&self) -> Result<(i64, String), ApiError> {
        Ok((self.id.0, parse_reason(&self.reason)?))
    }
}

/// Hide a work
///
/// Takes it off the site until it is restored; imports do not bring it back. Hiding it again changes nothing.
#[utoipa::path(
    post, path = "/admin/works/hide", tag = "operators", security(("bearer" = [])), request_body = WorkReasonForm,
    responses(
        (status = 200, description = "It is off the site", body = Done),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn hide_admin_work(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<WorkReasonForm>,
) -> Result<Done, ApiError> {
    apply(&state, &catalogue, operator, &form, VisibilityCommand::Hide).await
}

/// Restore a work
///
/// After a take-down for a serious report this needs `reports:handle`, too. A work with undecided reports is restored
/// only by their decision.
#[utoipa::path(
    post, path = "/admin/works/restore", tag = "operators", security(("bearer" = [])), request_body = WorkReasonForm,
    responses(
        (status = 200, description = "It is on the site", body = Done),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 422, description = "Its reports have to be decided first (`report_open`)", body = ErrorBody),
    ),
)]
async fn restore_admin_work(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<WorkReasonForm>,
) -> Result<Done, ApiError> {
    apply(
        &state,
        &catalogue,
        operator,
        &form,
        VisibilityCommand::Restore,
    )
    .await
}

/// Take a work down
///
/// Takes it off the site for good; imports do not bring it back. Taking it down again changes nothing.
#[utoipa::path(
    post, path = "/admin/works/takedown", tag = "operators", security(("bearer" = [])), request_body = WorkReasonForm,
    responses(
        (status = 200, description = "It is taken down", body = Done),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn take_down_admin_work(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<WorkReasonForm>,
) -> Result<Done, ApiError> {
    apply(
        &state,
        &catalogue,
        operator,
        &form,
        VisibilityCommand::TakeDown,
    )
    .await
}

async fn apply(
    state: &AppState,
    catalogue: &CatalogueWriter,
    operator: Operator,
    form: &WorkReasonForm,
    command: VisibilityCommand,
) -> Result<Done, ApiError> {
    let (work, reason) = form.parse()?;
    let may_decide = operator.may(Permission::ReportsHandle);
    let actor = Actor::operator(state, operator);
    catalogue
        .write(move |conn| {
            if command == VisibilityCommand::Restore {
                authorize_restore(conn, work, may_decide)?;
            }
            change_visibility(conn, &actor, work, command, &reason)
        })
        .await?;
    Ok(Done::new())
}

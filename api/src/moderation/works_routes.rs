//! `POST /admin/works/hide`, `…/restore` and `…/takedown`.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::standing::{change_visibility, may_restore};
use crate::audit::{Action, Actor};
use crate::auth::caller::Operator;
use crate::base::role::Permission;
use crate::catalogue::indexer::Indexer;
use crate::catalogue::works::visibility::VisibilityCommand;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Done;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::fields::IdText;
use crate::http::reason::parse_reason;
use crate::state::AppState;

/// The operators' calls about what may be on the site.
pub fn endpoints() -> Endpoints {
    endpoints![
        update_admin_work_hidden needs WorksEdit,
        update_admin_work_restored needs WorksEdit,
        update_admin_work_taken_down needs WorksEdit,
    ]
}

/// A work, and why something is done to it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WorkReasonForm {
    /// Id of the work.
    pub id: IdText,
    /// Why, for the audit log; not white space alone.
    #[schema(
        min_length = 1,
        max_length = 200,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "版权方要求"
    )]
    pub reason: String,
}

impl WorkReasonForm {
    fn parse(&self) -> Result<(i64, String), ApiError> {
        Ok((self.id.parse("id")?, parse_reason(&self.reason)?))
    }
}

/// Hide a work
///
/// It is off the site until it is restored, whatever an import says. Hiding it again changes nothing.
#[utoipa::path(
    post, path = "/admin/works/hide", tag = "operators", security(("bearer" = [])), request_body = WorkReasonForm,
    responses(
        (status = 200, description = "It is off the site", body = Done),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn update_admin_work_hidden(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    operator: Operator,
    form: web::Json<WorkReasonForm>,
) -> Result<Done, ApiError> {
    carry_out(
        &state,
        &indexer,
        operator,
        &form,
        (VisibilityCommand::Hide, Action::WorkHide),
    )
    .await
}

/// Restore a work
///
/// Brings a hidden work back, also one that is taken down; one that was taken down after a grave report only for whoever
/// may decide on reports (`reports:handle`). One that waits for a decision on its reports comes back by that decision
/// alone.
#[utoipa::path(
    post, path = "/admin/works/restore", tag = "operators", security(("bearer" = [])), request_body = WorkReasonForm,
    responses(
        (status = 200, description = "It is on the site", body = Done),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 422, description = "Its reports have to be decided first (`report_open`)", body = ErrorBody),
    ),
)]
async fn update_admin_work_restored(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    operator: Operator,
    form: web::Json<WorkReasonForm>,
) -> Result<Done, ApiError> {
    carry_out(
        &state,
        &indexer,
        operator,
        &form,
        (VisibilityCommand::Restore, Action::WorkRestore),
    )
    .await
}

/// Take a work down
///
/// It is off the site, and stays there when an import brings it again. Taking it down again changes nothing.
#[utoipa::path(
    post, path = "/admin/works/takedown", tag = "operators", security(("bearer" = [])), request_body = WorkReasonForm,
    responses(
        (status = 200, description = "It is taken down", body = Done),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn update_admin_work_taken_down(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    operator: Operator,
    form: web::Json<WorkReasonForm>,
) -> Result<Done, ApiError> {
    carry_out(
        &state,
        &indexer,
        operator,
        &form,
        (VisibilityCommand::TakeDown, Action::WorkTakeDown),
    )
    .await
}

async fn carry_out(
    state: &AppState,
    indexer: &Indexer,
    operator: Operator,
    form: &WorkReasonForm,
    (command, action): (VisibilityCommand, Action),
) -> Result<Done, ApiError> {
    let (work, reason) = form.parse()?;
    let may_decide = operator.may(Permission::ReportsHandle);
    let actor = Actor::operator(state, operator);
    state
        .db
        .write(move |conn| {
            if command == VisibilityCommand::Restore {
                may_restore(conn, work, may_decide)?;
            }
            change_visibility(conn, &actor, work, (command, action), &reason)
        })
        .await?;
    indexer.wake();
    Ok(Done::new())
}

//! `POST /admin/works/merge`.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_base::values::Id;
use yingku_catalogue::writer::CatalogueWriter;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Done;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::reason::{OperatorReason, parse_reason};
use yingku_platform::state::AppState;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![merge_admin_works needs WorksEdit]
}

/// A work to merge, or whose merge is undone.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WorkMergeForm {
    /// Id of the work that leads to the other one afterwards.
    pub id: Id,
    /// Id of the other one; missing to undo the merge.
    #[serde(default)]
    pub into: Option<Id>,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
}

/// Merge two works, or undo that
///
/// Collections, likes, requests, reports, links and views move to the other work. Undone within 30 days, they move back
/// unless removed since.
#[utoipa::path(
    post, path = "/admin/works/merge", tag = "operators", security(("bearer" = [])), request_body = WorkMergeForm,
    responses(
        (status = 200, description = "They are merged, or not any more", body = Done),
        (status = 404, description = "No such work, or it was not merged", body = ErrorBody),
        (status = 422, description = "They cannot be merged (`work_merge`, `report_open`, `work_taken_down`)", body = ErrorBody),
    ),
)]
async fn merge_admin_works(
    state: web::Data<AppState>,
    catalogue: web::Data<CatalogueWriter>,
    operator: Operator,
    form: Json<WorkMergeForm>,
) -> Result<Done, ApiError> {
    let (work, reason) = (form.id.0, parse_reason(&form.reason)?);
    let into = form.into.map(|id| id.0);
    let actor = Actor::operator(&state, operator);
    let write = move |conn: &mut _| match into {
        Some(into) => super::merge(conn, &actor, (work, into), &reason),
        None => super::undo(conn, &actor, work, &reason),
    };
    catalogue.write(write).await?;
    Ok(Done::new())
}

//! Operator endpoints for plans.

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
use yingku_http_kit::params::{PageParams, PageQuery};
use yingku_platform::state::AppState;

use super::changes::{self, AdminPlan};
use super::form::{PlanEditForm, PlanForm};
use crate::vip::plans;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_plans needs PlansEdit,
        create_admin_plan needs PlansEdit,
        update_admin_plan needs PlansEdit,
    ]
}

/// A new plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedPlan {
    /// Its id.
    #[schema(example = "1000000000000006")]
    pub id: String,
}

/// List plans, including those off sale
///
/// By kind, then in the order of the shop.
#[utoipa::path(
    get, path = "/admin/plans", tag = "operators", security(("bearer" = [])), params(PageParams),
    responses((status = 200, description = "One page of plans", body = Rows<AdminPlan>)),
)]
async fn list_admin_plans(
    state: web::Data<AppState>,
    PageQuery(page): PageQuery,
) -> Result<Rows<AdminPlan>, ApiError> {
    let all = state.db.query_fresh(plans::all).await?;
    let total = u64::try_from(all.len()).unwrap_or(u64::MAX);
    let rows = page.of(all).into_iter().map(AdminPlan::from).collect();
    Ok(Rows::new(rows, total))
}

/// Create a plan
///
/// It is not on sale unless the form says so.
#[utoipa::path(
    post, path = "/admin/plans/create", tag = "operators", security(("bearer" = [])), request_body = PlanForm,
    responses(
        (status = 200, description = "The plan is created", body = Data<CreatedPlan>),
        (status = 409, description = "Another plan of the kind has this name (`plan_name_taken`)", body = ErrorBody),
        (status = 422, description = "`plan_refused` or `app_unknown`", body = ErrorBody),
    ),
)]
async fn create_admin_plan(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<PlanForm>,
) -> Result<Data<CreatedPlan>, ApiError> {
    let change = form.into_inner().parse(&state.config)?;
    let actor = Actor::operator(&state, operator);
    let id = state
        .db
        .write(move |conn| changes::create(conn, &actor, change))
        .await?;
    Ok(Data::new(CreatedPlan { id: id.to_string() }))
}

/// Change a plan
///
/// The fields sent replace the current ones. Orders and codes keep their terms.
#[utoipa::path(
    post, path = "/admin/plans/edit", tag = "operators", security(("bearer" = [])), request_body = PlanEditForm,
    responses(
        (status = 200, description = "The plan is changed", body = Done),
        (status = 404, description = "No such plan", body = ErrorBody),
        (status = 409, description = "`edit_conflict` or `plan_name_taken`", body = ErrorBody),
        (status = 422, description = "`plan_refused` or `app_unknown`", body = ErrorBody),
    ),
)]
async fn update_admin_plan(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<PlanEditForm>,
) -> Result<Done, ApiError> {
    let plan = (form.id.0, form.version);
    let change = form.into_inner().parse(&state.config)?;
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| changes::edit(conn, &actor, plan, change))
        .await?;
    Ok(Done::new())
}

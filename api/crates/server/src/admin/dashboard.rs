//! `GET /admin/dashboard`.

use actix_web::web;
use yingku_access::auth::caller::Operator;
use yingku_catalogue::indexer::Indexer;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::ApiError;
use yingku_platform::state::AppState;

use super::dashboard_model::Dashboard;
use super::overview;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![get_dashboard needs DashboardView]
}

/// Get the dashboard
///
/// Totals, pending work, and statistics of the last 30 days. Without `orders:view` there are no orders, without
/// `works:import` no failed imports.
#[utoipa::path(
    get, path = "/admin/dashboard", tag = "operators", security(("bearer" = [])),
    responses((status = 200, description = "The dashboard", body = Data<Dashboard>)),
)]
async fn get_dashboard(
    state: web::Data<AppState>,
    indexer: web::Data<Indexer>,
    operator: Operator,
) -> Result<Data<Dashboard>, ApiError> {
    let (checkpoint, now) = (indexer.checkpoint(), state.now());
    let overview = state
        .db
        .query_fresh(move |conn| overview::read(conn, &checkpoint, now))
        .await?;
    let shown = Dashboard::from_overview(overview, indexer.condition(), &operator);
    Ok(Data::new(shown))
}

//! `GET /v2/app/vip/list`: what is for sale (R10.4).

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{PlanKind, PlanRow};
use crate::base::money::yuan;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Rows;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::fields::check_app;
use crate::http::params::choice;
use crate::state::AppState;

/// The calls about plans.
pub fn endpoints() -> Endpoints {
    endpoints![list_plans]
}

/// Which plans.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct PlansParams {
    /// 0: those on sale.
    #[param(value_type = Option<String>, pattern = "^0$", example = "0")]
    pub status: Option<String>,
    /// Id of the application.
    #[param(value_type = Option<String>, max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// Days of VIP (`time`, when not given) or activation codes for them (`code`).
    #[param(value_type = Option<String>, pattern = "^(time|code)$", example = "time")]
    pub kind: Option<String>,
}

/// A plan, with prices in yuan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// What an order names it by.
    #[schema(example = "1000000000000001")]
    pub id: String,
    /// Its name.
    #[schema(example = "VIP年卡")]
    pub name: String,
    /// What it says beside its name.
    #[schema(example = "365天 · 不限次数复制磁力链接 · 在线观看")]
    pub remark: String,
    /// What it costs.
    #[schema(example = "198.00")]
    pub current_price: String,
    /// What it cost before; the same when it is not reduced.
    #[schema(example = "360.00")]
    pub orig_price: String,
    /// Days of VIP.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// `time` or `code`.
    #[schema(example = "time")]
    pub kind: &'static str,
}

impl From<PlanRow> for Plan {
    fn from(row: PlanRow) -> Self {
        Self {
            kind: row.kind().word(),
            id: row.id.to_string(),
            name: row.name,
            remark: row.remark,
            current_price: yuan(row.price_fen),
            orig_price: yuan(row.price_before_fen),
            days: row.days,
        }
    }
}

/// List VIP plans
///
/// The plans on sale, in the order of the shop.
#[utoipa::path(
    get, path = "/v2/app/vip/list", tag = "orders", params(PlansParams),
    responses(
        (status = 200, description = "The plans", body = Rows<Plan>),
        (status = 400, description = "A parameter breaks its rule", body = ErrorBody),
        (status = 422, description = "Another application", body = ErrorBody),
    ),
)]
async fn list_plans(
    state: web::Data<AppState>,
    params: web::Query<PlansParams>,
) -> Result<web::Json<Rows<Plan>>, ApiError> {
    let kind = choice("kind", params.kind.as_deref(), &PlanKind::NAMES)?.unwrap_or(PlanKind::Time);
    choice("status", params.status.as_deref(), &[("0", ())])?;
    let named = params.app_id.as_deref().filter(|id| !id.is_empty());
    check_app(&state.config, named)?;
    let app_id = state.config.signing.app_id.clone();
    let rows = state
        .db
        .read(move |conn| Ok::<_, ApiError>(super::list(conn, &app_id, kind, true)?))
        .await?;
    let total = rows.len().try_into().unwrap_or(u64::MAX);
    Ok(web::Json(Rows::new(
        rows.into_iter().map(Plan::from).collect(),
        total,
    )))
}

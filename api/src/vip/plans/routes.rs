//! `GET /v2/app/vip/list`: what is for sale (R10.4).

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{PlanKind, PlanRow};
use crate::base::values::{Id, Yuan};
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Rows;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::fields::check_app;
use crate::http::params::{Number, Params};
use crate::state::AppState;

/// The one status that can be asked for.
type OnSale = Number<0, 0>;

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
    #[param(inline, example = 0)]
    pub status: Option<OnSale>,
    /// Id of the application.
    #[param(value_type = Option<String>, max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// Days of VIP (`time`, when not given) or activation codes for them (`code`).
    #[param(inline, example = "time")]
    pub kind: Option<PlanKind>,
}

/// A plan, with prices in yuan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// What an order names it by.
    pub id: Id,
    /// Its name.
    #[schema(example = "VIP年卡")]
    pub name: String,
    /// What it says beside its name.
    #[schema(example = "365天 · 不限次数复制磁力链接 · 在线观看")]
    pub remark: String,
    /// What it costs.
    pub current_price: Yuan,
    /// What it cost before; the same when it is not reduced.
    pub orig_price: Yuan,
    /// Days of VIP.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// What a buyer gets.
    pub kind: PlanKind,
}

impl From<PlanRow> for Plan {
    fn from(row: PlanRow) -> Self {
        Self {
            kind: row.kind,
            id: Id(row.id),
            name: row.name,
            remark: row.remark,
            current_price: Yuan(row.price_fen),
            orig_price: Yuan(row.price_before_fen),
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
        (status = 422, description = "Another application", body = ErrorBody),
    ),
)]
async fn list_plans(
    state: web::Data<AppState>,
    Params(params): Params<PlansParams>,
) -> Result<Rows<Plan>, ApiError> {
    let kind = params.kind.unwrap_or(PlanKind::Time);
    let named = params.app_id.as_deref().filter(|id| !id.is_empty());
    check_app(&state.config, named)?;
    let app_id = state.config.signing.app_id.clone();
    let rows = state
        .db
        .query(move |conn| super::list(conn, &app_id, kind, true))
        .await?;
    let total = rows.len().try_into().unwrap_or(u64::MAX);
    Ok(Rows::new(rows.into_iter().map(Plan::from).collect(), total))
}

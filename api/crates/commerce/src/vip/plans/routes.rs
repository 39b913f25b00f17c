//! The shop's list of plans (R10.4).

use actix_web::web;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::values::{Id, Yuan};
use yingku_db::schema::vip_plans;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Rows;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::fields::check_app;
use yingku_http_kit::param_types::Number;
use yingku_http_kit::params::Params;
use yingku_platform::config::PayMode;
use yingku_platform::state::AppState;

use super::PlanKind;

/// The only status accepted.
type OnSale = Number<0, 0>;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![list_plans]
}

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct PlansParams {
    /// 0: on sale.
    #[param(inline, example = 0)]
    pub status: Option<OnSale>,
    /// Id of the application.
    #[param(value_type = Option<String>, max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// `time` (default): the days themselves; `code`: activation codes for them.
    #[param(inline, example = "time")]
    pub kind: Option<PlanKind>,
}

/// A plan, with prices in yuan.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = vip_plans)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The id, which orders refer to.
    pub id: Id,
    /// The name.
    #[schema(example = "VIP年卡")]
    pub name: String,
    /// The description.
    #[schema(example = "365天 · 不限次数复制磁力链接 · 在线观看")]
    pub remark: String,
    /// The price.
    #[diesel(column_name = price_fen)]
    pub current_price: Yuan,
    /// The original price; equal to the price without a discount.
    #[diesel(column_name = price_before_fen)]
    pub orig_price: Yuan,
    /// Days of VIP.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// What a buyer gets.
    pub kind: PlanKind,
}

/// List VIP plans
///
/// The plans on sale, in the order of the shop; none when payment is unavailable.
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
    check_app(&state.config.signing.app_id, named)?;
    if state.config.pay.mode == PayMode::Off {
        return Ok(Rows::new(Vec::new(), 0));
    }
    let app_id = state.config.signing.app_id.clone();
    let rows = state
        .db
        .query(move |conn| super::list(conn, &app_id, kind, true))
        .await?;
    let total = rows.len().try_into().unwrap_or(u64::MAX);
    Ok(Rows::new(rows, total))
}

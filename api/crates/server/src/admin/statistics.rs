//! `GET /admin/statistics`.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_access::auth::caller::Operator;
use yingku_base::role::Permission;
use yingku_base::time::shanghai_day;
use yingku_base::values::{Count, Id};
use yingku_catalogue::works::top_views::{self, TopWork};
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::param_types::Day;
use yingku_http_kit::params::Params;
use yingku_platform::state::AppState;
use yingku_platform::stats::counters::Days;

use super::day_counts::DayCounts;

/// Longest range in days.
const MAX_DAYS: i32 = 400;
/// Number of works.
const MAX_WORKS: i64 = 20;

/// The endpoint.
pub(super) fn endpoints() -> Endpoints {
    endpoints![get_statistics needs DashboardView]
}

/// The range of days.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Range {
    /// First day.
    #[param(inline)]
    from: Day,
    /// Last day, at most 400 days.
    #[param(inline)]
    to: Day,
}

impl Range {
    /// The days, inclusive.
    fn days(&self) -> Result<(i32, i32), ApiError> {
        let (first, last) = (shanghai_day(self.from.begin), shanghai_day(self.to.begin));
        if last < first {
            return Err(ApiError::bad_request("结束日期不能早于开始日期"));
        }
        if last - first >= MAX_DAYS {
            return Err(ApiError::bad_request(format!(
                "请选择不超过{MAX_DAYS}天的日期"
            )));
        }
        Ok((first, last))
    }
}

/// Figures of a range of days.
#[derive(Debug, Serialize, ToSchema)]
struct Statistics {
    /// The days, oldest first.
    #[schema(max_items = 400)]
    days: Vec<DayCounts>,
    /// Most viewed works.
    #[schema(max_items = 20)]
    works: Vec<ViewedWork>,
}

/// A work and its views.
#[derive(Debug, Serialize, ToSchema)]
struct ViewedWork {
    id: Id,
    /// Its number.
    #[schema(example = "ABC-123")]
    number: String,
    /// Its title.
    title: String,
    /// Its views on the days on which it was among the 200 most viewed.
    views: Count,
}

impl From<TopWork> for ViewedWork {
    fn from(work: TopWork) -> Self {
        Self {
            id: Id(work.id),
            number: work.number,
            title: work.title,
            views: Count(work.views),
        }
    }
}

/// Get statistics of a range of days
///
/// Figures by day and the most viewed works. Without `orders:view` there are no orders and no income.
#[utoipa::path(
    get, path = "/admin/statistics", tag = "operators", security(("bearer" = [])), params(Range),
    responses((status = 200, description = "The statistics", body = Data<Statistics>)),
)]
async fn get_statistics(
    state: web::Data<AppState>,
    operator: Operator,
    Params(range): Params<Range>,
) -> Result<Data<Statistics>, ApiError> {
    let (first, last) = range.days()?;
    let with_orders = operator.may(Permission::OrdersView);
    let read = state.db.query_fresh(move |conn| {
        let works = top_views::top(conn, first, last, MAX_WORKS)?;
        Ok((Days::read(conn, first, last)?, works))
    });
    let (days, works) = read.await?;
    Ok(Data::new(Statistics {
        days: (first..=last)
            .map(|day| DayCounts::from_days(&days, day, with_orders))
            .collect(),
        works: works.into_iter().map(ViewedWork::from).collect(),
    }))
}

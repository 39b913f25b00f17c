//! The order endpoints.

use actix_web::web;
use yingku_access::auth::caller::{Client, Member};
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery};
use yingku_platform::state::AppState;

use super::model::{CreatedOrder, Order, OrderContext, OrderForm, OrderState};
use super::own::{order_state, own_order};
use super::provider::query_provider;
use super::queries::{self, OrderRequest};
use super::states;
use super::submit::submit;
use crate::pay::gateway::{Device, Payer};
use crate::pay::rate_limit::OrderRateLimit;
use crate::pay::service::Pay;
use crate::vip::codes::keys::CodeKeys;
use crate::vip::codes::orders::codes_used_by_order;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![create_order, list_orders, get_order]
}

/// Create an order
///
/// Creates an order at the plan's current price and returns where to pay it. The same plan and channel return the same
/// order while it can be paid. When the payment system is unavailable, `data` is `error`, and the order exists all the
/// same. A member can have five unpaid orders.
#[utoipa::path(
    post, path = "/v2/orders/submit", tag = "orders", security(("bearer" = [])), request_body = OrderForm,
    responses(
        (status = 200, description = "The order, and where to pay it", body = CreatedOrder),
        (status = 422, description = "The plan is not on sale (`plan_gone`), the channel is not in use (`pay_channel_off`), too many orders are unpaid (`too_many_orders`), it is another application (`app_unknown`), the order was paid meanwhile (`order_closed`), or the provider does not answer (`provider_away`)", body = ErrorBody),
        (status = 429, description = "Too many orders of this member", body = ErrorBody, headers(("Retry-After" = u64, description = "Seconds to wait"))),
    ),
)]
async fn create_order(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    order_rate_limit: web::Data<OrderRateLimit>,
    client: Client,
    member: Member,
    form: Json<OrderForm>,
) -> Result<web::Json<CreatedOrder>, ApiError> {
    let request = OrderRequest {
        user: member.id,
        plan: form.plan(&state.config)?,
        channel: form.pay_channel,
        mode: state.config.pay.mode,
    };
    let payer = Payer {
        device: Device::detect(form.scene, &client.agent),
        ip: client.ip,
    };
    submit(&state, &pay, &order_rate_limit, request, payer).await
}

/// List my orders
///
/// The caller's orders, latest first; a paid order of an activation code includes the code.
#[utoipa::path(
    get, path = "/v2/orders/list", tag = "orders", security(("bearer" = [])), params(PageParams),
    responses((status = 200, description = "One page of orders", body = Rows<Order>)),
)]
async fn list_orders(
    state: web::Data<AppState>,
    codes: web::Data<CodeKeys>,
    member: Member,
    PageQuery(page): PageQuery,
) -> Result<Rows<Order>, ApiError> {
    let now = state.now();
    let (rows, used, problems, total) = state
        .db
        .query_fresh(move |conn| {
            let (rows, total) = queries::page(conn, member.id, page)?;
            let numbers: Vec<String> = rows.iter().map(|row| row.number.clone()).collect();
            let used = codes_used_by_order(conn, &numbers)?;
            let problems = states::problems(conn, &rows)?;
            Ok((rows, used, problems, total))
        })
        .await?;
    let shown = rows.into_iter().map(|row| {
        let context = OrderContext {
            used: used.get(&row.number).copied(),
            problem: problems.get(&row.number).copied(),
            now,
        };
        Order::from_row(row, context, &codes)
    });
    Ok(Rows::of(shown, total))
}

/// Get the payment status of my order
///
/// Queries the payment provider for an unpaid order, at most every three seconds and six times a minute per member;
/// otherwise returns the known status. `msg` describes the status.
#[utoipa::path(
    get, path = "/v2/orders/getOrderId/{id}", tag = "orders", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's number", pattern = "^[0-9]{24}$", example = "202609210123456789012345")),
    responses(
        (status = 200, description = "The order's status", body = Data<OrderState>),
        (status = 404, description = "No such order of the caller's", body = ErrorBody),
    ),
)]
async fn get_order(
    state: web::Data<AppState>,
    order_rate_limit: web::Data<OrderRateLimit>,
    pay: web::Data<Pay>,
    member: Member,
    number: web::Path<String>,
) -> Result<Data<OrderState>, ApiError> {
    let mut order = own_order(&state, &member, &number).await?;
    if order.status.is_open() {
        let mut applied = Ok(());
        let query = async {
            if let Some(fact) = query_provider(&pay, &order).await {
                applied = pay.apply(fact).await.map(|_| ());
            }
        };
        order_rate_limit
            .query_once(member.id, &order.number, query)
            .await;
        applied?;
        order = own_order(&state, &member, &number).await?;
    }
    order_state(&state, order).await
}

//! Resuming the payment of an unpaid order, and cancelling one.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;
use yingku_access::auth::caller::{Client, Member};
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::model::{CreatedOrder, OrderState};
use super::number::parse_number;
use super::own::{order_state, own_order};
use super::provider::close_at_provider;
use super::queries;
use super::schedule::is_over;
use super::status::OrderStatus;
use super::submit::{answer, payable};
use crate::pay::gateway::{Device, Payer};
use crate::pay::rate_limit::OrderRateLimit;
use crate::pay::service::Pay;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![pay_order, cancel_order]
}

/// An order to pay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayOrderForm {
    /// The order's number.
    #[schema(pattern = "^[0-9]{24}$", example = "202609210123456789012345")]
    pub order_id: String,
    /// The payer's device; detected from the user agent if omitted.
    #[serde(default)]
    pub scene: Option<Device>,
}

/// An order to cancel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelOrderForm {
    /// The order's number.
    #[schema(pattern = "^[0-9]{24}$", example = "202609210123456789012345")]
    pub order_id: String,
}

/// Resume payment of my order
///
/// Returns the payment URL of an unpaid order, at the order's price. WeChat Pay binds an order to a kind of device: on
/// the other kind a new order replaces it, and `orderId` is its number.
#[utoipa::path(
    post, path = "/v2/orders/pay", tag = "orders", security(("bearer" = [])), request_body = PayOrderForm,
    responses(
        (status = 200, description = "Where to pay", body = CreatedOrder),
        (status = 404, description = "No such order of the caller's", body = ErrorBody),
        (status = 422, description = "It is already paid or closed (`order_closed`), its channel is no longer in use (`pay_channel_off`), or the provider does not answer (`provider_away`)", body = ErrorBody),
        (status = 429, description = "Too many orders of this member", body = ErrorBody, headers(("Retry-After" = u64, description = "Seconds to wait"))),
    ),
)]
async fn pay_order(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    order_rate_limit: web::Data<OrderRateLimit>,
    client: Client,
    member: Member,
    form: Json<PayOrderForm>,
) -> Result<web::Json<CreatedOrder>, ApiError> {
    let number = parse_number(&form.order_id)?;
    let order = own_order(&state, &member, &number).await?;
    let waits = order.status == OrderStatus::Unpaid && !is_over(order.created_at, state.now());
    if !waits {
        return Err(ApiError::new(ErrorKind::OrderClosed));
    }
    if pay.gateway(order.channel).is_none() {
        return Err(ApiError::new(ErrorKind::PayChannelOff));
    }
    let payer = Payer {
        device: Device::detect(form.scene, &client.agent),
        ip: client.ip,
    };
    let mut guard = order_rate_limit
        .lock_provider(member.id, order.plan_id, order.channel)
        .await;
    let order = match guard.last(&order.number, payer.device) {
        Some(_) => order,
        None => {
            order_rate_limit.acquire(member.id).await?;
            payable(&state, &pay, order, payer).await?
        }
    };
    answer(&state, &pay, &order, payer, &mut guard).await
}

/// Cancel my order
///
/// Closes it here and at the provider. If it turns out to be paid, it counts as paid, as `status` shows.
#[utoipa::path(
    post, path = "/v2/orders/cancel", tag = "orders", security(("bearer" = [])), request_body = CancelOrderForm,
    responses(
        (status = 200, description = "The order's status", body = Data<OrderState>),
        (status = 404, description = "No such order of the caller's", body = ErrorBody),
        (status = 422, description = "`order_closed` or `provider_away`", body = ErrorBody),
        (status = 429, description = "Too many orders of this member", body = ErrorBody, headers(("Retry-After" = u64, description = "Seconds to wait"))),
    ),
)]
async fn cancel_order(
    state: web::Data<AppState>,
    order_rate_limit: web::Data<OrderRateLimit>,
    pay: web::Data<Pay>,
    member: Member,
    form: Json<CancelOrderForm>,
) -> Result<Data<OrderState>, ApiError> {
    let number = parse_number(&form.order_id)?;
    let order = own_order(&state, &member, &number).await?;
    if order.status != OrderStatus::Unpaid {
        return Err(ApiError::new(ErrorKind::OrderClosed));
    }
    order_rate_limit.acquire(member.id).await?;
    match close_at_provider(&pay, &order).await? {
        Some(fact) => {
            pay.apply(fact).await?;
        }
        None => {
            let now = state.now();
            let close = move |conn: &mut yingku_db::Conn| queries::close(conn, &number, now);
            state.db.execute(move |conn| close(conn)).await?;
        }
    }
    let order = own_order(&state, &member, &order.number).await?;
    let mut answer_body = order_state(&state, order).await?;
    if answer_body.data.status == OrderStatus::Closed {
        answer_body.msg = "订单已取消";
    }
    Ok(answer_body)
}

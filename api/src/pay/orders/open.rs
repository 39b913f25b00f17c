//! `POST /v2/orders/pay` and `POST /v2/orders/cancel`: going on with an order that waits, and giving it up.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::model::{OrderMade, OrderState, OrderStatus};
use super::queries::{self, OrderRow};
use super::routes::{order_state, own, unanswered};
use super::schedule::is_over;
use super::submit::answer;
use crate::auth::caller::{Client, Member};
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Data;
use crate::http::error::{ApiError, ErrorBody, ErrorKind};
use crate::pay::Pay;
use crate::pay::admin::recheck::parse_number;
use crate::pay::gateway::{Device, GatewayError, PaidFact, PaymentGateway};
use crate::pay::pace::OrderPace;
use crate::state::AppState;

/// The calls.
pub fn endpoints() -> Endpoints {
    endpoints![create_order_payment, update_order_cancelled]
}

/// An order that is to be paid after all.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoOnForm {
    /// The order's number.
    #[schema(pattern = "^[0-9]{24}$", example = "202609210123456789012345")]
    pub order_id: String,
    /// Where the payer is; when not given, told from the browser's name.
    #[serde(default)]
    pub scene: Option<Device>,
}

/// An order that is given up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelForm {
    /// The order's number.
    #[schema(pattern = "^[0-9]{24}$", example = "202609210123456789012345")]
    pub order_id: String,
}

/// Go on paying my order
///
/// Says once more where an unpaid order is paid, at the price it was made at.
#[utoipa::path(
    post, path = "/v2/orders/pay", tag = "orders", security(("bearer" = [])), request_body = GoOnForm,
    responses(
        (status = 200, description = "Where it is paid", body = OrderMade),
        (status = 404, description = "No such order of the caller's", body = ErrorBody),
        (status = 422, description = "It is paid or closed by now (`order_closed`)", body = ErrorBody),
        (status = 429, description = "Too many orders of this member", body = ErrorBody, headers(("Retry-After" = u64, description = "Seconds to wait"))),
    ),
)]
async fn create_order_payment(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    order_pace: web::Data<OrderPace>,
    client: Client,
    member: Member,
    form: web::Json<GoOnForm>,
) -> Result<web::Json<OrderMade>, ApiError> {
    let number = parse_number(&form.order_id)?;
    let order = own(&state, &member, &number).await?;
    let waits = order.status == OrderStatus::Unpaid && !is_over(order.created_at, state.now());
    let channel = waits.then_some(order.channel);
    let channel = channel.ok_or_else(|| ApiError::new(ErrorKind::OrderClosed))?;
    let scene = Device::told_or_guessed(form.scene, &client.agent);
    let mut turn = order_pace.wish(member.id, order.plan_id, channel).await;
    if turn.last(&order.number, scene).is_none() {
        order_pace.take(member.id).await?;
    }
    answer(&state, &pay, &client, &order, (channel, scene), &mut turn).await
}

/// Cancel my order
///
/// Has the provider take no payment for it any more, and closes it. When it turns out to be paid, it is paid, and
/// `status` says so.
#[utoipa::path(
    post, path = "/v2/orders/cancel", tag = "orders", security(("bearer" = [])), request_body = CancelForm,
    responses(
        (status = 200, description = "How the order is now", body = Data<OrderState>),
        (status = 404, description = "No such order of the caller's", body = ErrorBody),
        (status = 422, description = "It is paid or closed by now (`order_closed`), or the provider does not answer (`provider_away`)", body = ErrorBody),
        (status = 429, description = "Too many orders of this member", body = ErrorBody, headers(("Retry-After" = u64, description = "Seconds to wait"))),
    ),
)]
async fn update_order_cancelled(
    state: web::Data<AppState>,
    order_pace: web::Data<OrderPace>,
    pay: web::Data<Pay>,
    member: Member,
    form: web::Json<CancelForm>,
) -> Result<Data<OrderState>, ApiError> {
    let number = parse_number(&form.order_id)?;
    let order = own(&state, &member, &number).await?;
    if order.status != OrderStatus::Unpaid {
        return Err(ApiError::new(ErrorKind::OrderClosed));
    }
    order_pace.take(member.id).await?;
    match given_up(&pay, &order).await? {
        Some(fact) => {
            pay.apply(fact).await?;
        }
        None => {
            let now = state.now();
            let close = move |conn: &mut crate::db::Conn| queries::close(conn, &number, now);
            state.db.execute(move |conn| close(conn)).await?;
        }
    }
    let order = own(&state, &member, &order.number).await?;
    let mut told = order_state(&state, order).await?;
    if told.data.status == OrderStatus::Closed {
        told.msg = "订单已取消";
    }
    Ok(told)
}

/// Has the provider close the order, unless it was paid: by what, then.
async fn given_up(pay: &Pay, order: &OrderRow) -> Result<Option<PaidFact>, ApiError> {
    if pay.gateway(order.channel).is_none() {
        return Ok(None);
    }
    let number = order.number.clone();
    let closed = pay.ask(order.channel, move |gateway| close(gateway, &number));
    closed.await.map_err(|error| {
        unanswered(order, error);
        ApiError::new(ErrorKind::ProviderAway)
    })
}

fn close(gateway: &dyn PaymentGateway, number: &str) -> Result<Option<PaidFact>, GatewayError> {
    if let Some(fact) = gateway.query(number)? {
        return Ok(Some(fact));
    }
    match gateway.close(number) {
        // Closed there already, or paid in this very moment.
        Err(GatewayError::Refused(_)) => gateway.query(number),
        closed => closed.map(|()| None),
    }
}

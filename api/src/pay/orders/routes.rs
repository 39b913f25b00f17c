//! `POST /v2/orders/submit`, `GET /v2/orders/list` and `GET /v2/orders/getOrderId/{id}`.

use actix_web::web;

use super::model::{
    Order, OrderForm, OrderMade, OrderState, OrderStatus, OrdersParams, is_order_number,
};
use super::queries::{self, OrderRow};
use super::submit::{AddressError, Wish, address, ordered};
use crate::app::App;
use crate::endpoints;
use crate::http::caller::{Client, Member};
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Data, OK, OK_TEXT, Rows};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::params::Page;
use crate::pay::gateway::PaidFact;
use crate::vip::codes::orders::used_of_orders;

/// What stands for an address when there is none (spec §3).
const NO_ADDRESS: &str = "error";

/// The order calls.
pub fn endpoints() -> Endpoints {
    endpoints![create_order, list_orders, get_order]
}

/// Order a plan
///
/// Makes an order and says where to pay it; the price is the plan's of this moment. The same plan through the
/// same channel, unpaid for less than 15 minutes, is the same order. When the payment system is out of order,
/// `data` is the word `error` and the order waits all the same.
#[utoipa::path(
    post, path = "/v2/orders/submit", tag = "orders", security(("bearer" = [])), request_body = OrderForm,
    responses(
        (status = 200, description = "The order, and where it is paid", body = OrderMade),
        (status = 400, description = "A field breaks its rule", body = ErrorBody),
        (status = 422, description = "The plan is not on sale, or the application is another one", body = ErrorBody),
    ),
)]
async fn create_order(
    app: web::Data<App>,
    client: Client,
    member: Member,
    form: web::Json<OrderForm>,
) -> Result<web::Json<OrderMade>, ApiError> {
    let wish = Wish {
        user: member.id,
        plan: form.plan(&app.config)?,
        channel: form.pay_channel,
    };
    let order = ordered(&app, wish).await?;
    let scene = form.scene(&client.agent);
    let data = match address(&app, &order, wish.channel, scene, &client).await {
        Ok(address) => address,
        Err(AddressError::Ours(error)) => return Err(error),
        Err(AddressError::Gateway(error)) => {
            unanswered(&order, error);
            NO_ADDRESS.to_owned()
        }
    };
    Ok(web::Json(OrderMade {
        code: OK,
        msg: OK_TEXT,
        data,
        order_id: order.number,
    }))
}

/// List my orders
///
/// The caller's orders, the latest first; a paid one of an activation code shows the code. Past the end there
/// are no rows.
#[utoipa::path(
    get, path = "/v2/orders/list", tag = "orders", security(("bearer" = [])), params(OrdersParams),
    responses(
        (status = 200, description = "One page of orders", body = Rows<Order>),
        (status = 400, description = "A parameter breaks its rule", body = ErrorBody),
    ),
)]
async fn list_orders(
    app: web::Data<App>,
    member: Member,
    params: web::Query<OrdersParams>,
) -> Result<web::Json<Rows<Order>>, ApiError> {
    let page = Page::parse(params.page_num.as_deref(), params.page_size.as_deref())?;
    let (rows, used, total) = app
        .db
        .read_fresh(move |conn| {
            let (rows, total) = queries::page(conn, member.id, page)?;
            let numbers: Vec<String> = rows.iter().map(|row| row.number.clone()).collect();
            let used = used_of_orders(conn, &numbers)?;
            Ok::<_, ApiError>((rows, used, total))
        })
        .await?;
    let shown = rows.into_iter().map(|row| {
        let used = used.get(&row.number).copied();
        Order::of(row, used, &app.codes)
    });
    Ok(web::Json(Rows::of(shown, total)))
}

/// Ask whether my order is paid
///
/// Asks the payment provider when the order is not paid yet; `msg` says how it is.
#[utoipa::path(
    get, path = "/v2/orders/getOrderId/{id}", tag = "orders", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's number", pattern = "^[0-9]{24}$", example = "202609210123456789012345")),
    responses(
        (status = 200, description = "How the order is", body = Data<OrderState>),
        (status = 404, description = "No such order of the caller's", body = ErrorBody),
    ),
)]
async fn get_order(
    app: web::Data<App>,
    member: Member,
    number: web::Path<String>,
) -> Result<web::Json<Data<OrderState>>, ApiError> {
    let mut order = own(&app, &member, &number).await?;
    if OrderStatus::is_open(order.status)
        && let Some(fact) = asked(&app, &order).await
    {
        app.pay.apply(fact).await?;
        order = own(&app, &member, &number).await?;
    }
    Ok(web::Json(Data {
        code: OK,
        msg: OrderStatus::text(order.status),
        data: OrderState {
            order_id: order.number,
            status: order.status,
        },
    }))
}

/// The caller's order of this number; somebody else's is like none.
async fn own(app: &App, member: &Member, number: &str) -> Result<OrderRow, ApiError> {
    if !is_order_number(number) {
        return Err(ApiError::not_found());
    }
    let (user, number) = (member.id, number.to_owned());
    app.db
        .read_fresh(move |conn| Ok(queries::of_user(conn, user, &number)?))
        .await
}

/// What the provider says; a silent one says nothing new.
async fn asked(app: &App, order: &OrderRow) -> Option<PaidFact> {
    let number = order.number.clone();
    let answer = app
        .pay
        .ask(order.channel()?, move |gateway| gateway.query(&number))
        .await;
    answer.unwrap_or_else(|error| {
        unanswered(order, error);
        None
    })
}

fn unanswered(order: &OrderRow, error: crate::pay::gateway::GatewayError) {
    let cause = format!("{:#}", anyhow::Error::from(error));
    tracing::warn!(order = order.number, cause, "a provider could not be asked");
}

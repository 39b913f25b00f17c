//! Operator endpoints for orders.

use actix_web::web;

use super::history::{self, OrderHistory};
use super::list::{self, AdminOrder, OrderSort, OrdersFilter};
use super::recheck::{self, RecheckForm, Rechecked};
use super::refund::{self, RefundForm, Refunded};
use crate::audit::Actor;
use crate::auth::caller::Operator;
use crate::db::page::Page;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Data, Rows};
use crate::http::error::{ApiError, ErrorBody, ErrorKind};
use crate::http::json::Json;
use crate::http::params::{PageParams, Params};
use crate::http::sorting::Sorting;
use crate::pay::Pay;
use crate::pay::gateway::PaidFact;
use crate::pay::orders::model::is_order_number;
use crate::pay::orders::queries::{self, OrderRow};
use crate::pay::orders::routes::log_unreachable;
use crate::state::AppState;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_orders needs OrdersView,
        get_admin_order needs OrdersView,
        recheck_admin_order needs OrdersView,
        refund_admin_order needs OrdersRefund,
    ]
}

/// List orders
///
/// Latest first unless sorted. A keyword must be a full order number, trade number or user name. Past the end there are
/// no rows.
#[utoipa::path(
    get, path = "/admin/orders", tag = "operators", security(("bearer" = [])), params(PageParams, OrdersFilter, Sorting<OrderSort>),
    responses((status = 200, description = "One page of orders", body = Rows<AdminOrder>)),
)]
async fn list_admin_orders(
    state: web::Data<AppState>,
    Params(wanted): Params<OrdersFilter>,
    sorting: Sorting<OrderSort>,
    page: Page,
) -> Result<Rows<AdminOrder>, ApiError> {
    let found = state
        .db
        .query_fresh(move |conn| list::list(conn, &wanted, sorting, page))
        .await?;
    Ok(Rows::from_page(found))
}

/// Get the history of an order
///
/// Its terms, payments, grants and reversals, and the operators' changes. Of an activation code only the last four
/// characters are shown.
#[utoipa::path(
    get, path = "/admin/orders/{id}", tag = "operators", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's number", pattern = "^[0-9]{24}$", example = "202609210123456789012345")),
    responses(
        (status = 200, description = "The order", body = Data<OrderHistory>),
        (status = 404, description = "No such order", body = ErrorBody),
    ),
)]
async fn get_admin_order(
    state: web::Data<AppState>,
    number: web::Path<String>,
) -> Result<Data<OrderHistory>, ApiError> {
    let (number, now) = (number.into_inner(), state.now());
    if !is_order_number(&number) {
        return Err(ApiError::not_found());
    }
    let order = state
        .db
        .query_fresh(move |conn| history::read(conn, &number, now))
        .await?;
    Ok(Data::new(order))
}

/// Recheck an order with its provider
///
/// Queries it now and applies a payment as if it had been notified. If the provider cannot be reached, nothing is
/// changed.
#[utoipa::path(
    post, path = "/admin/orders/recheck", tag = "operators", security(("bearer" = [])), request_body = RecheckForm,
    responses(
        (status = 200, description = "The provider's report and the order's status", body = Data<Rechecked>),
        (status = 400, description = "Not an order number", body = ErrorBody),
        (status = 404, description = "No such order", body = ErrorBody),
        (status = 422, description = "The provider does not answer (`provider_away`)", body = ErrorBody),
    ),
)]
async fn recheck_admin_order(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    operator: Operator,
    form: Json<RecheckForm>,
) -> Result<Data<Rechecked>, ApiError> {
    let order = find(&state, form.number()?).await?;
    let fact = ask_provider(&pay, &order).await?;
    let actor = Actor::operator(&state, operator);
    let rechecked = pay
        .write(move |conn, payments| {
            let fact = fact.as_ref();
            let settled = recheck::settle(conn, payments, &actor, &order.number, fact);
            Ok::<_, ApiError>(settled?)
        })
        .await?;
    Ok(Data::new(rechecked))
}

/// Mark an order as refunded
///
/// For a paid or abnormal order that was refunded at the provider; no money is sent. With `endVip`, what the order
/// granted and is not used up is revoked, once: days of VIP, an unused activation code, or the days granted for it. A
/// further payment makes the order abnormal again.
#[utoipa::path(
    post, path = "/admin/orders/refund", tag = "operators", security(("bearer" = [])), request_body = RefundForm,
    responses(
        (status = 200, description = "The order is marked", body = Data<Refunded>),
        (status = 404, description = "No such order", body = ErrorBody),
        (status = 409, description = "It is already refunded (`order_refunded`), or has more payments than were shown (`order_changed`)", body = ErrorBody),
        (status = 422, description = "It is not paid (`order_unpaid`)", body = ErrorBody),
    ),
)]
async fn refund_admin_order(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<RefundForm>,
) -> Result<Data<Refunded>, ApiError> {
    let request = form.parse()?;
    let actor = Actor::operator(&state, operator);
    let refunded = state
        .db
        .write(move |conn| refund::refund(conn, &actor, &request))
        .await?;
    Ok(Data::new(refunded))
}

async fn find(state: &AppState, number: String) -> Result<OrderRow, ApiError> {
    state
        .db
        .read_fresh(move |conn| queries::by_number(conn, &number)?.ok_or_else(ApiError::not_found))
        .await
}

/// Queries the provider about an order.
async fn ask_provider(pay: &Pay, order: &OrderRow) -> Result<Option<PaidFact>, ApiError> {
    let number = order.number.clone();
    let answer = pay.ask(order.channel, move |gateway| gateway.query(&number));
    answer.await.map_err(|error| {
        log_unreachable(order, error);
        ApiError::new(ErrorKind::ProviderAway)
    })
}

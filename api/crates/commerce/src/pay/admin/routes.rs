//! Operator endpoints for orders.

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::{HttpResponse, web};
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_base::role::Permission;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_http_kit::sorting::Sorting;
use yingku_platform::state::AppState;

use super::bill;
use super::consent::{self, GrantDecision};
use super::export;
use super::filter::OrdersFilter;
use super::grant::{GrantForm, GrantResult};
use super::history::{self, OrderHistory};
use super::list::{self, AdminOrder, FoundOrder, OrderSort};
use super::recheck::{self, RecheckForm, RecheckResult};
use super::refund::{self, RefundForm, RefundResult};
use super::send;
use super::sums::{self, OrderSums};
use crate::pay::gateway::PaidFact;
use crate::pay::orders::number::is_order_number;
use crate::pay::orders::queries;
use crate::pay::orders::row::OrderRow;
use crate::pay::service::Pay;
use crate::vip::codes::admin::single::CodeForm;
use crate::vip::codes::keys::CodeKeys;
use crate::vip::codes::single;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_orders needs OrdersView,
        sum_admin_orders needs OrdersView,
        export_admin_orders needs OrdersView,
        get_admin_order needs OrdersView,
        find_admin_order needs OrdersView,
        recheck_admin_order needs OrdersView,
        grant_admin_order needs OrdersRefund,
        decide_admin_grant needs OrdersRefund,
        refund_admin_order needs OrdersRefund,
    ]
    .and(bill::routes::endpoints())
}

/// List orders
///
/// Latest first unless sorted. Of the numbers that begin or end with a keyword the latest 200 are found, and of the names
/// 50.
#[utoipa::path(
    get, path = "/admin/orders", tag = "operators", security(("bearer" = [])), params(PageParams, OrdersFilter, Sorting<OrderSort>),
    responses((status = 200, description = "One page of orders", body = Rows<AdminOrder>)),
)]
async fn list_admin_orders(
    state: web::Data<AppState>,
    Params(wanted): Params<OrdersFilter>,
    sorting: Sorting<OrderSort>,
    PageQuery(page): PageQuery,
) -> Result<Rows<AdminOrder>, ApiError> {
    wanted.check()?;
    let found = state
        .db
        .query_fresh(move |conn| list::list(conn, &wanted, sorting, page))
        .await?;
    Ok(Rows::from_page(found))
}

/// Sum up orders
///
/// What was paid for the list's orders, refunded, and is left, by channel and plan; sandbox orders apart. Needs a
/// keyword, or a first and last day of at most 31.
#[utoipa::path(
    get, path = "/admin/orders/sums", tag = "operators", security(("bearer" = [])), params(OrdersFilter),
    responses((status = 200, description = "The sums", body = Data<OrderSums>)),
)]
async fn sum_admin_orders(
    state: web::Data<AppState>,
    Params(wanted): Params<OrdersFilter>,
) -> Result<Data<OrderSums>, ApiError> {
    wanted.check_is_limited()?;
    let sums = state
        .db
        .query_fresh(move |conn| sums::read(conn, &wanted))
        .await?;
    Ok(Data::new(sums))
}

/// Export orders
///
/// The list's orders as CSV in UTF-8 with a byte order mark, oldest first. Long numbers end with a tab, formulas begin
/// with an apostrophe. Needs a keyword, or a first and last day of at most 31.
#[utoipa::path(
    get, path = "/admin/orders/export", tag = "operators", security(("bearer" = [])), params(OrdersFilter),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv; charset=utf-8"),
        (status = 422, description = "More than 50000 orders (`export_too_large`)", body = ErrorBody),
    ),
)]
async fn export_admin_orders(
    state: web::Data<AppState>,
    Params(wanted): Params<OrdersFilter>,
) -> Result<HttpResponse, ApiError> {
    wanted.check_is_limited()?;
    let file = state
        .db
        .read_fresh(move |conn| export::file(conn, &wanted))
        .await?;
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"orders.csv\""))
        .body(file))
}

/// Get the history of an order
///
/// Its terms, payments, grants and reversals, and the operators' changes. Only the last four characters of a code are
/// shown.
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

/// Find the order of an activation code
///
/// The one that a code was bought with. The code goes into the body, and is neither logged nor sent back.
#[utoipa::path(
    post, path = "/admin/orders/find", tag = "operators", security(("bearer" = [])), request_body = CodeForm,
    responses(
        (status = 200, description = "The order's number", body = Data<FoundOrder>),
        (status = 404, description = "No order has this code (`code_unsold`)", body = ErrorBody),
        (status = 422, description = "`code_invalid`", body = ErrorBody),
    ),
)]
async fn find_admin_order(
    state: web::Data<AppState>,
    codes: web::Data<CodeKeys>,
    form: Json<CodeForm>,
) -> Result<Data<FoundOrder>, ApiError> {
    let hash = codes.hash(&form.parse()?);
    let order_id = state
        .db
        .query_fresh(move |conn| single::order_of(conn, &hash))
        .await?
        .ok_or_else(|| ApiError::new(ErrorKind::CodeUnsold))?;
    Ok(Data::new(FoundOrder { order_id }))
}

/// Recheck an order with its provider
///
/// Queries it now and applies a payment as if it had been notified, and what became of its refunds. If the provider
/// cannot be reached, nothing is changed.
#[utoipa::path(
    post, path = "/admin/orders/recheck", tag = "operators", security(("bearer" = [])), request_body = RecheckForm,
    responses(
        (status = 200, description = "The provider's report and the order's status", body = Data<RecheckResult>),
        (status = 404, description = "No such order", body = ErrorBody),
        (status = 422, description = "The provider does not answer (`provider_away`)", body = ErrorBody),
    ),
)]
async fn recheck_admin_order(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    operator: Operator,
    form: Json<RecheckForm>,
) -> Result<Data<RecheckResult>, ApiError> {
    let order = find(&state, form.number()?).await?;
    let fact = query_provider(&pay, &order).await?;
    let may_refund = operator.permissions.0.contains(&Permission::OrdersRefund);
    let actor = Actor::operator(&state, operator);
    send::ask_about_open(&state, &pay, (&actor, may_refund), &order.number).await?;
    let rechecked = pay
        .write(move |conn, payments| {
            let fact = fact.as_ref();
            let settled = recheck::settle(conn, payments, &actor, &order.number, fact);
            Ok::<_, ApiError>(settled?)
        })
        .await?;
    Ok(Data::new(rechecked))
}

/// Grant an order by hand
///
/// Fulfils an unpaid, closed or abnormal order, never granted, that is found paid. Later reports of the same payment
/// change nothing; another payment or amount makes it abnormal. Not for own orders. If another operator could do it too,
/// it waits a week for one.
#[utoipa::path(
    post, path = "/admin/orders/grant", tag = "operators", security(("bearer" = [])), request_body = GrantForm,
    responses(
        (status = 200, description = "The order is granted", body = Data<GrantResult>),
        (status = 404, description = "No such order", body = ErrorBody),
        (status = 409, description = "It is or was paid (`order_paid`), has more payments than were shown (`order_changed`), the number is of another order's payment (`trade_used`), or another request waits (`grant_waiting`)", body = ErrorBody),
        (status = 422, description = "It is the operator's own (`own_account`), its account is deleted (`order_ownerless`), it is of the sandbox or of real money while the service takes the other (`order_of_other_mode`), or the amount cannot be paid, or is more than the provider has reported (`price_refused`)", body = ErrorBody),
    ),
)]
async fn grant_admin_order(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    operator: Operator,
    form: Json<GrantForm>,
) -> Result<Data<GrantResult>, ApiError> {
    let request = form.0.parse()?;
    let actor = Actor::operator(&state, operator);
    let granted = pay
        .write(move |conn, payments| {
            consent::grant_or_ask(conn, &payments.fulfil(), &actor, &request)
        })
        .await?;
    Ok(Data::new(granted))
}

/// Decide on a grant that waits
///
/// Another operator than the one who asked confirms it, and the order is granted. Both can withdraw it.
#[utoipa::path(
    post, path = "/admin/orders/grant/decide", tag = "operators", security(("bearer" = [])), request_body = GrantDecision,
    responses(
        (status = 200, description = "It is granted, or withdrawn", body = Data<GrantResult>),
        (status = 404, description = "No such request", body = ErrorBody),
        (status = 409, description = "As for granting", body = ErrorBody),
        (status = 422, description = "As for granting, or `second_person`", body = ErrorBody),
    ),
)]
async fn decide_admin_grant(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    operator: Operator,
    form: Json<GrantDecision>,
) -> Result<Data<GrantResult>, ApiError> {
    let decision = (form.id.0, form.confirm);
    let actor = Actor::operator(&state, operator);
    let decided = pay
        .write(move |conn, payments| consent::decide(conn, &payments.fulfil(), &actor, decision))
        .await?;
    Ok(Data::new(decided))
}

/// Refund an order
///
/// Marks a paid or abnormal order that was refunded elsewhere. With `tradeNo`, sends money back through the provider
/// instead; if `pending`, the provider is asked again, and once all is sent the order is refunded.
#[utoipa::path(
    post, path = "/admin/orders/refund", tag = "operators", security(("bearer" = [])), request_body = RefundForm,
    responses(
        (status = 200, description = "The order is marked", body = Data<RefundResult>),
        (status = 404, description = "No such order or payment", body = ErrorBody),
        (status = 409, description = "`order_refunded` or `order_changed`", body = ErrorBody),
        (status = 422, description = "`own_account`, `order_unpaid`, `order_of_other_mode`, `price_refused` or `refund_rejected`", body = ErrorBody),
    ),
)]
async fn refund_admin_order(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    operator: Operator,
    form: Json<RefundForm>,
) -> Result<Data<RefundResult>, ApiError> {
    let request = form.parse()?;
    let actor = Actor::operator(&state, operator);
    if let Some(wanted) = form.sent()? {
        return send::refund(&state, &pay, actor, wanted)
            .await
            .map(Data::new);
    }
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
async fn query_provider(pay: &Pay, order: &OrderRow) -> Result<Option<PaidFact>, ApiError> {
    let number = order.number.clone();
    let answer = pay.call(order.channel, move |gateway| gateway.query(&number));
    answer.await.map_err(|error| {
        error.log(&order.number);
        ApiError::new(ErrorKind::ProviderAway)
    })
}

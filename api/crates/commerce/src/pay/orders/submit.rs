//! Creating an order: the row is committed before the provider is called, because its notification may arrive before
//! its response.

use actix_web::web;
use diesel::OptionalExtension as _;
use yingku_access::auth::users::lock_member;
use yingku_base::money::Fen;
use yingku_base::random;
use yingku_db::Conn;
use yingku_http_kit::envelope::{OK, OK_TEXT};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::state::AppState;

use super::model::CreatedOrder;
use super::number::order_number;
use super::provider::close_at_provider;
use super::queries::{self, OrderRequest, PaymentPage};
use super::row::OrderRow;
use super::schedule::{ADDRESS_TTL, CLOSES_AFTER, MAX_WAITING, next_check};
use super::status::OrderStatus;
use crate::pay::gateway::{Bill, Checkout, GatewayError, Payer};
use crate::pay::rate_limit::{OrderRateLimit, ProviderGuard};
use crate::pay::scan_page;
use crate::pay::service::Pay;
use crate::vip::plans::{self, PlanRow};

/// Sent in place of a missing URL (R11.2).
const NO_ADDRESS: &str = "error";

/// Responds to a request with a new order, or the one that the same request created before, and where to pay it.
pub(super) async fn submit(
    state: &AppState,
    pay: &Pay,
    order_rate_limit: &OrderRateLimit,
    request: OrderRequest,
    payer: Payer,
) -> Result<web::Json<CreatedOrder>, ApiError> {
    if !pay.is_open(request.channel) {
        return Err(ApiError::new(ErrorKind::PayChannelOff));
    }
    let mut guard = order_rate_limit
        .lock_provider(request.user, request.plan, request.channel)
        .await;
    let (now, app_id) = (state.now(), state.config.signing.app_id.clone());
    let before = state
        .db
        .read_fresh(move |conn| {
            let plan = on_sale(conn, request.plan, &app_id)?;
            Ok::<_, ApiError>(queries::reusable(conn, request, &plan, now)?)
        })
        .await?;
    let known = before.filter(|order| guard.last(&order.number, payer.device).is_some());
    let order = match known {
        Some(order) => order,
        None => {
            order_rate_limit.acquire(request.user).await?;
            let order = create(state, request, payer).await?;
            payable(state, pay, order, payer).await?
        }
    };
    answer(state, pay, &order, payer, &mut guard).await
}

/// The order itself, or its replacement because it was begun on another kind of device than it is paid on now.
pub(super) async fn payable(
    state: &AppState,
    pay: &Pay,
    order: OrderRow,
    payer: Payer,
) -> Result<OrderRow, ApiError> {
    let begun_elsewhere = order.device().is_some_and(|device| device != payer.device);
    if !order.channel.keeps_device() || !begun_elsewhere {
        return Ok(order);
    }
    if let Some(fact) = close_at_provider(pay, &order).await? {
        pay.apply(fact).await?;
        return Err(ApiError::new(ErrorKind::OrderClosed));
    }
    let now = state.now();
    let new = OrderRow {
        number: order_number(now, u64::from_be_bytes(random::bytes()?)),
        page: random::token()?,
        scan: String::new(),
        check_at: next_check(now, now),
        created_at: now,
        updated_at: now,
        device: payer.device.as_str().to_owned(),
        payer: payer.ip.to_string(),
        address: String::new(),
        ..order.clone()
    };
    let added = new.clone();
    let replaced = state
        .db
        .write(move |conn| Ok::<_, ApiError>(queries::replace(conn, &order.number, &added)?))
        .await?;
    if !replaced {
        return Err(ApiError::new(ErrorKind::OrderClosed));
    }
    Ok(new)
}

/// Responds where to pay an order: from the provider's recent response, or by requesting it now.
pub(super) async fn answer(
    state: &AppState,
    pay: &Pay,
    order: &OrderRow,
    payer: Payer,
    guard: &mut ProviderGuard,
) -> Result<web::Json<CreatedOrder>, ApiError> {
    let recent = guard
        .last(&order.number, payer.device)
        .or_else(|| cached_address(order, payer, state.now()).map(Some));
    let address = match recent {
        Some(address) => address,
        None => {
            let address = match address(state, pay, order, payer).await {
                Ok(address) => Some(address),
                Err(AddressError::Internal(error)) => return Err(error),
                Err(AddressError::Gateway(error)) => {
                    error.log(&order.number);
                    None
                }
            };
            guard.store(&order.number, payer.device, address.clone());
            address
        }
    };
    Ok(web::Json(CreatedOrder {
        code: OK,
        msg: OK_TEXT,
        data: address.unwrap_or_else(|| NO_ADDRESS.to_owned()),
        order_id: order.number.clone(),
    }))
}

/// The provider's response to the same request, while it is valid.
fn cached_address(order: &OrderRow, payer: Payer, now: i64) -> Option<String> {
    let good = (order.address_at..order.address_at + ADDRESS_TTL).contains(&now);
    let same = order.device() == Some(payer.device);
    (good && same && !order.address.is_empty()).then(|| order.address.clone())
}

/// The plan, if it is on sale here.
fn on_sale(conn: &mut Conn, plan: i64, app_id: &str) -> Result<PlanRow, ApiError> {
    plans::by_id(conn, plan)
        .optional()?
        .filter(|plan| plan.on_sale && ["", app_id].contains(&plan.app.as_str()))
        .ok_or_else(|| ApiError::new(ErrorKind::PlanGone))
}

/// Creates the order of a request at the plan's current price.
async fn create(
    state: &AppState,
    request: OrderRequest,
    payer: Payer,
) -> Result<OrderRow, ApiError> {
    let now = state.now();
    let number = order_number(now, u64::from_be_bytes(random::bytes()?));
    let (page, app_id) = (random::token()?, state.config.signing.app_id.clone());
    state
        .db
        .write(move |conn| {
            lock_member(conn, request.user)?;
            let plan = on_sale(conn, request.plan, &app_id)?;
            if let Some(order) = queries::reusable(conn, request, &plan, now)? {
                return Ok(order);
            }
            if queries::count_unpaid(conn, request.user, now)? >= MAX_WAITING {
                return Err(ApiError::new(ErrorKind::TooManyOrders));
            }
            let order = new_order(request, payer, plan, (number, page), now);
            queries::add(conn, &order)?;
            Ok(order)
        })
        .await
}

fn new_order(
    request: OrderRequest,
    payer: Payer,
    plan: PlanRow,
    (number, page): (String, String),
    now: i64,
) -> OrderRow {
    OrderRow {
        number,
        user_id: Some(request.user),
        plan_id: plan.id,
        plan_name: plan.name,
        kind: plan.kind,
        level_id: plan.level_id,
        days: plan.days,
        fen: plan.price_fen,
        channel: request.channel,
        status: OrderStatus::Unpaid,
        trade_no: None,
        paid_at: None,
        page,
        scan: String::new(),
        check_at: next_check(now, now),
        created_at: now,
        updated_at: now,
        mode: request.mode.stored(),
        voided_at: None,
        device: payer.device.as_str().to_owned(),
        payer: payer.ip.to_string(),
        address: String::new(),
        address_at: 0,
        received_fen: None,
        received_channel: None,
    }
}

/// Requests from the provider where to pay an order.
async fn address(
    state: &AppState,
    pay: &Pay,
    order: &OrderRow,
    payer: Payer,
) -> Result<String, AddressError> {
    let bill = Bill {
        number: order.number.clone(),
        subject: order.plan_name.clone(),
        price: Fen::new(order.fen).ok_or(GatewayError::Answer("price out of bounds"))?,
        closes_at: order.created_at + CLOSES_AFTER,
        device: payer.device,
        // The same as in the first request, wherever this one comes from.
        payer: order.payer.parse().unwrap_or(payer.ip),
    };
    let asked_with = bill.payer.to_string();
    let way = pay
        .call(order.channel, move |gateway| gateway.create(&bill))
        .await?;
    let (address, scan) = match way {
        Checkout::Open(address) => (address, String::new()),
        Checkout::Scan(code) => {
            let path = scan_page::path(&order.page);
            (format!("{}{path}", state.config.pay.public_url), code)
        }
    };
    let (number, sent, at) = (order.number.clone(), address.clone(), state.now());
    state
        .db
        .write(move |conn| {
            let paid = PaymentPage {
                address: &sent,
                scan: &scan,
                device: payer.device,
                payer: &asked_with,
                at,
            };
            Ok::<_, ApiError>(queries::store_address(conn, &number, &paid)?)
        })
        .await?;
    Ok(address)
}

/// Why there is no URL.
#[derive(Debug, thiserror::Error)]
enum AddressError {
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    #[error(transparent)]
    Internal(#[from] ApiError),
}

//! Creating an order: the row is committed before the provider is called, because its notice may arrive before its
//! answer.

use actix_web::web;
use diesel::OptionalExtension as _;

use super::model::{OrderMade, OrderStatus, order_number};
use super::queries::{self, OrderRow};
use super::routes::log_unreachable;
use super::schedule::{CLOSES, MOST_WAITING, next_check};
use crate::auth::caller::Client;
use crate::auth::users::lock_member;
use crate::base::money::Fen;
use crate::base::random;
use crate::config::PayMode;
use crate::db::Conn;
use crate::http::envelope::{OK, OK_TEXT};
use crate::http::error::{ApiError, ErrorKind};
use crate::pay::Pay;
use crate::pay::gateway::{Bill, Checkout, Device, GatewayError, PayChannel};
use crate::pay::pace::{OrderPace, ProviderTurn};
use crate::pay::scan_page;
use crate::state::AppState;
use crate::vip::plans::{self, PlanRow};

/// Sent in place of a missing URL (R11.2).
const NO_ADDRESS: &str = "error";

/// A member's request to order a plan.
#[derive(Debug, Clone, Copy)]
pub struct OrderRequest {
    /// The member.
    pub user: i64,
    /// The plan.
    pub plan: i64,
    /// The payment channel.
    pub channel: PayChannel,
    /// The payment mode.
    pub mode: PayMode,
}

/// Answers a request with a new order, or the one that the same request created before, and where to pay it.
pub(super) async fn submit(
    state: &AppState,
    pay: &Pay,
    order_pace: &OrderPace,
    client: &Client,
    request: OrderRequest,
    device: Device,
) -> Result<web::Json<OrderMade>, ApiError> {
    let mut turn = order_pace
        .turn(request.user, request.plan, request.channel)
        .await;
    let (now, app_id) = (state.now(), state.config.signing.app_id.clone());
    let before = state
        .db
        .read_fresh(move |conn| {
            let plan = on_sale(conn, request.plan, &app_id)?;
            Ok::<_, ApiError>(queries::reusable(conn, request, &plan, now)?)
        })
        .await?;
    let known = before.filter(|order| turn.last(&order.number, device).is_some());
    let order = match known {
        Some(order) => order,
        None => {
            order_pace.take(request.user).await?;
            create(state, request).await?
        }
    };
    answer(
        state,
        pay,
        client,
        &order,
        (request.channel, device),
        &mut turn,
    )
    .await
}

/// Answers where to pay an order: from the provider's recent answer, or by asking it now.
pub(super) async fn answer(
    state: &AppState,
    pay: &Pay,
    client: &Client,
    order: &OrderRow,
    (channel, device): (PayChannel, Device),
    turn: &mut ProviderTurn,
) -> Result<web::Json<OrderMade>, ApiError> {
    let address = match turn.last(&order.number, device) {
        Some(address) => address,
        None => {
            let address = match address(state, pay, order, channel, device, client).await {
                Ok(address) => Some(address),
                Err(AddressError::Ours(error)) => return Err(error),
                Err(AddressError::Gateway(error)) => {
                    log_unreachable(order, error);
                    None
                }
            };
            turn.store(&order.number, device, address.clone());
            address
        }
    };
    Ok(web::Json(OrderMade {
        code: OK,
        msg: OK_TEXT,
        data: address.unwrap_or_else(|| NO_ADDRESS.to_owned()),
        order_id: order.number.clone(),
    }))
}

/// The plan, if it is on sale here.
fn on_sale(conn: &mut Conn, plan: i64, app_id: &str) -> Result<PlanRow, ApiError> {
    plans::by_id(conn, plan)
        .optional()?
        .filter(|plan| plan.on_sale && ["", app_id].contains(&plan.app.as_str()))
        .ok_or_else(|| ApiError::new(ErrorKind::PlanGone))
}

/// Creates the order of a request at the plan's current price.
async fn create(state: &AppState, request: OrderRequest) -> Result<OrderRow, ApiError> {
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
            if queries::count_unpaid(conn, request.user, now)? >= MOST_WAITING {
                return Err(ApiError::new(ErrorKind::TooManyOrders));
            }
            let order = new_order(request, plan, number, page, now);
            queries::add(conn, &order)?;
            Ok(order)
        })
        .await
}

fn new_order(
    request: OrderRequest,
    plan: PlanRow,
    number: String,
    page: String,
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
        mode: request.mode.kept().to_owned(),
        voided_at: None,
    }
}

/// Asks the provider where to pay an order.
async fn address(
    state: &AppState,
    pay: &Pay,
    order: &OrderRow,
    channel: PayChannel,
    device: Device,
    client: &Client,
) -> Result<String, AddressError> {
    let bill = Bill {
        number: order.number.clone(),
        subject: order.plan_name.clone(),
        price: Fen::new(order.fen).ok_or(GatewayError::Answer("the price is out of bounds"))?,
        closes_at: order.created_at + CLOSES,
        device,
        payer: client.ip,
    };
    let way = pay
        .ask(channel, move |gateway| gateway.create(&bill))
        .await?;
    match way {
        Checkout::Open(address) => Ok(address),
        Checkout::Scan(code) => {
            let number = order.number.clone();
            state
                .db
                .write(move |conn| Ok::<_, ApiError>(queries::store_scan(conn, &number, &code)?))
                .await?;
            let path = scan_page::path(&order.page);
            Ok(format!("{}{path}", state.config.pay.public_url))
        }
    }
}

/// Why there is no URL.
#[derive(Debug, thiserror::Error)]
enum AddressError {
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    #[error(transparent)]
    Ours(#[from] ApiError),
}

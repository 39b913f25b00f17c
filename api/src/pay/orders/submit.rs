//! Making an order: the row first, committed, and only then the provider: its notice may come before its
//! answer.

use actix_web::web;
use diesel::OptionalExtension as _;

use super::model::{OrderMade, OrderStatus, order_number};
use super::queries::{self, OrderRow};
use super::routes::unanswered;
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
use crate::pay::pace::OrderPace;
use crate::pay::pace::WishTurn;
use crate::pay::scan_page;
use crate::state::AppState;
use crate::vip::plans::{self, PlanRow};

/// Stands for the address when there is none (R11.2).
const NO_ADDRESS: &str = "error";

/// What a member wishes.
#[derive(Debug, Clone, Copy)]
pub struct OrderRequest {
    /// Who.
    pub user: i64,
    /// Which plan.
    pub plan: i64,
    /// How it is to be paid.
    pub channel: PayChannel,
    /// With which kind of money.
    pub mode: PayMode,
}

/// The order of a wish and where it is paid: a new one, or the one that the same wish has made before.
pub(super) async fn submitted(
    state: &AppState,
    pay: &Pay,
    order_pace: &OrderPace,
    client: &Client,
    wish: OrderRequest,
    scene: Device,
) -> Result<web::Json<OrderMade>, ApiError> {
    let mut turn = order_pace.wish(wish.user, wish.plan, wish.channel).await;
    let (now, app_id) = (state.now(), state.config.signing.app_id.clone());
    let before = state
        .db
        .read_fresh(move |conn| {
            let plan = on_sale(conn, wish.plan, &app_id)?;
            Ok::<_, ApiError>(queries::reusable(conn, wish, &plan, now)?)
        })
        .await?;
    let known = before.filter(|order| turn.last(&order.number, scene).is_some());
    let order = match known {
        Some(order) => order,
        None => {
            order_pace.take(wish.user).await?;
            ordered(state, wish).await?
        }
    };
    answer(state, pay, client, &order, (wish.channel, scene), &mut turn).await
}

/// Where an order is paid: what the provider has said a moment ago, or says now.
pub(super) async fn answer(
    state: &AppState,
    pay: &Pay,
    client: &Client,
    order: &OrderRow,
    (channel, scene): (PayChannel, Device),
    turn: &mut WishTurn,
) -> Result<web::Json<OrderMade>, ApiError> {
    let address = match turn.last(&order.number, scene) {
        Some(address) => address,
        None => {
            let address = match address(state, pay, order, channel, scene, client).await {
                Ok(address) => Some(address),
                Err(AddressError::Ours(error)) => return Err(error),
                Err(AddressError::Gateway(error)) => {
                    unanswered(order, error);
                    None
                }
            };
            turn.keep(&order.number, scene, address.clone());
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

/// The plan, when it can be bought here.
fn on_sale(conn: &mut Conn, plan: i64, app_id: &str) -> Result<PlanRow, ApiError> {
    plans::by_id(conn, plan)
        .optional()?
        .filter(|plan| plan.on_sale && ["", app_id].contains(&plan.app.as_str()))
        .ok_or_else(|| ApiError::new(ErrorKind::PlanGone))
}

/// The order of a wish. The price is the plan's of this moment.
async fn ordered(state: &AppState, wish: OrderRequest) -> Result<OrderRow, ApiError> {
    let now = state.now();
    let number = order_number(now, u64::from_be_bytes(random::bytes()?));
    let (page, app_id) = (random::token()?, state.config.signing.app_id.clone());
    state
        .db
        .write(move |conn| {
            lock_member(conn, wish.user)?;
            let plan = on_sale(conn, wish.plan, &app_id)?;
            if let Some(order) = queries::reusable(conn, wish, &plan, now)? {
                return Ok(order);
            }
            if queries::waiting(conn, wish.user, now)? >= MOST_WAITING {
                return Err(ApiError::new(ErrorKind::TooManyOrders));
            }
            let order = new_order(wish, plan, number, page, now);
            queries::add(conn, &order)?;
            Ok(order)
        })
        .await
}

fn new_order(
    wish: OrderRequest,
    plan: PlanRow,
    number: String,
    page: String,
    now: i64,
) -> OrderRow {
    OrderRow {
        number,
        user_id: Some(wish.user),
        plan_id: plan.id,
        plan_name: plan.name,
        kind: plan.kind,
        level_id: plan.level_id,
        days: plan.days,
        fen: plan.price_fen,
        channel: wish.channel,
        status: OrderStatus::Unpaid,
        trade_no: None,
        paid_at: None,
        page,
        scan: String::new(),
        check_at: next_check(now, now),
        created_at: now,
        updated_at: now,
        mode: wish.mode.kept().to_owned(),
        voided_at: None,
    }
}

/// Asks the provider where an order is paid.
///
/// # Errors
/// When the provider cannot be asked, or the code to scan not be kept.
async fn address(
    state: &AppState,
    pay: &Pay,
    order: &OrderRow,
    channel: PayChannel,
    scene: Device,
    client: &Client,
) -> Result<String, AddressError> {
    let bill = Bill {
        number: order.number.clone(),
        subject: order.plan_name.clone(),
        price: Fen::new(order.fen).ok_or(GatewayError::Answer("the price is out of bounds"))?,
        closes_at: order.created_at + CLOSES,
        scene,
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
                .write(move |conn| Ok::<_, ApiError>(queries::keep_scan(conn, &number, &code)?))
                .await?;
            let path = scan_page::path(&order.page);
            Ok(format!("{}{path}", state.config.pay.public_url))
        }
    }
}

/// Why there is no address.
#[derive(Debug, thiserror::Error)]
enum AddressError {
    /// The provider's part.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    /// Ours.
    #[error(transparent)]
    Ours(#[from] ApiError),
}

//! Making an order: the row first, committed, and only then the provider: its notice may come before its
//! answer.

use diesel::OptionalExtension as _;

use super::model::{OrderStatus, order_number};
use super::queries::{self, OrderRow};
use super::schedule::{CLOSES, next_check};
use crate::app::App;
use crate::http::caller::Client;
use crate::http::error::{ApiError, ErrorKind};
use crate::library::counters::hold_member;
use crate::pay::gateway::{Bill, Channel, GatewayError, Scene, Way};
use crate::pay::money::Fen;
use crate::pay::scan_page;
use crate::random;
use crate::vip::plans::{self, PlanRow};

/// What a member wishes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wish {
    pub user: i64,
    pub plan: i64,
    pub channel: Channel,
}

/// The order of a wish: a new one, or the one that the same wish has just made. The price is the plan's of
/// this moment.
pub(super) async fn ordered(app: &App, wish: Wish) -> Result<OrderRow, ApiError> {
    let now = app.now();
    let number = order_number(now, u64::from_be_bytes(random::bytes()?));
    let (page, app_id) = (random::token()?, app.config.signing.app_id.clone());
    app.db
        .write(move |conn| {
            hold_member(conn, wish.user)?;
            let plan = plans::by_id(conn, wish.plan)
                .optional()?
                .filter(|plan| plan.on_sale && ["", app_id.as_str()].contains(&plan.app.as_str()))
                .ok_or_else(|| ApiError::new(ErrorKind::PlanGone))?;
            let same = queries::reusable(conn, wish.user, &plan, wish.channel, now)?;
            if let Some(order) = same {
                return Ok(order);
            }
            let order = new_order(wish, plan, number, page, now);
            queries::add(conn, &order)?;
            Ok(order)
        })
        .await
}

fn new_order(wish: Wish, plan: PlanRow, number: String, page: String, now: i64) -> OrderRow {
    OrderRow {
        number,
        user_id: Some(wish.user),
        plan_id: plan.id,
        plan_name: plan.name,
        kind: plan.kind,
        level_id: plan.level_id,
        days: plan.days,
        fen: plan.price_fen,
        channel: wish.channel.word().to_owned(),
        status: OrderStatus::Unpaid.code(),
        trade_no: None,
        paid_at: None,
        page,
        scan: String::new(),
        check_at: next_check(now, now),
        created_at: now,
        updated_at: now,
    }
}

/// Where an order is paid.
///
/// # Errors
/// When the provider cannot be asked, or the code to scan not be kept.
pub(super) async fn address(
    app: &App,
    order: &OrderRow,
    channel: Channel,
    scene: Scene,
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
    let way = app
        .pay
        .ask(channel, move |gateway| gateway.create(&bill))
        .await?;
    match way {
        Way::Open(address) => Ok(address),
        Way::Scan(code) => {
            let number = order.number.clone();
            app.db
                .write(move |conn| Ok::<_, ApiError>(queries::keep_scan(conn, &number, &code)?))
                .await?;
            let path = scan_page::path(&order.page);
            Ok(format!("{}{path}", app.config.pay.public_url))
        }
    }
}

/// Why there is no address.
#[derive(Debug, thiserror::Error)]
pub(super) enum AddressError {
    /// The provider's part.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    /// Ours.
    #[error(transparent)]
    Ours(#[from] ApiError),
}

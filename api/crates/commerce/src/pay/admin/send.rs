//! Sending a refund through its provider on an operator's request, and asking again what became of it. It is stored and
//! committed before the provider is asked; without an answer it stays pending, and the reconciler asks.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_db::Conn;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::state::AppState;

use super::refund::RefundResult;
use crate::pay::gateway::RefundStatus;
use crate::pay::refunds::begin::{SentRefund, begin};
use crate::pay::refunds::check::ask;
use crate::pay::refunds::settle::{Settled, settle};
use crate::pay::refunds::store::{self, RefundRow, RefundState};
use crate::pay::service::Pay;

/// Sends a refund. A rejection of the provider is an error, and leaves nothing but its record.
pub(super) async fn refund(
    state: &web::Data<AppState>,
    pay: &Pay,
    actor: Actor,
    wanted: SentRefund,
) -> Result<RefundResult, ApiError> {
    let (open, author) = (pay.open(), actor.clone());
    let row = state
        .db
        .write(move |conn: &mut Conn| begin(conn, &author, &wanted, &open))
        .await?;
    let request = row.request().ok_or(ErrorKind::PriceRefused)?;
    let answer = pay
        .call(row.channel, move |gateway| gateway.refund(&request))
        .await
        .unwrap_or_else(|error| {
            error.log(&row.number);
            RefundStatus::Processing
        });
    let order_id = row.order_no.clone();
    let settled = apply(state, &actor, row, answer).await?;
    if settled.state == RefundState::Failed {
        let text = format!("支付平台拒绝退款：{}", settled.cause);
        return Err(ApiError::with_message(ErrorKind::RefundRejected, text));
    }
    Ok(RefundResult::sent(order_id, &settled))
}

/// Asks the providers about an order's refunds that are not settled. What a provider has not got is sent for an operator
/// who `may_refund`.
pub(super) async fn ask_about_open(
    state: &web::Data<AppState>,
    pay: &Pay,
    (actor, may_refund): (&Actor, bool),
    order: &str,
) -> Result<(), ApiError> {
    let order = order.to_owned();
    let all = state
        .db
        .query_fresh(move |conn| store::of_order(conn, &order))
        .await?;
    let open = all
        .into_iter()
        .filter(|refund| RefundState::OPEN.contains(&refund.state));
    for refund in open {
        let request = refund.request().ok_or(ErrorKind::PriceRefused)?;
        let known = refund.clone();
        let sendable = state
            .db
            .query_fresh(move |conn| store::may_be_sent(conn, &known))
            .await?;
        let may_send = may_refund && sendable;
        let answer = pay.call(refund.channel, move |gateway| {
            ask(gateway, &request, may_send)
        });
        let answer = answer.await.map_err(|error| {
            error.log(&refund.number);
            ApiError::new(ErrorKind::ProviderAway)
        })?;
        apply(state, actor, refund, answer).await?;
    }
    Ok(())
}

async fn apply(
    state: &web::Data<AppState>,
    actor: &Actor,
    refund: RefundRow,
    answer: RefundStatus,
) -> Result<Settled, ApiError> {
    let actor = actor.clone();
    state
        .db
        .write(move |conn: &mut Conn| {
            settle(conn, &actor, &refund.number, &answer).map_err(ApiError::from)
        })
        .await
}

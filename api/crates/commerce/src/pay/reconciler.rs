//! The background thread of payment. Every second it queries providers about orders without a notification and about
//! refunds without an answer, closes orders that were not paid in time, and sends the sandbox's due notifications.
//! Several instances share the work: the
//! one that updates an order's `check_at` sends the query.

use std::sync::Arc;
use std::time::Duration;

use yingku_base::workers::{Delay, Worker};
use yingku_db::DbError;

use super::gateway::{GatewayError, PaidFact};
use super::orders::queries;
use super::orders::row::OrderRow;
use super::orders::schedule::{is_over, next_check};
use super::orders::status::OrderStatus;
use super::refunds::check::{NO_RESULT, ask};
use super::refunds::store::{RefundRow, RefundState, next_refund_check};
use super::refunds::{settle, store};
use super::shared::Shared;

/// The interval.
const INTERVAL: Duration = Duration::from_secs(1);
/// Orders read at once.
const BATCH: i64 = 50;

/// Starts it; dropping the worker stops it after the current call.
pub(super) fn start(shared: Arc<Shared>) -> std::io::Result<Worker> {
    Worker::start("reconciler", move || {
        if let Some(sandbox) = &shared.providers.sandbox
            && let Err(error) = sandbox.notify_due()
        {
            warn(
                "sandbox_webhook_failed",
                &error.into(),
                "failed to send a sandbox webhook",
            );
        }
        if let Err(error) = check_due(&shared) {
            warn(
                "order_checks_failed",
                &error.into(),
                "failed to check orders with their providers",
            );
        }
        if let Err(error) = check_refunds(&shared) {
            warn(
                "refund_checks_failed",
                &error.into(),
                "failed to check refunds with their providers",
            );
        }
        Delay::idle(INTERVAL)
    })
}

fn warn(event: &str, cause: &anyhow::Error, text: &'static str) {
    tracing::warn!(event, cause = format!("{cause:#}"), "{text}");
}

/// Checks the due orders.
fn check_due(shared: &Shared) -> Result<(), DbError> {
    let now = shared.now();
    let due: Vec<OrderRow> = shared.db.query_now(|conn| queries::due(conn, now, BATCH))?;
    for order in due {
        // A failed order stays due and does not block the others.
        if let Err(error) = check_claimed(shared, &order, now) {
            let cause = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(
                event = "order_check_failed",
                order = order.number,
                cause,
                "failed to check an order with its provider"
            );
        }
    }
    Ok(())
}

/// Checks one order, unless another instance does.
fn check_claimed(shared: &Shared, order: &OrderRow, now: i64) -> Result<(), DbError> {
    let next = next_check(order.created_at, now);
    let claimed = shared
        .db
        .execute_now(|conn| queries::claim_check(conn, order, next))?;
    if claimed {
        check(shared, order, next.is_none(), now)?;
    }
    Ok(())
}

/// Checks one order and closes it when it has expired, `for_good` even when the provider does not respond.
fn check(shared: &Shared, order: &OrderRow, for_good: bool, now: i64) -> Result<(), DbError> {
    match query(shared, order, now) {
        Ok(Some(fact)) => {
            shared.apply_now(&fact)?;
            return Ok(());
        }
        Ok(None) => {}
        Err(error) => {
            error.log(&order.number);
            if !for_good {
                return Ok(());
            }
        }
    }
    if is_over(order.created_at, now) {
        shared
            .db
            .execute_now(|conn| queries::close(conn, &order.number, now))?;
    }
    Ok(())
}

/// Returns the order's payment. An expired unpaid order is closed at the provider.
fn query(shared: &Shared, order: &OrderRow, now: i64) -> Result<Option<PaidFact>, GatewayError> {
    let gateway = shared
        .providers
        .gateway(order.channel)
        .ok_or(GatewayError::Unreachable(
            "provider not configured".to_owned(),
        ))?;
    let fact = gateway.query(&order.number)?;
    let unpaid = fact.is_none() && order.status == OrderStatus::Unpaid;
    if unpaid && is_over(order.created_at, now) {
        match gateway.close(&order.number) {
            // Already closed there, or being paid: a closed order still accepts a late payment.
            Err(GatewayError::Rejected(_)) => {}
            closed => closed?,
        }
    }
    Ok(fact)
}

/// Asks about the due refunds.
fn check_refunds(shared: &Shared) -> Result<(), DbError> {
    let now = shared.now();
    let due = shared.db.query_now(|conn| store::due(conn, now, BATCH))?;
    for refund in due {
        // A failed one stays due and does not block the others.
        if let Err(error) = check_refund(shared, &refund, now) {
            let cause = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(
                event = "refund_check_failed",
                refund = refund.number,
                cause,
                "failed to check a refund with its provider"
            );
        }
    }
    Ok(())
}

/// Asks about one refund, unless another instance does.
fn check_refund(shared: &Shared, refund: &RefundRow, now: i64) -> Result<(), DbError> {
    let next = next_refund_check(refund.created_at, now);
    let claimed = shared
        .db
        .execute_now(|conn| store::claim_check(conn, refund, next))?;
    if !claimed {
        return Ok(());
    }
    let answer = match shared
        .providers
        .gateway(refund.channel)
        .zip(refund.request())
    {
        Some((gateway, request)) => {
            let may_send = shared
                .db
                .query_now(|conn| store::may_be_sent(conn, refund))?;
            ask(gateway.as_ref(), &request, may_send)
        }
        None => Err(GatewayError::Unreachable(
            "provider not configured".to_owned(),
        )),
    };
    let state = match answer {
        Ok(answer) => {
            let actor = shared.actor();
            let settled = shared
                .db
                .execute_now(|conn| settle::settle(conn, &actor, &refund.number, &answer))?;
            settled.state
        }
        Err(error) => {
            error.log(&refund.number);
            RefundState::Pending
        }
    };
    if next.is_none() && state == RefundState::Pending {
        let unknown = (RefundState::Unknown, NO_RESULT);
        shared
            .db
            .execute_now(|conn| store::set_state(conn, &refund.number, unknown, now))?;
    }
    Ok(())
}

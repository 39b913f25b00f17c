//! What happens without anybody's doing, every second in a thread of its own: providers are asked about
//! orders that no notice has paid, orders that were not paid in time are closed, and the sandbox sends the
//! notices that are due. Several instances share the work: whoever moves an order's `check_at` asks.

use std::sync::Arc;
use std::time::Duration;

use super::gateway::{GatewayError, PaidFact};
use super::orders::model::OrderStatus;
use super::orders::queries::{self, OrderRow};
use super::orders::schedule::{is_over, next_check};
use super::service::Shared;
use crate::db::DbError;
use crate::workers::{Delay, Worker};

/// How often it looks for what is due.
const EVERY: Duration = Duration::from_secs(1);
/// Orders taken at once.
const BATCH: i64 = 50;

/// Starts it; it ends when this is dropped, after the question it is asking.
pub(super) fn start(shared: Arc<Shared>) -> std::io::Result<Worker> {
    Worker::start("reconciler", move || {
        if let Some(sandbox) = &shared.providers.sandbox
            && let Err(error) = sandbox.notify_due()
        {
            warn(&error.into(), "the sandbox could not notify");
        }
        if let Err(error) = check_due(&shared) {
            warn(&error.into(), "orders could not be checked");
        }
        Delay::idle(EVERY)
    })
}

fn warn(cause: &anyhow::Error, text: &'static str) {
    tracing::warn!(cause = format!("{cause:#}"), "{text}");
}

/// Asks about the orders that are due.
fn check_due(shared: &Shared) -> Result<(), DbError> {
    let now = shared.now();
    let due: Vec<OrderRow> = shared.db.query_now(|conn| queries::due(conn, now, BATCH))?;
    for order in due {
        // One that cannot be written now is due again, and keeps no other from its turn.
        if let Err(error) = take_turn(shared, &order, now) {
            let cause = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(order = order.number, cause, "an order could not be checked");
        }
    }
    Ok(())
}

/// Asks about one order, if nobody else does.
fn take_turn(shared: &Shared, order: &OrderRow, now: i64) -> Result<(), DbError> {
    let next = next_check(order.created_at, now);
    let ours = shared
        .db
        .execute_now(|conn| queries::take_turn(conn, order, next))?;
    if ours {
        check(shared, order, next.is_none(), now)?;
    }
    Ok(())
}

/// Asks about one order; closes it when its time is over, `for_good` even when the provider is silent.
fn check(shared: &Shared, order: &OrderRow, for_good: bool, now: i64) -> Result<(), DbError> {
    match ask(shared, order, now) {
        Ok(Some(fact)) => {
            shared.apply_now(&fact)?;
            return Ok(());
        }
        Ok(None) => {}
        Err(error) => {
            let cause = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(order = order.number, cause, "a provider could not be asked");
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

/// Whether it was paid; if not, and its time is over, the provider takes no payment any more.
fn ask(shared: &Shared, order: &OrderRow, now: i64) -> Result<Option<PaidFact>, GatewayError> {
    let gateway = shared
        .providers
        .gateway(order.channel)
        .ok_or(GatewayError::Unreachable(
            "there is no such provider".to_owned(),
        ))?;
    let fact = gateway.query(&order.number)?;
    let unpaid = fact.is_none() && order.status == OrderStatus::Unpaid;
    if unpaid && is_over(order.created_at, now) {
        match gateway.close(&order.number) {
            // It is closed there already, or being paid: a closed order takes a late payment all the same.
            Err(GatewayError::Refused(_)) => {}
            closed => closed?,
        }
    }
    Ok(fact)
}

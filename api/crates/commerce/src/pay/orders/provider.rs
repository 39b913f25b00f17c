//! What is asked of the provider of an order.

use yingku_http_kit::error::{ApiError, ErrorKind};

use super::row::OrderRow;
use crate::pay::gateway::{GatewayError, PaidFact, PaymentGateway};
use crate::pay::service::Pay;

/// Queries the provider; no response counts as no payment.
pub(super) async fn query_provider(pay: &Pay, order: &OrderRow) -> Option<PaidFact> {
    let number = order.number.clone();
    let answer = pay
        .call(order.channel, move |gateway| gateway.query(&number))
        .await;
    answer.unwrap_or_else(|error| {
        error.log(&order.number);
        None
    })
}

/// Closes the order at the provider, or returns its payment.
pub(super) async fn close_at_provider(
    pay: &Pay,
    order: &OrderRow,
) -> Result<Option<PaidFact>, ApiError> {
    if pay.gateway(order.channel).is_none() {
        return Ok(None);
    }
    let number = order.number.clone();
    let closed = pay.call(order.channel, move |gateway| close(gateway, &number));
    closed.await.map_err(|error| {
        error.log(&order.number);
        ApiError::new(ErrorKind::ProviderAway)
    })
}

fn close(gateway: &dyn PaymentGateway, number: &str) -> Result<Option<PaidFact>, GatewayError> {
    if let Some(fact) = gateway.query(number)? {
        return Ok(Some(fact));
    }
    match gateway.close(number) {
        // Already closed there, or paid at this very moment.
        Err(GatewayError::Rejected(_)) => gateway.query(number),
        closed => closed.map(|()| None),
    }
}

//! Asking a provider about a refund without an answer: it is queried first, and gets the same request again only when it
//! does not know the number.

use crate::pay::gateway::{GatewayError, PaymentGateway, RefundRequest, RefundStatus};

/// The cause of a refund that a provider has not settled in time.
pub const NO_RESULT: &str = "支付平台一直没有结果，请到支付平台核对";

/// What the provider says of a refund that it may have got.
pub fn ask(
    gateway: &dyn PaymentGateway,
    refund: &RefundRequest,
) -> Result<RefundStatus, GatewayError> {
    match gateway.query_refund(refund)? {
        RefundStatus::NotFound => gateway.refund(refund),
        known => Ok(known),
    }
}

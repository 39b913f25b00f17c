//! Asking a provider about a refund without an answer: it is queried first, and gets the same request again only when it
//! does not know the number and the refund may still be sent ([`super::store::may_be_sent`]).

use crate::pay::gateway::{GatewayError, PaymentGateway, RefundRequest, RefundStatus};

/// The cause of a refund that a provider has not settled in time.
pub const NO_RESULT: &str = "支付平台一直没有结果，请到支付平台核对";

/// What the provider says of a refund that it may have got. One that it has not got is sent if `may_send`.
pub fn ask(
    gateway: &dyn PaymentGateway,
    refund: &RefundRequest,
    may_send: bool,
) -> Result<RefundStatus, GatewayError> {
    match gateway.query_refund(refund)? {
        RefundStatus::NotFound if may_send => gateway.refund(refund),
        known => Ok(known),
    }
}

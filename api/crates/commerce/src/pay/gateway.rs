//! The interface of both providers. A gateway only reports what a provider has signed; [`super::apply`] is the only
//! code that changes an order.

use std::net::IpAddr;

use actix_web::HttpResponse;
use actix_web::http::header::HeaderMap;
use yingku_base::money::Fen;
pub use yingku_base::pay_channel::PayChannel;
use yingku_base::string_enum;

string_enum! {
    /// The payer's device.
    pub enum Device {
        /// A phone's browser.
        Phone = "phone",
        /// A desktop.
        Desktop = "desktop",
    }
}

impl Device {
    /// The device in the form or, without one, as the user agent suggests.
    pub fn detect(named: Option<Self>, agent: &str) -> Self {
        let is_phone = ["Mobi", "Android"].iter().any(|word| agent.contains(word));
        named.unwrap_or(if is_phone { Self::Phone } else { Self::Desktop })
    }
}

/// Who pays, and on what.
#[derive(Debug, Clone, Copy)]
pub struct Payer {
    /// The payer's device.
    pub device: Device,
    /// The payer's address.
    pub ip: IpAddr,
}

/// A payment to request from a provider.
#[derive(Debug, Clone)]
pub struct Bill {
    /// The order's number.
    pub number: String,
    /// The subject shown to the payer.
    pub subject: String,
    /// The price.
    pub price: Fen,
    /// The payment deadline, seconds.
    pub closes_at: i64,
    /// The payer's device.
    pub device: Device,
    /// The payer's address, which WeChat requires.
    pub payer: IpAddr,
}

/// How the payer reaches the checkout page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checkout {
    /// By opening a URL.
    Open(String),
    /// By scanning a QR code of this text.
    Scan(String),
}

/// A payment verified by the provider's signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidFact {
    /// The provider.
    pub channel: PayChannel,
    /// The provider's trade number.
    pub trade_no: String,
    /// The order's number.
    pub order_no: String,
    /// The amount paid.
    pub paid: Fen,
    /// The provider's message, verbatim.
    pub raw: String,
}

/// A refund verified by the provider's signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundFact {
    /// The provider.
    pub channel: PayChannel,
    /// The provider's trade number of the payment.
    pub trade_no: String,
    /// The order's number.
    pub order_no: String,
    /// The amount refunded: Alipay's notices have all of the payment's refunds, WeChat's only the last one.
    pub refunded: Fen,
    /// The merchant's number of the refund; empty for one that was made without.
    pub refund_no: String,
}

/// A refund to request from a provider. The same number is the same refund, however often it is requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRequest {
    /// Our number of it.
    pub number: String,
    /// The provider's trade number of the payment.
    pub trade_no: String,
    /// How much is sent back.
    pub refund: Fen,
    /// How much was paid in all.
    pub paid: Fen,
}

/// What a provider says of a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundStatus {
    /// The money was sent.
    Succeeded,
    /// It is on its way.
    Processing,
    /// It waits for the merchant at the provider, for this reason.
    Stuck(String),
    /// It was rejected for this reason, and sends no money.
    Failed(String),
    /// The provider does not know it.
    NotFound,
}

/// Most characters that are kept of a provider's reason.
const MAX_REASON: usize = 100;

/// Why a provider rejects something, for operators: its own words or, without any, its code.
pub fn rejection_text(words: &str, code: &str) -> String {
    let text = if words.trim().is_empty() { code } else { words };
    let plain = text.chars().filter(|letter| !letter.is_control());
    plain.take(MAX_REASON).collect()
}

/// The content of a verified notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notification {
    /// An order was paid.
    Paid(PaidFact),
    /// A payment was refunded, maybe in part.
    Refunded(RefundFact),
    /// Another event, which changes nothing.
    Other,
}

/// A received notification.
#[derive(Clone, Copy)]
pub struct Notify<'a> {
    /// Its headers.
    pub headers: &'a HeaderMap,
    /// Its exact body.
    pub body: &'a [u8],
}

/// Why a notification is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotifyError {
    /// The provider's probe of our signature check; harmless.
    #[error("signature probe of the provider")]
    Probe,
    /// Malformed.
    #[error("malformed: {0}")]
    Malformed(&'static str),
    /// Too old, or from the future.
    #[error("timestamp more than five minutes off")]
    Expired,
    /// Signed with an unknown key.
    #[error("signed with an unknown key")]
    UnknownKey,
    /// The signature is wrong.
    #[error("signature mismatch")]
    BadSignature,
    /// Genuine, but for another application or seller.
    #[error("for another merchant: {0}")]
    OtherMerchant(&'static str),
}

/// Why a call to a provider failed.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// No response in time.
    #[error("provider unreachable: {0}")]
    Unreachable(String),
    /// The response cannot be trusted or parsed.
    #[error("invalid response from the provider: {0}")]
    Answer(&'static str),
    /// The provider rejected the request.
    #[error("rejected by the provider: {0}")]
    Rejected(String),
    /// The request could not be built.
    #[error("failed to build the request")]
    Internal(#[from] anyhow::Error),
}

impl GatewayError {
    /// A response without a usable HTTP status.
    pub fn status(status: u16) -> Self {
        Self::Unreachable(format!("status {status}"))
    }

    /// Logs that a query about an order failed.
    pub fn log(self, order: &str) {
        let cause = format!("{:#}", anyhow::Error::from(self));
        tracing::warn!(
            event = "provider_query_failed",
            order,
            cause,
            "failed to query the payment provider"
        );
    }
}

/// The response to a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ack {
    /// Accepted: it need not be sent again.
    Accepted,
    /// Rejected.
    Rejected,
    /// Not stored; it should be sent again.
    Retry,
}

/// A provider. The calls block on the network: run them on the blocking pool.
pub trait PaymentGateway: Send + Sync {
    /// The channel.
    fn channel(&self) -> PayChannel;

    /// Requests a payment. May be called again for the same number with the same bill.
    fn create(&self, bill: &Bill) -> Result<Checkout, GatewayError>;

    /// Queries whether an order was paid; none when it is not paid yet.
    fn query(&self, number: &str) -> Result<Option<PaidFact>, GatewayError>;

    /// Closes an order at the provider, so that it can no longer be paid. Fails if the order was paid meanwhile; an order
    /// unknown to the provider counts as closed.
    fn close(&self, number: &str) -> Result<(), GatewayError>;

    /// Requests a refund. An error leaves open whether the provider has got it.
    fn refund(&self, refund: &RefundRequest) -> Result<RefundStatus, GatewayError>;

    /// Queries what became of a refund.
    fn query_refund(&self, refund: &RefundRequest) -> Result<RefundStatus, GatewayError>;

    /// Verifies and parses a notification.
    fn verify_notify(&self, notify: Notify<'_>) -> Result<Notification, NotifyError>;

    /// The response in the provider's format.
    fn ack(&self, ack: Ack) -> HttpResponse;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_detected_by_its_user_agent_unless_the_form_says() {
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148";
        let desktop = "Mozilla/5.0 (X11; Linux x86_64)";
        assert_eq!(Device::detect(None, phone), Device::Phone);
        assert_eq!(Device::detect(None, desktop), Device::Desktop);
        let told = Some(Device::Desktop);
        assert_eq!(Device::detect(told, phone), Device::Desktop);
    }
}

//! What the two providers have in common. A gateway only tells what a provider has said and proved; the one
//! thing that changes an order is [`super::apply`].

use std::net::IpAddr;

use actix_web::HttpResponse;
use actix_web::http::header::HeaderMap;

use crate::base::money::Fen;
use crate::word_enum;

word_enum! {
    /// A way to pay.
    pub enum PayChannel {
        /// Alipay.
        Alipay = "alipay",
        /// WeChat Pay.
        Weixin = "weixin",
    }
}

word_enum! {
    /// Where the payer is.
    pub enum Device {
        /// In a phone's browser.
        Phone = "phone",
        /// At a desktop.
        Desktop = "desktop",
    }
}

impl Device {
    /// What a form says, or else what a browser's name tells.
    pub fn told_or_guessed(told: Option<Self>, agent: &str) -> Self {
        let is_phone = ["Mobi", "Android"].iter().any(|word| agent.contains(word));
        told.unwrap_or(if is_phone { Self::Phone } else { Self::Desktop })
    }
}

/// What a provider is asked to collect.
#[derive(Debug, Clone)]
pub struct Bill {
    /// The order's number.
    pub number: String,
    /// What is paid for, as the payer reads it.
    pub subject: String,
    /// How much.
    pub price: Fen,
    /// When it cannot be paid any more, seconds.
    pub closes_at: i64,
    /// Where the payer is.
    pub scene: Device,
    /// The payer's address, which WeChat asks for.
    pub payer: IpAddr,
}

/// How the payer gets to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checkout {
    /// By opening an address.
    Open(String),
    /// By scanning a text as a QR code.
    Scan(String),
}

/// A payment that a provider has proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidFact {
    /// Who says so.
    pub channel: PayChannel,
    /// The provider's own number of the payment.
    pub trade_no: String,
    /// The order's number.
    pub order_no: String,
    /// How much was paid.
    pub paid: Fen,
    /// What the provider said, to the letter.
    pub raw: String,
}

/// What a genuine notice says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// An order was paid.
    Paid(PaidFact),
    /// Something else, which changes nothing.
    Other,
}

/// A notice as it arrived.
#[derive(Clone, Copy)]
pub struct Notify<'a> {
    /// Its headers.
    pub headers: &'a HeaderMap,
    /// Its body, to the byte.
    pub body: &'a [u8],
}

/// Why a notice is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotifyError {
    /// The provider tries whether signatures are looked at; no alarm.
    #[error("a probe of the provider")]
    Probe,
    /// It is not of the provider's form.
    #[error("malformed: {0}")]
    Malformed(&'static str),
    /// Too old, or of the future.
    #[error("the time is more than five minutes off")]
    Stale,
    /// Signed with a key that we do not know.
    #[error("signed with an unknown key")]
    UnknownKey,
    /// The signature does not fit.
    #[error("the signature is wrong")]
    Forged,
    /// Genuine, but of another application or seller.
    #[error("of another merchant: {0}")]
    NotOurs(&'static str),
}

/// Why a provider could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// No answer in time, or none at all.
    #[error("the provider does not answer: {0}")]
    Unreachable(String),
    /// An answer that cannot be trusted or read.
    #[error("the provider's answer cannot be used: {0}")]
    Answer(&'static str),
    /// The provider has refused.
    #[error("the provider refuses: {0}")]
    Refused(String),
    /// Our own part failed.
    #[error("the request could not be made")]
    Ours(#[from] anyhow::Error),
}

/// How a notice is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ack {
    /// Taken: it need not come again.
    Taken,
    /// Not believed.
    Refused,
    /// Could not be kept; it should come again.
    Later,
}

/// A provider. The calls wait for the network: make them on the blocking pool.
pub trait PaymentGateway: Send + Sync {
    /// Which one it is.
    fn channel(&self) -> PayChannel;

    /// Has the provider collect a bill. May be called again for the same number.
    fn create(&self, bill: &Bill) -> Result<Checkout, GatewayError>;

    /// Asks whether an order was paid; none when it was not, yet.
    fn query(&self, number: &str) -> Result<Option<PaidFact>, GatewayError>;

    /// Has the provider take no payment for an order any more. An order that it does not know is closed.
    ///
    /// # Errors
    /// [`GatewayError`], also when the order was paid meanwhile.
    fn close(&self, number: &str) -> Result<(), GatewayError>;

    /// Whether a notice is genuine and ours, and what it says.
    fn verify_notify(&self, notify: Notify<'_>) -> Result<Notice, NotifyError>;

    /// Answers a notice as the provider wants it.
    fn ack(&self, ack: Ack) -> HttpResponse;
}

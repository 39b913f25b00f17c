//! WeChat Pay, API v3 with WeChat's public key: H5 for phones, a native QR code for desktops; notifications are signed
//! and encrypted. [`messages`] has what WeChat writes, [`wire`] the signatures.

mod messages;
mod refund;
pub mod wire;

use std::sync::Arc;

use actix_web::HttpResponse;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, FixedOffset, SecondsFormat};
use serde_json::json;
use yingku_base::clock::Clock;
use yingku_base::money::Fen;
use yingku_base::time::SHANGHAI_SECONDS;

use super::gateway::{
    Ack, Bill, Checkout, Device, GatewayError, Notification, Notify, NotifyError, PaidFact,
    PayChannel, PaymentGateway, RefundFact, RefundRequest, RefundStatus,
};
use super::http::{HttpAnswer, HttpClient};
use super::signature::PrivateKey;
use messages::{Created, EncryptedResource, Envelope, Failure, RefundNotice, Transaction};
use wire::{ProviderKey, Request, ResourceKey, Signed};

const JSON: &str = "application/json";

/// The merchant's credentials at WeChat Pay, and WeChat's key.
pub struct Merchant {
    /// Id of the application.
    pub app_id: String,
    /// Id of the merchant.
    pub mch_id: String,
    /// Serial number of the merchant's certificate.
    pub serial: String,
    /// Signs our requests.
    pub key: PrivateKey,
    /// Decrypts notifications.
    pub api_key: ResourceKey,
    /// Verify WeChat's messages; the id of the first is sent to WeChat. While a merchant changes from the platform
    /// certificate to the public key, WeChat signs with either.
    pub provider_keys: Vec<ProviderKey>,
}

/// The URLs in use.
pub struct Addresses {
    /// The API, without a trailing slash.
    pub base: String,
    /// Receives notifications.
    pub notify: String,
    /// Where the payer returns to on a phone.
    pub back: String,
}

/// The adapter.
pub struct Weixin {
    pub(super) merchant: Merchant,
    pub(super) addresses: Addresses,
    pub(super) http: HttpClient,
    pub(super) clock: Arc<dyn Clock>,
}

impl Weixin {
    fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1000)
    }

    /// Sends a signed request and verifies the signature of the response, whatever its status.
    fn request(&self, method: &str, target: &str, body: &str) -> Result<HttpAnswer, GatewayError> {
        let random: [u8; 16] = yingku_base::random::bytes()?;
        let request = Request {
            method,
            target,
            timestamp: self.now(),
            nonce: &URL_SAFE_NO_PAD.encode(random),
            body,
        };
        let merchant = &self.merchant;
        let authorization =
            request.authorization(&merchant.mch_id, &merchant.serial, &merchant.key)?;
        let known = merchant
            .provider_keys
            .first()
            .map_or("", |key| key.id.as_str());
        let headers = [
            ("authorization", authorization.as_str()),
            ("accept", JSON),
            ("wechatpay-serial", known),
        ];
        let url = format!("{}{target}", self.addresses.base);
        let answer = match method {
            "GET" => self.http.get(&url, &headers)?,
            _ => self.http.post(&url, &headers, JSON, body)?,
        };
        if answer.status >= 500 {
            return Err(GatewayError::status(answer.status));
        }
        Signed::read(|name| answer.headers.get(name)?.to_str().ok())
            .and_then(|signed| {
                signed.verify(answer.body.as_bytes(), self.now(), &merchant.provider_keys)
            })
            .map_err(|_| GatewayError::Answer("signature mismatch"))?;
        Ok(answer)
    }

    /// The payment of a verified transaction; none when it is unpaid.
    fn paid(&self, transaction: Transaction, raw: String) -> Result<Option<PaidFact>, NotifyError> {
        if transaction.appid != self.merchant.app_id {
            return Err(NotifyError::OtherMerchant("appid"));
        }
        if transaction.mchid != self.merchant.mch_id {
            return Err(NotifyError::OtherMerchant("mchid"));
        }
        if transaction.trade_state != "SUCCESS" {
            return Ok(None);
        }
        let amount = &transaction.amount;
        let paid = Fen::new(amount.total)
            .filter(|_| matches!(amount.currency.as_str(), "" | "CNY"))
            .ok_or(NotifyError::Malformed("invalid amount"))?;
        if transaction.transaction_id.is_empty() || transaction.out_trade_no.is_empty() {
            return Err(NotifyError::Malformed("trade or order number missing"));
        }
        Ok(Some(PaidFact {
            channel: PayChannel::Weixin,
            trade_no: transaction.transaction_id,
            order_no: transaction.out_trade_no,
            paid,
            raw,
        }))
    }

    /// A refund as the provider announces it; none when it failed.
    fn refunded(&self, notice: RefundNotice) -> Result<Option<RefundFact>, NotifyError> {
        if notice.mchid != self.merchant.mch_id {
            return Err(NotifyError::OtherMerchant("mchid"));
        }
        if notice.refund_status != "SUCCESS" {
            return Ok(None);
        }
        let refunded =
            Fen::new(notice.amount.refund).ok_or(NotifyError::Malformed("invalid amount"))?;
        Ok(Some(RefundFact {
            channel: PayChannel::Weixin,
            trade_no: notice.transaction_id,
            order_no: notice.out_trade_no,
            refunded,
            refund_no: notice.out_refund_no,
        }))
    }

    /// The text of an encrypted resource.
    fn opened(&self, sealed: &EncryptedResource) -> Result<String, NotifyError> {
        Some(sealed)
            .filter(|sealed| sealed.algorithm == "AEAD_AES_256_GCM")
            .and_then(|sealed| {
                let EncryptedResource {
                    ciphertext,
                    nonce,
                    associated_data,
                    ..
                } = sealed;
                self.merchant
                    .api_key
                    .open(ciphertext, nonce, associated_data)
            })
            .and_then(|plain| String::from_utf8(plain).ok())
            .ok_or(NotifyError::Malformed("failed to decrypt the resource"))
    }
}

impl PaymentGateway for Weixin {
    fn channel(&self) -> PayChannel {
        PayChannel::Weixin
    }

    fn create(&self, bill: &Bill) -> Result<Checkout, GatewayError> {
        let mut body = json!({
            "appid": self.merchant.app_id,
            "mchid": self.merchant.mch_id,
            "description": bill.subject,
            "out_trade_no": bill.number,
            "time_expire": rfc3339(bill.closes_at),
            "notify_url": self.addresses.notify,
            "amount": { "total": bill.price.get(), "currency": "CNY" },
        });
        let target = match bill.device {
            Device::Desktop => "/v3/pay/transactions/native",
            Device::Phone => "/v3/pay/transactions/h5",
        };
        if let (Device::Phone, Some(body)) = (bill.device, body.as_object_mut()) {
            let scene =
                json!({ "payer_client_ip": bill.payer.to_string(), "h5_info": { "type": "Wap" } });
            body.insert("scene_info".to_owned(), scene);
        }
        let answer = self.request("POST", target, &body.to_string())?;
        if answer.status != 200 {
            return Err(rejection(&answer));
        }
        let created: Created = serde_json::from_str(&answer.body)
            .map_err(|_| GatewayError::Answer("unexpected content"))?;
        match bill.device {
            Device::Desktop if !created.code_url.is_empty() => Ok(Checkout::Scan(created.code_url)),
            Device::Phone if !created.h5_url.is_empty() => {
                Ok(Checkout::Open(self.with_redirect_url(created.h5_url)))
            }
            _ => Err(GatewayError::Answer("payment URL missing")),
        }
    }

    fn query(&self, number: &str) -> Result<Option<PaidFact>, GatewayError> {
        let target = format!(
            "/v3/pay/transactions/out-trade-no/{number}?mchid={}",
            self.merchant.mch_id
        );
        let answer = self.request("GET", &target, "")?;
        if answer.status == 404 {
            return Ok(None);
        }
        if answer.status != 200 {
            return Err(rejection(&answer));
        }
        let transaction: Transaction = serde_json::from_str(&answer.body)
            .map_err(|_| GatewayError::Answer("unexpected content"))?;
        if transaction.out_trade_no != number {
            return Err(GatewayError::Answer("for another order"));
        }
        self.paid(transaction, answer.body)
            .map_err(|_| GatewayError::Answer("for another merchant, or not a valid payment"))
    }

    fn close(&self, number: &str) -> Result<(), GatewayError> {
        let target = format!("/v3/pay/transactions/out-trade-no/{number}/close");
        let body = json!({ "mchid": self.merchant.mch_id }).to_string();
        let answer = self.request("POST", &target, &body)?;
        match answer.status {
            200..=299 | 404 => Ok(()),
            _ => Err(rejection(&answer)),
        }
    }

    fn refund(&self, refund: &RefundRequest) -> Result<RefundStatus, GatewayError> {
        self.send_refund(refund)
    }

    fn query_refund(&self, refund: &RefundRequest) -> Result<RefundStatus, GatewayError> {
        self.refund_status(refund)
    }

    fn verify_notify(&self, notify: Notify<'_>) -> Result<Notification, NotifyError> {
        let header = |name: &str| {
            let mut values = notify.headers.get_all(name);
            let value = values.next()?.to_str().ok()?;
            values.next().is_none().then_some(value)
        };
        Signed::read(header)?.verify(notify.body, self.now(), &self.merchant.provider_keys)?;
        let envelope: Envelope = serde_json::from_slice(notify.body)
            .map_err(|_| NotifyError::Malformed("unexpected body"))?;
        let unexpected = |_| NotifyError::Malformed("unexpected resource");
        let told = match envelope.event_type.as_str() {
            "TRANSACTION.SUCCESS" => {
                let plain = self.opened(&envelope.resource)?;
                let transaction = serde_json::from_str(&plain).map_err(unexpected)?;
                self.paid(transaction, plain)?.map(Notification::Paid)
            }
            "REFUND.SUCCESS" => {
                let plain = self.opened(&envelope.resource)?;
                let notice = serde_json::from_str(&plain).map_err(unexpected)?;
                self.refunded(notice)?.map(Notification::Refunded)
            }
            _ => None,
        };
        Ok(told.unwrap_or(Notification::Other))
    }

    fn ack(&self, ack: Ack) -> HttpResponse {
        let mut response = match ack {
            Ack::Accepted => return HttpResponse::NoContent().finish(),
            Ack::Rejected => HttpResponse::BadRequest(),
            Ack::Retry => HttpResponse::InternalServerError(),
        };
        response.json(json!({ "code": "FAIL", "message": "失败" }))
    }
}

impl Weixin {
    /// Adds the URL that WeChat redirects the payer to.
    fn with_redirect_url(&self, h5_url: String) -> String {
        let back: String =
            form_urlencoded::byte_serialize(self.addresses.back.as_bytes()).collect();
        let joint = if h5_url.contains('?') { '&' } else { '?' };
        format!("{h5_url}{joint}redirect_url={back}")
    }
}

fn rejection(answer: &HttpAnswer) -> GatewayError {
    let failure: Failure = serde_json::from_str(&answer.body).unwrap_or_default();
    GatewayError::Rejected(format!("{} {}", answer.status, failure.code))
}

/// A time with its zone, in the format of API v3.
pub fn rfc3339(seconds: i64) -> String {
    let zone = FixedOffset::east_opt(SHANGHAI_SECONDS);
    DateTime::from_timestamp(seconds, 0)
        .zip(zone)
        .map(|(time, zone)| {
            time.with_timezone(&zone)
                .to_rfc3339_opts(SecondsFormat::Secs, false)
        })
        .unwrap_or_default()
}

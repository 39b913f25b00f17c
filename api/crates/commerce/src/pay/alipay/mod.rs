//! Alipay: the payer opens a signed URL, on a desktop page or in a phone's browser; the gateway answers queries and
//! closes orders; notifications are signed forms. [`wire`] has the signatures.

mod refund;
pub mod wire;

use std::sync::Arc;

use actix_web::HttpResponse;
use serde::Deserialize;
use serde_json::json;
use yingku_base::clock::Clock;
use yingku_base::money::Fen;
use yingku_base::time::format_shanghai as wire_time;

use super::gateway::{
    Ack, Bill, Checkout, Device, GatewayError, Notification, Notify, NotifyError, PaidFact,
    PayChannel, PaymentGateway, RefundFact, RefundRequest, RefundStatus,
};
use super::http::HttpClient;
use super::signature::{PrivateKey, PublicKey};
use wire::Params;

/// Signed parameters are sent as a UTF-8 form.
const FORM: &str = "application/x-www-form-urlencoded;charset=utf-8";
/// The code of a successful response.
const DONE: &str = "10000";
/// The buyer has not opened the checkout page yet, so Alipay has no trade.
const TRADE_NOT_EXIST: &str = "ACQ.TRADE_NOT_EXIST";

/// The merchant's credentials at Alipay, and Alipay's key.
pub struct Merchant {
    /// Id of the application.
    pub app_id: String,
    /// Id of the seller.
    pub seller_id: String,
    /// Signs our requests.
    pub key: PrivateKey,
    /// Verifies Alipay's messages.
    pub provider: PublicKey,
}

/// The URLs in use.
pub struct Addresses {
    /// The gateway, for the server's requests.
    pub gateway: String,
    /// The gateway, for the payer's browser.
    pub checkout_page: String,
    /// Receives notifications.
    pub notify: String,
    /// Where the payer returns to.
    pub back: String,
    /// Where the payer goes after cancelling on a phone.
    pub quit: String,
}

/// The adapter.
pub struct Alipay {
    pub(super) merchant: Merchant,
    pub(super) addresses: Addresses,
    pub(super) http: HttpClient,
    pub(super) clock: Arc<dyn Clock>,
}

/// The fields of responses that we use.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Content {
    code: String,
    sub_code: String,
    sub_msg: String,
    out_trade_no: String,
    trade_no: String,
    trade_status: String,
    total_amount: String,
    out_request_no: String,
    fund_change: String,
    refund_status: String,
    refund_amount: String,
}

impl Content {
    fn rejection(&self) -> GatewayError {
        GatewayError::Rejected(format!("{} {}", self.code, self.sub_code))
    }
}

/// The subject without the characters that Alipay does not allow in it. (alipay.trade.page.pay, `subject`)
fn subject(text: &str) -> String {
    text.replace(['/', '=', '&'], " ")
}

impl Alipay {
    fn params(&self, method: &str, content: &serde_json::Value) -> Params {
        let now = self.clock.now_ms().div_euclid(1000);
        [
            ("app_id", self.merchant.app_id.clone()),
            ("method", method.to_owned()),
            ("format", "JSON".to_owned()),
            ("charset", "utf-8".to_owned()),
            ("sign_type", wire::SIGN_TYPE.to_owned()),
            ("timestamp", wire_time(now)),
            ("version", "1.0".to_owned()),
            ("biz_content", content.to_string()),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }

    /// Calls the gateway and verifies the signature of the response.
    fn request(
        &self,
        method: &str,
        wanted: &serde_json::Value,
    ) -> Result<(Content, String), GatewayError> {
        let params = self.params(method, wanted);
        let body = wire::signed_request(params, &self.merchant.key)?;
        let answer = self.http.post(&self.addresses.gateway, &[], FORM, &body)?;
        if answer.status != 200 {
            return Err(GatewayError::status(answer.status));
        }
        let content = wire::verify_response(&answer.body, method, &self.merchant.provider)
            .ok_or(GatewayError::Answer("signature mismatch"))?;
        let read = serde_json::from_str(content)
            .map_err(|_| GatewayError::Answer("unexpected content"))?;
        Ok((read, content.to_owned()))
    }
}

impl PaymentGateway for Alipay {
    fn channel(&self) -> PayChannel {
        PayChannel::Alipay
    }

    fn create(&self, bill: &Bill) -> Result<Checkout, GatewayError> {
        let (method, product) = match bill.device {
            Device::Desktop => ("alipay.trade.page.pay", "FAST_INSTANT_TRADE_PAY"),
            Device::Phone => ("alipay.trade.wap.pay", "QUICK_WAP_WAY"),
        };
        let mut content = json!({
            "out_trade_no": bill.number,
            "total_amount": bill.price.to_string(),
            "subject": subject(&bill.subject),
            "product_code": product,
            "time_expire": wire_time(bill.closes_at),
        });
        if let (Device::Phone, Some(content)) = (bill.device, content.as_object_mut()) {
            content.insert("quit_url".to_owned(), json!(self.addresses.quit));
        }
        let mut params = self.params(method, &content);
        params.insert("notify_url".to_owned(), self.addresses.notify.clone());
        params.insert("return_url".to_owned(), self.addresses.back.clone());
        let query = wire::signed_request(params, &self.merchant.key)?;
        Ok(Checkout::Open(format!(
            "{}?{query}",
            self.addresses.checkout_page
        )))
    }

    fn query(&self, number: &str) -> Result<Option<PaidFact>, GatewayError> {
        let (content, raw) = self.request("alipay.trade.query", &of_order(number))?;
        if content.sub_code == TRADE_NOT_EXIST {
            return Ok(None);
        }
        if content.code != DONE {
            return Err(content.rejection());
        }
        if content.out_trade_no != number {
            return Err(GatewayError::Answer("for another order"));
        }
        if !is_paid(&content.trade_status) {
            return Ok(None);
        }
        let paid =
            Fen::from_yuan(&content.total_amount).ok_or(GatewayError::Answer("invalid amount"))?;
        if content.trade_no.is_empty() {
            return Err(GatewayError::Answer("trade number missing"));
        }
        Ok(Some(PaidFact {
            channel: PayChannel::Alipay,
            trade_no: content.trade_no,
            order_no: content.out_trade_no,
            paid,
            raw,
        }))
    }

    fn close(&self, number: &str) -> Result<(), GatewayError> {
        let (content, _) = self.request("alipay.trade.close", &of_order(number))?;
        if content.code == DONE || content.sub_code == TRADE_NOT_EXIST {
            return Ok(());
        }
        Err(content.rejection())
    }

    fn refund(&self, refund: &RefundRequest) -> Result<RefundStatus, GatewayError> {
        self.send_refund(refund)
    }

    fn query_refund(&self, refund: &RefundRequest) -> Result<RefundStatus, GatewayError> {
        self.refund_status(refund)
    }

    fn verify_notify(&self, notify: Notify<'_>) -> Result<Notification, NotifyError> {
        let params = wire::verify_notification(notify.body, &self.merchant.provider)?;
        let value = |name: &str| params.get(name).map(String::as_str).unwrap_or_default();
        if value("app_id") != self.merchant.app_id {
            return Err(NotifyError::OtherMerchant("app_id"));
        }
        if value("seller_id") != self.merchant.seller_id {
            return Err(NotifyError::OtherMerchant("seller_id"));
        }
        // A refund comes as TRADE_SUCCESS too, or as TRADE_CLOSED when nothing is left, with the refunded amount.
        let is_refund = !value("refund_fee").is_empty();
        if !is_refund && !is_paid(value("trade_status")) {
            return Ok(Notification::Other);
        }
        let (trade_no, order_no) = (value("trade_no"), value("out_trade_no"));
        if trade_no.is_empty() || order_no.is_empty() {
            return Err(NotifyError::Malformed("trade or order number missing"));
        }
        let amount =
            |name| Fen::from_yuan(value(name)).ok_or(NotifyError::Malformed("invalid amount"));
        if is_refund {
            return Ok(Notification::Refunded(RefundFact {
                channel: PayChannel::Alipay,
                trade_no: trade_no.to_owned(),
                order_no: order_no.to_owned(),
                refunded: amount("refund_fee")?,
                refund_no: value("out_biz_no").to_owned(),
            }));
        }
        let paid = amount("total_amount")?;
        Ok(Notification::Paid(PaidFact {
            channel: PayChannel::Alipay,
            trade_no: trade_no.to_owned(),
            order_no: order_no.to_owned(),
            paid,
            raw: String::from_utf8_lossy(notify.body).into_owned(),
        }))
    }

    fn ack(&self, ack: Ack) -> HttpResponse {
        let (mut response, text) = match ack {
            Ack::Accepted => (HttpResponse::Ok(), "success"),
            Ack::Rejected => (HttpResponse::BadRequest(), "failure"),
            Ack::Retry => (HttpResponse::InternalServerError(), "failure"),
        };
        response
            .content_type("text/plain; charset=utf-8")
            .body(text)
    }
}

fn of_order(number: &str) -> serde_json::Value {
    json!({ "out_trade_no": number })
}

fn is_paid(status: &str) -> bool {
    matches!(status, "TRADE_SUCCESS" | "TRADE_FINISHED")
}

#[cfg(test)]
mod tests {
    use super::subject;

    #[test]
    fn a_subject_has_nothing_that_alipay_forbids() {
        assert_eq!(
            subject("VIP 月卡/30天=优惠&赠送"),
            "VIP 月卡 30天 优惠 赠送"
        );
        assert_eq!(subject("VIP年卡"), "VIP年卡");
    }
}

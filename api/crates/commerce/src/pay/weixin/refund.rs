//! Refunds at WeChat Pay: `/v3/refund/domestic/refunds`. A repeated request with the same number is the same refund. The
//! money takes minutes to days; `ABNORMAL` waits for the merchant in WeChat's own console.

use serde_json::json;

use super::messages::{Failure, RefundReply};
use super::{HttpAnswer, Weixin, rejection};
use crate::pay::gateway::{GatewayError, RefundRequest, RefundStatus, rejection_text};

const REFUNDS: &str = "/v3/refund/domestic/refunds";
/// WeChat does not know the refund.
const NOT_FOUND: &str = "RESOURCE_NOT_EXISTS";
/// Codes of answers that leave it open, besides the statuses 429 and 5xx.
const OPEN: [&str; 4] = [
    "SYSTEM_ERROR",
    "FREQUENCY_LIMITED",
    "RATELIMIT_EXCEEDED",
    "BIZERR_NEED_RETRY",
];

impl Weixin {
    pub(super) fn send_refund(&self, refund: &RefundRequest) -> Result<RefundStatus, GatewayError> {
        let body = json!({
            "transaction_id": refund.trade_no,
            "out_refund_no": refund.number,
            "notify_url": self.addresses.notify,
            "amount": { "refund": refund.refund.get(), "total": refund.paid.get(), "currency": "CNY" },
        });
        let answer = self.request("POST", REFUNDS, &body.to_string())?;
        if answer.status == 200 {
            return status_in(&answer, refund);
        }
        let failure = failure_in(&answer);
        if answer.status == 429 || OPEN.contains(&failure.code.as_str()) {
            return Err(GatewayError::status(answer.status));
        }
        Ok(RefundStatus::Failed(rejection_text(
            &failure.message,
            &failure.code,
        )))
    }

    pub(super) fn refund_status(
        &self,
        refund: &RefundRequest,
    ) -> Result<RefundStatus, GatewayError> {
        let answer = self.request("GET", &format!("{REFUNDS}/{}", refund.number), "")?;
        match answer.status {
            200 => status_in(&answer, refund),
            404 if failure_in(&answer).code == NOT_FOUND => Ok(RefundStatus::NotFound),
            _ => Err(rejection(&answer)),
        }
    }
}

fn failure_in(answer: &HttpAnswer) -> Failure {
    serde_json::from_str(&answer.body).unwrap_or_default()
}

fn status_in(answer: &HttpAnswer, refund: &RefundRequest) -> Result<RefundStatus, GatewayError> {
    let reply: RefundReply = serde_json::from_str(&answer.body)
        .map_err(|_| GatewayError::Answer("unexpected content"))?;
    let is_it = reply.out_refund_no == refund.number
        && reply.transaction_id == refund.trade_no
        && reply.amount.refund == refund.refund.get();
    if !is_it {
        return Err(GatewayError::Answer("for another refund"));
    }
    match reply.status.as_str() {
        "SUCCESS" => Ok(RefundStatus::Succeeded),
        "PROCESSING" => Ok(RefundStatus::Processing),
        "CLOSED" => Ok(RefundStatus::Failed("退款已关闭".to_owned())),
        "ABNORMAL" => Ok(RefundStatus::Stuck(
            "退款异常，请到微信商户平台的交易中心处理".to_owned(),
        )),
        _ => Err(GatewayError::Answer("unknown status of a refund")),
    }
}

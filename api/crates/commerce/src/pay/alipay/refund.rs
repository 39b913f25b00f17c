//! Refunds at Alipay: `alipay.trade.refund`, and `alipay.trade.fastpay.refund.query`. A repeated request with the same
//! number is the same refund. `10000` alone does not say that money was sent: `fund_change` or the query does.

use serde_json::json;
use yingku_base::money::Fen;

use super::{Alipay, Content, DONE, TRADE_NOT_EXIST};
use crate::pay::gateway::{GatewayError, RefundRequest, RefundStatus, rejection_text};

const SEND: &str = "alipay.trade.refund";
const QUERY: &str = "alipay.trade.fastpay.refund.query";

impl Alipay {
    pub(super) fn send_refund(&self, refund: &RefundRequest) -> Result<RefundStatus, GatewayError> {
        let (content, _) = self.request(
            SEND,
            &json!({
                "trade_no": refund.trade_no,
                "refund_amount": refund.refund.to_string(),
                "out_request_no": refund.number,
            }),
        )?;
        if content.code != DONE {
            return content.refund_rejection();
        }
        if content.trade_no != refund.trade_no {
            return Err(GatewayError::Answer("for another trade"));
        }
        if content.fund_change == "Y" {
            return Ok(RefundStatus::Succeeded);
        }
        // A repeated request changes no funds; neither does one that is not settled yet.
        match self.refund_status(refund)? {
            RefundStatus::NotFound => Ok(RefundStatus::Processing),
            known => Ok(known),
        }
    }

    pub(super) fn refund_status(
        &self,
        refund: &RefundRequest,
    ) -> Result<RefundStatus, GatewayError> {
        let (content, _) = self.request(
            QUERY,
            &json!({ "trade_no": refund.trade_no, "out_request_no": refund.number }),
        )?;
        if content.sub_code == TRADE_NOT_EXIST {
            return Ok(RefundStatus::NotFound);
        }
        if content.code != DONE {
            return Err(content.rejection());
        }
        match content.refund_status.as_str() {
            "REFUND_SUCCESS" => {
                let is_it = content.out_request_no == refund.number
                    && content.trade_no == refund.trade_no
                    && Fen::from_yuan(&content.refund_amount) == Some(refund.refund);
                if is_it {
                    Ok(RefundStatus::Succeeded)
                } else {
                    Err(GatewayError::Answer("for another refund"))
                }
            }
            // Not received, or failed: it may be sent again.
            "" => Ok(RefundStatus::NotFound),
            _ => Ok(RefundStatus::Processing),
        }
    }
}

impl Content {
    /// A rejection, unless Alipay says that it does not know, or is too busy.
    fn refund_rejection(self) -> Result<RefundStatus, GatewayError> {
        let clear = matches!(
            self.code.as_str(),
            "40001" | "40002" | "40003" | "40004" | "40006"
        );
        let passes =
            self.sub_code.ends_with("SYSTEM_ERROR") || self.sub_code.contains("call-limited");
        if clear && !passes {
            let words = rejection_text(&self.sub_msg, &self.sub_code);
            return Ok(RefundStatus::Failed(words));
        }
        Err(self.rejection())
    }
}

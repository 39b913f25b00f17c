//! The gateway of the sandbox's Alipay.

use serde::Deserialize;
use serde_json::{Value, json};
use yingku_base::money::{Fen, yuan};
use yingku_base::random;
use yingku_db::DbError;

use super::sandbox::{APP_ID, Sandbox};
use super::trades::{self, State, TradeRow};
use yingku_commerce::pay::alipay::wire::{self, Params};
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::orders::schedule::CLOSES_AFTER;

/// The methods that a payer's browser opens.
const PAGES: [&str; 2] = ["alipay.trade.page.pay", "alipay.trade.wap.pay"];

/// Why a request is rejected.
#[derive(Debug, thiserror::Error)]
pub enum GatewayRejection {
    /// Not signed by the merchant, or for another application.
    #[error("invalid-signature")]
    Signature,
    /// A parameter is missing or malformed.
    #[error("invalid-parameter")]
    Parameter,
    /// The order has a trade with another amount.
    #[error("the order has another amount")]
    Amount,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// An internal failure.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<diesel::result::Error> for GatewayRejection {
    fn from(error: diesel::result::Error) -> Self {
        Self::Db(error.into())
    }
}

#[derive(Debug, Deserialize)]
struct Wanted {
    out_trade_no: String,
    #[serde(default)]
    total_amount: String,
    #[serde(default)]
    subject: String,
}

impl Sandbox {
    /// Verifies a request of the merchant.
    fn verified_params(&self, form: &[u8]) -> Result<Params, GatewayRejection> {
        wire::verify_request(form, &self.merchant)
            .ok()
            .filter(|params| params.get("app_id").is_some_and(|id| id == APP_ID))
            .ok_or(GatewayRejection::Signature)
    }

    /// Opens a trade for a signed URL and returns its token.
    pub(super) fn open_alipay(&self, query: &[u8]) -> Result<String, GatewayRejection> {
        let params = self.verified_params(query)?;
        let value = |name: &str| params.get(name).cloned().unwrap_or_default();
        if !PAGES.contains(&value("method").as_str()) {
            return Err(GatewayRejection::Parameter);
        }
        let wanted = wanted(&params)?;
        let fen = Fen::from_yuan(&wanted.total_amount).ok_or(GatewayRejection::Parameter)?;
        let now = self.now();
        let trade = TradeRow {
            token: random::token()?,
            channel: PayChannel::Alipay,
            order_no: wanted.out_trade_no,
            subject: wanted.subject,
            fen: fen.get(),
            paid_fen: 0,
            state: State::Waiting,
            trade_no: trade_no(now)?,
            notify_url: value("notify_url"),
            back_url: value("return_url"),
            expires_at: now + CLOSES_AFTER,
            paid_at: None,
            notify_at: None,
            notify_left: 0,
            answered: String::new(),
            created_at: now,
            request: String::new(),
            refunded_fen: 0,
        };
        let opened = self.db.execute_now(|conn| trades::open(conn, &trade))?;
        if opened.fen != fen.get() {
            return Err(GatewayRejection::Amount);
        }
        Ok(opened.token)
    }

    /// Whether a request opens the checkout page, as pages do, instead of getting a message as response.
    pub(super) fn is_checkout_request(form: &[u8]) -> bool {
        form_urlencoded::parse(form)
            .any(|(name, value)| name == "method" && PAGES.contains(&value.as_ref()))
    }

    /// Responds to a query, a close or a refund with a signed message.
    pub(super) fn respond_to_alipay(&self, form: &[u8]) -> Result<String, GatewayRejection> {
        let params = self.verified_params(form)?;
        let method = params.get("method").map(String::as_str).unwrap_or_default();
        let content = match method {
            "alipay.trade.refund" => self.refund_alipay(&params)?,
            "alipay.trade.fastpay.refund.query" => self.alipay_refund_query(&params)?,
            _ => self.order_response(method, &wanted(&params)?.out_trade_no)?,
        };
        Ok(wire::signed_response(
            method,
            &content.to_string(),
            &self.provider,
        )?)
    }

    /// The response to a query or a close of an order.
    fn order_response(&self, method: &str, order: &str) -> Result<Value, GatewayRejection> {
        let trade = self
            .db
            .query_now(|conn| trades::by_order(conn, PayChannel::Alipay, order))?;
        Ok(match (method, trade) {
            ("alipay.trade.query" | "alipay.trade.close", None) => {
                failed("ACQ.TRADE_NOT_EXIST", "交易不存在")
            }
            ("alipay.trade.query", Some(trade)) => self.described(&trade),
            ("alipay.trade.close", Some(trade)) => self.closed(&trade)?,
            _ => return Err(GatewayRejection::Parameter),
        })
    }

    fn described(&self, trade: &TradeRow) -> Value {
        let state = trade.state(self.now());
        let amount = if state == State::Paid {
            trade.paid_fen
        } else {
            trade.fen
        };
        json!({
            "code": "10000",
            "msg": "Success",
            "out_trade_no": trade.order_no,
            "trade_no": trade.trade_no,
            "total_amount": yuan(amount),
            "trade_status": match state {
                State::Waiting => "WAIT_BUYER_PAY",
                State::Paid => "TRADE_SUCCESS",
                State::Closed => "TRADE_CLOSED",
            },
        })
    }

    fn closed(&self, trade: &TradeRow) -> Result<Value, GatewayRejection> {
        let closed = self
            .db
            .execute_now(|conn| trades::close(conn, &trade.token))?;
        if !closed {
            return Ok(failed("ACQ.TRADE_STATUS_ERROR", "交易状态不合法"));
        }
        Ok(json!({
            "code": "10000",
            "msg": "Success",
            "out_trade_no": trade.order_no,
            "trade_no": trade.trade_no,
        }))
    }
}

fn wanted(params: &Params) -> Result<Wanted, GatewayRejection> {
    params
        .get("biz_content")
        .and_then(|content| serde_json::from_str(content).ok())
        .ok_or(GatewayRejection::Parameter)
}

pub(super) fn failed(code: &str, text: &str) -> Value {
    json!({ "code": "40004", "msg": "Business Failed", "sub_code": code, "sub_msg": text })
}

pub(super) fn trade_no(now: i64) -> anyhow::Result<String> {
    let random = u64::from_be_bytes(random::bytes()?) % 1_000_000_000_000;
    Ok(format!("88{now:010}{random:012}"))
}

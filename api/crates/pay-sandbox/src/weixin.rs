//! The API of the sandbox's WeChat Pay.

use serde::Deserialize;
use serde_json::{Value, json};
use yingku_base::money::Fen;
use yingku_base::random;
use yingku_db::DbError;

use super::addresses::phone_path;
use super::alipay::trade_no;
use super::notifications::Message;
use super::sandbox::{APP_ID, MCH_ID, MERCHANT_SERIAL, Sandbox};
use super::trades::{self, State, TradeRow};
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::orders::schedule::CLOSES_AFTER;
use yingku_commerce::pay::weixin::wire::{Request, SCHEME, SKEW};

/// Path of refunds.
const REFUNDS: &str = "/v3/refund/domestic/refunds";

/// A request of the merchant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    /// GET or POST.
    pub method: &'a str,
    /// Path and query below the API's base URL.
    pub target: &'a str,
    /// The `Authorization` header.
    pub authorization: &'a str,
    /// The body; empty for GET.
    pub body: &'a str,
}

/// A signed response.
pub(super) struct Answer {
    pub status: u16,
    pub message: Message,
}

#[derive(Debug, Deserialize)]
struct Wanted {
    appid: String,
    mchid: String,
    description: String,
    out_trade_no: String,
    notify_url: String,
    amount: Amount,
}

#[derive(Debug, Deserialize)]
struct Amount {
    total: i64,
}

impl Sandbox {
    /// Responds to a request of the merchant.
    pub(super) fn respond_to_weixin(&self, call: Call<'_>) -> anyhow::Result<Answer> {
        let (status, body) = if self.is_from_merchant(call) {
            self.serve(call)?
        } else {
            (401, failed("SIGN_ERROR", "签名错误"))
        };
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        Ok(Answer {
            status,
            message: Message {
                headers: self.weixin_headers(&body, &self.provider)?,
                content_type: "application/json; charset=utf-8",
                body,
            },
        })
    }

    fn is_from_merchant(&self, call: Call<'_>) -> bool {
        let field = |name: &str| {
            let fields = call.authorization.strip_prefix(SCHEME)?.trim().split(',');
            let mut values = fields.filter_map(|field| field.trim().strip_prefix(name));
            values.next()?.strip_prefix("=\"")?.strip_suffix('"')
        };
        let fields = || {
            Some((
                field("timestamp")?.parse::<i64>().ok()?,
                field("nonce_str")?,
                field("signature")?,
                field("mchid")?,
                field("serial_no")?,
            ))
        };
        let Some((timestamp, nonce, signature, mchid, serial)) = fields() else {
            return false;
        };
        let request = Request {
            method: call.method,
            target: call.target,
            timestamp,
            nonce,
            body: call.body,
        };
        (self.now() - timestamp).abs() < SKEW
            && (mchid, serial) == (MCH_ID, MERCHANT_SERIAL)
            && self.merchant.verify(request.text().as_bytes(), signature)
    }

    fn serve(&self, call: Call<'_>) -> anyhow::Result<(u16, Value)> {
        let path = call.target.split('?').next().unwrap_or_default();
        match (call.method, path) {
            ("POST", "/v3/pay/transactions/h5") => self.opened(call.body, "h5_url"),
            ("POST", "/v3/pay/transactions/native") => self.opened(call.body, "code_url"),
            ("POST", REFUNDS) => self.refund_weixin(call.body),
            ("GET", path) if path.starts_with(REFUNDS) => {
                let number = path.strip_prefix(REFUNDS).unwrap_or_default();
                self.weixin_refund_query(number.trim_start_matches('/'))
            }
            (method, path) => {
                let order = path.strip_prefix("/v3/pay/transactions/out-trade-no/");
                match (
                    method,
                    order.map(|order| order.split_once('/').unwrap_or((order, ""))),
                ) {
                    ("GET", Some((order, ""))) => self.query_response(order),
                    ("POST", Some((order, "close"))) => self.closed_by_merchant(order),
                    _ => Ok((404, failed("NOT_FOUND", "没有这个接口"))),
                }
            }
        }
    }

    fn opened(&self, body: &str, address: &str) -> anyhow::Result<(u16, Value)> {
        let wanted = serde_json::from_str::<Wanted>(body)
            .ok()
            .filter(|wanted| wanted.appid == APP_ID && wanted.mchid == MCH_ID)
            .and_then(|wanted| Some((Fen::new(wanted.amount.total)?, wanted)));
        let Some((fen, wanted)) = wanted else {
            return Ok((400, failed("PARAM_ERROR", "参数错误")));
        };
        let now = self.now();
        let trade = TradeRow {
            token: random::token()?,
            channel: PayChannel::Weixin,
            order_no: wanted.out_trade_no,
            subject: wanted.description,
            fen: fen.get(),
            paid_fen: 0,
            state: State::Waiting,
            trade_no: trade_no(now)?,
            notify_url: wanted.notify_url,
            back_url: format!("{}/orders", self.public_url),
            expires_at: now + CLOSES_AFTER,
            paid_at: None,
            notify_at: None,
            notify_left: 0,
            answered: String::new(),
            created_at: now,
            request: format!("{address} {body}"),
            refunded_fen: 0,
        };
        let opened = self.db.execute_now(|conn| trades::open(conn, &trade))?;
        let url = match address {
            "h5_url" => format!("{}{}", self.public_url, phone_path(&opened.token)),
            _ => self.checkout_page_url(&opened.token),
        };
        match opened.state(now) {
            State::Waiting if opened.request == trade.request => Ok((200, json!({ address: url }))),
            State::Waiting => Ok((403, failed("OUT_TRADE_NO_USED", "商户订单号重复"))),
            State::Paid => Ok((400, failed("ORDERPAID", "订单已支付"))),
            State::Closed => Ok((400, failed("ORDER_CLOSED", "订单已关闭"))),
        }
    }

    pub(super) fn trade(&self, order: &str) -> Result<Option<TradeRow>, DbError> {
        self.db
            .read_now(|conn| Ok(trades::by_order(conn, PayChannel::Weixin, order)?))
    }

    fn query_response(&self, order: &str) -> anyhow::Result<(u16, Value)> {
        Ok(match self.trade(order)? {
            Some(trade) => (200, self.transaction(&trade)),
            None => (404, failed("ORDER_NOT_EXIST", "订单不存在")),
        })
    }

    fn closed_by_merchant(&self, order: &str) -> anyhow::Result<(u16, Value)> {
        let Some(trade) = self.trade(order)? else {
            return Ok((404, failed("ORDER_NOT_EXIST", "订单不存在")));
        };
        if trade.state == State::Paid {
            return Ok((400, failed("ORDERPAID", "订单已支付")));
        }
        self.db
            .execute_now(|conn| trades::close(conn, &trade.token))?;
        Ok((204, Value::Null))
    }
}

pub(super) fn failed(code: &str, text: &str) -> Value {
    json!({ "code": code, "message": text })
}

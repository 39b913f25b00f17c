//! The sandbox's notifications in the providers' formats, repeated until they are accepted.

use serde_json::json;
use yingku_base::money::yuan;
use yingku_base::random;
use yingku_base::time::{DAY, format_shanghai as wire_time};
use yingku_db::DbError;

use super::sandbox::{APP_ID, MCH_ID, PROVIDER_KEY_ID, SELLER_ID, Sandbox};
use super::trades::{self, TradeRow};
use yingku_commerce::pay::alipay::wire as alipay_wire;
use yingku_commerce::pay::gateway::{GatewayError, PayChannel};
use yingku_commerce::pay::signature::PrivateKey;
use yingku_commerce::pay::weixin::rfc3339;
use yingku_commerce::pay::weixin::wire::{SCHEME, signed_text};

/// Retry interval of notifications, seconds.
const RETRY_INTERVAL: i64 = 15;
/// Trades per run.
const BATCH: i64 = 50;

/// A notification to send.
#[derive(Debug, Clone)]
pub struct Message {
    /// Headers besides the content type.
    pub headers: Vec<(&'static str, String)>,
    /// The content type.
    pub content_type: &'static str,
    /// The body.
    pub body: String,
}

impl Sandbox {
    /// The payment notification of a trade, signed by the provider.
    pub fn notification(&self, trade: &TradeRow) -> anyhow::Result<Message> {
        self.notification_by(trade, &self.provider)
    }

    /// [`Self::notification`] with a wrong signature.
    pub fn forged_notification(&self, trade: &TradeRow) -> anyhow::Result<Message> {
        self.notification_by(trade, &self.forger_key()?)
    }

    fn notification_by(&self, trade: &TradeRow, key: &PrivateKey) -> anyhow::Result<Message> {
        if trade.channel == PayChannel::Alipay {
            self.alipay_notification(trade, key)
        } else {
            self.weixin_notification(trade, key)
        }
    }

    fn alipay_notification(&self, trade: &TradeRow, key: &PrivateKey) -> anyhow::Result<Message> {
        let (now, amount) = (wire_time(self.now()), yuan(trade.paid_fen));
        let params = [
            ("notify_time", now.as_str()),
            ("notify_type", "trade_status_sync"),
            ("notify_id", &random::token()?),
            ("charset", "utf-8"),
            ("version", "1.0"),
            ("app_id", APP_ID),
            ("seller_id", SELLER_ID),
            ("trade_no", &trade.trade_no),
            ("out_trade_no", &trade.order_no),
            ("trade_status", "TRADE_SUCCESS"),
            ("total_amount", &amount),
            ("receipt_amount", &amount),
            ("subject", &trade.subject),
            (
                "gmt_payment",
                &trade.paid_at.map(wire_time).unwrap_or_default(),
            ),
            // Alipay sends and signs empty values.
            ("passback_params", ""),
        ];
        let params = params.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(Message {
            headers: Vec::new(),
            content_type: "application/x-www-form-urlencoded; charset=utf-8",
            body: alipay_wire::signed_notification(params.into(), key)?,
        })
    }

    fn weixin_notification(&self, trade: &TradeRow, key: &PrivateKey) -> anyhow::Result<Message> {
        let nonce: String = random::token()?.chars().take(12).collect();
        let plain = self.transaction(trade).to_string();
        let sealed = self
            .resource_key()?
            .encrypt(&plain, &nonce, "transaction")
            .ok_or_else(|| anyhow::anyhow!("failed to encrypt the resource"))?;
        let body = json!({
            "id": uuid::Uuid::new_v4().to_string(),
            "create_time": rfc3339(self.now()),
            "resource_type": "encrypt-resource",
            "event_type": "TRANSACTION.SUCCESS",
            "summary": "支付成功",
            "resource": {
                "original_type": "transaction",
                "algorithm": "AEAD_AES_256_GCM",
                "ciphertext": sealed,
                "associated_data": "transaction",
                "nonce": nonce,
            },
        })
        .to_string();
        Ok(Message {
            headers: self.weixin_headers(&body, key)?,
            content_type: "application/json",
            body,
        })
    }

    /// WeChat's four signature headers.
    pub fn weixin_headers(
        &self,
        body: &str,
        key: &PrivateKey,
    ) -> anyhow::Result<Vec<(&'static str, String)>> {
        let (timestamp, nonce) = (self.now().to_string(), random::token()?);
        let signature = key.sign(&signed_text(&timestamp, &nonce, body.as_bytes()))?;
        Ok(vec![
            ("wechatpay-timestamp", timestamp),
            ("wechatpay-nonce", nonce),
            ("wechatpay-signature", signature),
            ("wechatpay-serial", PROVIDER_KEY_ID.to_owned()),
            ("wechatpay-signature-type", SCHEME.to_owned()),
        ])
    }

    /// A trade in WeChat's format.
    pub(super) fn transaction(&self, trade: &TradeRow) -> serde_json::Value {
        let paid = trade.state(self.now()) == trades::State::Paid;
        let mut transaction = json!({
            "appid": APP_ID,
            "mchid": MCH_ID,
            "out_trade_no": trade.order_no,
            "trade_state": match trade.state(self.now()) {
                trades::State::Waiting => "NOTPAY",
                trades::State::Paid => "SUCCESS",
                trades::State::Closed => "CLOSED",
            },
            "amount": {
                "total": if paid { trade.paid_fen } else { trade.fen },
                "currency": "CNY",
            },
        });
        if let (true, Some(members)) = (paid, transaction.as_object_mut()) {
            members.insert("transaction_id".to_owned(), json!(trade.trade_no));
            let at = trade.paid_at.map(rfc3339);
            members.insert("success_time".to_owned(), json!(at));
        }
        transaction
    }

    /// Sends the due notifications.
    pub(super) fn send_due(&self) -> Result<(), DbError> {
        let now = self.now();
        let due = self.db.query_now(|conn| trades::due(conn, now, BATCH))?;
        due.iter().try_for_each(|trade| self.notify(trade, now))
    }

    /// Sends the notifications of one trade, unless another instance does.
    fn notify(&self, trade: &TradeRow, now: i64) -> Result<(), DbError> {
        let next = trade
            .paid_at
            .filter(|paid_at| now < paid_at + DAY)
            .map(|_| now + RETRY_INTERVAL);
        let claimed = self
            .db
            .execute_now(|conn| trades::claim_notification(conn, trade, next))?;
        if !claimed {
            return Ok(());
        }
        let mut last = (String::new(), false);
        for _ in 0..trade.notify_left.max(1) {
            last = match self.notification(trade) {
                Ok(message) => self.send(&trade.notify_url, &message),
                Err(error) => (error.to_string(), false),
            };
        }
        let (answered, accepted) = last;
        self.db.write_now(|conn| {
            Ok(trades::store_response(
                conn,
                &trade.token,
                &answered,
                accepted,
            )?)
        })
    }

    /// Sends a forged notification for an unpaid trade, and stores the response.
    pub(super) fn send_forged(&self, trade: &TradeRow) -> anyhow::Result<()> {
        let claimed = TradeRow {
            paid_fen: trade.fen,
            state: trades::State::Paid,
            paid_at: Some(self.now()),
            ..trade.clone()
        };
        let (answered, _) = self.send(&trade.notify_url, &self.forged_notification(&claimed)?);
        self.db
            .execute_now(|conn| trades::store_response(conn, &trade.token, &answered, false))?;
        Ok(())
    }

    /// Sends a notification. Returns the merchant's response, and whether it was accepted.
    fn send(&self, url: &str, message: &Message) -> (String, bool) {
        let headers: Vec<(&str, &str)> = message
            .headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let answer = self
            .http
            .post(url, &headers, message.content_type, &message.body);
        match answer {
            Ok(answer) => {
                let body: String = answer.body.chars().take(40).collect();
                // Alipay goes by the body, WeChat by the status.
                let accepted = body == "success" || answer.status == 204;
                (
                    format!("{} {body}", answer.status).trim().to_owned(),
                    accepted,
                )
            }
            Err(GatewayError::Unreachable(_)) => ("没有回应".to_owned(), false),
            Err(error) => (error.to_string(), false),
        }
    }
}

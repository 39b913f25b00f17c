//! Refunds of the sandbox, as strict as the providers': a signed request, a paid trade, no more than what is left of it,
//! and one refund for each number.

use diesel::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use yingku_base::money::{Fen, yuan};
use yingku_commerce::pay::alipay::wire::Params;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::weixin::rfc3339;
use yingku_db::Conn;
use yingku_db::DbError;
use yingku_db::schema::{sandbox_refunds, sandbox_trades};

use super::alipay::{GatewayRejection, failed as alipay_failed};
use super::sandbox::Sandbox;
use super::trades::{State, TradeRow};
use super::weixin::failed as weixin_failed;

/// After this many seconds a refund through WeChat has arrived; Alipay's at once.
const ARRIVES_AFTER: i64 = 5;

/// A refund's row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = sandbox_refunds)]
struct RefundRow {
    channel: PayChannel,
    number: String,
    order_no: String,
    fen: i64,
    created_at: i64,
}

/// What became of a request.
enum Booked {
    /// Stored now.
    New(RefundRow),
    /// Stored before, for the same trade and amount.
    Again(RefundRow),
    /// The number is that of another refund.
    Other,
    /// More than what is left.
    TooMuch,
}

#[derive(Debug, Deserialize)]
struct AlipayRefund {
    #[serde(default)]
    trade_no: String,
    #[serde(default)]
    refund_amount: String,
    #[serde(default)]
    out_request_no: String,
}

#[derive(Debug, Deserialize)]
struct WeixinRefund {
    transaction_id: String,
    out_refund_no: String,
    amount: WeixinAmount,
}

#[derive(Debug, Deserialize)]
struct WeixinAmount {
    refund: i64,
    total: i64,
    currency: String,
}

impl Sandbox {
    /// `alipay.trade.refund`
    pub(super) fn refund_alipay(&self, params: &Params) -> Result<Value, GatewayRejection> {
        let wanted = alipay_refund(params)?;
        let fen = Fen::from_yuan(&wanted.refund_amount).ok_or(GatewayRejection::Parameter)?;
        if wanted.out_request_no.is_empty() || wanted.out_request_no.len() > 64 {
            return Err(GatewayRejection::Parameter);
        }
        let Some(trade) = self.trade_of(PayChannel::Alipay, &wanted.trade_no)? else {
            return Ok(alipay_failed("ACQ.TRADE_NOT_EXIST", "交易不存在"));
        };
        if trade.state(self.now()) != State::Paid {
            return Ok(alipay_failed("ACQ.TRADE_STATUS_ERROR", "交易状态不合法"));
        }
        let changed = match self.book(&trade, &wanted.out_request_no, fen.get())? {
            Booked::New(_) => "Y",
            Booked::Again(_) => "N",
            Booked::Other => {
                return Ok(alipay_failed(
                    "ACQ.DISCORDANT_REPEAT_REQUEST",
                    "请求信息不一致",
                ));
            }
            Booked::TooMuch => {
                return Ok(alipay_failed(
                    "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL",
                    "退款金额超限",
                ));
            }
        };
        let trade = self.trade_of(PayChannel::Alipay, &wanted.trade_no)?;
        Ok(json!({
            "code": "10000",
            "msg": "Success",
            "trade_no": wanted.trade_no,
            "out_trade_no": trade.as_ref().map(|trade| trade.order_no.clone()),
            "fund_change": changed,
            "refund_fee": yuan(trade.map_or(0, |trade| trade.refunded_fen)),
        }))
    }

    /// `alipay.trade.fastpay.refund.query`
    pub(super) fn alipay_refund_query(&self, params: &Params) -> Result<Value, GatewayRejection> {
        let wanted = alipay_refund(params)?;
        let Some(trade) = self.trade_of(PayChannel::Alipay, &wanted.trade_no)? else {
            return Ok(alipay_failed("ACQ.TRADE_NOT_EXIST", "交易不存在"));
        };
        let found = self.booked(PayChannel::Alipay, &wanted.out_request_no)?;
        // Of an unknown refund Alipay says that the query has succeeded, and nothing else.
        Ok(match found.filter(|row| row.order_no == trade.order_no) {
            None => json!({ "code": "10000", "msg": "Success" }),
            Some(row) => json!({
                "code": "10000",
                "msg": "Success",
                "trade_no": trade.trade_no,
                "out_trade_no": trade.order_no,
                "out_request_no": row.number,
                "total_amount": yuan(trade.paid_fen),
                "refund_amount": yuan(row.fen),
                "refund_status": "REFUND_SUCCESS",
            }),
        })
    }

    /// `POST /v3/refund/domestic/refunds`
    pub(super) fn refund_weixin(&self, body: &str) -> anyhow::Result<(u16, Value)> {
        let wanted = serde_json::from_str::<WeixinRefund>(body)
            .ok()
            .filter(|wanted| wanted.amount.currency == "CNY" && wanted.out_refund_no.len() <= 64)
            .and_then(|wanted| Some((Fen::new(wanted.amount.refund)?, wanted)));
        let Some((fen, wanted)) = wanted else {
            return Ok((400, weixin_failed("PARAM_ERROR", "参数错误")));
        };
        let paid = self
            .trade_of(PayChannel::Weixin, &wanted.transaction_id)?
            .filter(|trade| trade.state(self.now()) == State::Paid);
        let Some(trade) = paid else {
            return Ok((404, weixin_failed("RESOURCE_NOT_EXISTS", "订单不存在")));
        };
        if wanted.amount.total != trade.paid_fen {
            return Ok((
                400,
                weixin_failed("INVALID_REQUEST", "订单金额与原订单不一致"),
            ));
        }
        Ok(match self.book(&trade, &wanted.out_refund_no, fen.get())? {
            Booked::New(row) | Booked::Again(row) => (200, self.weixin_refund(&trade, &row)),
            Booked::Other => (
                400,
                weixin_failed(
                    "INVALID_REQUEST",
                    "订单金额或退款金额与之前请求不一致，请核实后再试",
                ),
            ),
            Booked::TooMuch => (
                400,
                weixin_failed("INVALID_REQUEST", "退款金额大于可退金额"),
            ),
        })
    }

    /// `GET /v3/refund/domestic/refunds/{out_refund_no}`
    pub(super) fn weixin_refund_query(&self, number: &str) -> anyhow::Result<(u16, Value)> {
        let found = self.booked(PayChannel::Weixin, number)?;
        let trade = match &found {
            Some(row) => self.trade(&row.order_no)?,
            None => None,
        };
        Ok(match found.zip(trade) {
            Some((row, trade)) => (200, self.weixin_refund(&trade, &row)),
            None => (404, weixin_failed("RESOURCE_NOT_EXISTS", "退款单不存在")),
        })
    }

    fn weixin_refund(&self, trade: &TradeRow, row: &RefundRow) -> Value {
        let arrived = self.now() >= row.created_at + ARRIVES_AFTER;
        json!({
            "refund_id": format!("50{}", row.number),
            "out_refund_no": row.number,
            "transaction_id": trade.trade_no,
            "out_trade_no": trade.order_no,
            "status": if arrived { "SUCCESS" } else { "PROCESSING" },
            "create_time": rfc3339(row.created_at),
            "amount": { "total": trade.paid_fen, "refund": row.fen, "currency": "CNY" },
        })
    }

    fn trade_of(&self, channel: PayChannel, trade_no: &str) -> Result<Option<TradeRow>, DbError> {
        self.db.query_now(|conn| {
            sandbox_trades::table
                .select(TradeRow::as_select())
                .filter(sandbox_trades::channel.eq(channel))
                .filter(sandbox_trades::trade_no.eq(trade_no))
                .first(conn)
                .optional()
        })
    }

    fn booked(&self, channel: PayChannel, number: &str) -> Result<Option<RefundRow>, DbError> {
        self.db.query_now(|conn| by_number(conn, channel, number))
    }

    fn book(&self, trade: &TradeRow, number: &str, fen: i64) -> Result<Booked, DbError> {
        let row = RefundRow {
            channel: trade.channel,
            number: number.to_owned(),
            order_no: trade.order_no.clone(),
            fen,
            created_at: self.now(),
        };
        self.db.execute_now(|conn| book(conn, trade, &row))
    }
}

fn by_number(conn: &mut Conn, channel: PayChannel, number: &str) -> QueryResult<Option<RefundRow>> {
    sandbox_refunds::table
        .select(RefundRow::as_select())
        .find((channel, number))
        .first(conn)
        .optional()
}

fn book(conn: &mut Conn, trade: &TradeRow, row: &RefundRow) -> QueryResult<Booked> {
    if let Some(known) = by_number(conn, row.channel, &row.number)? {
        let same = known.fen == row.fen && known.order_no == row.order_no;
        return Ok(if same {
            Booked::Again(known)
        } else {
            Booked::Other
        });
    }
    let enough = sandbox_trades::table
        .find(&trade.token)
        .filter((sandbox_trades::refunded_fen + row.fen).le(sandbox_trades::paid_fen));
    let taken = diesel::update(enough)
        .set(sandbox_trades::refunded_fen.eq(sandbox_trades::refunded_fen + row.fen))
        .execute(conn)?;
    if taken == 0 {
        return Ok(Booked::TooMuch);
    }
    diesel::insert_into(sandbox_refunds::table)
        .values(row)
        .execute(conn)?;
    Ok(Booked::New(row.clone()))
}

fn alipay_refund(params: &Params) -> Result<AlipayRefund, GatewayRejection> {
    params
        .get("biz_content")
        .and_then(|content| serde_json::from_str(content).ok())
        .ok_or(GatewayRejection::Parameter)
}

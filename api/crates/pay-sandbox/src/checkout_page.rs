//! The sandbox's checkout page: the trade, and a button for every outcome.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use yingku_base::money::yuan;

use super::action::Action;
use super::addresses::checkout_page_path;
use super::trades::{State, TradeRow};
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::html::{Page, escape, facts};
use yingku_commerce::pay::scan_page::GREEN;

const BANNER: &str = "沙箱 · 仅供测试，不会产生真实扣款";
/// Alipay's blue.
const BLUE: &str = "#0f68d8";
/// Reload interval while a notification is pending, seconds.
const RETRY_INTERVAL: u32 = 3;

/// The page of a trade at `now`, seconds; `left` after the payer has pressed 取消.
pub(super) fn page(trade: &TradeRow, left: bool, now: i64) -> HttpResponse {
    let (name, accent) = (name_of(trade), accent_of(trade));
    let state = trade.state(now);
    let body = match state {
        State::Waiting if left => left_part(trade),
        State::Waiting => waiting_part(trade),
        State::Paid => paid_part(trade),
        State::Closed => closed_part(trade),
    };
    let told_later = state == State::Paid && trade.notify_at.is_some();
    Page {
        status: StatusCode::OK,
        title: &format!("{name}沙箱收银台"),
        banner: Some(BANNER),
        accent,
        again: told_later.then_some(RETRY_INTERVAL),
        body,
    }
    .answer()
}

fn is_alipay(trade: &TradeRow) -> bool {
    trade.channel == PayChannel::Alipay
}

fn name_of(trade: &TradeRow) -> &'static str {
    if is_alipay(trade) {
        "支付宝"
    } else {
        "微信支付"
    }
}

fn accent_of(trade: &TradeRow) -> &'static str {
    if is_alipay(trade) { BLUE } else { GREEN }
}

/// An error page: why there is nothing to pay.
pub(super) fn error_page(status: StatusCode, text: &str) -> HttpResponse {
    let body = format!(
        "<section class=\"card\"><div class=\"mark\" aria-hidden=\"true\">!</div><h1>{}</h1>\
         <p>请返回网站重新下单</p></section>",
        escape(text)
    );
    Page {
        status,
        title: "沙箱收银台",
        banner: Some(BANNER),
        accent: "#b45309",
        again: None,
        body,
    }
    .answer()
}

fn waiting_part(trade: &TradeRow) -> String {
    let buttons: String = Action::ALL
        .iter()
        .map(|(action, word, label)| {
            let class = if *action == Action::Pay {
                " class=\"first\""
            } else {
                ""
            };
            format!("<button{class} name=\"action\" value=\"{word}\">{label}</button>")
        })
        .collect();
    format!(
        "<section class=\"card\"><h1>{}</h1><div class=\"amount\"><small>¥</small>{}</div>{}</section>\
         <section class=\"card\"><h2>选择支付结果</h2>\
         <form method=\"post\" action=\"{}\">{buttons}</form></section>{}",
        escape(&trade.subject),
        yuan(trade.fen),
        described(trade, &[]),
        checkout_page_path(&trade.token),
        answered_part(trade),
    )
}

fn paid_part(trade: &TradeRow) -> String {
    let merchant_response = if trade.notify_at.is_some() {
        "等待通知商户"
    } else if trade.answered.is_empty() {
        "未通知，等待商户查询"
    } else {
        &trade.answered
    };
    let more = [
        ("交易号", trade.trade_no.as_str()),
        ("商户应答", merchant_response),
    ];
    format!(
        "<section class=\"card\"><div class=\"mark\" aria-hidden=\"true\">✓</div><h1>支付成功</h1>\
         <div class=\"amount\"><small>¥</small>{}</div>{}</section>{}",
        yuan(trade.paid_fen),
        described(trade, &more),
        back(trade),
    )
}

fn left_part(trade: &TradeRow) -> String {
    format!(
        "<section class=\"card\"><div class=\"mark\" aria-hidden=\"true\">×</div><h1>已取消支付</h1>{}</section>{}\
         <p><a class=\"button\" href=\"{}\">重新支付</a></p>",
        described(trade, &[]),
        back(trade),
        checkout_page_path(&trade.token),
    )
}

fn closed_part(trade: &TradeRow) -> String {
    format!(
        "<section class=\"card\"><div class=\"mark\" aria-hidden=\"true\">!</div><h1>交易已关闭</h1>{}</section>{}",
        described(trade, &[]),
        back(trade),
    )
}

fn described(trade: &TradeRow, more: &[(&str, &str)]) -> String {
    let price = format!("{} 元", yuan(trade.fen));
    let mut all = vec![
        ("收款方", "映库"),
        ("支付方式", name_of(trade)),
        ("商品", trade.subject.as_str()),
        ("应付", price.as_str()),
        ("订单号", trade.order_no.as_str()),
    ];
    all.extend_from_slice(more);
    facts(&all)
}

fn answered_part(trade: &TradeRow) -> String {
    if trade.answered.is_empty() {
        return String::new();
    }
    format!(
        "<p role=\"status\">商户应答：{}</p>",
        escape(&trade.answered)
    )
}

fn back(trade: &TradeRow) -> String {
    let safe = trade.back_url.starts_with("http://") || trade.back_url.starts_with("https://");
    if !safe {
        return String::new();
    }
    format!(
        "<a class=\"button first\" href=\"{}\">返回商户</a>",
        escape(&trade.back_url)
    )
}

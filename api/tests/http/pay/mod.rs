//! Plans, orders and their payment, through the sandbox, which speaks the providers' protocols.

mod checkout_page;
mod codes;
mod devices;
mod killed;
mod live;
mod modes;
pub mod notifications;
mod open_orders;
mod orders;
mod people;
mod providers;
mod reconciler;

use actix_web::http::Method;
use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::signature::PrivateKey;
use yingku_db::DbError;
use yingku_db::schema::{self, payments, sandbox_trades, vip_grants};
use yingku_pay_sandbox::trades::{self, TradeRow};

use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::member::Member;

/// VIP月卡: 30 days for 30.00.
pub const MONTH: &str = "1000000000000003";
/// VIP年卡.
pub const YEAR: &str = "1000000000000001";
/// 双月VIP-激活码: a code for 60 days.
pub const CODE: &str = "1000000000000005";

pub const ALIPAY: &str = "/prod-api/v2/pay/notify/alipay";
pub const WEIXIN: &str = "/prod-api/v2/pay/notify/weixin";

/// Places an order, and returns its payment URL and number.
pub async fn submit(
    member: &Member<'_>,
    plan: &str,
    channel: &str,
    scene: &str,
) -> (String, String) {
    let form = json!({ "appId": "yingku", "groupId": plan, "payChannel": channel, "scene": scene });
    let answer = member.post("/orders/submit", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let body = answer.json();
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    (text("data"), text("orderId"))
}

/// Queries the payment status of an order: `msg` and status.
pub async fn refreshed(member: &Member<'_>, order: &str) -> (String, i64) {
    let answer = member.get(&format!("/orders/getOrderId/{order}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let body = answer.json();
    assert_eq!(body["data"]["orderId"], order);
    let msg = body["msg"].as_str().unwrap().to_owned();
    (msg, body["data"]["status"].as_i64().unwrap())
}

/// The member's orders.
pub async fn listed(member: &Member<'_>) -> Vec<Value> {
    let answer = member.get("/orders/list?pageNum=1&pageSize=20").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()["rows"].as_array().unwrap().clone()
}

/// The member's group.
pub async fn level(member: &Member<'_>) -> i64 {
    let info = member.get("/user/getInfo").await.json();
    info["level"]["levelId"].as_i64().unwrap()
}

/// The path of one of our URLs.
pub fn path(address: &str) -> &str {
    let (_, rest) = address.split_once("://").unwrap();
    rest.trim_start_matches(|letter| letter != '/')
}

/// Follows a link to the sandbox's checkout page and returns its path.
pub async fn checkout_page(t: &TestApp, link: &str) -> String {
    let mut at = path(link).to_owned();
    if at.starts_with("/cashier/weixin/") {
        let page = t.send_plain(Call::get(&at)).await.text();
        let (_, rest) = page.split_once("<p><a href=\"").unwrap();
        at = path(rest.split_once('"').unwrap().0).to_owned();
    }
    if at.starts_with("/sandbox/alipay/") || at.starts_with("/sandbox/weixin-h5/") {
        let from_the_site = Call::get(&at).header("referer", "https://films.example/");
        let answer = t.send_plain(from_the_site).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        at = answer.header("location").to_owned();
    }
    let at = at.split('?').next().unwrap().to_owned();
    assert!(at.starts_with("/sandbox/cashier/"), "{at}");
    at
}

/// Presses a button of the checkout page and returns the next page.
pub async fn press(t: &TestApp, checkout_page: &str, action: &str) -> Answer {
    let form = Call::new(Method::POST, checkout_page)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("action={action}"));
    let answer = t.send_plain(form).await;
    if answer.status != 303 {
        return answer;
    }
    t.send_plain(Call::get(answer.header("location"))).await
}

/// A trade in the sandbox's table.
pub fn trade(t: &TestApp, channel: PayChannel, order: &str) -> TradeRow {
    let found = t
        .app
        .state
        .db
        .read_now::<_, DbError, _>(|conn| Ok(trades::by_order(conn, channel, order)?));
    found.unwrap().unwrap()
}

/// A trade as if this amount of an order had been paid: all that the sandbox needs to send a notification.
pub fn paid(channel: PayChannel, order: &str, fen: i64, trade_no: &str) -> TradeRow {
    TradeRow {
        token: "t".repeat(32),
        channel,
        order_no: order.to_owned(),
        subject: "VIP月卡".to_owned(),
        fen,
        paid_fen: fen,
        state: trades::State::Paid,
        trade_no: trade_no.to_owned(),
        notify_url: String::new(),
        back_url: String::new(),
        expires_at: i64::MAX,
        paid_at: Some(1_790_000_000),
        refunded_fen: 0,
        notify_at: None,
        notify_left: 0,
        answered: String::new(),
        created_at: 1_790_000_000,
        request: String::new(),
    }
}

/// The provider's payment notification.
pub fn notification(t: &TestApp, trade: &TradeRow) -> Call {
    let message = t.app.sandbox.as_ref().unwrap().notification(trade).unwrap();
    call_of(trade.channel.as_str(), &message)
}

pub fn call_of(channel: &str, message: &yingku_pay_sandbox::notifications::Message) -> Call {
    let target = if channel == "alipay" { ALIPAY } else { WEIXIN };
    let call = Call::new(Method::POST, target)
        .header("content-type", message.content_type)
        .body(message.body.clone());
    let headers = message.headers.iter();
    headers.fold(call, |call, (name, value)| call.header(name, value))
}

/// Notifies of a payment and asserts that it is acknowledged.
pub async fn notify(t: &TestApp, trade: &TradeRow) {
    let answer = t.send_plain(notification(t, trade)).await;
    assert!(is_taken(&answer), "{} {}", answer.status, answer.text());
}

pub fn is_taken(answer: &Answer) -> bool {
    answer.text() == "success" && answer.status == 200
        || answer.status == 204 && answer.body.is_empty()
}

/// Asserts a rejection in the provider's own format.
#[track_caller]
pub fn assert_rejected(answer: &Answer) {
    assert_eq!(answer.status, 400, "{}", answer.text());
    let body = answer.text();
    assert!(
        body == "failure" || body == "{\"code\":\"FAIL\",\"message\":\"失败\"}",
        "{body}"
    );
}

/// The provider's key, which only the sandbox has.
pub fn provider_key(t: &TestApp) -> PrivateKey {
    let file = t.app.state.config.pay.sandbox_dir.join("provider.pem");
    PrivateKey::parse(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// The status of an order.
pub fn status(t: &TestApp, order: &str) -> i16 {
    read(t, |conn| {
        schema::orders::table
            .find(order)
            .select(schema::orders::status)
            .first(conn)
    })
}

/// The number of grants for orders, and of stored payments.
pub fn count_grants_and_payments(t: &TestApp) -> (i64, i64) {
    let grants = read(t, |conn| {
        vip_grants::table
            .filter(vip_grants::source.eq("order"))
            .count()
            .get_result(conn)
    });
    (
        grants,
        read(t, |conn| payments::table.count().get_result(conn)),
    )
}

/// The outcomes of the payments, sorted.
pub fn outcomes(t: &TestApp) -> Vec<String> {
    read(t, |conn| {
        payments::table
            .select(payments::outcome)
            .order(payments::outcome)
            .load(conn)
    })
}

pub fn read<T>(
    t: &TestApp,
    work: impl FnOnce(&mut yingku_db::Conn) -> diesel::QueryResult<T>,
) -> T {
    t.app
        .state
        .db
        .read_now::<_, DbError, _>(|conn| Ok(work(conn)?))
        .unwrap()
}

pub fn write<T>(
    t: &TestApp,
    work: impl FnOnce(&mut yingku_db::Conn) -> diesel::QueryResult<T>,
) -> T {
    t.app
        .state
        .db
        .write_now::<_, DbError, _>(|conn| Ok(work(conn)?))
        .unwrap()
}

/// The number of the sandbox's trades.
pub fn trades_made(t: &TestApp) -> i64 {
    read(t, |conn| sandbox_trades::table.count().get_result(conn))
}

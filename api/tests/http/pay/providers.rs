//! Misbehaving providers: slow, broken, lying, or notifying before they respond.

use std::sync::mpsc::channel;

use diesel::prelude::*;
use serde_json::json;
use yingku_commerce::pay::alipay::wire::signed_response;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::signature::PrivateKey;
use yingku_db::schema::orders;

use super::{
    MONTH, YEAR, checkout_page, count_grants_and_payments, is_taken, notification, notify, paid,
    press, provider_key, read, refreshed, status, submit, trade,
};
use crate::support::TestApp;
use crate::support::listening::{Listening, Provider, http};
use crate::support::member::Member;

fn unpaid() -> (String, i64) {
    ("订单未支付".to_owned(), 0)
}

/// WeChat's four headers for a body, with a time offset from our clock.
fn weixin_headers(t: &TestApp, body: &str, key: &PrivateKey, off_ms: i64) -> String {
    t.clock.advance(off_ms);
    let headers = t
        .app
        .sandbox
        .as_ref()
        .unwrap()
        .weixin_headers(body, key)
        .unwrap();
    t.clock.advance(-off_ms);
    headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect()
}

/// Neither creating nor querying accepts the response; nothing is paid, and the order stays pending.
async fn assert_response_rejected(member: &Member<'_>, t: &TestApp) {
    // A provider's response is cached for three seconds.
    t.clock.advance(3_000);
    let (data, order) = submit(member, MONTH, "weixin", "desktop").await;
    assert_eq!(data, "error");
    assert_eq!(refreshed(member, &order).await, unpaid());
    let (_, order) = submit(member, MONTH, "alipay", "desktop").await;
    assert_eq!(refreshed(member, &order).await, unpaid());
    t.app.pay.reconcile_now();
    assert_eq!(count_grants_and_payments(t), (0, 0));
}

both! {
    async fn an_invalid_provider_response_is_unavailable_and_pays_nothing(t: &TestApp) {
        let member = t.member("lin_xia").await;
        for (kind, headers, body) in [
            ("500 Broken", "", "oops"),
            ("200 OK", "", "<html>maintenance</html>"),
            ("200 OK", "", ""),
            ("200 OK", "", "{\"alipay_trade_query_response\":{\"code\":\"10000\",\"trade_status\":\"TRADE_SUCCESS\"},\"sign\":\"AAAA\"}"),
            ("302 Found", "location: /elsewhere\r\n", ""),
            ("204 No Content", "", ""),
        ] {
            let _provider = Provider::responding(t, kind, headers, body);
            assert_response_rejected(&member, t).await;
        }
        // When it works again, the same order is paid.
        t.clock.advance(3_000);
        let _listening = Listening::start(t);
        let (link, order) = submit(&member, MONTH, "weixin", "desktop").await;
        press(t, &checkout_page(t, &link).await, "pay").await;
        assert_eq!((status(t, &order), count_grants_and_payments(t)), (1, (1, 1)));
    }

    async fn a_response_with_a_wrong_signature_is_rejected(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let other = PrivateKey::make().unwrap();
        let code = json!({ "code_url": "weixin://wxpay/bizpayurl?pr=x", "h5_url": "https://example.org" }).to_string();
        for (key, off_ms) in [(&other, 0), (&provider_key(t), 600_000), (&provider_key(t), -600_000)] {
            let headers = weixin_headers(t, &code, key, off_ms);
            let _provider = Provider::responding(t, "200 OK", &headers, &code);
            assert_response_rejected(&member, t).await;
        }
        // With the right signature it is accepted, and the page shows its text.
        t.clock.advance(3_000);
        let headers = weixin_headers(t, &code, &provider_key(t), 0);
        let _provider = Provider::responding(t, "200 OK", &headers, &code);
        let (data, order) = submit(&member, MONTH, "weixin", "desktop").await;
        assert!(data.contains("/cashier/weixin/"), "{data}");
        assert_eq!(read(t, |conn| orders::table.find(&order).select(orders::scan).first::<String>(conn)), "weixin://wxpay/bizpayurl?pr=x");
    }

    async fn a_response_about_another_order_pays_nothing(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, first) = submit(&member, MONTH, "alipay", "desktop").await;
        let (_, second) = submit(&member, YEAR, "alipay", "desktop").await;
        let content = json!({
            "code": "10000", "out_trade_no": second, "trade_no": "1", "trade_status": "TRADE_SUCCESS", "total_amount": "30.00",
        });
        let answer = |content: &serde_json::Value| {
            signed_response("alipay.trade.query", &content.to_string(), &provider_key(t)).unwrap()
        };
        {
            let _provider = Provider::responding(t, "200 OK", "", &answer(&content));
            assert_eq!(refreshed(&member, &first).await, unpaid());
        }
        for (name, value) in [("total_amount", json!("1e2")), ("trade_no", json!("")), ("code", json!("20000")), ("out_trade_no", json!(7))] {
            let mut odd = content.clone();
            odd["out_trade_no"] = json!(first);
            odd[name] = value;
            let _provider = Provider::responding(t, "200 OK", "", &answer(&odd));
            assert_eq!(refreshed(&member, &first).await, unpaid(), "{name}");
        }
        assert_eq!(count_grants_and_payments(t), (0, 0));
    }

    async fn a_notification_may_precede_the_response_to_the_order(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (go_on, wait) = channel::<()>();
        let body = json!({ "code_url": "weixin://wxpay/bizpayurl?pr=x" }).to_string();
        let answer = http("200 OK", &weixin_headers(t, &body, &provider_key(t), 0), &body);
        let _provider = Provider::start(t, move |_| {
            wait.recv().unwrap();
            Some(answer.clone())
        });
        let pay_first = async {
            // The order exists before the provider has responded.
            let order: String = loop {
                let found = read(t, |conn| orders::table.select(orders::number).first(conn).optional());
                match found {
                    Some(order) => break order,
                    None => tokio::task::yield_now().await,
                }
            };
            notify(t, &paid(PayChannel::Weixin, &order, 3_000, "1")).await;
            assert_eq!(status(t, &order), 1);
            go_on.send(()).unwrap();
            order
        };
        let ((data, made), order) = futures_util::future::join(submit(&member, MONTH, "weixin", "desktop"), pay_first).await;
        assert!(made == order && data.contains("/cashier/weixin/"), "{data}");
        assert_eq!((status(t, &order), count_grants_and_payments(t)), (1, (1, 1)));
    }

    async fn the_query_and_the_notification_report_one_payment(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        for channel in [PayChannel::Alipay, PayChannel::Weixin] {
            let (link, order) = submit(&member, MONTH, channel.as_str(), "phone").await;
            press(t, &checkout_page(t, &link).await, "silent").await;
            let call = notification(t, &trade(t, channel, &order));
            let (polled, answer) = futures_util::future::join(refreshed(&member, &order), t.send_plain(call)).await;
            assert_eq!(polled.1, 1);
            assert!(is_taken(&answer));
        }
        assert_eq!(count_grants_and_payments(t), (2, 2));
    }
}

#[actix_web::test]
async fn an_unresponsive_provider_times_out() {
    for t in TestApp::on_both(&[("PAY_TIMEOUT_MS", "50")]).await {
        let member = t.member("lin_xia").await;
        let _provider = Provider::start(&t, |_| None);
        assert_response_rejected(&member, &t).await;
    }
}

//! The sandbox's checkout page: every button, from the order to the VIP, over real connections.

use actix_web::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use yingku_commerce::pay::gateway::PayChannel;

use super::{
    MONTH, checkout_page, count_grants_and_payments, level, listed, outcomes, paid, path, press,
    refreshed, status, submit, trade, trades_made,
};
use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::listening::Listening;

const WAYS: [(&str, &str); 4] = [
    ("alipay", "desktop"),
    ("alipay", "phone"),
    ("weixin", "desktop"),
    ("weixin", "phone"),
];

both! {
    async fn paying_through_either_channel_on_any_device_grants_the_days_once(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        for (times, (channel, scene)) in WAYS.into_iter().enumerate() {
            let (link, order) = submit(&member, MONTH, channel, scene).await;
            let at = checkout_page(t, &link).await;
            let page = t.send_plain(Call::get(&at)).await;
            assert_eq!(page.status, 200);
            for text in ["沙箱", "30.00", &order, "支付成功", "取消", "改金额", "重复通知×3", "延迟通知", "不通知(仅查询)", "伪造签名"] {
                assert!(page.text().contains(text), "{text}");
            }
            assert!(page.header("content-security-policy").contains("default-src 'none'"));
            assert!(!page.text().contains("<script"));
            let paid = press(t, &at, "pay").await.text();
            assert!(paid.contains("支付成功") && paid.contains(&format!("{}/orders", t.app.state.config.pay.public_url)), "{paid}");
            assert_eq!(status(t, &order), 1, "{channel} {scene}");
            assert_eq!(refreshed(&member, &order).await, ("支付成功，VIP已到账".to_owned(), 1));
            assert_eq!(count_grants_and_payments(t), (i64::try_from(times).unwrap() + 1, i64::try_from(times).unwrap() + 1));
            // Pressing again, as people do, pays nothing more.
            press(t, &at, "pay").await;
            press(t, &at, "amount").await;
            assert_eq!(count_grants_and_payments(t).1, i64::try_from(times).unwrap() + 1);
        }
        let info = member.get("/user/getInfo").await.json();
        assert_eq!(info["level"]["levelId"], 2);
        assert_eq!(info["level"]["expireTime"], "2027-01-19 22:13:20");
        let first = listed(&member).await.pop().unwrap();
        assert_eq!(first["paidTime"], "2026-09-21 22:13:20");
        assert_eq!(first.get("activationCode"), None);
    }

    async fn cancelling_pays_nothing_and_payment_stays_possible(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, order) = submit(&member, MONTH, "alipay", "phone").await;
        let at = checkout_page(t, &link).await;
        assert!(press(t, &at, "cancel").await.text().contains("已取消支付"));
        assert_eq!(refreshed(&member, &order).await, ("订单未支付".to_owned(), 0));
        press(t, &at, "pay").await;
        assert_eq!(status(t, &order), 1);
    }

    async fn a_wrong_amount_grants_nothing_and_is_abnormal(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        for channel in ["alipay", "weixin"] {
            let (link, order) = submit(&member, MONTH, channel, "phone").await;
            let page = press(t, &checkout_page(t, &link).await, "amount").await.text();
            assert!(page.contains("0.01"), "{page}");
            assert_eq!(refreshed(&member, &order).await, ("订单异常（金额不符），请联系客服".to_owned(), 2));
        }
        assert_eq!(count_grants_and_payments(t), (0, 2));
        assert_eq!(outcomes(t), ["amount_mismatch", "amount_mismatch"]);
        assert_eq!(level(&member).await, 1);
    }

    async fn three_notifications_grant_once(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, order) = submit(&member, MONTH, "alipay", "phone").await;
        assert!(press(t, &checkout_page(t, &link).await, "thrice").await.text().contains("200 success"));
        assert_eq!((status(t, &order), count_grants_and_payments(t)), (1, (1, 1)));
    }

    async fn a_late_notification_arrives_after_ten_seconds(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, order) = submit(&member, MONTH, "weixin", "phone").await;
        let page = press(t, &checkout_page(t, &link).await, "late").await;
        assert!(page.text().contains("等待通知商户"));
        t.app.pay.reconcile_now();
        assert_eq!(status(t, &order), 0);
        t.clock.advance(10_000);
        t.app.pay.reconcile_now();
        assert_eq!((status(t, &order), count_grants_and_payments(t)), (1, (1, 1)));
        assert_eq!(trade(t, PayChannel::Weixin, &order).answered, "204");
    }

    async fn without_a_notification_a_query_finds_the_payment(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        for channel in ["alipay", "weixin"] {
            let (link, order) = submit(&member, MONTH, channel, "phone").await;
            press(t, &checkout_page(t, &link).await, "silent").await;
            assert_eq!(status(t, &order), 0);
            assert_eq!(refreshed(&member, &order).await, ("支付成功，VIP已到账".to_owned(), 1));
        }
        assert_eq!(count_grants_and_payments(t), (2, 2));
    }

    async fn a_forged_notification_is_rejected_and_shown(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        for channel in ["alipay", "weixin"] {
            let (link, order) = submit(&member, MONTH, channel, "phone").await;
            let at = checkout_page(t, &link).await;
            let page = press(t, &at, "forge").await.text();
            assert!(page.contains("商户应答：400"), "{page}");
            assert_eq!((status(t, &order), count_grants_and_payments(t)), (0, (0, 0)));
        }
    }

    async fn the_desktops_code_page_shows_a_code_and_then_the_payment(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, _) = submit(&member, MONTH, "weixin", "desktop").await;
        let page = t.send_plain(Call::get(path(&link))).await;
        assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
        for text in ["<svg", "微信扫码支付", "30.00", "VIP月卡", "<header class=\"banner\">沙箱"] {
            assert!(page.text().contains(text), "{text}");
        }
        // Reloading by itself is only for browsers without scripts.
        assert!(page.text().contains("<noscript><meta http-equiv=\"refresh\" content=\"3\"></noscript>"));
        let policy = page.header("content-security-policy").to_owned();
        let text = page.text();
        let (_, rest) = text.split_once("<script>").unwrap();
        let (script, _) = rest.split_once("</script>").unwrap();
        let hash = STANDARD.encode(Sha256::digest(script));
        assert!(policy.contains(&format!("script-src 'sha256-{hash}'")), "{policy}");
        press(t, &checkout_page(t, &link).await, "pay").await;
        let page = t.send_plain(Call::get(path(&link))).await.text();
        assert!(page.contains("支付成功，VIP已到账") && !page.contains("<svg") && !page.contains("<script"));
        for unknown in ["x", &"0".repeat(32)] {
            t.send(Call::get(&format!("/cashier/weixin/{unknown}")).unsigned()).await.assert_fails(404, "not_found");
        }
    }

    async fn the_sandbox_accepts_only_what_its_merchant_signed(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, _) = submit(&member, MONTH, "alipay", "phone").await;
        let cheap = path(&link).replace("30.00", "0.01");
        assert_ne!(cheap, path(&link));
        let page = t.send_plain(Call::get(&cheap)).await;
        assert_eq!((page.status.as_u16(), page.text().contains("签名错误")), (400, true));
        assert_eq!(t.send_plain(Call::get("/sandbox/alipay/gateway.do")).await.status, 400);
        let form = json!({ "appid": "2021000000000001" });
        let native = Call::post("/sandbox/weixin/v3/pay/transactions/native", &form);
        assert_eq!(t.send_plain(native).await.status, 401);
        assert_eq!(trades_made(t), 0);
        let missing = format!("/sandbox/cashier/{}", "0".repeat(32));
        assert_eq!(t.send_plain(Call::get(&missing)).await.status, 404);
        let at = checkout_page(t, &link).await;
        press(t, &at, "rob").await.assert_fails(400, "bad_request");
        assert_eq!(count_grants_and_payments(t), (0, 0));
    }

    async fn weixins_phone_page_requires_a_referer(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, _) = submit(&member, MONTH, "weixin", "phone").await;
        let unknown = t.send_plain(Call::get(path(&link))).await;
        assert_eq!((unknown.status.as_u16(), unknown.text().contains("Referer")), (403, true));
        let known = Call::get(path(&link)).header("referer", "https://films.example/");
        assert_eq!(t.send_plain(known).await.status, 303);
    }

    async fn weixins_responses_and_notifications_name_their_signature_type(t: &TestApp) {
        let sandbox = t.app.sandbox.as_ref().unwrap();
        let answer = t.send_plain(Call::get("/sandbox/weixin/v3/pay/x")).await;
        assert_eq!(answer.header("wechatpay-signature-type"), "WECHATPAY2-SHA256-RSA2048");
        let notification = sandbox.notification(&paid(PayChannel::Weixin, "202609210000000000000001", 3_000, "1")).unwrap();
        assert!(notification.headers.iter().any(|(name, _)| *name == "wechatpay-signature-type"));
    }

    async fn the_alipay_sandbox_accepts_parameters_in_query_and_body(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, _) = submit(&member, MONTH, "alipay", "desktop").await;
        let (page, query) = path(&link).split_once('?').unwrap();
        let form = |target: &str, body: &str| {
            Call::new(Method::POST, target).body(body).header("content-type", "application/x-www-form-urlencoded")
        };
        let (some, rest) = query.rsplit_once('&').unwrap();
        for call in [Call::get(path(&link)), form(page, query), form(&format!("{page}?{some}"), rest)] {
            let answer = t.send_plain(call).await;
            assert_eq!(answer.status, 303, "{}", answer.text());
        }
    }

    async fn expired_orders_cannot_be_paid(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, order) = submit(&member, MONTH, "alipay", "phone").await;
        let at = checkout_page(t, &link).await;
        t.clock.advance(1_800_000);
        assert!(press(t, &at, "pay").await.text().contains("交易已关闭"));
        t.app.pay.reconcile_now();
        assert_eq!((status(t, &order), count_grants_and_payments(t)), (3, (0, 0)));
        let member = t.signed_in("lin_xia").await;
        assert_eq!(refreshed(&member, &order).await, ("订单未支付，已关闭".to_owned(), 3));
    }
}

//! An order placed on one device and paid on another. WeChat Pay accepts a number again only for an identical request.

use serde_json::json;

use super::{MONTH, checkout_page, count_grants_and_payments, press, status, submit};
use crate::support::TestApp;
use crate::support::listening::{Listening, Provider};

both! {
    async fn a_weixin_order_from_the_desktop_gets_a_new_number_on_the_phone(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, first) = submit(&member, MONTH, "weixin", "desktop").await;
        let scanned = checkout_page(t, &link).await;
        let (link, second) = submit(&member, MONTH, "weixin", "phone").await;
        assert_ne!((link.as_str(), &second), ("error", &first));
        // The first one can no longer be paid, neither here nor there.
        press(t, &scanned, "pay").await;
        assert_eq!((status(t, &first), count_grants_and_payments(t)), (3, (0, 0)));
        // Resuming it on the desktop is a third one.
        t.clock.advance(60_000);
        let form = json!({ "orderId": second, "scene": "desktop" });
        let third = member.post("/orders/pay", &form).await;
        assert_eq!(third.status, 200, "{}", third.text());
        let third = third.json();
        assert_ne!((&third["data"], &third["orderId"]), (&json!("error"), &json!(second)));
        press(t, &checkout_page(t, third["data"].as_str().unwrap()).await, "pay").await;
        let third = third["orderId"].as_str().unwrap();
        assert_eq!([&first, &second, third].map(|order| status(t, order)), [3, 3, 1]);
        assert_eq!(count_grants_and_payments(t).0, 1);
    }

    async fn the_same_device_gets_the_same_weixin_order_until_it_expires(t: &TestApp) {
        let _listening = Listening::start(t);
        t.member("lin_xia").await;
        for scene in ["desktop", "phone"] {
            let member = t.signed_in("lin_xia").await;
            let (link, first) = submit(&member, MONTH, "weixin", scene).await;
            // At once, while the URL is valid, and when the provider has to be queried again.
            for minutes in [0, 3, 5, 15] {
                t.clock.advance(minutes * 60_000);
                let member = t.signed_in("lin_xia").await;
                assert_eq!(submit(&member, MONTH, "weixin", scene).await, (link.clone(), first.clone()), "{minutes}");
            }
            t.clock.advance(30 * 60_000);
            t.app.pay.reconcile_now();
        }
    }

    async fn an_alipay_order_is_the_same_on_every_device(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (_, first) = submit(&member, MONTH, "alipay", "desktop").await;
        let (link, again) = submit(&member, MONTH, "alipay", "phone").await;
        assert_eq!(again, first);
        press(t, &checkout_page(t, &link).await, "pay").await;
        assert_eq!(status(t, &first), 1);
    }

    async fn an_order_already_paid_on_another_device_is_not_placed_again(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, first) = submit(&member, MONTH, "weixin", "desktop").await;
        press(t, &checkout_page(t, &link).await, "silent").await;
        let form = json!({ "appId": "yingku", "groupId": MONTH, "payChannel": "weixin", "scene": "phone" });
        member.post("/orders/submit", &form).await.assert_fails(422, "order_closed");
        assert_eq!((status(t, &first), count_grants_and_payments(t).0), (1, 1));
    }

    async fn while_the_provider_is_unavailable_an_order_stays_on_its_device(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let _away = Provider::responding(t, "503 Service Unavailable", "", "");
        let (_, first) = submit(&member, MONTH, "weixin", "desktop").await;
        let form = json!({ "appId": "yingku", "groupId": MONTH, "payChannel": "weixin", "scene": "phone" });
        member.post("/orders/submit", &form).await.assert_fails(422, "provider_away");
        let form = json!({ "orderId": first, "scene": "phone" });
        member.post("/orders/pay", &form).await.assert_fails(422, "provider_away");
        assert_eq!(status(t, &first), 0);
    }
}

#[actix_web::test]
async fn an_order_is_not_paid_once_its_channel_is_off() {
    for t in TestApp::on_both(&[]).await {
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "desktop").await;
        let t = t.restart_with(&[("PAY_MODE", "off")]).await;
        let member = t.signed_in("lin_xia").await;
        let form = json!({ "orderId": order, "scene": "desktop" });
        let rejected = member.post("/orders/pay", &form).await;
        rejected.assert_fails(422, "pay_channel_off");
    }
}

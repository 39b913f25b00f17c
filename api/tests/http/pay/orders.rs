//! What is for sale, and ordering it.

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::json;
use yingku_db::schema::{orders, vip_plans};

use super::{ALIPAY, CODE, MONTH, WEIXIN, YEAR, level, listed, path, read, submit, write};
use crate::support::TestApp;
use crate::support::client::Call;

both! {
    async fn the_shop_lists_plans_on_sale_in_order(t: &TestApp) {
        let rows = t.rows("/app/vip/list?status=0&appId=yingku").await;
        let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["VIP年卡", "VIP双月卡", "VIP月卡"]);
        assert_eq!(rows[0], json!({
            "id": YEAR, "name": "VIP年卡", "remark": rows[0]["remark"], "currentPrice": "198.00", "origPrice": "360.00",
            "days": 365, "kind": "time",
        }));
        assert_eq!(rows[2]["currentPrice"], rows[2]["origPrice"]);
        let codes = t.rows("/app/vip/list?kind=code").await;
        let names: Vec<&str> = codes.iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["年卡VIP-激活码", "双月VIP-激活码"]);
        write(t, |conn| diesel::update(vip_plans::table.find(1_000_000_000_000_001_i64)).set(vip_plans::on_sale.eq(false)).execute(conn));
        assert_eq!(t.get("/app/vip/list").await.json()["total"], 2);
        t.get("/app/vip/list?status=1").await.assert_fails(400, "bad_request");
        t.get("/app/vip/list?kind=gift").await.assert_fails(400, "bad_request");
        t.get("/app/vip/list?appId=other").await.assert_fails(422, "app_unknown");
    }

    async fn an_order_is_created_pending_at_the_servers_price(t: &TestApp) {
        let member = t.member("lin_xia").await;
        // The plan was more expensive when the member looked.
        write(t, |conn| diesel::update(vip_plans::table.find(1_000_000_000_000_003_i64)).set(vip_plans::price_fen.eq(1_999)).execute(conn));
        let (link, order) = submit(&member, MONTH, "alipay", "desktop").await;
        assert!(link.starts_with(&format!("{}/sandbox/alipay/gateway.do?", t.app.state.config.pay.public_url)), "{link}");
        assert!(link.contains("alipay.trade.page.pay") && link.contains("19.99"), "{link}");
        assert!(order.len() == 24 && order.starts_with("20260921"), "{order}");
        assert_eq!(listed(&member).await, [json!({
            "orderId": order, "payName": "VIP月卡", "createTime": "2026-09-21 22:13:20", "status": 0, "price": "19.99",
            "payChannel": "alipay", "kind": "time", "secondsLeft": 1800,
        })]);
        // Later price changes do not affect it.
        write(t, |conn| diesel::update(vip_plans::table.find(1_000_000_000_000_003_i64)).set(vip_plans::price_fen.eq(1_500)).execute(conn));
        assert_eq!(listed(&member).await[0]["price"], "19.99");
        let (_, other) = submit(&member, MONTH, "alipay", "desktop").await;
        assert_ne!(order, other);
        assert_eq!(level(&member).await, 1);
    }

    async fn a_repeated_submission_is_the_same_order_until_it_expires(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, first) = submit(&member, MONTH, "alipay", "phone").await;
        t.clock.advance(1_679_000);
        let member = t.signed_in("lin_xia").await;
        let (link, again) = submit(&member, MONTH, "alipay", "desktop").await;
        assert_eq!(first, again);
        assert!(link.contains("alipay.trade.page.pay"));
        for (plan, channel) in [(YEAR, "alipay"), (CODE, "alipay")] {
            assert_ne!(submit(&member, plan, channel, "phone").await.1, first);
        }
        t.clock.advance(1_000);
        assert_ne!(submit(&member, MONTH, "alipay", "phone").await.1, first);
        let other = t.member("wang_hai").await;
        assert_ne!(submit(&other, MONTH, "alipay", "phone").await.1, first);
    }

    async fn concurrent_submissions_create_one_order(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let created = join_all((0..24).map(|_| submit(&member, MONTH, "alipay", "phone"))).await;
        assert!(created.iter().all(|(_, order)| *order == created[0].1));
        assert_eq!(read(t, |conn| orders::table.count().get_result::<i64>(conn)), 1);
    }

    async fn invalid_orders_have_clear_errors(t: &TestApp) {
        let member = t.member("lin_xia").await;
        write(t, |conn| diesel::update(vip_plans::table.find(1_000_000_000_000_001_i64)).set(vip_plans::on_sale.eq(false)).execute(conn));
        write(t, |conn| diesel::update(vip_plans::table.find(1_000_000_000_000_002_i64)).set(vip_plans::app.eq("other")).execute(conn));
        for gone in [YEAR, "1000000000000002", "1000000000000099"] {
            let answer = member.post("/orders/submit", &json!({ "groupId": gone, "payChannel": "alipay" })).await;
            answer.assert_fails(422, "plan_gone");
            assert_eq!((&answer.json()["code"], &answer.json()["msg"]), (&json!(402), &json!("该套餐已下架")));
        }
        for bad in [
            json!({ "groupId": MONTH, "payChannel": "paypal" }),
            json!({ "groupId": MONTH, "payChannel": 1 }),
            json!({ "groupId": MONTH }),
            json!({ "payChannel": "alipay" }),
            json!({ "groupId": "x", "payChannel": "alipay" }),
            json!({ "groupId": 1_000_000_000_000_003_i64, "payChannel": "alipay" }),
            json!({ "groupId": MONTH, "payChannel": "alipay", "scene": "moon" }),
            json!([]),
        ] {
            member.post("/orders/submit", &bad).await.assert_fails(400, "bad_request");
        }
        let other = json!({ "appId": "other", "groupId": MONTH, "payChannel": "alipay" });
        member.post("/orders/submit", &other).await.assert_fails(422, "app_unknown");
        // A price in the form is ignored.
        let form = json!({ "groupId": "1000000000000003", "payChannel": "alipay", "price": "0.01", "currentPrice": 0 });
        assert_eq!(member.post("/orders/submit", &form).await.status, 200);
        assert_eq!(listed(&member).await[0]["price"], "30.00");
    }

    async fn orders_are_listed_latest_first_and_paged(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let mut created = Vec::new();
        for plan in [MONTH, YEAR, CODE] {
            t.clock.advance(1_000);
            created.insert(0, submit(&member, plan, "alipay", "phone").await.1);
        }
        let numbers: Vec<String> = listed(&member).await.iter().map(|row| row["orderId"].as_str().unwrap().to_owned()).collect();
        assert_eq!(numbers, created);
        let second = member.get("/orders/list?pageNum=2&pageSize=2").await.json();
        assert_eq!((&second["total"], second["rows"].as_array().unwrap().len()), (&json!(3), 1));
        assert_eq!(member.get("/orders/list?pageNum=9").await.json()["rows"], json!([]));
        member.get("/orders/list?pageSize=101").await.assert_fails(400, "bad_request");
        for unknown in ["x", "1", "202609210000000000000000", "2026092100000000000000001"] {
            member.get(&format!("/orders/getOrderId/{unknown}")).await.assert_fails(404, "not_found");
        }
    }

    async fn another_members_order_is_not_found(t: &TestApp) {
        let (owner, other) = (t.member("lin_xia").await, t.member("wang_hai").await);
        let (_, order) = submit(&owner, MONTH, "alipay", "phone").await;
        other.get(&format!("/orders/getOrderId/{order}")).await.assert_fails(404, "not_found");
        assert!(listed(&other).await.is_empty());
        t.get(&format!("/orders/getOrderId/{order}")).await.assert_fails(403, "login_required");
    }
}

#[actix_web::test]
async fn without_a_provider_nothing_is_sold() {
    for t in TestApp::on_both(&[("PAY_MODE", "off")]).await {
        let member = t.member("lin_xia").await;
        let config = t
            .send(Call::get("/prod-api/v2/app/config").unsigned())
            .await;
        assert_eq!(config.json()["data"]["payChannels"], json!([]));
        for kind in ["time", "code"] {
            let plans = member.get(&format!("/app/vip/list?kind={kind}")).await;
            assert_eq!(
                (&plans.json()["total"], &plans.json()["rows"]),
                (&json!(0), &json!([]))
            );
        }
        for channel in ["alipay", "weixin"] {
            let form = json!({ "appId": "yingku", "groupId": MONTH, "payChannel": channel });
            let rejected = member.post("/orders/submit", &form).await;
            rejected.assert_fails(422, "pay_channel_off");
        }
        assert!(listed(&member).await.is_empty());
        for notification in [ALIPAY, WEIXIN] {
            let answer = t
                .send(Call::post(notification, &json!({})).unsigned())
                .await;
            answer.assert_fails(404, "not_found");
        }
        assert_ne!(path("http://x/sandbox/cashier/1"), "");
        // The site's own page answers there.
        let page = t
            .send_plain(Call::get(&format!("/sandbox/cashier/{}", "0".repeat(32))))
            .await;
        assert!(!page.text().contains("沙箱"));
    }
}

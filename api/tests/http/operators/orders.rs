//! Finding and viewing orders, and querying the provider about them.

use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::vip::codes::code::last4;

use super::rows;
use crate::pay::{
    CODE, MONTH, checkout_page, count_grants_and_payments, level, notify, paid, press, status,
    submit, trades_made,
};
use crate::support::TestApp;
use crate::support::listening::Listening;
use crate::support::member::{Member, PASSWORD};

fn numbers(rows: &[Value]) -> Vec<&str> {
    rows.iter()
        .map(|row| row["orderId"].as_str().unwrap())
        .collect()
}

/// Everything about an order.
pub(super) async fn history(operator: &Member<'_>, order: &str) -> Value {
    let answer = operator.admin_get(&format!("/orders/{order}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

/// The log entries of an action.
pub(super) async fn logged(t: &TestApp, action: &str) -> Vec<Value> {
    let admin = t.operator("operator-log", Role::Admin).await;
    rows(&admin, &format!("/audit?action={action}")).await
}

both! {
    async fn orders_are_found_by_number_trade_number_and_name(t: &TestApp) {
        let (one, other) = (t.member("lin_xia").await, t.member("Wang_Hai").await);
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        assert!(rows(&cashier, "/orders").await.is_empty());
        let (_, first) = submit(&one, MONTH, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &first, 3_000, "2026092122001")).await;
        t.clock.advance(1_000);
        let (_, second) = submit(&other, CODE, "weixin", "phone").await;
        let all = rows(&cashier, "/orders").await;
        assert_eq!(numbers(&all), [second.as_str(), &first]);
        assert_eq!(all[1], json!({
            "orderId": first, "userName": "lin_xia", "payName": "VIP月卡", "price": "30.00", "payChannel": "alipay", "sandbox": true, "status": 1,
            "tradeNo": "2026092122001", "createTime": "2026-09-21 22:13:20", "paidTime": "2026-09-21 22:13:20",
        }));
        assert_eq!((&all[0]["tradeNo"], &all[0]["paidTime"]), (&json!(""), &json!("")));
        for (query, found) in [
            (format!("keyword={first}"), vec![first.as_str()]), ("keyword=2026092122001".to_owned(), vec![&first]), ("keyword=wang_hai".to_owned(), vec![&second]),
            ("keyword=wang".to_owned(), vec![&second]), ("keyword=nobody_here".to_owned(), vec![]), ("keyword=%25".to_owned(), vec![]),
            ("status=1".to_owned(), vec![&first]), ("status=0&channel=weixin".to_owned(), vec![&second]), ("channel=alipay&status=0".to_owned(), vec![]),
            ("pageSize=1&pageNum=2".to_owned(), vec![&first]), (format!("keyword={second}&status=1"), vec![]),
        ] {
            assert_eq!(numbers(&rows(&cashier, &format!("/orders?{query}")).await), found, "{query}");
        }
        for bad in ["status=5", "status=x", "channel=card", "keyword=", "keyword=%20", "pageNum=0", &format!("keyword={}", "a".repeat(65))] {
            cashier.admin_get(&format!("/orders?{bad}")).await.assert_fails(400, "bad_request");
        }
        assert_eq!(one.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        let left = rows(&cashier, &format!("/orders?keyword={first}")).await;
        assert_eq!(left[0]["userName"], "");
    }

    async fn an_orders_history_has_every_event_and_no_code(t: &TestApp) {
        let (buyer, friend) = (t.member("lin_xia").await, t.member("wang_hai").await);
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let (_, order) = submit(&buyer, CODE, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &order, 5_800, "1")).await;
        let shown = history(&cashier, &order).await;
        let code = buyer.get("/orders/list").await.json()["rows"][0]["activationCode"].as_str().unwrap().to_owned();
        let last4 = last4(&code);
        assert_eq!((&shown["kind"], &shown["days"], &shown["grants"], &shown["audit"]), (&json!("code"), &json!(60), &json!([]), &json!([])));
        assert_eq!(shown["payments"], json!([{ "tradeNo": "1", "payChannel": "alipay", "price": "58.00", "outcome": "granted", "createTime": "2026-09-21 22:13:20" }]));
        assert_eq!(shown["code"], json!({ "last4": last4, "state": "unused", "usedBy": "", "useTime": "", "revokeTime": "" }));
        assert_eq!(friend.post("/user/activation", &json!({ "appId": "yingku", "code": code })).await.status, 200);
        let shown = history(&cashier, &order).await;
        assert_eq!((&shown["code"]["state"], &shown["code"]["usedBy"], &shown["code"]["useTime"]), (&json!("used"), &json!("wang_hai"), &json!("2026-09-21 22:13:20")));
        assert_eq!((&shown["grants"][0]["source"], &shown["grants"][0]["userName"], &shown["grants"][0]["days"]), (&json!("code"), &json!("wang_hai"), &json!(60)));
        assert!(!shown.to_string().contains(code.trim_end_matches(&last4)));
        for unknown in ["202609210000000000000000", "x", "1", "910000000000000009"] {
            cashier.admin_get(&format!("/orders/{unknown}")).await.assert_fails(404, "not_found");
        }
    }

    async fn a_new_query_finds_an_unnotified_payment(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let support = t.operator("wang_yuanshan", Role::Support).await;
        for channel in ["alipay", "weixin"] {
            let (link, order) = submit(&member, MONTH, channel, "phone").await;
            let form = json!({ "orderId": order });
            let unpaid = support.admin_post("/orders/recheck", &form).await.json()["data"].clone();
            assert_eq!(unpaid, json!({ "orderId": order, "before": 0, "status": 0, "paid": false, "tradeNo": "", "price": "", "outcome": "" }));
            press(t, &checkout_page(t, &link).await, "silent").await;
            assert_eq!(status(t, &order), 0);
            let found = support.admin_post("/orders/recheck", &form).await.json()["data"].clone();
            assert_eq!((&found["before"], &found["status"], &found["paid"], &found["outcome"], &found["price"]), (&json!(0), &json!(1), &json!(true), &json!("granted"), &json!("30.00")));
            let again = support.admin_post("/orders/recheck", &form).await.json()["data"].clone();
            assert_eq!((&again["before"], &again["status"], &again["outcome"], &again["tradeNo"]), (&json!(1), &json!(1), &json!("already"), &found["tradeNo"]));
            let shown = history(&support, &order).await;
            assert_eq!((&shown["payments"][0]["tradeNo"], &shown["grants"][0]["days"]), (&found["tradeNo"], &json!(30)));
            let audit = shown["audit"].as_array().unwrap();
            assert_eq!(audit.len(), 3);
            assert_eq!((&audit[1]["actor"], &audit[1]["action"], &audit[1]["targetId"]), (&json!("wang_yuanshan"), &json!("orders.recheck"), &json!(order)));
            assert_eq!((&audit[1]["before"], &audit[1]["after"]), (&json!({ "status": 0 }), &json!({ "status": 1, "paid": true, "outcome": "granted" })));
        }
        assert_eq!((count_grants_and_payments(t), level(&member).await), ((2, 2), 2));
    }

    async fn an_unavailable_provider_is_reported_and_changes_nothing(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let answer = {
            let _listening = Listening::start(t);
            submit(&member, MONTH, "weixin", "phone").await
        };
        assert_eq!(trades_made(t), 1);
        // A provider that closes connections at once.
        let _provider = crate::support::listening::Provider::responding(t, "500 Internal Server Error", "", "");
        let rejected = cashier.admin_post("/orders/recheck", &json!({ "orderId": answer.1 })).await;
        rejected.assert_fails(422, "provider_away");
        assert_eq!((status(t, &answer.1), count_grants_and_payments(t)), (0, (0, 0)));
        assert!(logged(t, "orders.recheck").await.is_empty());
        cashier.admin_post("/orders/recheck", &json!({ "orderId": "202609210000000000000000" })).await.assert_fails(404, "not_found");
        for bad in [json!({}), json!({ "orderId": "1" }), json!({ "orderId": 1 }), json!({ "orderId": "20260921000000000000000x" })] {
            cashier.admin_post("/orders/recheck", &bad).await.assert_fails(400, "bad_request");
        }
    }
}

//! Orders that an operator grants by hand, and what a late or concurrent payment makes of them.

use diesel::prelude::*;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::orders;

use super::orders::{history, logged};
use crate::pay::{
    CODE, MONTH, YEAR, count_grants_and_payments, is_taken, level, listed, notification, notify,
    outcomes, paid, status, submit, write,
};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::listening::Listening;
use crate::support::member::{Member, PASSWORD};

fn form(order: &str, more: Value) -> Value {
    let mut form = json!({
        "orderId": order, "reason": "会员转账", "price": "30.00", "payChannel": "other", "tradeNo": "BANK-0001", "payments": 0,
    });
    for (name, value) in more.as_object().unwrap() {
        form[name] = value.clone();
    }
    form
}

async fn grant(operator: &Member<'_>, order: &str, more: Value) -> Answer {
    operator
        .admin_post("/orders/grant", &form(order, more))
        .await
}

#[track_caller]
fn assert_granted(answer: &Answer, order: &str) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(
        answer.json()["data"],
        json!({ "orderId": order, "status": 1 })
    );
}

async fn figures(operator: &Member<'_>) -> (Value, Value, Value) {
    let orders = operator.admin_get("/dashboard").await.json()["data"]["orders"].clone();
    (
        orders["sumToday"].clone(),
        orders["refundedToday"].clone(),
        orders["netToday"].clone(),
    )
}

both! {
    async fn an_order_paid_by_transfer_is_granted_logged_and_shown(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        assert_granted(&grant(&cashier, &order, json!({ "price": "29.90" })).await, &order);
        assert_eq!((status(t, &order), level(&member).await, count_grants_and_payments(t)), (1, 2, (1, 1)));
        let shown = history(&cashier, &order).await;
        assert_eq!(shown["payments"], json!([{ "tradeNo": "BANK-0001", "payChannel": "other", "price": "29.90", "outcome": "manual", "createTime": "2026-09-21 22:13:20" }]));
        assert_eq!((&shown["received"], &shown["receivedChannel"], &shown["price"], &shown["tradeNo"]), (&json!("29.90"), &json!("other"), &json!("30.00"), &json!("BANK-0001")));
        assert_eq!((&shown["grants"][0]["days"], &shown["grants"][0]["source"], &shown["paidTime"]), (&json!(30), &json!("order"), &json!("2026-09-21 22:13:20")));
        let entry = &shown["audit"][0];
        assert_eq!((&entry["action"], &entry["actor"], &entry["reason"], &entry["before"]), (&json!("orders.grant"), &json!("zhou_qing"), &json!("会员转账"), &json!({ "status": 0 })));
        assert_eq!(entry["after"], json!({ "status": 1, "received": "29.90", "payChannel": "other", "tradeNo": "BANK-0001" }));
        let own = &listed(&member).await[0];
        assert_eq!((&own["status"], &own["price"]), (&json!(1), &json!("30.00")));
        assert_eq!(figures(&cashier).await, (json!("29.90"), json!("0.00"), json!("29.90")));
        let sums = cashier.admin_get("/orders/sums?keyword=BANK-0001").await.json()["data"]["sandbox"].clone();
        assert_eq!((&sums["paidSum"], &sums["channels"][0]["name"]), (&json!("29.90"), &json!("other")));
        for query in ["keyword=BANK-0001", "keyword=K-0001", "keyword=BANK-0", "channel=other"] {
            assert_eq!(cashier.admin_get(&format!("/orders?{query}")).await.json()["total"], 1, "{query}");
        }
        assert_eq!(cashier.admin_get("/orders?channel=alipay").await.json()["total"], 0);
        let file = cashier.admin_get("/orders/export?keyword=BANK-0001").await.text();
        assert!(file.contains(",30.00,29.90,0.00,29.90,其他,已支付,BANK-0001\t,") && file.contains("沙箱、补单"), "{file}");
        // A second click, and the refund: of what was received.
        grant(&cashier, &order, json!({})).await.assert_fails(409, "order_paid");
        let refund = json!({ "orderId": order, "reason": "会员申请", "endVip": true, "payments": 1 });
        assert_eq!(cashier.admin_post("/orders/refund", &refund).await.json()["data"]["daysTakenBack"], 30);
        assert_eq!((level(&member).await, figures(&cashier).await), (1, (json!("29.90"), json!("29.90"), json!("0.00"))));
        grant(&cashier, &order, json!({ "tradeNo": "BANK-0002" })).await.assert_fails(409, "order_paid");
        assert_eq!(count_grants_and_payments(t), (1, 1));
    }

    async fn an_abnormal_and_a_closed_order_are_granted_and_a_code_is_issued(t: &TestApp) {
        let _listening = Listening::start(t);
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        // Paid in part: the provider has reported one fen.
        let (_, part) = submit(&member, CODE, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &part, 1, "T-1")).await;
        assert_eq!(status(t, &part), 2);
        let mut of_provider = json!({ "payChannel": "alipay", "tradeNo": "T-1", "payments": 1 });
        grant(&cashier, &part, of_provider.clone()).await.assert_fails(400, "bad_request");
        notify(t, &paid(PayChannel::Alipay, &part, 2_900, "TRADE-2")).await;
        of_provider["tradeNo"] = json!("TRADE-2");
        grant(&cashier, &part, of_provider.clone()).await.assert_fails(409, "order_changed");
        of_provider["payments"] = json!(2);
        of_provider["price"] = json!("29.02");
        let rejected = grant(&cashier, &part, of_provider.clone()).await;
        rejected.assert_fails(422, "price_refused");
        assert_eq!((rejected.json()["msg"].clone(), status(t, &part)), (json!("支付平台只收到29.01元，请核对实收金额"), 2));
        of_provider["price"] = json!("29.01");
        assert_granted(&grant(&cashier, &part, of_provider).await, &part);
        assert_eq!(outcomes(t), ["amount_mismatch", "manual"]);
        let own = &listed(&member).await[0];
        assert!(own["activationCode"].is_string(), "{own}");
        // The provider repeats itself.
        notify(t, &paid(PayChannel::Alipay, &part, 2_900, "TRADE-2")).await;
        notify(t, &paid(PayChannel::Alipay, &part, 1, "T-1")).await;
        assert_eq!((status(t, &part), figures(&cashier).await.0), (1, json!("29.01")));
        t.clock.advance(1_000);
        let (_, closed) = submit(&member, MONTH, "weixin", "phone").await;
        write(t, |conn| diesel::update(orders::table.find(&closed)).set(orders::status.eq(3_i16)).execute(conn));
        assert_granted(&grant(&cashier, &closed, json!({ "payChannel": "alipay", "tradeNo": "2026092122001400000000000009" })).await, &closed);
        assert_eq!((status(t, &closed), level(&member).await), (1, 2));
    }

    async fn a_late_report_of_the_same_payment_changes_nothing_and_another_amount_is_reported(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        let found = json!({ "payChannel": "alipay", "tradeNo": "TRADE-1" });
        assert_granted(&grant(&cashier, &order, found.clone()).await, &order);
        for _ in 0..3 {
            notify(t, &paid(PayChannel::Alipay, &order, 3_000, "TRADE-1")).await;
        }
        assert_eq!((status(t, &order), count_grants_and_payments(t), outcomes(t)), (1, (1, 1), vec!["manual".to_owned()]));
        // Another payment is a second one, and has to be refunded.
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "TRADE-2")).await;
        assert_eq!((status(t, &order), count_grants_and_payments(t)), (2, (1, 2)));
        let again = json!({ "payChannel": "alipay", "tradeNo": "TRADE-3", "payments": 2 });
        grant(&cashier, &order, again).await.assert_fails(409, "order_paid");
        // The operator has mistyped the amount: the provider's word makes the order abnormal, once.
        t.clock.advance(1_000);
        let (_, mistyped) = submit(&member, YEAR, "alipay", "phone").await;
        assert_granted(&grant(&cashier, &mistyped, json!({ "price": "198.00", "payChannel": "alipay", "tradeNo": "TRADE-4" })).await, &mistyped);
        notify(t, &paid(PayChannel::Alipay, &mistyped, 1, "TRADE-4")).await;
        assert_eq!(status(t, &mistyped), 2);
        assert_eq!(history(&cashier, &mistyped).await["payments"][0]["price"], "0.01");
        let refund = json!({ "orderId": mistyped, "reason": "金额不符", "endVip": true });
        assert_eq!(cashier.admin_post("/orders/refund", &refund).await.status, 200);
        notify(t, &paid(PayChannel::Alipay, &mistyped, 1, "TRADE-4")).await;
        assert_eq!((status(t, &mistyped), count_grants_and_payments(t)), (4, (2, 3)));
    }

    async fn parallel_grants_and_a_notification_at_the_same_moment_grant_once(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        for round in 0..4_i64 {
            let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
            let clicks = (0..5).map(|_| grant(&cashier, &order, json!({ "tradeNo": format!("BANK-{round}") })));
            let trade = paid(PayChannel::Alipay, &order, 3_000, &format!("TRADE-{round}"));
            let (clicks, notified) = join(join_all(clicks), t.send_plain(notification(t, &trade))).await;
            assert!(is_taken(&notified));
            let granted = clicks.iter().filter(|answer| answer.status == 200).count();
            for answer in clicks.iter().filter(|answer| answer.status != 200) {
                assert!(["order_paid", "order_changed"].contains(&answer.error().as_str()), "{}", answer.text());
            }
            // First the payment: paid. First the operator: the payment is a second one.
            assert_eq!((granted, status(t, &order)), if granted == 1 { (1, 2) } else { (0, 1) });
            assert_eq!(count_grants_and_payments(t).0, round + 1);
            t.clock.advance(1_000);
        }
        assert_eq!(logged(t, "orders.grant").await.len(), outcomes(t).iter().filter(|outcome| *outcome == "manual").count());
    }

    async fn one_number_pays_one_order(t: &TestApp) {
        let _listening = Listening::start(t);
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        let (_, first) = submit(&member, MONTH, "alipay", "phone").await;
        let (_, second) = submit(&member, YEAR, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &first, 3_000, "TRADE-1")).await;
        grant(&cashier, &second, json!({ "payChannel": "alipay", "tradeNo": "TRADE-1" })).await.assert_fails(409, "trade_used");
        assert_granted(&grant(&cashier, &second, json!({})).await, &second);
        t.clock.advance(1_000);
        let orders = [submit(&member, MONTH, "alipay", "phone").await.1, submit(&member, YEAR, "weixin", "phone").await.1];
        grant(&cashier, &orders[0], json!({})).await.assert_fails(409, "trade_used");
        grant(&cashier, &orders[0], json!({ "payChannel": "weixin" })).await.assert_fails(409, "trade_used");
        assert_eq!((status(t, &orders[0]), count_grants_and_payments(t)), (0, (2, 2)));
        // Both at once under one number.
        let [one, other] = &orders;
        let (a, b) = join(grant(&cashier, one, json!({ "tradeNo": "BANK-2" })), grant(&cashier, other, json!({ "tradeNo": "BANK-2" }))).await;
        let rejected = if a.status == 200 { b } else { a };
        rejected.assert_fails(409, "trade_used");
        assert_eq!(count_grants_and_payments(t), (3, 3));
    }

    async fn a_number_entered_for_the_wrong_order_is_reported_when_its_own_is_paid(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        let (_, wrong) = submit(&member, MONTH, "alipay", "phone").await;
        let (_, right) = submit(&member, YEAR, "alipay", "phone").await;
        assert_granted(&grant(&cashier, &wrong, json!({ "payChannel": "alipay", "tradeNo": "TRADE-1" })).await, &wrong);
        notify(t, &paid(PayChannel::Alipay, &right, 19_800, "TRADE-1")).await;
        assert_eq!((status(t, &wrong), status(t, &right), count_grants_and_payments(t)), (1, 2, (1, 1)));
        // It is granted once the operator has seen it, and the provider's repetitions leave it so.
        assert_granted(&grant(&cashier, &right, json!({ "price": "198.00", "tradeNo": "TRADE-1-2" })).await, &right);
        notify(t, &paid(PayChannel::Alipay, &right, 19_800, "TRADE-1")).await;
        assert_eq!((status(t, &right), count_grants_and_payments(t)), (1, (2, 2)));
    }

    async fn invalid_grants_are_rejected_with_a_message(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        let (_, own) = submit(&cashier, MONTH, "alipay", "phone").await;
        grant(&cashier, &own, json!({})).await.assert_fails(422, "own_account");
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        for bad in [
            json!({ "orderId": "1" }), json!({ "reason": " " }), json!({ "price": 30 }),
            json!({ "payChannel": "card" }), json!({ "payChannel": null }), json!({ "tradeNo": "" }), json!({ "tradeNo": "123" }),
            json!({ "tradeNo": "=1+1+1" }), json!({ "tradeNo": "a b c d" }), json!({ "tradeNo": "9".repeat(65) }), json!({ "payments": -1 }), json!({ "payments": 1_001 }),
        ] {
            grant(&cashier, &order, bad).await.assert_fails(400, "bad_request");
        }
        for bad in ["", "0", "0.00", "-1", "1e3", "0.001", "100000000.01", "9223372036854775807"] {
            grant(&cashier, &order, json!({ "price": bad })).await.assert_fails(422, "price_refused");
        }
        grant(&cashier, "202609210000000000000000", json!({})).await.assert_fails(404, "not_found");
        // The right to look is not enough; a colleague's order is anybody's.
        let support = t.operator("wang_yuanshan", Role::Support).await;
        grant(&support, &order, json!({})).await.assert_fails(403, "forbidden");
        let admin = t.operator("office-admin", Role::Admin).await;
        assert_granted(&grant(&admin, &own, json!({ "tradeNo": "BANK-7" })).await, &own);
        // Real money where the sandbox is in use, and a voided order.
        let set = |mode: &str, voided: Option<i64>| write(t, |conn| diesel::update(orders::table.find(&order)).set((orders::mode.eq(mode), orders::voided_at.eq(voided))).execute(conn));
        set("live", None);
        grant(&cashier, &order, json!({})).await.assert_fails(422, "order_of_other_mode");
        set("sandbox", Some(1));
        grant(&cashier, &order, json!({})).await.assert_fails(422, "order_of_other_mode");
        set("sandbox", None);
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        grant(&cashier, &order, json!({})).await.assert_fails(422, "order_ownerless");
        assert_eq!((status(t, &order), count_grants_and_payments(t).0), (0, 1));
    }
}

//! Refunded orders, and their grants.

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;

use super::orders::{history, logged};
use crate::pay::{CODE, MONTH, YEAR, is_taken, level, notification, notify, paid, status, submit};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::member::{Member, PASSWORD};

const DAY_MS: i64 = 86_400_000;

async fn bought(t: &TestApp, member: &Member<'_>, plan: &str, fen: i64) -> String {
    let (_, order) = submit(member, plan, "alipay", "phone").await;
    notify(
        t,
        &paid(PayChannel::Alipay, &order, fen, &format!("trade-{order}")),
    )
    .await;
    order
}

async fn refund(operator: &Member<'_>, order: &str, more: Value) -> Answer {
    let mut form = json!({ "orderId": order, "reason": "会员申请" });
    for (name, value) in more.as_object().unwrap() {
        form[name] = value.clone();
    }
    operator.admin_post("/orders/refund", &form).await
}

#[track_caller]
fn assert_refunded(answer: &Answer, order: &str, days: i32, revoked: bool) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let expected =
        json!({ "orderId": order, "status": 4, "daysTakenBack": days, "codeRevoked": revoked });
    assert_eq!(answer.json()["data"], expected);
}

async fn until(member: &Member<'_>) -> Value {
    member.get("/user/getInfo").await.json()["level"]["expireTime"].clone()
}

both! {
    async fn remaining_days_are_revoked_and_other_grants_stay(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let first = bought(t, &member, MONTH, 3_000).await;
        let second = bought(t, &member, YEAR, 19_800).await;
        assert_eq!(until(&member).await, "2027-10-21 22:13:20");
        t.clock.advance(10 * DAY_MS + 1_000);
        let cashier = { drop(cashier); t.signed_in("zhou_qing").await };
        let member = { drop(member); t.signed_in("lin_xia").await };
        assert_refunded(&refund(&cashier, &first, json!({ "endVip": true, "payments": 1 })).await, &first, 20, false);
        assert_eq!((status(t, &first), until(&member).await), (4, json!("2027-10-01 22:13:21")));
        let shown = history(&cashier, &first).await;
        assert_eq!((&shown["grants"][1]["source"], &shown["grants"][1]["days"], &shown["grants"][1]["userName"]), (&json!("refund"), &json!(-20), &json!("lin_xia")));
        assert_eq!((&shown["audit"][0]["action"], &shown["audit"][0]["reason"]), (&json!("orders.refund"), &json!("会员申请")));
        assert_eq!((&shown["audit"][0]["before"], &shown["audit"][0]["after"]), (&json!({ "status": 1 }), &json!({ "status": 4, "daysTakenBack": 20, "codeRevoked": false })));
        refund(&cashier, &first, json!({ "endVip": true })).await.assert_fails(409, "order_refunded");
        assert_eq!(logged(t, "orders.refund").await.len(), 1);
        // Without `endVip`, the days stay.
        assert_refunded(&refund(&cashier, &second, json!({})).await, &second, 0, false);
        assert_eq!((level(&member).await, until(&member).await), (2, json!("2027-10-01 22:13:21")));
        let list = member.get("/orders/list").await.json();
        assert!(list["rows"].as_array().unwrap().iter().all(|row| row["status"] == 4));
        let exported = member.get("/user/export").await.json()["data"]["vipGrants"].clone();
        assert_eq!((&exported[2]["source"], &exported[2]["days"]), (&json!("refund"), &json!(-20)));
    }

    async fn vip_ends_at_once_without_other_grants(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let order = bought(t, &member, MONTH, 3_000).await;
        assert_eq!(level(&member).await, 2);
        assert_refunded(&refund(&cashier, &order, json!({ "endVip": true })).await, &order, 30, false);
        assert_eq!((level(&member).await, until(&member).await), (1, Value::Null));
        // A new order starts from now.
        bought(t, &member, YEAR, 19_800).await;
        assert_eq!(until(&member).await, "2027-09-21 22:13:20");
    }

    async fn an_unused_code_is_revoked_and_so_are_the_days_of_a_used_one(t: &TestApp) {
        let (buyer, friend) = (t.member("lin_xia").await, t.member("wang_hai").await);
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let unused = bought(t, &buyer, CODE, 5_800).await;
        let listed = buyer.get("/orders/list").await.json();
        let code = |list: &Value| list["rows"][0]["activationCode"].as_str().unwrap().to_owned();
        let of_unused = code(&listed);
        assert_refunded(&refund(&cashier, &unused, json!({ "endVip": true })).await, &unused, 0, true);
        friend.post("/user/activation", &json!({ "code": of_unused })).await.assert_fails(422, "code_invalid");
        assert_eq!(history(&cashier, &unused).await["code"]["state"], "revoked");

        t.clock.advance(1_000);
        let used = bought(t, &buyer, CODE, 5_800).await;
        let of_used = code(&buyer.get("/orders/list").await.json());
        assert_eq!(friend.post("/user/activation", &json!({ "code": of_used })).await.status, 200);
        assert_eq!(level(&friend).await, 2);
        assert_refunded(&refund(&cashier, &used, json!({ "endVip": true })).await, &used, 60, false);
        assert_eq!((level(&friend).await, level(&buyer).await), (1, 1));
        let shown = history(&cashier, &used).await;
        assert_eq!((&shown["code"]["state"], &shown["grants"][1]["days"]), (&json!("used"), &json!(-60)));
    }

    async fn unpaid_orders_cannot_be_refunded_and_invalid_forms_are_rejected(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        refund(&cashier, &order, json!({})).await.assert_fails(422, "order_unpaid");
        refund(&cashier, "202609210000000000000000", json!({})).await.assert_fails(404, "not_found");
        for bad in [
            json!({ "orderId": "1" }), json!({ "reason": " " }), json!({ "reason": "长".repeat(201) }), json!({ "reason": "a\0" }), json!({ "reason": null }),
            json!({ "endVip": 1 }), json!({ "payments": -1 }), json!({ "payments": 1001 }), json!({ "payments": "1" }),
        ] {
            refund(&cashier, &order, bad).await.assert_fails(400, "bad_request");
        }
        assert!(logged(t, "orders.refund").await.is_empty());
    }

    async fn an_abnormal_order_is_refunded_and_a_later_payment_is_shown(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &order, 1, "1")).await;
        assert_refunded(&refund(&cashier, &order, json!({ "endVip": true, "payments": 1 })).await, &order, 0, false);
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "2")).await;
        // The order is abnormal again: the operator has seen only one of the payments.
        assert_eq!((status(t, &order), level(&member).await), (2, 1));
        refund(&cashier, &order, json!({ "payments": 1 })).await.assert_fails(409, "order_changed");
        assert_eq!(status(t, &order), 2);
        assert_refunded(&refund(&cashier, &order, json!({ "payments": 2 })).await, &order, 0, false);
    }

    async fn concurrent_refunds_refund_and_revoke_once(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let (kept, order) = (bought(t, &member, YEAR, 19_800).await, bought(t, &member, MONTH, 3_000).await);
        let form = json!({ "endVip": true });
        let answers = join_all((0..8).map(|_| refund(&cashier, &order, form.clone()))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(409, "order_refunded");
        }
        assert_eq!((until(&member).await, status(t, &kept)), (json!("2027-09-21 22:13:20"), 1));
        assert_eq!(logged(t, "orders.refund").await.len(), 1);
    }

    async fn a_concurrent_refund_and_second_payment_are_both_recorded(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        for round in 0..6 {
            let order = bought(t, &member, MONTH, 3_000).await;
            t.clock.advance(1_000);
            let second = paid(PayChannel::Alipay, &order, 3_000, &format!("second-{round}"));
            let (refunded, notified) = join(refund(&cashier, &order, json!({ "payments": 1, "endVip": true })), t.send_plain(notification(t, &second))).await;
            assert!(is_taken(&notified));
            // Whoever was first: the order waits for an operator, because of the second payment.
            assert_eq!(status(t, &order), 2);
            if refunded.status != 200 {
                refunded.assert_fails(409, "order_changed");
            }
            let shown = history(&cashier, &order).await;
            assert_eq!(shown["payments"].as_array().unwrap().len(), 2);
            assert_eq!(shown["grants"].as_array().unwrap().len(), if refunded.status == 200 { 2 } else { 1 });
        }
    }

    async fn crossing_refunds_do_not_deadlock(t: &TestApp) {
        let (one, other) = (t.member("lin_xia").await, t.member("wang_hai").await);
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        // Each has used the code that the other bought.
        let code = |list: Value| list["rows"][0]["activationCode"].as_str().unwrap().to_owned();
        let (first, second) = (bought(t, &one, CODE, 5_800).await, bought(t, &other, CODE, 5_800).await);
        let (of_one, of_other) = (code(one.get("/orders/list").await.json()), code(other.get("/orders/list").await.json()));
        assert_eq!(other.post("/user/activation", &json!({ "code": of_one })).await.status, 200);
        assert_eq!(one.post("/user/activation", &json!({ "code": of_other })).await.status, 200);
        let form = json!({ "endVip": true });
        let (a, b) = join(refund(&cashier, &first, form.clone()), refund(&cashier, &second, form.clone())).await;
        assert_refunded(&a, &first, 60, false);
        assert_refunded(&b, &second, 60, false);
        assert_eq!((level(&one).await, level(&other).await), (1, 1));
    }

    async fn a_deleted_account_does_not_prevent_a_refund(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let order = bought(t, &member, MONTH, 3_000).await;
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        assert_refunded(&refund(&cashier, &order, json!({ "endVip": true })).await, &order, 0, false);
    }
}

//! Grants by hand that a second cashier confirms.

use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;

use super::orders::history;
use super::rows;
use crate::pay::{MONTH, count_grants_and_payments, level, notify, paid, status, submit};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::member::{Member, PASSWORD};

fn form(order: &str, trade: &str) -> Value {
    json!({ "orderId": order, "reason": "会员转账", "price": "29.90", "payChannel": "other", "tradeNo": trade, "payments": 0 })
}

async fn ask(operator: &Member<'_>, order: &str, trade: &str) -> Answer {
    operator
        .admin_post("/orders/grant", &form(order, trade))
        .await
}

/// The request that waits for an order.
async fn request(operator: &Member<'_>, order: &str) -> Value {
    history(operator, order).await["grantRequest"].clone()
}

async fn decide(operator: &Member<'_>, request: &Value, confirm: bool) -> Answer {
    let form = json!({ "id": request["id"], "confirm": confirm });
    operator.admin_post("/orders/grant/decide", &form).await
}

/// The numbers of the orders that wait.
async fn waiting(operator: &Member<'_>) -> (usize, Value) {
    let listed = rows(operator, "/orders?asked=1").await.len();
    let board = operator.admin_get("/dashboard").await.json();
    (listed, board["data"]["waiting"]["grants"].clone())
}

both! {
    async fn a_grant_waits_for_another_cashier_and_is_granted_once(t: &TestApp) {
        let (one, other) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wu_ming", Role::Cashier).await);
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        let asked = ask(&one, &order, "BANK-0001").await;
        assert_eq!(asked.json()["data"], json!({ "orderId": order, "status": 0, "waiting": true }));
        assert_eq!((status(t, &order), level(&member).await, count_grants_and_payments(t)), (0, 1, (0, 0)));
        let shown = request(&other, &order).await;
        assert_eq!(
            json!([shown["operator"], shown["price"], shown["payChannel"], shown["tradeNo"], shown["reason"], shown["expireTime"]]),
            json!(["zhou_qing", "29.90", "other", "BANK-0001", "会员转账", "2026-09-28 22:13:20"])
        );
        assert_eq!(waiting(&other).await, (1, json!(1)));
        let support = t.operator("lin-support", Role::Support).await;
        assert_eq!(waiting(&support).await, (1, Value::Null));
        decide(&support, &shown, true).await.assert_fails(403, "forbidden");
        decide(&one, &shown, true).await.assert_fails(422, "second_person");
        ask(&other, &order, "BANK-0002").await.assert_fails(409, "grant_waiting");
        let answers = join_all((0..4).map(|_| decide(&other, &shown, true))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!((status(t, &order), level(&member).await, count_grants_and_payments(t)), (1, 2, (1, 1)));
        assert_eq!((request(&one, &order).await, waiting(&one).await), (Value::Null, (0, json!(0))));
        let audit = history(&one, &order).await["audit"].clone();
        assert_eq!(json!([audit[0]["action"], audit[0]["actor"], audit[0]["reason"]]), json!(["orders.grant.ask", "zhou_qing", "会员转账"]));
        assert_eq!(json!([audit[1]["action"], audit[1]["actor"], audit[1]["after"]["askedBy"]]), json!(["orders.grant", "wu_ming", "zhou_qing"]));
        decide(&other, &shown, true).await.assert_fails(404, "not_found");
    }

    async fn a_request_is_replaced_withdrawn_and_expires(t: &TestApp) {
        let (one, other) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wu_ming", Role::Cashier).await);
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        ask(&one, &order, "BANK-0001").await;
        let first = request(&one, &order).await;
        assert_eq!(ask(&one, &order, "BANK-0002").await.status, 200);
        // What was shown is no longer what waits.
        decide(&other, &first, true).await.assert_fails(404, "not_found");
        let second = request(&other, &order).await;
        assert_eq!(second["tradeNo"], "BANK-0002");
        assert_eq!(decide(&one, &second, false).await.json()["data"], json!({ "orderId": order, "status": 0 }));
        assert_eq!(request(&other, &order).await, Value::Null);
        ask(&one, &order, "BANK-0003").await;
        let third = request(&other, &order).await;
        assert_eq!(decide(&other, &third, false).await.status, 200);
        let audit = history(&one, &order).await["audit"].clone();
        let last = &audit.as_array().unwrap()[audit.as_array().unwrap().len() - 1];
        assert_eq!(json!([last["action"], last["actor"], last["before"]["askedBy"]]), json!(["orders.grant.cancel", "wu_ming", "zhou_qing"]));
        assert_eq!((status(t, &order), count_grants_and_payments(t)), (0, (0, 0)));
    }

    async fn a_payment_that_comes_first_leaves_nothing_to_confirm(t: &TestApp) {
        let (one, other) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wu_ming", Role::Cashier).await);
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        ask(&one, &order, "BANK-0001").await;
        let asked = request(&other, &order).await;
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "TRADE-1")).await;
        assert_eq!((request(&other, &order).await, waiting(&other).await), (Value::Null, (0, json!(0))));
        for confirm in [true, false] {
            decide(&other, &asked, confirm).await.assert_fails(404, "not_found");
        }
        assert_eq!((level(&member).await, count_grants_and_payments(t)), (2, (1, 1)));
        ask(&one, &order, "BANK-0001").await.assert_fails(409, "order_paid");
    }

    async fn a_payment_of_another_amount_has_to_be_seen_before_a_request_is_confirmed(t: &TestApp) {
        let (one, other) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wu_ming", Role::Cashier).await);
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        ask(&one, &order, "BANK-0001").await;
        let asked = request(&other, &order).await;
        notify(t, &paid(PayChannel::Alipay, &order, 100, "TRADE-1")).await;
        decide(&other, &asked, true).await.assert_fails(409, "order_changed");
        assert_eq!(request(&other, &order).await, asked);
        assert_eq!(decide(&other, &asked, false).await.status, 200);
    }

    async fn a_request_for_a_deleted_account_can_be_withdrawn(t: &TestApp) {
        let (one, other) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wu_ming", Role::Cashier).await);
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        ask(&one, &order, "BANK-0001").await;
        let asked = request(&other, &order).await;
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        decide(&other, &asked, true).await.assert_fails(422, "order_ownerless");
        assert_eq!(decide(&other, &asked, false).await.json()["data"]["orderId"], order);
        assert_eq!(waiting(&other).await, (0, json!(0)));
    }

    async fn a_cashier_alone_or_beside_the_member_grants_at_once(t: &TestApp) {
        let (one, other) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wu_ming", Role::Cashier).await);
        // The only other one is the member of the order, who may not confirm it.
        let (_, own) = submit(&other, MONTH, "alipay", "phone").await;
        assert_eq!(ask(&one, &own, "BANK-0001").await.json()["data"], json!({ "orderId": own, "status": 1 }));
        ask(&other, &own, "BANK-0002").await.assert_fails(422, "own_account");
        let admin = t.operator("office-admin", Role::Admin).await;
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        for cashier in [&other, &admin] {
            t.set_role(cashier, Role::Member);
        }
        assert_eq!(ask(&one, &order, "BANK-0003").await.json()["data"]["status"], 1);
    }
}

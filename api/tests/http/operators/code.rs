//! One activation code: found by its text, and revoked.

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::vip::codes::code::last4;

use super::orders::logged;
use super::rows;
use crate::pay::{CODE, level, notify, paid, submit};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::codes::code;
use crate::support::member::{Member, PASSWORD};

async fn find(operator: &Member<'_>, code: &str) -> Answer {
    let form = json!({ "code": code });
    operator.admin_post("/code/find", &form).await
}

async fn found(operator: &Member<'_>, code: &str) -> Value {
    let answer = find(operator, code).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(!answer.text().contains(code), "the code is sent back");
    answer.json()["data"].clone()
}

async fn revoke(operator: &Member<'_>, id: &Value) -> Answer {
    let form = json!({ "id": id, "reason": "发错了人" });
    operator.admin_post("/code/revoke", &form).await
}

async fn use_code(member: &Member<'_>, code: &str) -> Answer {
    member
        .post("/user/activation", &json!({ "code": code }))
        .await
}

/// A batch of codes for two months.
async fn created(cashier: &Member<'_>, batch: &str, count: usize) -> Vec<String> {
    let form = json!({ "planId": CODE, "count": count, "batch": batch, "validDays": 7 });
    let created = cashier.admin_post("/codes/create", &form).await.json();
    let codes = created["data"]["codes"].as_array().unwrap().clone();
    codes
        .iter()
        .map(|code| code.as_str().unwrap().to_owned())
        .collect()
}

both! {
    async fn a_pasted_code_tells_its_batch_plan_state_and_user(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        let codes = created(&cashier, "autumn", 2).await;
        let seen = found(&cashier, &codes[0]).await;
        let mut expected = json!({
            "id": seen["id"], "last4": last4(&codes[0]), "state": "unused", "batch": "autumn", "orderId": "", "sandbox": false, "planName": "季卡VIP-激活码",
            "days": 60, "createTime": "2026-09-21 22:13:20", "validUntil": "2026-09-28 22:13:20", "userId": "", "usedBy": "", "useTime": "", "revokeTime": "",
        });
        expected["planName"] = seen["planName"].clone();
        assert_eq!(seen, expected);
        assert_ne!(seen["planName"], "");
        for typed in [codes[0].to_lowercase(), codes[0].replace('-', ""), format!(" {}\t", codes[0].replace('-', " ")), codes[0].replace('-', "—")] {
            assert_eq!(found(&cashier, &typed).await["id"], seen["id"], "{typed}");
        }
        assert_eq!(use_code(&member, &codes[0]).await.status, 200);
        let seen = found(&cashier, &codes[0]).await;
        assert_eq!((&seen["state"], &seen["usedBy"], &seen["useTime"]), (&json!("used"), &json!("lin_xia"), &json!("2026-09-21 22:13:20")));
        let admin = t.operator("office-admin", Role::Admin).await;
        let detail = admin.admin_get(&format!("/members/{}", seen["userId"].as_str().unwrap())).await.json();
        assert_eq!(detail["data"]["userName"], "lin_xia");
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        let seen = found(&cashier, &codes[0]).await;
        assert_eq!((&seen["state"], &seen["usedBy"]), (&json!("used"), &json!("")));
        t.clock.advance(8 * 86_400_000);
        let cashier = { drop(cashier); t.signed_in("zhou_qing").await };
        assert_eq!(found(&cashier, &codes[1]).await["state"], "expired");
    }

    async fn mistyped_and_unknown_codes_are_distinguished(t: &TestApp) {
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let code = created(&cashier, "autumn", 1).await.remove(0);
        let mut wrong = code.clone().into_bytes();
        wrong[0] = if wrong[0] == b'7' { b'8' } else { b'7' };
        let wrong = String::from_utf8(wrong).unwrap();
        for bad in [wrong.as_str(), "SAJ8", code.get(..28).unwrap(), "7K2MQ 9TXWB 4HNPD RC6VE 3SAJU", "%", "你好"] {
            find(&cashier, bad).await.assert_fails(422, "code_invalid");
        }
        for bad in [json!({}), json!({ "code": "" }), json!({ "code": 5 }), json!({ "code": "A".repeat(65) })] {
            cashier.admin_post("/code/find", &bad).await.assert_fails(400, "bad_request");
        }
        let other = yingku_commerce::vip::codes::code::ActivationCode::new([9; 15]).to_string();
        let unknown = find(&cashier, &other).await;
        unknown.assert_fails(404, "code_unknown");
        assert_eq!(unknown.json()["msg"], "没有这个激活码");
    }

    async fn an_unused_code_is_revoked_alone_and_a_used_one_keeps_its_days(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        let codes = created(&cashier, "autumn", 3).await;
        let id = found(&cashier, &codes[0]).await["id"].clone();
        let revoked = revoke(&cashier, &id).await.json()["data"].clone();
        assert_eq!((&revoked["state"], &revoked["revokeTime"]), (&json!("revoked"), &json!("2026-09-21 22:13:20")));
        use_code(&member, &codes[0]).await.assert_fails(422, "code_invalid");
        // A second click changes nothing.
        assert_eq!(revoke(&cashier, &id).await.json()["data"], revoked);
        assert_eq!(use_code(&member, &codes[1]).await.status, 200);
        let used = found(&cashier, &codes[1]).await["id"].clone();
        let rejected = revoke(&cashier, &used).await;
        rejected.assert_fails(422, "code_used");
        assert_eq!((found(&cashier, &codes[1]).await["state"].clone(), level(&member).await), (json!("used"), 2));
        assert_eq!(found(&cashier, &codes[2]).await["state"], "unused");
        let log = logged(t, "codes.revoke").await;
        assert_eq!(log.len(), 1);
        assert_eq!((&log[0]["actor"], &log[0]["targetId"], &log[0]["reason"], &log[0]["after"]),
            (&json!("zhou_qing"), &json!("autumn"), &json!("发错了人"), &json!({ "revoked": 1, "last4": last4(&codes[0]) })));
        for bad in [json!({ "id": id }), json!({ "id": id, "reason": " " }), json!({ "id": "x", "reason": "x" }), json!({ "reason": "x" })] {
            cashier.admin_post("/code/revoke", &bad).await.assert_fails(400, "bad_request");
        }
        revoke(&cashier, &json!("910000000000000009")).await.assert_fails(404, "not_found");
    }

    async fn of_a_revocation_and_a_use_at_the_same_moment_one_wins(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        for seed in 1..=5 {
            let code = code(t, seed, |row| row.batch = "race".to_owned());
            let id = found(&cashier, &code).await["id"].clone();
            let (revoked, used) = join(revoke(&cashier, &id), use_code(&member, &code)).await;
            let state = found(&cashier, &code).await["state"].clone();
            if revoked.status == 200 {
                assert_eq!((used.error(), state), ("code_invalid".to_owned(), json!("revoked")));
            } else {
                revoked.assert_fails(422, "code_used");
                assert_eq!((used.status.as_u16(), state), (200, json!("used")));
            }
        }
    }

    async fn concurrent_revocations_are_logged_once(t: &TestApp) {
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let code = created(&cashier, "autumn", 1).await.remove(0);
        let id = found(&cashier, &code).await["id"].clone();
        let answers = join_all((0..6).map(|_| revoke(&cashier, &id))).await;
        assert!(answers.iter().all(|answer| answer.status == 200));
        assert_eq!(logged(t, "codes.revoke").await.len(), 1);
    }

    async fn a_bought_code_leads_to_its_order_and_is_revoked_by_its_refund(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (cashier, support) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wang_yuanshan", Role::Support).await);
        let (_, order) = submit(&member, CODE, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &order, 5_800, "T-1")).await;
        let code = member.get("/orders/list").await.json()["rows"][0]["activationCode"].as_str().unwrap().to_owned();
        let seen = found(&cashier, &code).await;
        assert_eq!((&seen["orderId"], &seen["batch"], &seen["sandbox"], &seen["state"]), (&json!(order), &json!(""), &json!(true), &json!("unused")));
        revoke(&cashier, &seen["id"]).await.assert_fails(422, "code_bought");
        let form = json!({ "code": code.to_lowercase() });
        let of_order = support.admin_post("/orders/find", &form).await;
        assert_eq!(of_order.json()["data"], json!({ "orderId": order }));
        let unsold = created(&cashier, "autumn", 1).await.remove(0);
        support.admin_post("/orders/find", &json!({ "code": unsold })).await.assert_fails(404, "code_unsold");
        support.admin_post("/orders/find", &json!({ "code": "SAJ8" })).await.assert_fails(422, "code_invalid");
        assert!(rows(&cashier, "/codes").await.iter().all(|batch| batch["batch"] == "autumn"));
        let form = json!({ "orderId": order, "reason": "会员申请", "endVip": true });
        assert_eq!(cashier.admin_post("/orders/refund", &form).await.status, 200);
        assert_eq!(found(&cashier, &code).await["state"], "revoked");
    }
}

//! Creating and revoking activation codes.

use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::vip::codes::code::last4;

use super::rows;
use crate::pay::{MONTH, level};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::member::Member;

async fn create(operator: &Member<'_>, form: Value) -> Answer {
    operator.admin_post("/codes/create", &form).await
}

fn codes(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    let codes = answer.json()["data"]["codes"].as_array().unwrap().clone();
    codes
        .iter()
        .map(|code| code.as_str().unwrap().to_owned())
        .collect()
}

both! {
    async fn codes_are_created_shown_once_used_and_revoked(t: &TestApp) {
        let (member, cashier) = (t.member("lin_xia").await, t.operator("zhou_qing", Role::Cashier).await);
        let created = create(&cashier, json!({ "planId": MONTH, "count": 3, "validDays": 7, "batch": "秋季-1" })).await;
        let made_codes = codes(&created);
        assert_eq!((made_codes.len(), &created.json()["data"]["batch"], &created.json()["data"]["planName"]), (3, &json!("秋季-1"), &json!("VIP月卡")));
        assert_eq!(member.post("/user/activation", &json!({ "code": made_codes[0] })).await.status, 200);
        assert_eq!(level(&member).await, 2);
        let list = cashier.admin_get("/codes").await.json();
        let mut row = list["rows"][0].clone();
        row["id"] = json!("");
        assert_eq!(row, json!({
            "id": "", "batch": "秋季-1", "planName": "VIP月卡", "days": 30, "createTime": "2026-09-21 22:13:20", "validUntil": "2026-09-28 22:13:20",
            "count": 3, "used": 1, "revoked": 0, "expired": 0,
        }));
        assert_eq!((list["total"].as_i64(), list["plans"].as_array().unwrap().len()), (Some(1), 5));
        let batch = "/codes/%E7%A7%8B%E5%AD%A3-1";
        let shown = rows(&cashier, batch).await;
        assert_eq!((&shown[0]["state"], &shown[0]["usedBy"], &shown[0]["useTime"]), (&json!("used"), &json!("lin_xia"), &json!("2026-09-21 22:13:20")));
        assert_eq!((&shown[1]["state"], &shown[1]["last4"]), (&json!("unused"), &json!(last4(&made_codes[1]))));
        assert_eq!(rows(&cashier, &format!("{batch}?pageSize=2&pageNum=2")).await.len(), 1);
        let revoked = cashier.admin_post("/codes/revoke", &json!({ "batch": "秋季-1", "reason": "活动取消" })).await;
        assert_eq!(revoked.json()["data"], json!({ "revoked": 2 }));
        let again = cashier.admin_post("/codes/revoke", &json!({ "batch": "秋季-1", "reason": "活动取消" })).await;
        assert_eq!(again.json()["data"], json!({ "revoked": 0 }));
        member.post("/user/activation", &json!({ "code": made_codes[1] })).await.assert_fails(422, "code_invalid");
        assert_eq!(rows(&cashier, "/codes").await[0]["revoked"], 2);
        let admin = t.operator("office-admin", Role::Admin).await;
        let log = rows(&admin, "/audit").await;
        assert_eq!(log.len(), 2);
        assert_eq!((&log[0]["action"], &log[0]["targetId"], &log[0]["reason"], &log[0]["after"]), (&json!("codes.revoke"), &json!("秋季-1"), &json!("活动取消"), &json!({ "revoked": 2 })));
        assert_eq!((&log[1]["actor"], &log[1]["after"]), (&json!("zhou_qing"), &json!({ "plan": "VIP月卡", "days": 30, "count": 3, "validUntil": "2026-09-28 22:13:20" })));
        let all = format!("{}{}", cashier.admin_get("/codes").await.text(), admin.admin_get("/audit").await.text());
        assert!(made_codes.iter().all(|code| !all.contains(code.as_str()) && !shown.iter().any(|row| row.to_string().contains(code.trim_end_matches(&last4(code))))));
    }

    async fn unused_codes_past_their_time_count_as_expired(t: &TestApp) {
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        codes(&create(&cashier, json!({ "planId": MONTH, "count": 2, "validDays": 1, "batch": "short" })).await);
        let unnamed = create(&cashier, json!({ "planId": MONTH, "count": 1 })).await;
        assert_eq!(codes(&unnamed).len(), 1);
        t.clock.advance(86_400_000);
        let cashier = t.signed_in("zhou_qing").await;
        let list = rows(&cashier, "/codes").await;
        assert_eq!((&list[1]["batch"], &list[1]["expired"], &list[0]["expired"], &list[0]["validUntil"]), (&json!("short"), &json!(2), &json!(0), &json!("")));
        assert_eq!(list[0]["batch"], unnamed.json()["data"]["batch"]);
        assert_eq!(rows(&cashier, "/codes/short").await[0]["state"], "expired");
    }

    async fn invalid_batches_are_rejected_and_names_are_unique(t: &TestApp) {
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        for (field, bad) in [
            ("planId", json!("x")), ("count", json!(0)), ("count", json!(5_001)), ("count", json!("3")), ("count", json!(1.5)), ("validDays", json!(0)), ("validDays", json!(36_501)),
            ("batch", json!("")), ("batch", json!("a b")), ("batch", json!("a/b")), ("batch", json!("..")), ("batch", json!("a".repeat(41))), ("batch", json!(5)),
        ] {
            let mut form = json!({ "planId": MONTH, "count": 1 });
            form[field] = bad;
            create(&cashier, form).await.assert_fails(400, "bad_request");
        }
        create(&cashier, json!({ "planId": "910000000000000009", "count": 1 })).await.assert_fails(404, "not_found");
        cashier.admin_get("/codes/nothing").await.assert_fails(404, "not_found");
        cashier.admin_post("/codes/revoke", &json!({ "batch": "nothing", "reason": "x" })).await.assert_fails(404, "not_found");
        cashier.admin_post("/codes/revoke", &json!({ "batch": "", "reason": "x" })).await.assert_fails(400, "bad_request");
        cashier.admin_post("/codes/revoke", &json!({ "batch": "nothing", "reason": " " })).await.assert_fails(400, "bad_request");
        let answers = join_all((0..6).map(|_| create(&cashier, json!({ "planId": MONTH, "count": 2, "batch": "same" })))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(409, "batch_taken");
        }
        assert_eq!(rows(&cashier, "/codes").await[0]["count"], 2);
    }

    async fn five_thousand_codes_of_a_batch_all_differ(t: &TestApp) {
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let created = codes(&create(&cashier, json!({ "planId": MONTH, "count": 5_000 })).await);
        let different: std::collections::BTreeSet<&String> = created.iter().collect();
        assert_eq!((different.len(), &rows(&cashier, "/codes").await[0]["count"]), (5_000, &json!(5_000)));
    }
}

#[actix_web::test]
async fn without_a_secret_no_codes_are_created() {
    for t in TestApp::on_both(&[("SERVER_SECRET", "")]).await {
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        create(&cashier, json!({ "planId": MONTH, "count": 3 }))
            .await
            .assert_fails(422, "codes_off");
    }
}

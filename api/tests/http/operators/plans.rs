//! Creating and changing plans.

use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::pay::{MONTH, listed, submit};
use crate::support::TestApp;
use crate::support::member::Member;

async fn on_sale(t: &TestApp) -> Vec<Value> {
    t.rows("/app/vip/list?kind=time").await
}

async fn created(operator: &Member<'_>, form: &Value) -> String {
    let answer = operator.admin_post("/plans/create", form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"]["id"].as_str().unwrap().to_owned()
}

both! {
    async fn a_plan_is_created_changed_and_withdrawn_from_sale(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let names: Vec<Value> = rows(&admin, "/plans").await.iter().map(|row| row["name"].clone()).collect();
        assert_eq!(names, ["年卡VIP-激活码", "双月VIP-激活码", "VIP年卡", "VIP双月卡", "VIP月卡"]);
        let id = created(&admin, &json!({ "name": " VIP周卡 ", "price": "9.9", "days": 7, "kind": "time" })).await;
        let of_id = async || rows(&admin, "/plans").await.into_iter().find(|row| row["id"] == json!(id)).unwrap();
        assert_eq!(of_id().await, json!({
            "id": id, "app": "", "name": "VIP周卡", "remark": "", "price": "9.90", "priceBefore": "9.90", "days": 7, "kind": "time", "levelId": 2, "position": 0, "onSale": false, "version": 1,
        }));
        assert_eq!(on_sale(t).await.len(), 3);
        let edit = |form: Value| { let mut form = form; form["id"] = json!(id); form };
        assert_done(&admin.admin_edit("/plans/edit", &edit(json!({ "onSale": true, "position": 9, "priceBefore": "19.00", "remark": "7天", "app": "yingku" }))).await);
        let sold = on_sale(t).await.pop().unwrap();
        assert_eq!((&sold["name"], &sold["currentPrice"], &sold["origPrice"], &sold["remark"]), (&json!("VIP周卡"), &json!("9.90"), &json!("19.00"), &json!("7天")));
        assert_done(&admin.admin_edit("/plans/edit", &edit(json!({ "onSale": false }))).await);
        assert_eq!(on_sale(t).await.len(), 3);
        // Repeating it changes nothing.
        assert_done(&admin.admin_edit("/plans/edit", &edit(json!({ "onSale": false }))).await);
        let log = rows(&admin, "/audit").await;
        assert_eq!(log.len(), 3);
        assert_eq!((&log[0]["action"], &log[0]["before"], &log[0]["after"]), (&json!("plans.edit"), &json!({ "onSale": true }), &json!({ "onSale": false })));
        assert_eq!(log[1]["before"], json!({ "app": "", "onSale": false, "position": 0, "priceBefore": "9.90", "remark": "" }));
        assert_eq!((&log[2]["action"], &log[2]["targetId"], &log[2]["before"], &log[2]["after"]["price"]), (&json!("plans.create"), &json!(id), &Value::Null, &json!("9.90")));
    }

    async fn orders_keep_their_agreed_terms(t: &TestApp) {
        let (member, admin) = (t.member("lin_xia").await, t.operator("office-admin", Role::Admin).await);
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        assert_done(&admin.admin_edit("/plans/edit", &json!({ "id": MONTH, "price": "25.00", "days": 31, "name": "VIP新月卡" })).await);
        assert_eq!((&listed(&member).await[0]["price"], &listed(&member).await[0]["payName"]), (&json!("30.00"), &json!("VIP月卡")));
        let shown = admin.admin_get(&format!("/orders/{order}")).await.json()["data"].clone();
        assert_eq!((&shown["days"], &shown["price"]), (&json!(30), &json!("30.00")));
    }

    async fn invalid_plans_are_rejected(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let plan = json!({ "name": "VIP周卡", "price": "9.90", "days": 7, "kind": "time" });
        for (field, bad) in [
            ("name", json!(" ")), ("name", json!("长".repeat(41))), ("name", json!("a\0")), ("name", Value::Null), ("price", json!(9.9)), ("price", json!("1e3")), ("price", json!("9.999")),
            ("priceBefore", json!("-1")), ("days", json!(0)), ("days", json!(36_501)), ("days", json!(1.5)), ("days", json!("7")), ("kind", json!("card")), ("levelId", json!(1)),
            ("levelId", json!(10)), ("position", json!(-1)), ("position", json!(1_000)), ("onSale", json!(1)), ("remark", json!("长".repeat(121))), ("app", json!("a".repeat(65))),
        ] {
            let mut form = plan.clone();
            form[field] = bad.clone();
            admin.admin_post("/plans/create", &form).await.assert_fails(400, "bad_request");
            if !bad.is_null() {
                admin.admin_edit("/plans/edit", &json!({ "id": MONTH, field: bad })).await.assert_fails(400, "bad_request");
            }
        }
        for (field, bad) in [("price", "0.00"), ("price", "1000000.01"), ("priceBefore", "9.89"), ("priceBefore", "0")] {
            let mut form = plan.clone();
            form[field] = json!(bad);
            admin.admin_post("/plans/create", &form).await.assert_fails(422, "plan_refused");
        }
        let mut form = plan.clone();
        form["app"] = json!("other");
        admin.admin_post("/plans/create", &form).await.assert_fails(422, "app_unknown");
        // Validated together with the plan's other fields.
        admin.admin_edit("/plans/edit", &json!({ "id": MONTH, "price": "30.01" })).await.assert_fails(422, "plan_refused");
        admin.admin_edit("/plans/edit", &json!({ "id": MONTH, "app": "other" })).await.assert_fails(422, "app_unknown");
        admin.admin_edit("/plans/edit", &json!({ "id": MONTH, "name": "VIP年卡" })).await.assert_fails(409, "plan_name_taken");
        admin.admin_edit("/plans/edit", &json!({ "id": "910000000000000009", "days": 1 })).await.assert_fails(404, "not_found");
        assert!(rows(&admin, "/audit").await.is_empty());
    }

    async fn names_are_unique(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let plan = json!({ "name": "VIP周卡", "price": "9.90", "days": 7, "kind": "time" });
        let answers = join_all((0..6).map(|_| admin.admin_post("/plans/create", &plan))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status.as_u16())));
    }
}

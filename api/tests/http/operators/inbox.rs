//! What operators record about conversations: assignment, tags, notes, reopening, who is answering, and templates.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::schema::settings;

use super::{assert_done, rows};
use crate::support::TestApp;
use crate::support::member::{Member, PASSWORD};

async fn ask(member: &Member<'_>, question: &str) -> String {
    let answer = member
        .post("/message", &json!({ "message": question }))
        .await;
    answer.json()["data"]["id"].as_str().unwrap().to_owned()
}

async fn read(operator: &Member<'_>, id: &str) -> Value {
    let answer = operator.admin_get(&format!("/messages/{id}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The ids of a list of the queue.
async fn queue(operator: &Member<'_>, query: &str) -> Vec<String> {
    let rows = rows(operator, &format!("/messages?{query}")).await;
    rows.iter()
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect()
}

async fn edit(operator: &Member<'_>, id: &str, change: Value) {
    let mut form = change;
    form["id"] = json!(id);
    assert_done(&operator.admin_edit("/messages/edit", &form).await);
}

both! {
    async fn questions_are_assigned_and_filtered_by_who_handles_them(t: &TestApp) {
        let (lin, wang) = (t.operator("lin-support", Role::Support).await, t.operator("wang-support", Role::Support).await);
        let member = t.member("zhou-qing").await;
        let (first, second) = (ask(&member, "第一个").await, ask(&member, "第二个").await);
        edit(&lin, &first, json!({ "assignee": "LIN-support" })).await;
        assert_eq!((queue(&lin, "assigned=me").await, queue(&wang, "assigned=me").await), (vec![first.clone()], vec![]));
        assert_eq!(queue(&wang, "assigned=nobody&status=0").await, std::slice::from_ref(&second));
        assert_eq!(rows(&wang, "/messages").await[0]["assignee"], "lin-support");
        assert_eq!(read(&wang, &first).await["assignee"], "lin-support");
        // The member sees neither a change nor a name.
        let seen = member.get(&format!("/message/{first}")).await.text() + &member.get("/message/list").await.text();
        assert!(!seen.contains("lin-support") && !seen.contains("tags"), "{seen}");
        edit(&wang, &first, json!({ "assignee": "wang-support" })).await;
        edit(&wang, &second, json!({ "assignee": "wang-support" })).await;
        edit(&wang, &second, json!({ "assignee": "" })).await;
        assert_eq!((queue(&lin, "assigned=me").await, queue(&wang, "assigned=me").await), (vec![], vec![first.clone()]));
        for nobody in ["zhou-qing", "nobody-there", "x"] {
            let form = json!({ "id": first, "assignee": nobody });
            wang.admin_edit("/messages/edit", &form).await.assert_fails(400, "bad_request");
        }
        assert_eq!(wang.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        assert_eq!(queue(&lin, "assigned=nobody").await, [first, second]);
    }

    async fn notes_and_tags_are_for_operators_alone(t: &TestApp) {
        let (support, admin) = (t.operator("lin-support", Role::Support).await, t.operator("office-admin", Role::Admin).await);
        let member = t.member("zhou-qing").await;
        let id = ask(&member, "没有到账").await;
        let before = read(&support, &id).await;
        edit(&support, &id, json!({ "note": "像是同一个人的第二个账号" })).await;
        edit(&support, &id, json!({ "tags": ["付款", " 付款 ", "VIP"] })).await;
        let opened = read(&admin, &id).await;
        assert_eq!(opened["tags"], json!(["付款", "VIP"]));
        assert_eq!(opened["notes"], json!([{ "author": "lin-support", "text": "像是同一个人的第二个账号", "createTime": "2026-09-21 22:13:20" }]));
        assert_eq!((&opened["rows"], &opened["total"]), (&before["rows"], &json!(1)));
        assert_eq!(rows(&admin, "/messages?keyword=%E4%BB%98%E6%AC%BE").await[0]["tags"], json!(["付款", "VIP"]));
        for path in [format!("/message/{id}"), "/message/list".to_owned(), "/user/export".to_owned()] {
            let seen = member.get(&path).await.text();
            assert!(!seen.contains("第二个账号") && !seen.contains("付款"), "{path}: {seen}");
        }
        let log = rows(&admin, "/audit?action=messages.edit").await;
        assert_eq!((&log[0]["before"], &log[0]["after"]), (&json!({ "tags": "" }), &json!({ "tags": "付款,VIP" })));
        assert!(log[1]["after"]["note"].is_string() && !log[1].to_string().contains("第二个账号"), "{}", log[1]);
        // A note needs no version, the rest does.
        let stale = |change: Value| { let mut form = change; form["id"] = json!(id); form["version"] = json!(1); form };
        assert_done(&admin.admin_post("/messages/edit", &stale(json!({ "note": "再看" }))).await);
        admin.admin_post("/messages/edit", &stale(json!({ "tags": [] }))).await.assert_fails(409, "edit_conflict");
        for bad in [json!({ "tags": ["a,b"] }), json!({ "tags": ["十三个字符的标签太长了不行吧"] }), json!({ "note": " " }), json!({ "note": "长".repeat(1_001) })] {
            admin.admin_post("/messages/edit", &stale(bad)).await.assert_fails(400, "bad_request");
        }
        let nowhere = json!({ "id": "910000000000000009", "version": 1, "note": "?" });
        admin.admin_post("/messages/edit", &nowhere).await.assert_fails(404, "not_found");
        for _ in 0..98 {
            edit(&admin, &id, json!({ "note": "又一条" })).await;
        }
        let one_more = json!({ "id": id, "version": 1, "note": "第一百零一条" });
        admin.admin_post("/messages/edit", &one_more).await.assert_fails(422, "message_full");
    }

    async fn a_closed_question_is_open_again(t: &TestApp) {
        let (support, member) = (t.operator("lin-support", Role::Support).await, t.member("zhou-qing").await);
        let id = ask(&member, "没有到账").await;
        member.post("/message/update", &json!({ "id": id })).await;
        t.clock.advance(60_000);
        edit(&support, &id, json!({ "reopen": true })).await;
        let row = member.get("/message/list").await.json()["rows"][0].clone();
        assert_eq!((&row["status"], &row["updateTime"]), (&json!(0), &json!("2026-09-21 22:14:20")));
        assert_eq!(member.post("/message/data", &json!({ "messageId": id, "message": "还在吗" })).await.status, 200);
        assert_done(&support.admin_edit("/messages/reply", &json!({ "id": id, "message": "在" })).await);
        assert_done(&support.admin_edit("/messages/close", &json!({ "id": id })).await);
        for _ in 0..2 {
            edit(&support, &id, json!({ "reopen": true })).await;
            assert_eq!(read(&support, &id).await["status"], 1);
        }
    }

    async fn operators_see_who_else_is_answering(t: &TestApp) {
        let (lin, wang) = (t.operator("lin-support", Role::Support).await, t.operator("wang-support", Role::Support).await);
        let member = t.member("zhou-qing").await;
        let (id, other) = (ask(&member, "第一个").await, ask(&member, "第二个").await);
        assert_eq!(read(&lin, &format!("{id}?answering=1")).await["answering"], json!([]));
        assert_eq!(read(&wang, &id).await["answering"], json!(["lin-support"]));
        assert_eq!(read(&wang, &other).await["answering"], json!([]));
        assert_eq!(read(&wang, &format!("{id}?answering=1")).await["answering"], json!(["lin-support"]));
        assert_eq!(read(&lin, &id).await["answering"], json!(["wang-support"]));
        // An operator who has answered is done at once, and may begin again; the other is not.
        let form = json!({ "id": id, "version": 1, "message": "好的" });
        assert_done(&lin.admin_post("/messages/reply", &form).await);
        assert_eq!(read(&wang, &id).await["answering"], json!([]));
        assert_eq!(read(&lin, &format!("{id}?answering=1")).await["answering"], json!(["wang-support"]));
        assert_eq!(read(&wang, &id).await["answering"], json!(["lin-support"]));
        t.clock.advance(40_000);
        assert_eq!(read(&lin, &id).await["answering"], json!([]));
    }

    async fn templates_are_shared_and_replaced_as_a_whole(t: &TestApp) {
        let (lin, wang) = (t.operator("lin-support", Role::Support).await, t.operator("wang-support", Role::Support).await);
        let admin = t.operator("office-admin", Role::Admin).await;
        let stored = async |operator: &Member<'_>| operator.admin_get("/messages/templates").await.json()["data"].clone();
        assert_eq!(stored(&lin).await, json!({ "version": 0, "templates": [] }));
        let first = json!({ "version": 0, "templates": [" {用户名}您好 ", "{用户名}您好", "订单 {订单号} 已到账"] });
        let answer = lin.admin_post("/messages/templates", &first).await;
        let after = json!({ "version": 1, "templates": ["{用户名}您好", "订单 {订单号} 已到账"] });
        assert_eq!(answer.json()["data"], after);
        assert_eq!(stored(&wang).await, after);
        wang.admin_post("/messages/templates", &first).await.assert_fails(409, "edit_conflict");
        let second = json!({ "version": 1, "templates": ["订单 {订单号} 已到账"] });
        assert_eq!(wang.admin_post("/messages/templates", &second).await.json()["data"]["version"], 2);
        // What is the same is no change.
        let same = json!({ "version": 2, "templates": ["订单 {订单号} 已到账"] });
        assert_eq!(lin.admin_post("/messages/templates", &same).await.json()["data"], same);
        let log = rows(&admin, "/audit?action=messages.templates").await;
        assert_eq!(log.len(), 2);
        assert_eq!((&log[0]["before"], &log[0]["after"]), (&json!({ "templates": ["{用户名}您好"] }), &json!({ "templates": [] })));
        let long: Vec<String> = (10..26).map(|n| format!("{n}{}", "长".repeat(998))).collect();
        let many: Vec<String> = (0..61).map(|n| n.to_string()).collect();
        for bad in [json!([" "]), json!(["长".repeat(1_001)]), json!(long), json!(many)] {
            let form = json!({ "version": 2, "templates": bad });
            lin.admin_post("/messages/templates", &form).await.assert_fails(400, "bad_request");
        }
        // Those that cannot be read are not overwritten.
        let row = || settings::table.find("reply_templates");
        let db = &t.app.state.db;
        db.execute_now(|conn| diesel::update(row()).set(settings::value.eq("[]")).execute(conn)).unwrap();
        assert_eq!(lin.admin_get("/messages/templates").await.status, 500);
        for version in [0, 2] {
            let form = json!({ "version": version, "templates": ["您好"] });
            assert_eq!(lin.admin_post("/messages/templates", &form).await.status, 500);
        }
        let kept: String = db.query_now(|conn| row().select(settings::value).first(conn)).unwrap();
        assert_eq!(kept, "[]");
    }
}

//! Support's side of conversations.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_community::support::messages::admin::queries::SEARCHED;
use yingku_db::DbError;
use yingku_db::schema::messages;

use super::{assert_done, rows};
use crate::support::TestApp;
use crate::support::member::{Member, PASSWORD};

async fn ask(member: &Member<'_>, question: &str) -> String {
    let answer = member
        .post("/message", &json!({ "message": question }))
        .await;
    answer.json()["data"]["id"].as_str().unwrap().to_owned()
}

async fn unread(member: &Member<'_>) -> Value {
    member.get("/user/getInfo").await.json()["unread"].clone()
}

fn ids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["id"].as_str().unwrap()).collect()
}

both! {
    async fn a_member_writes_support_replies_and_the_member_sees_it(t: &TestApp) {
        let (member, support) = (t.member("lin-xiaoyue").await, t.operator("wang-yuanshan", Role::Support).await);
        let id = ask(&member, "有没有高清版本？").await;
        assert_eq!(unread(&member).await, 0);
        t.clock.advance(60_000);
        assert_done(&support.admin_edit("/messages/reply", &json!({ "id": id, "message": "有了 <b>高清</b>。" })).await);
        let row = member.get("/message/list").await.json()["rows"][0].clone();
        assert_eq!((&row["status"], &row["unread"], &row["updateTime"]), (&json!(1), &json!(true), &json!("2026-09-21 22:14:20")));
        assert_eq!(unread(&member).await, 1);
        // Viewing by support does not mark it as read.
        let read = support.admin_get(&format!("/messages/{id}")).await.json();
        assert_eq!((&read["userName"], &read["status"], &read["total"]), (&json!("lin-xiaoyue"), &json!(1), &json!(2)));
        assert_eq!(unread(&member).await, 1);
        let opened = member.get(&format!("/message/{id}")).await.json();
        assert_eq!(opened["rows"], json!([
            { "type": 0, "message": "有没有高清版本？", "createTime": "2026-09-21 22:13:20" },
            { "type": 1, "message": "有了 <b>高清</b>。", "createTime": "2026-09-21 22:14:20" },
        ]));
        assert_eq!(opened["rows"], read["rows"]);
        assert_eq!(unread(&member).await, 0);
        let row = member.get("/message/list").await.json()["rows"][0].clone();
        assert_eq!((&row["status"], &row["unread"]), (&json!(1), &json!(false)));
        member.post("/message/data", &json!({ "messageId": id, "message": "谢谢" })).await;
        assert_eq!(member.get("/message/list").await.json()["rows"][0]["status"], 0);
        member.post("/message/update", &json!({ "id": id })).await;
        support.admin_edit("/messages/reply", &json!({ "id": id, "message": "还在吗" })).await.assert_fails(422, "message_closed");
        assert_eq!(unread(&member).await, 0);
    }

    async fn the_longest_waiting_come_first(t: &TestApp) {
        let support = t.operator("wang-yuanshan", Role::Support).await;
        let (one, other) = (t.member("lin-xiaoyue").await, t.member("zhou-qing").await);
        let first = ask(&one, "第一个 ABC").await;
        t.clock.advance(1_000);
        let second = ask(&other, "50%_off").await;
        t.clock.advance(1_000);
        let third = ask(&one, "第三个").await;
        t.clock.advance(1_000);
        // A further message keeps the place in the queue.
        one.post("/message/data", &json!({ "messageId": first, "message": "在吗" })).await;
        assert_eq!(ids(&rows(&support, "/messages").await), [&*first, &*second, &*third]);
        support.admin_edit("/messages/reply", &json!({ "id": first, "message": "在" })).await;
        let all = rows(&support, "/messages").await;
        assert_eq!(ids(&all), [&*second, &*third, &*first]);
        assert_eq!((&all[2]["entries"], &all[2]["userName"], &all[2]["status"]), (&json!(3), &json!("lin-xiaoyue"), &json!(1)));
        assert_eq!(ids(&rows(&support, "/messages?status=1").await), [&*first]);
        assert_eq!(ids(&rows(&support, "/messages?status=0&pageSize=1&pageNum=2").await), [&*third]);
        assert!(rows(&support, "/messages?status=9").await.is_empty());
        for (keyword, found) in [("abc", &first), ("%25_", &second), ("LIN-xiaoyue&status=0", &third), (&*third, &third)] {
            assert_eq!(ids(&rows(&support, &format!("/messages?keyword={keyword}")).await), [found.as_str()], "{keyword}");
        }
        for bad in ["status=2", "status=", "keyword=%20", "pageNum=0", &format!("keyword={}", "a".repeat(33))] {
            support.admin_get(&format!("/messages?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn search_covers_only_the_latest_messages(t: &TestApp) {
        let support = t.operator("wang-yuanshan", Role::Support).await;
        let (one, other) = (t.member("lin-xiaoyue").await, t.member("zhou-qing").await);
        let old = ask(&one, "很久以前的灯塔").await;
        let found = async |keyword: &str| rows(&support, &format!("/messages?keyword={keyword}")).await.len();
        // A part of a name does not match.
        assert_eq!((found("%E7%81%AF%E5%A1%94").await, found("LIN-XIAOYUE").await, found("lin-xiao").await), (1, 1, 0));
        let (user, now) = (other.id.parse::<i64>().unwrap(), t.app.state.now());
        let later: Vec<_> = (0..SEARCHED).map(|_| t.app.state.ids.next(&*t.app.state.clock)).collect();
        let added = t.app.state.db.write_now::<_, DbError, _>(|conn| {
            for id in &later {
                let row = (
                    messages::id.eq(id), messages::user_id.eq(user), messages::question.eq("新的问题"),
                    messages::status.eq(0_i16), messages::unread.eq(false), messages::entries.eq(1),
                    messages::status_since.eq(now), messages::created_at.eq(now), messages::updated_at.eq(now),
                );
                diesel::insert_into(messages::table).values(row).execute(conn)?;
            }
            Ok(())
        });
        added.unwrap();
        assert_eq!(found("%E7%81%AF%E5%A1%94").await, 0);
        for keyword in ["lin-xiaoyue", &old] {
            assert_eq!(ids(&rows(&support, &format!("/messages?keyword={keyword}")).await), [&*old], "{keyword}");
        }
        let answer = support.admin_get("/messages?keyword=%E9%97%AE%E9%A2%98").await.json();
        assert_eq!(answer["total"], 1_000);
    }

    async fn each_change_is_in_the_audit_log_and_nothing_else(t: &TestApp) {
        let (member, support) = (t.member("lin-xiaoyue").await, t.operator("wang-yuanshan", Role::Support).await);
        let admin = t.operator("office-admin", Role::Admin).await;
        let id = ask(&member, "问").await;
        let reply = |text: &str| json!({ "id": id, "message": text });
        for (bad, status) in [(reply(""), 400), (reply(&"长".repeat(1_001)), 400), (json!({ "message": "答" }), 400), (json!({ "id": "910000000000000009", "message": "答" }), 404)] {
            assert_eq!(support.admin_edit("/messages/reply", &bad).await.status, status);
        }
        assert_eq!(support.admin_edit("/messages/close", &json!({ "id": "910000000000000009" })).await.status, 404);
        assert!(rows(&admin, "/audit").await.is_empty());
        assert_done(&support.admin_edit("/messages/reply", &reply(&"长".repeat(1_000))).await);
        for _ in 0..2 {
            assert_done(&admin.admin_edit("/messages/close", &json!({ "id": id })).await);
        }
        assert_eq!(member.get("/message/list").await.json()["rows"][0]["status"], 9);
        let entries = rows(&admin, "/audit").await;
        assert_eq!(entries.len(), 2);
        let closed = &entries[0];
        for (field, value) in [
            ("actor", json!("office-admin")), ("action", json!("messages.close")), ("targetKind", json!("message")), ("targetId", json!(id)),
            ("before", json!({ "status": 1 })), ("after", json!({ "status": 9 })), ("reason", json!("")), ("createTime", json!("2026-09-21 22:13:20")),
        ] {
            assert_eq!(closed[field], value, "{field}");
        }
        assert_eq!((&entries[1]["before"], &entries[1]["after"]["status"]), (&json!({ "status": 0 }), &json!(1)));
        assert_eq!(ids(&rows(&admin, "/audit?actor=wang-yuanshan").await), [entries[1]["id"].as_str().unwrap()]);
        assert_eq!(ids(&rows(&admin, "/audit?action=messages.close").await), [closed["id"].as_str().unwrap()]);
        assert!(rows(&admin, "/audit?actor=%E7%B3%BB%E7%BB%9F").await.is_empty());
        for bad in ["action=nothing", "actor=", "pageSize=0"] {
            admin.admin_get(&format!("/audit?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn a_deleted_operator_stays_in_the_log_and_conversations_stay(t: &TestApp) {
        let (member, support) = (t.member("lin-xiaoyue").await, t.operator("wang-yuanshan", Role::Support).await);
        let admin = t.operator("office-admin", Role::Admin).await;
        let id = ask(&member, "问").await;
        support.admin_edit("/messages/reply", &json!({ "id": id, "message": "答" })).await;
        assert_eq!(support.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        assert_eq!(rows(&admin, "/audit").await[0]["actor"], "wang-yuanshan");
        assert_eq!(member.get(&format!("/message/{id}")).await.json()["total"], 2);
    }
}

//! Conversations with support, from the member's side (R12).

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::schema::messages;
use yingku_http_kit::error::ApiError;

use crate::support::TestApp;
use crate::support::member::{Member, PASSWORD};

/// Opens a conversation, and returns its id.
async fn ask(member: &Member<'_>, question: &str) -> String {
    let answer = member
        .post("/message", &json!({ "message": question }))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["msg"], "提交成功");
    answer.json()["data"]["id"].as_str().unwrap().to_owned()
}

/// The rows of the member's list.
async fn listed(member: &Member<'_>) -> Vec<Value> {
    let answer = member.get("/message/list?pageNum=1&pageSize=12").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["rows"].as_array().unwrap().clone()
}

/// The entries of a conversation, with their authors.
async fn entries_of(member: &Member<'_>, id: &str) -> Vec<(i64, String)> {
    let answer = member.get(&format!("/message/{id}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let rows = answer.json()["rows"].as_array().unwrap().clone();
    let entry = |row: &Value| {
        let text = row["message"].as_str().unwrap().to_owned();
        (row["type"].as_i64().unwrap(), text)
    };
    rows.iter().map(entry).collect()
}

/// Sets the number of entries of every conversation.
fn set_entries(t: &TestApp, entries: i32) {
    let change = diesel::update(messages::table).set(messages::entries.eq(entries));
    t.app
        .state
        .db
        .write_now::<_, ApiError, _>(|conn| Ok(change.execute(conn)?))
        .unwrap();
}

both! {
    async fn a_member_opens_continues_and_closes_a_conversation(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let first = ask(&member, "有没有<b>高清</b>版本？").await;
        t.clock.advance(60_000);
        let second = ask(&member, "  第二个问题\n").await;
        let rows = listed(&member).await;
        assert_eq!(rows, [
            json!({ "id": second, "message": "  第二个问题\n", "status": 0, "createTime": "2026-09-21 22:14:20", "updateTime": "2026-09-21 22:14:20", "unread": false }),
            json!({ "id": first, "message": "有没有<b>高清</b>版本？", "status": 0, "createTime": "2026-09-21 22:13:20", "updateTime": "2026-09-21 22:13:20", "unread": false }),
        ]);
        t.clock.advance(60_000);
        let further = member.post("/message/data", &json!({ "messageId": first, "message": "😀".repeat(150) })).await;
        assert_eq!((further.status.as_u16(), further.json()), (200, json!({ "code": 200, "msg": "提交成功" })));
        let rows = listed(&member).await;
        assert_eq!((&rows[0]["id"], &rows[0]["updateTime"]), (&json!(first), &json!("2026-09-21 22:15:20")));
        assert_eq!(entries_of(&member, &first).await, [(0, "有没有<b>高清</b>版本？".to_owned()), (0, "😀".repeat(150))]);
        for _ in 0..2 {
            let closed = member.post("/message/update", &json!({ "id": first })).await;
            assert_eq!((closed.status.as_u16(), closed.json()), (200, json!({ "code": 200, "msg": "已关闭该话题" })));
        }
        assert_eq!(listed(&member).await[0]["status"], 9);
        let rejected = member.post("/message/data", &json!({ "messageId": first, "message": "还在吗" })).await;
        rejected.assert_fails(422, "message_closed");
        assert_eq!((&rejected.json()["code"], &rejected.json()["msg"]), (&json!(402), &json!("该话题已关闭")));
        assert_eq!(entries_of(&member, &first).await.len(), 2);
    }

    async fn a16_an_empty_or_too_long_text_is_rejected(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let id = ask(&member, "问").await;
        for (text, msg) in [("", "请填写后提交"), (" \n\u{3000}", "请填写后提交"), (&*"长".repeat(151), "内容最多150个字符"), ("a\0b", "内容包含无法识别的字符")] {
            for (path, form) in [("/message", json!({ "message": text })), ("/message/data", json!({ "messageId": id, "message": text }))] {
                let rejected = member.post(path, &form).await;
                rejected.assert_fails(400, "bad_request");
                assert_eq!(rejected.json()["msg"], msg, "{path} {text:?}");
            }
        }
        for (path, form) in [
            ("/message", json!({})), ("/message", json!({ "message": 5 })), ("/message", json!({ "message": null })),
            ("/message/data", json!({ "message": "问" })), ("/message/data", json!({ "messageId": "x", "message": "问" })),
            ("/message/update", json!({})), ("/message/update", json!({ "id": -1 })),
        ] {
            member.post(path, &form).await.assert_fails(400, "bad_request");
        }
        member.post("/message", &json!({ "message": "问", "appId": "other" })).await.assert_fails(422, "app_unknown");
        // Unknown fields change nothing.
        let more = json!({ "message": "问", "status": 9, "userId": "1", "unread": true });
        assert_eq!(member.post("/message", &more).await.status, 200);
        assert_eq!(listed(&member).await.iter().map(|row| row["status"].as_i64().unwrap()).collect::<Vec<_>>(), [0, 0]);
        for bad in ["pageNum=0", "pageSize=101", "pageNum=x"] {
            member.get(&format!("/message/list?{bad}")).await.assert_fails(400, "bad_request");
        }
        assert!(member.get("/message/list?pageNum=2").await.json()["rows"].as_array().unwrap().is_empty());
    }

    async fn a_missing_conversation_is_not_found(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let id = "910000000000000009";
        member.get(&format!("/message/{id}")).await.assert_fails(404, "not_found");
        member.get("/message/x").await.assert_fails(404, "not_found");
        member.post("/message/data", &json!({ "messageId": id, "message": "问" })).await.assert_fails(404, "not_found");
        let rejected = member.post("/message/update", &json!({ "id": id })).await;
        rejected.assert_fails(404, "not_found");
        assert_eq!(rejected.json()["msg"], "设置失败");
    }

    async fn open_conversations_and_their_entries_are_limited(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let first = ask(&member, "问").await;
        for _ in 1..20 {
            ask(&member, "问").await;
        }
        member.post("/message", &json!({ "message": "问" })).await.assert_fails(422, "too_many_messages");
        member.post("/message/update", &json!({ "id": first })).await;
        let latest = ask(&member, "问").await;
        set_entries(t, 199);
        let further = json!({ "messageId": latest, "message": "再问" });
        assert_eq!(member.post("/message/data", &further).await.status, 200);
        member.post("/message/data", &further).await.assert_fails(422, "message_full");
        let support = t.operator("wang-yuanshan", Role::Support).await;
        let reply = json!({ "id": latest, "message": "有" });
        support.admin_edit("/messages/reply", &reply).await.assert_fails(422, "message_full");
        assert_eq!(entries_of(&member, &latest).await.len(), 2);
        let closed = json!({ "messageId": first, "message": "再问" });
        member.post("/message/data", &closed).await.assert_fails(422, "message_closed");
    }

    async fn concurrent_messages_count_like_sequential_ones(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let form = json!({ "message": "问" });
        let answers = join_all((0..24).map(|_| member.post("/message", &form))).await;
        let good = answers.iter().filter(|answer| answer.status == 200).count();
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(422, "too_many_messages");
        }
        assert_eq!(good, 20);
        let id = listed(&member).await[0]["id"].as_str().unwrap().to_owned();
        set_entries(t, 195);
        let further = json!({ "messageId": id, "message": "再问" });
        let answers = join_all((0..12).map(|_| member.post("/message/data", &further))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 5);
        assert_eq!(entries_of(&member, &id).await.len(), 6);
    }

    async fn messages_are_exported_and_deleted_with_the_account(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let id = ask(&member, "问").await;
        member.post("/message/data", &json!({ "messageId": id, "message": "再问" })).await;
        let exported = member.get("/user/export").await.json()["data"]["messages"].clone();
        assert_eq!(exported, json!([{
            "id": id, "status": 0, "createTime": "2026-09-21 22:13:20",
            "entries": [
                { "type": 0, "message": "问", "createTime": "2026-09-21 22:13:20" },
                { "type": 0, "message": "再问", "createTime": "2026-09-21 22:13:20" },
            ],
        }]));
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        let left: i64 = t.app.state.db.read_now::<_, ApiError, _>(|conn| Ok(messages::table.count().get_result(conn)?)).unwrap();
        assert_eq!(left, 0);
    }
}

#[actix_web::test]
async fn t11_an_address_sends_six_messages_a_minute() {
    let t = TestApp::with(&[("MESSAGES_PER_MINUTE", "6")]).await;
    let (one, other) = (
        t.member("lin-xiaoyue").await,
        t.member("wang-yuanshan").await,
    );
    let id = ask(&one, "问").await;
    for member in [&one, &other, &one, &other] {
        ask(member, "问").await;
    }
    let further = json!({ "messageId": id, "message": "再问" });
    assert_eq!(one.post("/message/data", &further).await.status, 200);
    for (path, form) in [
        ("/message", json!({ "message": "问" })),
        ("/message/data", further),
    ] {
        let rejected = other.post(path, &form).await;
        rejected.assert_fails(429, "rate_limited");
        assert_eq!(rejected.header("retry-after"), "10");
    }
    t.clock.advance(10_000);
    ask(&other, "问").await;
}

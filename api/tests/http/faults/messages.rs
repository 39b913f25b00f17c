//! Conversations with support.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_db::schema::messages;

use super::account::post;
use super::walk::{Walk, operation};
use crate::pay::write;
use crate::support::TestApp;
use crate::support::member::Member;

pub async fn walk(walk: &Walk<'_>) {
    let t = walk.t;
    let member = t.member("lin_messages").await;
    walk.persist(operation("POST /v2/message"), async || {
        close_all(t);
        post(
            &member,
            "/v2/message",
            &json!({ "message": "有没有高清版本？" }),
        )
    })
    .await;
    walk.persist(operation("POST /v2/message/data"), async || {
        let form =
            json!({ "messageId": new_conversation(t, &member).await, "message": "再问一下" });
        post(&member, "/v2/message/data", &form)
    })
    .await;
    walk.persist(operation("POST /v2/message/update"), async || {
        let form = json!({ "id": new_conversation(t, &member).await });
        post(&member, "/v2/message/update", &form)
    })
    .await;
    for (path, logged, answer) in [
        (
            "POST /admin/messages/reply",
            "messages.reply",
            json!("有的"),
        ),
        ("POST /admin/messages/close", "messages.close", Value::Null),
    ] {
        walk.persist(operation(path).logged(logged), async || {
            let mut form = json!({ "id": new_conversation(t, &member).await });
            if !answer.is_null() {
                form["message"] = answer.clone();
            }
            let path = path.trim_start_matches("POST /admin");
            let form = walk.admin.with_version(path, &form).await;
            post(&walk.admin, &format!("/admin{path}"), &form)
        })
        .await;
    }
    let edit = operation("POST /admin/messages/edit").logged("messages.edit");
    walk.persist(edit, async || {
        let form =
            json!({ "id": new_conversation(t, &member).await, "tags": ["付款"], "note": "看一下" });
        let form = walk.admin.with_version("/messages/edit", &form).await;
        post(&walk.admin, "/admin/messages/edit", &form)
    })
    .await;
    let templates = operation("POST /admin/messages/templates").logged("messages.templates");
    walk.persist(templates, async || {
        let stored = walk.admin.admin_get("/messages/templates").await.json();
        let version = stored["data"]["version"].clone();
        let form = json!({ "version": version, "templates": [format!("您好 {version}")] });
        post(&walk.admin, "/admin/messages/templates", &form)
    })
    .await;
}

/// A member's conversations are limited, both the open ones and those of a day.
fn close_all(t: &TestApp) {
    write(t, |conn| {
        diesel::update(messages::table)
            .set((messages::status.eq(9_i16), messages::created_at.eq(0)))
            .execute(conn)
    });
}

/// The id of a new conversation.
async fn new_conversation(t: &TestApp, member: &Member<'_>) -> Value {
    close_all(t);
    let form = json!({ "message": "有没有高清版本？" });
    let new_conversation = member.post("/message", &form).await;
    assert_eq!(new_conversation.status, 200, "{}", new_conversation.text());
    let open = member.get("/message/list").await.json();
    let open = open["rows"].as_array().unwrap();
    open.iter().find(|row| row["status"] == 0).unwrap()["id"].clone()
}

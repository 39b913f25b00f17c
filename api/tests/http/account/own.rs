//! The member's own account: sessions, password, export and deletion; another member's account can be
//! neither seen nor changed (A13 of docs/attacks.md).

use serde_json::json;

use crate::support::TestApp;
use crate::support::member::{Member, PASSWORD, pair};

const NEW: &str = "loud-river-28";

async fn sessions(member: &Member<'_>) -> Vec<(String, bool)> {
    let rows = member.get("/user/sessions").await.json();
    let rows = rows["rows"].as_array().unwrap().clone();
    let id = |row: &serde_json::Value| row["id"].as_str().unwrap().to_owned();
    rows.iter()
        .map(|row| (id(row), row["current"].as_bool().unwrap()))
        .collect()
}

fn end(id: &str) -> String {
    format!("/user/sessions/{id}/end")
}

both! {
    async fn a_member_sees_and_ends_their_sessions(t: &TestApp) {
        let phone = t.registered("lin_xia").await;
        t.clock.advance(60_000);
        let desktop = t.signed_in("lin_xia").await;
        let listed = sessions(&desktop).await;
        assert_eq!(listed.iter().map(|(_, current)| *current).collect::<Vec<_>>(), [true, false]);
        let rows = desktop.get("/user/sessions").await.json();
        assert_eq!(rows["rows"][1]["network"], "127.0.0.0/24");
        assert_eq!(rows["rows"][1]["createTime"], "2026-09-21 22:13:20");
        assert_eq!(rows["rows"][1]["expireTime"], "2026-09-28 22:13:20");
        for _ in 0..2 {
            assert_eq!(desktop.post(&end(&listed[1].0), &json!({})).await.status, 200);
        }
        phone.get("/user/sessions").await.assert_fails(401, "token_invalid");
        phone.refresh().await.assert_fails(403, "session_ended");
        assert_eq!(sessions(&desktop).await.len(), 1);
        assert_eq!(desktop.post(&end(&listed[0].0), &json!({})).await.status, 200);
        desktop.get("/user/getInfo").await.assert_fails(401, "token_invalid");
    }

    async fn another_members_session_is_not_found(t: &TestApp) {
        let (one, other) = (t.registered("lin_xia").await, t.registered("wang_hai").await);
        let (of_one, of_other) = (sessions(&one).await, sessions(&other).await);
        assert!(of_one.iter().all(|session| !of_other.contains(session)));
        let strip = |answer: crate::support::client::Answer| {
            answer.assert_fails(404, "not_found");
            let mut body = answer.json();
            body["requestId"] = json!("");
            body
        };
        let foreign = strip(other.post(&end(&of_one[0].0), &json!({})).await);
        for missing in ["920000000000000001", "9223372036854775808", "1", "abc", "-5", "007", "%2e%2e"] {
            assert_eq!(strip(other.post(&end(missing), &json!({})).await), foreign, "{missing}");
        }
        assert_eq!(one.get("/user/getInfo").await.json()["user"]["userId"], one.id);
        pair(&one.refresh().await);
        let export = other.get("/user/export").await.text();
        assert!(!export.contains("lin_xia") && !export.contains(&of_one[0].0));
    }

    async fn a_new_password_ends_the_other_sessions_and_keeps_this_one(t: &TestApp) {
        let (member, elsewhere) = (t.registered("lin_xia").await, t.signed_in("lin_xia").await);
        let change = |old: &str, new: &str, again: &str| json!({ "oldPassword": old, "newPassword": new, "confirmPassword": again });
        member.post("/user/password", &change("wrong-password", NEW, NEW)).await.assert_fails(422, "password_wrong");
        let differ = member.post("/user/password", &change(PASSWORD, NEW, "loud-river-29")).await;
        differ.assert_fails(422, "passwords_differ");
        assert_eq!(differ.json()["msg"], "两次密码输出不一致,请重新输入");
        member.post("/user/password", &change(PASSWORD, "short", "short")).await.assert_fails(400, "bad_request");
        member.post("/user/password", &change(PASSWORD, "password1", "password1")).await.assert_fails(422, "password_common");
        assert_eq!(elsewhere.get("/user/sessions").await.status, 200);

        assert_eq!(member.post("/user/password", &change(PASSWORD, NEW, NEW)).await.status, 200);
        elsewhere.get("/user/sessions").await.assert_fails(401, "token_invalid");
        elsewhere.refresh().await.assert_fails(403, "session_ended");
        assert_eq!(sessions(&member).await.len(), 1);
        pair(&member.refresh().await);
        t.login("lin_xia", PASSWORD).await.assert_fails(422, "bad_credentials");
        assert_eq!(t.login("lin_xia", NEW).await.status, 200);
    }

    async fn the_oldest_of_too_many_sessions_ends(t: &TestApp) {
        let first = t.registered("lin_xia").await;
        for _ in 0..20 {
            t.clock.advance(1_000);
            t.signed_in("lin_xia").await;
        }
        first.refresh().await.assert_fails(403, "session_ended");
        let last = t.signed_in("lin_xia").await;
        assert_eq!(sessions(&last).await.len(), 20);
    }

    async fn a_member_exports_their_data(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let answer = member.get("/user/export").await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
        assert_eq!(answer.header("content-disposition"), "attachment; filename=\"yingku.json\"");
        let data = &answer.json()["data"];
        assert_eq!(data["exportTime"], "2026-09-21 22:13:20");
        assert_eq!(data["account"]["userName"], "lin_xia");
        assert_eq!(data["account"]["email"], "somebody@example.org");
        assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
        for part in yingku_server::PERSONAL_DATA {
            assert!(!data[part.name].is_null(), "{}", part.name);
        }
        assert!(!answer.text().contains("argon2"), "the hash is exported");
    }

    async fn a_deleted_account_is_gone_and_its_name_is_free(t: &TestApp) {
        let (member, other) = (t.registered("lin_xia").await, t.registered("wang_hai").await);
        member.post("/user/delete", &json!({ "password": "wrong-password" })).await.assert_fails(422, "password_wrong");
        assert_eq!(member.get("/user/getInfo").await.status, 200);
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        member.get("/user/getInfo").await.assert_fails(401, "token_invalid");
        member.refresh().await.assert_fails(403, "session_ended");
        t.login("lin_xia", PASSWORD).await.assert_fails(422, "bad_credentials");
        let again = t.registered("lin_xia").await;
        assert_ne!(again.id, member.id);
        assert_eq!(other.get("/user/getInfo").await.status, 200);
    }
}

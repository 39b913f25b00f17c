//! Ids and other whole numbers in bodies are text or exact: after a float conversion they may mean another work.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{liked, works};
use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::member::Member;

/// Sends a body verbatim.
async fn raw(
    t: &TestApp,
    member: &Member<'_>,
    path: &str,
    body: &str,
) -> crate::support::client::Answer {
    let call = Call::post(&format!("/prod-api{path}"), &Value::Null).body(body);
    t.send(call.bearer(&member.access)).await
}

both! {
    async fn a_numeric_id_is_rejected_and_changes_nothing(t: &TestApp) {
        let work = works(t, 1).await[0].clone();
        let member = t.member("lin-xiaoyue").await;
        for number in [&work, &format!("{work}.0"), "9.12191741661020893e17", "1e3", "9223372036854775808", "18446744073709551616", "912191741661020893.0", "-1", "0"] {
            for (path, body) in [
                ("/v2/user/like", format!(r#"{{"status":0,"dataId":{number}}}"#)),
                ("/v2/user/collect/adds", format!(r#"{{"status":0,"dataId":{number}}}"#)),
                ("/v2/user/collect/adds", format!(r#"{{"status":0,"dataId":"{work}","cateId":{number}}}"#)),
                ("/v2/user/collect/edit", format!(r#"{{"status":0,"dataId":"{work}","cateIds":[{number}]}}"#)),
            ] {
                raw(t, &member, path, &body).await.assert_fails(400, "bad_request");
            }
        }
        for status in ["0.0", "9.0", "0e0", "9e0", "-0"] {
            raw(t, &member, "/v2/user/like", &format!(r#"{{"status":{status},"dataId":"{work}"}}"#)).await.assert_fails(400, "bad_request");
        }
        raw(t, &member, "/v2/user/collect/cate/", r#"{"cateName":"好看","isPrivate":1.0}"#).await.assert_fails(400, "bad_request");
        assert_eq!(liked(&member).await, [""; 0]);
        assert_eq!(member.get("/user/collect/detail/list").await.json()["total"], 0);
        let exact = format!(r#"{{"status":0,"dataId":"{work}"}}"#);
        assert_eq!(raw(t, &member, "/v2/user/like", &exact).await.status, 200);
        assert_eq!(liked(&member).await, [work]);
    }

    async fn operators_send_exact_numbers_too(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        for (path, form) in [
            ("/plans/create", json!({ "name": "VIP周卡", "price": "9.90", "days": 7.0, "kind": "time" })),
            ("/terms/create", json!({ "kind": "tag", "modId": 1.0, "name": "高清" })),
            ("/works/create", json!({ "channel": "censored", "number": "ABC-1", "title": "甲", "pubTime": "2026-09-01", "duration": 90.0 })),
            ("/works/create", json!({ "channel": "censored", "number": "ABC-1", "title": "甲", "pubTime": "2026-09-01", "isOnline": 1e0 })),
            ("/imports", json!({ "name": "films.ndjson", "size": 100.0 })),
            ("/codes/create", json!({ "planId": 1_000_000_000_000_001.0, "count": 1 })),
        ] {
            let answer = admin.admin_post(path, &form).await;
            assert_ne!(answer.status, 404, "{path}");
            answer.assert_fails(400, "bad_request");
        }
    }
}

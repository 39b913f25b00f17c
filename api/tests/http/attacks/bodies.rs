//! Malformed and cross-site bodies on every operation of the contract that takes one.

use serde_json::{Value, json};

use super::contract::{Operation, operations, user_with_every_permission};
use crate::support::TestApp;
use crate::support::client::Call;

/// The operations with a JSON body.
fn with_body() -> Vec<Operation> {
    let mut all = operations();
    // Payment providers use their own formats.
    all.retain(|call| call.body.is_some() && !call.path.contains("/pay/notify/"));
    assert!(all.len() > 40, "{}", all.len());
    all
}

/// The largest accepted body of an operation.
fn max_bytes(call: &Operation) -> usize {
    yingku_server::LARGE_BODY_ENDPOINTS.max_bytes(&call.at(super::contract::NOTHING))
}

both! {
    async fn a5_a_malformed_body_is_rejected_by_every_operation(t: &TestApp) {
        let somebody = user_with_every_permission(t, "lin_xia").await;
        let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
        let deep_inside = format!("{{\"x\":{deep}}}");
        for call in with_body() {
            let good = call.body.as_ref().unwrap().example.to_string();
            let first = call.body.as_ref().unwrap().properties.iter();
            let first = first.map(|(name, _)| name).find(|name| good.contains(&format!("\"{name}\":")));
            // A duplicate field, a lone surrogate, a byte order mark, half a character.
            let twice = first.map_or("{".to_owned(), |name| good.replacen('{', &format!("{{\"{name}\":null,"), 1));
            let half = first.map_or("{".to_owned(), |name| format!("{{\"{name}\":\"\\ud800\"}}"));
            let marked = format!("\u{feff}{good}");
            for bad in ["", "{", "null", "7", "\"x\"", "[1]", &deep, &twice, &half, &marked, &format!("{good}{good}")] {
                let answer = t.send(call.posting(bad).bearer(&somebody.access)).await;
                let start: String = bad.chars().take(60).collect();
                assert_eq!((answer.status.as_u16(), &*answer.error()), (400, "bad_request"), "{} {start}: {}", call, answer.text());
            }
            // Unknown fields are ignored, however deeply nested.
            let answer = t.send(call.posting(&*deep_inside).bearer(&somebody.access)).await;
            assert!(answer.status.as_u16() < 500, "{}: {}", call, answer.text());
            let answer = t.send(call.posting(&b"{\"\xff\xfe\":1}"[..]).bearer(&somebody.access)).await;
            assert_eq!(answer.status, 400, "{}", call);
            let large = vec![b' '; max_bytes(&call) + 1];
            t.send(call.posting(large).bearer(&somebody.access)).await.assert_fails(413, "body_too_large");
            let packed = call.posting(&b"\x1f\x8b"[..]).header("content-encoding", "gzip");
            t.send(packed.bearer(&somebody.access)).await.assert_fails(415, "unsupported_content");
        }
    }

    async fn a5_an_invalid_field_is_rejected_and_is_never_a_server_error(t: &TestApp) {
        let somebody = user_with_every_permission(t, "lin_xia").await;
        let mut tried = 0;
        for call in with_body() {
            let body = call.body.as_ref().unwrap();
            for (name, schema) in &body.properties {
                let is_text = schema["type"] == "string" && schema["enum"].is_null();
                let bad = match is_text {
                    // PostgreSQL cannot store NUL in text.
                    true => vec![json!("a\u{0}b"), json!("\u{0}"), json!("长".repeat(20_000)), json!([]), json!({ "x": 1 })],
                    false => vec![json!("\u{0}"), json!(-1), json!(1e300), json!({ "x": [[]] })],
                };
                for value in bad {
                    let mut form = body.example.clone();
                    form[name] = value;
                    let sent = call.posting(form.to_string()).bearer(&somebody.access);
                    let answer = t.send(sent).await;
                    let start: String = form[name].to_string().chars().take(40).collect();
                    // Ignored fields may have any value.
                    let unread = ["rememberMe"].contains(&&**name);
                    assert!(unread || answer.status.is_client_error(), "{} {name}={start}: {} {}", call, answer.status, answer.text());
                    assert_ne!(answer.status, 401, "{}", call);
                    tried += 1;
                }
            }
        }
        assert!(tried > 200, "{tried}");
        assert_eq!(somebody.get("/user/getInfo").await.status, 200);
    }

    async fn a5_unknown_fields_change_nothing(t: &TestApp) {
        t.import(&[film_of("ABC-1"), film_of("ABC-2")]);
        let works = t.rows("/works/detail/list").await;
        let id = |at: usize| works[at]["id"].as_str().unwrap().to_owned();
        let (member, other) = (t.registered("lin_xia").await, t.registered("wang_yu").await);
        let with = |mut form: Value| {
            for (name, value) in [
                ("userId", json!(other.id)), ("levelId", json!(2)), ("vipUntil", json!(4_000_000_000_i64)), ("role", json!("admin")),
                ("price", json!("0.01")), ("fen", json!(1)), ("isDefault", json!(true)), ("createTime", json!("2020-01-01 00:00:00")),
            ] {
                form[name] = value;
            }
            form
        };
        let before = other.get("/user/export").await.json()["data"].clone();
        for (path, form) in [
            ("/user/like", json!({ "status": 0, "dataId": id(0) })),
            ("/user/collect/adds", json!({ "status": 0, "dataId": id(1) })),
            ("/user/collect/cate/", json!({ "cateName": "山" })),
            ("/message", json!({ "message": "问" })),
            ("/orders/submit", json!({ "groupId": "1000000000000003", "payChannel": "alipay" })),
            ("/user/keys", json!({ "name": "客厅" })),
        ] {
            let answer = member.post(path, &with(form)).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        }
        assert_eq!(other.get("/user/export").await.json()["data"], before);
        let info = member.get("/user/getInfo").await.json();
        assert_eq!((&info["level"]["levelId"], &info["roles"], &info["permissions"]), (&json!(1), &json!(["member"]), &json!([])));
        assert_eq!(member.get("/orders/list").await.json()["rows"][0]["price"], "30.00");
        assert_eq!(member.get("/message/list").await.json()["rows"][0]["createTime"], "2026-09-21 22:13:20");
    }

    async fn a6_a_cross_site_form_changes_nothing(t: &TestApp) {
        let somebody = user_with_every_permission(t, "lin_xia").await;
        for call in with_body() {
            let good = call.body.as_ref().unwrap().example.to_string();
            let sent = |kind: &str| {
                let mut sent = call.posting(good.clone());
                sent.headers.clear();
                sent.header("content-type", kind)
            };
            // What a page can send cross-site without a preflight.
            for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
                let answer = t.send(sent(kind).bearer(&somebody.access)).await;
                answer.assert_fails(415, "unsupported_content");
                // Nor can it sign.
                t.send(sent(kind).unsigned()).await.assert_fails(401, "signature_missing");
            }
            // No cookie authenticates anybody.
            let cookies = format!("accessToken={0}; Authorization=Bearer {0}; refreshToken={1}; login=1", somebody.access, somebody.refresh);
            if call.needs_token {
                let answer = t.send(sent("application/json").header("cookie", &cookies)).await;
                answer.assert_fails(403, "login_required");
            }
        }
        let cookie = Call::get("/prod-api/v2/user/getInfo").header("cookie", &format!("accessToken={}", somebody.access));
        assert_eq!(t.send(cookie).await.json()["user"], Value::Null);
    }
}

fn film_of(number: &str) -> Value {
    crate::support::film(number, "山谷里的四季", json!({}))
}

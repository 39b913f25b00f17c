//! What responses reveal and what they do not: errors, caching, headers, and numbers too large for JavaScript.

use std::collections::BTreeSet;

use actix_web::http::Method;
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_db::DbError;
use yingku_db::schema::messages;
use yingku_http_kit::error::ErrorKind;

use super::contract::{NOTHING, operations, user_with_every_permission};
use crate::support::client::{Answer, Call};
use crate::support::listening::Listening;
use crate::support::raw::Raw;
use crate::support::{TestApp, films};

const TEXT: &str = "系统未知错误，请反馈给管理员";

fn assert_reveals_nothing(answer: &Answer) {
    answer.assert_fails(500, "internal");
    let body = answer.json();
    let fields: BTreeSet<&str> = body
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        fields,
        BTreeSet::from(["code", "error", "msg", "requestId"])
    );
    assert_eq!((&body["code"], &body["msg"]), (&json!(500), &json!(TEXT)));
    assert_eq!(answer.header("cache-control"), "no-store");
}

/// Paths outside the API, one of each kind.
const OTHERS: [&str; 14] = [
    "/healthz",
    "/readyz",
    "/openapi.yaml",
    "/docs",
    "/robots.txt",
    "/",
    "/index",
    "/nothing/here",
    "/assets/gone.js",
    "/media/covers/910000000000000001-small.svg",
    "/media/nothing",
    "/hls/x/1790021600/910000000000000001/index.m3u8",
    "/feeds/works.atom",
    "/torznab/api",
];

both! {
    async fn a26_a_server_error_does_not_reveal_its_cause(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let conversation = member.post("/message", &json!({ "message": "问" })).await.json();
        let further = json!({ "messageId": conversation["data"]["id"], "message": "再问" });
        let broken = t.app.state.db.maintain::<_, DbError, _>(|conn| {
            // A column that every statement names, and a table that does not exist.
            Ok(conn.batch_execute("ALTER TABLE vip_plans RENAME COLUMN name TO other; DROP TABLE message_entries")?)
        });
        broken.unwrap();
        assert_reveals_nothing(&t.get("/app/vip/list?status=0&appId=yingku").await);
        assert_reveals_nothing(&member.post("/message/data", &further).await);
        let wish = json!({ "groupId": "1000000000000003", "payChannel": "alipay" });
        assert_reveals_nothing(&member.post("/orders/submit", &wish).await);
        // Operations that need neither keep working.
        assert_eq!(member.get("/user/getInfo").await.status, 200);
    }

    async fn a27_member_responses_are_never_cached(t: &TestApp) {
        t.import(&films("censored", 2));
        let somebody = user_with_every_permission(t, "lin_xia").await;
        for call in operations().iter().filter(|call| call.method == Method::GET && call.knows_caller) {
            for inside in [NOTHING, "x"] {
                let target = if call.path.contains('{') { call.at(inside) } else { call.target("") };
                let answer = t.send(Call::get(&target).bearer(&somebody.access)).await;
                assert_eq!(answer.header("cache-control"), "no-store", "{target}: {}", answer.status);
                assert_eq!(answer.header("etag"), "", "{target}");
            }
        }
        // A work's page differs for members, and `Vary` tells caches so.
        let id = t.rows("/works/detail/list").await[0]["id"].as_str().unwrap().to_owned();
        let detail = format!("/works/detail/{id}");
        assert_eq!(somebody.get(&detail).await.header("cache-control"), "no-store");
        for public in [&detail, "/works/detail/list", "/tag/list?modId=1", "/works/performer/list", "/tag/channel?modId=1"] {
            let answer = t.get(public).await;
            let vary = answer.header("vary").to_lowercase();
            assert!(answer.header("etag").starts_with("W/\"") && vary.contains("authorization"), "{public}: {vary}");
            assert_eq!(answer.header("cache-control"), "public, no-cache", "{public}: revalidated each time");
        }
        for (path, form) in [("/user/login", json!({})), ("/user/register", json!({})), ("/user/like", json!({})), ("/dht/copy", json!({}))] {
            assert_eq!(t.post(path, &form).await.header("cache-control"), "no-store", "{path}");
        }
    }

    async fn a28_every_response_has_its_security_headers(t: &TestApp) {
        let somebody = user_with_every_permission(t, "lin_xia").await;
        let mut calls: Vec<Call> = OTHERS.map(|path| Call::get(path).unsigned()).into();
        calls.extend(OTHERS.map(|path| Call::new(Method::HEAD, path).unsigned()));
        for call in operations().iter().filter(|call| call.method == Method::GET) {
            calls.push(Call::get(&call.target("")).bearer(&somebody.access));
            calls.push(Call::get(&call.target("")).unsigned());
        }
        for call in calls {
            let shown = format!("{} {}", call.method, call.target);
            let answer = match call.signed {
                true => t.send(call).await,
                false => t.send_plain(call).await,
            };
            for (name, value) in [
                ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"), ("x-frame-options", "DENY"),
                ("cross-origin-opener-policy", "same-origin-allow-popups"), ("access-control-allow-origin", ""), ("server", ""), ("set-cookie", ""),
            ] {
                assert_eq!(answer.header(name), value, "{shown}");
            }
            let policy = answer.header("content-security-policy");
            assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("script-src 'unsafe"), "{shown}: {policy}");
            let kind = answer.header("content-type");
            assert!(!kind.starts_with("text/") || kind.ends_with("; charset=utf-8"), "{shown}: {kind}");
            // JSON has no other encoding (RFC 8259 §8.1).
            assert!(!kind.contains("charset") || kind.ends_with("charset=utf-8"), "{shown}: {kind}");
        }
        let page = t.send_plain(Call::get("/index")).await;
        let policy = page.header("content-security-policy");
        for part in ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"] {
            assert!(policy.contains(part), "{part}: {policy}");
        }
    }

    async fn a29_the_largest_id_round_trips(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let now = t.app.state.now();
        let row = (
            messages::id.eq(i64::MAX), messages::user_id.eq(member.id.parse::<i64>().unwrap()), messages::question.eq("问"),
            messages::status.eq(0_i16), messages::unread.eq(false), messages::entries.eq(1),
            messages::status_since.eq(now), messages::created_at.eq(now), messages::updated_at.eq(now),
        );
        let insert = diesel::insert_into(messages::table).values(row);
        t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(insert.execute(conn)?)).unwrap();
        let rows = member.get("/message/list").await.json()["rows"].clone();
        assert_eq!(rows[0]["id"], "9223372036854775807");
        assert_eq!(member.get("/message/9223372036854775807").await.status, 200);
        let exported = member.get("/user/export").await.json()["data"]["messages"].clone();
        assert_eq!(exported[0]["id"], "9223372036854775807");
        // As a number it would have lost its last digits.
        member.post("/message/update", &json!({ "id": i64::MAX })).await.assert_fails(400, "bad_request");
        assert_eq!(member.post("/message/update", &json!({ "id": "9223372036854775807" })).await.status, 200);
        member.get("/message/9223372036854775806").await.assert_fails(404, "not_found");
        member.get("/message/9223372036854775808").await.assert_fails(404, "not_found");
    }
}

#[actix_web::test]
async fn a28_responses_to_unparsed_requests_have_them_too() {
    let t = TestApp::on_sqlite().await;
    let _listening = Listening::start(&t);
    for request in [
        "NONSENSE\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET /index HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 99999999\r\n\r\n",
    ] {
        let response = Raw::connect(t.address.local_addr().unwrap())
            .await
            .ask(request);
        assert!(response.status() >= 400);
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("server", ""),
        ] {
            assert_eq!(response.header(name), value, "{request}");
        }
        assert!(
            response
                .header("content-security-policy")
                .contains("default-src 'none'")
        );
    }
}

/// By default the service verifies stream signatures itself; nginx has another scheme.
#[test]
fn nginx_leaves_streams_to_the_service_by_default() {
    let conf = include_str!("../../../../deploy/nginx.conf");
    assert!(!conf.contains("/hls/("), "{conf}");
    let streams = include_str!("../../../../deploy/nginx-streams.conf");
    assert!(streams.contains("location ~ \"^/hls/("));
}

/// TLS ends at nginx, so HTTPS-only headers are set there; a location with headers of its own has to repeat them.
#[test]
fn a28_nginx_sends_hsts_everywhere() {
    let conf = include_str!("../../../../deploy/nginx.conf");
    let header =
        "add_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;";
    let (_, https) = conf.split_once("listen 443 ssl").unwrap();
    let (of_server, locations) = https.split_once("\n    location ").unwrap();
    assert!(of_server.contains(header));
    let streams = include_str!("../../../../deploy/nginx-streams.conf");
    for location in locations
        .split("location ")
        .chain(streams.split("location "))
    {
        assert!(
            !location.contains("add_header") || location.contains(header),
            "{location}"
        );
    }
}

/// Requests that nginx rejects before they reach the service get the same envelope.
#[test]
fn nginx_rejects_requests_as_the_service_does() {
    let conf = include_str!("../../../../deploy/nginx.conf");
    let calls = conf
        .split("\n    location ")
        .filter(|it| it.contains("/prod-api/"));
    let mut locations = 0;
    for location in calls.filter(|it| it.contains("proxy_pass")) {
        locations += 1;
        for page in [
            "413 @call_too_large",
            "429 @call_too_often",
            "502 504 = @call_away",
        ] {
            assert!(
                location.contains(&format!("error_page {page};")),
                "{location}"
            );
        }
    }
    assert_eq!(locations, 5);
    for (kind, place) in [
        (ErrorKind::BodyTooLarge, "@call_too_large"),
        (ErrorKind::RateLimited, "@call_too_often"),
        (ErrorKind::Busy, "@call_away"),
    ] {
        let (_, location) = conf.split_once(&format!("location {place} {{")).unwrap();
        let (_, inlined) = location
            .split_once(&format!("return {} '", kind.status()))
            .unwrap();
        let body: Value = serde_json::from_str(inlined.split_once('\'').unwrap().0).unwrap();
        let reported = (&body["code"], &body["msg"], &body["error"]);
        let (code, msg, word) = (json!(kind.code()), json!(kind.text()), json!(kind.as_str()));
        assert_eq!(reported, (&code, &msg, &word));
        assert!(body["requestId"].is_string());
    }
}

#[actix_web::test]
async fn a26_an_unavailable_database_is_reported_without_its_address() {
    let (t, proxy) = TestApp::through_proxy(&[("DATABASE_WAIT_MS", "200")]).await;
    assert_eq!(
        t.get("/app/vip/list?status=0&appId=yingku").await.status,
        200
    );
    proxy.behave(crate::support::proxy::FaultMode::Swallow);
    let answer = t.get("/dht/list?keyword=ABC-1").await;
    answer.assert_fails(503, "busy");
    let body = answer.json();
    assert_eq!(body["code"], json!(500));
    for detail in ["postgres", "connection", "timeout", "sql"] {
        assert!(!answer.text().to_lowercase().contains(detail), "{body}");
    }
    assert_ne!(body["msg"], Value::Null);
}

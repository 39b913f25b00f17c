//! Access tokens on member operations, and logging out (A9 of docs/attacks.md).

use actix_web::http::Method;
use serde_json::json;
use yingku_signer::client::Signer;

use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::member::pair;

const SESSIONS: &str = "/prod-api/v2/user/sessions";
const INFO: &str = "/prod-api/v2/user/getInfo";
const LOGOUT: &str = "/prod-api/v2/user/logout";

/// Every member operation, with a body valid enough to be read.
const OF_MEMBERS: [(&str, &str); 21] = [
    ("GET", "/prod-api/v2/user/sessions"),
    ("POST", "/prod-api/v2/user/sessions/920000000000000001/end"),
    ("POST", "/prod-api/v2/user/password"),
    ("GET", "/prod-api/v2/user/export"),
    ("POST", "/prod-api/v2/user/delete"),
    ("POST", "/prod-api/v2/user/activation"),
    ("GET", "/prod-api/v2/user/downloads"),
    ("POST", "/prod-api/v2/user/email"),
    ("POST", "/prod-api/v2/user/recovery/code"),
    ("POST", "/prod-api/v2/user/follow"),
    ("GET", "/prod-api/v2/user/follow/list"),
    ("GET", "/prod-api/v2/user/follow/works"),
    ("GET", "/prod-api/v2/user/follow/works/facets"),
    ("GET", "/prod-api/v2/user/follow/920000000000000001"),
    ("GET", "/prod-api/v2/user/hidden"),
    ("PUT", "/prod-api/v2/user/hidden"),
    ("GET", "/prod-api/v2/user/filters"),
    ("PUT", "/prod-api/v2/user/filters"),
    ("GET", "/prod-api/v2/user/keys"),
    ("POST", "/prod-api/v2/user/keys"),
    ("POST", "/prod-api/v2/user/keys/920000000000000001/delete"),
];

fn of_members() -> impl Iterator<Item = Call> {
    OF_MEMBERS.into_iter().map(|(method, target)| {
        let form = json!({
            "oldPassword": "quiet-river-27", "newPassword": "loud-river-28", "confirmPassword": "loud-river-28",
            "password": "quiet-river-27", "code": "12345678", "dataId": "920000000000000001", "status": 0,
            "ids": [], "filters": [], "name": "reader",
        });
        match method {
            "GET" => Call::get(target),
            "PUT" => Call::put(target, &form),
            _ => Call::post(target, &form),
        }
    })
}

both! {
    async fn an_expired_token_requires_a_refresh(t: &TestApp) {
        let mut member = t.registered("lin_xia").await;
        t.clock.advance(899_000);
        assert_eq!(member.get("/user/sessions").await.status, 200);
        t.clock.advance(1_000);
        for path in ["/user/sessions", "/user/getInfo"] {
            let answer = member.get(path).await;
            answer.assert_fails(401, "token_expired");
            assert_eq!((&answer.json()["code"], &answer.json()["msg"]), (&json!(401), &json!("认证失败，无法访问系统资源")));
            assert_eq!(answer.header("www-authenticate"), "Bearer error=\"token_expired\"");
        }
        let answer = member.refresh().await;
        member.take(&answer);
        assert_eq!(member.get("/user/sessions").await.status, 200);
    }

    async fn logging_out_ends_the_session_even_with_an_expired_token(t: &TestApp) {
        for late_ms in [0, 900_000] {
            let name = format!("lin_xia_{late_ms}");
            let (member, other) = (t.registered(&name).await, t.signed_in(&name).await);
            t.clock.advance(late_ms);
            for _ in 0..2 {
                let answer = t.send(Call::new(Method::POST, LOGOUT).bearer(&member.access)).await;
                assert_eq!((answer.status.as_u16(), answer.json()), (200, json!({ "code": 200, "msg": "退出成功" })));
            }
            member.refresh().await.assert_fails(403, "session_ended");
            assert_eq!(member.get("/user/sessions").await.status, 401);
            pair(&other.refresh().await);
        }
    }
}

#[actix_web::test]
async fn a_member_operation_without_a_token_requires_login() {
    let t = TestApp::on_sqlite().await;
    for call in of_members() {
        let target = call.target.clone();
        let answer = t.send(call).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (403, "login_required"),
            "{target}"
        );
        assert_eq!(answer.json()["code"], 403);
    }
}

#[actix_web::test]
async fn the_list_of_member_operations_above_is_complete() {
    let document = serde_json::to_value(yingku_server::openapi::document()).unwrap();
    let mut described = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let ways = operation["security"].as_array();
            let needs = ways.is_some_and(|ways| ways.iter().all(|way| way.get("bearer").is_some()));
            if needs
                && path.starts_with("/v2/user/")
                && !path.contains("/collect")
                && !path.contains("/like")
            {
                let path = path.replace("{id}", "920000000000000001");
                described.push((method.to_uppercase(), format!("/prod-api{path}")));
            }
        }
    }
    let mut tried = OF_MEMBERS.map(|(method, target)| (method.to_owned(), target.to_owned()));
    described.sort();
    tried.sort();
    assert_eq!(described, tried);
}

#[actix_web::test]
async fn a_bad_token_is_rejected_by_every_operation() {
    let t = TestApp::on_sqlite().await;
    let member = t.registered("lin_xia").await;
    let (head, tail) = member.access.rsplit_once('.').unwrap();
    let (header, payload) = head.split_once('.').unwrap();
    let none = "eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0";
    let bad = [
        "x".to_owned(),
        "a.b.c".to_owned(),
        "x".repeat(8_192),
        head.to_owned(),
        format!("{head}."),
        format!("{none}.{payload}."),
        format!("{none}.{payload}.{tail}"),
        format!("{header}.{payload}A.{tail}"),
        member.access.split_at(member.access.len() - 1).0.to_owned(),
        member.refresh.clone(),
    ];
    for token in &bad {
        for target in [SESSIONS, INFO] {
            let answer = t.send(Call::get(target).bearer(token)).await;
            answer.assert_fails(401, "token_invalid");
            assert_eq!(answer.json()["code"], 401);
        }
    }
    for call in of_members() {
        t.send(call.bearer("a.b.c"))
            .await
            .assert_fails(401, "token_invalid");
    }
    let basic = Call::get(INFO).header("authorization", "Basic abc");
    t.send(basic).await.assert_fails(401, "token_invalid");
    let twice = Call::get(INFO).bearer(&member.access);
    t.send(twice.bearer(&member.access))
        .await
        .assert_fails(401, "token_invalid");
    assert_eq!(member.get("/user/getInfo").await.status, 200);
}

#[actix_web::test]
async fn a_stolen_token_is_useless_without_its_client_key() {
    let t = TestApp::on_sqlite().await;
    let member = t.registered("lin_xia").await;
    let thief = t.another_installation();
    for call in of_members() {
        let answer = t.send_as(&thief, call.bearer(&member.access)).await;
        answer.assert_fails(401, "token_invalid");
    }
    let logout = Call::new(Method::POST, LOGOUT).bearer(&member.access);
    assert_eq!(t.send_as(&thief, logout).await.status, 200);
    assert_eq!(member.get("/user/sessions").await.status, 200);
}

#[actix_web::test]
async fn without_bindings_a_token_works_with_any_client_key() {
    let t = TestApp::with(&[("TOKEN_BINDING", "off")]).await;
    let member = t.registered("lin_xia").await;
    let other: Signer = t.another_installation();
    let answer: Answer = t
        .send_as(&other, Call::get(SESSIONS).bearer(&member.access))
        .await;
    assert_eq!(answer.status, 200);
}

#[actix_web::test]
async fn logging_out_without_a_token_succeeds() {
    let t = TestApp::on_sqlite().await;
    for call in [
        Call::new(Method::POST, LOGOUT),
        Call::new(Method::POST, LOGOUT).bearer("a.b.c"),
        Call::new(Method::POST, LOGOUT).header("authorization", "x"),
    ] {
        assert_eq!(t.send(call).await.status, 200);
    }
}

//! Accounts, sessions and Torznab keys.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_db::schema::{login_failures, program_keys};

use super::walk::{Walk, operation};
use crate::pay::write;
use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::member::{Member, PASSWORD, login_form};

pub async fn walk(walk: &Walk<'_>) {
    coming_in(walk).await;
    sessions(walk).await;
    passwords(walk).await;
    keys(walk).await;
}

/// A member's request.
pub fn post(member: &Member<'_>, path: &str, form: &Value) -> Call {
    Call::post(&format!("/prod-api{path}"), form).bearer(&member.access)
}

/// Attempts cut off by a fault count as failures, which delay everybody.
fn expire_failures(t: &TestApp) {
    write(t, |conn| {
        diesel::delete(login_failures::table).execute(conn)
    });
}

async fn coming_in(walk: &Walk<'_>) {
    let t = walk.t;
    walk.persist(operation("POST /v2/user/register"), async || {
        let (uuid, code) = t.captcha().await;
        let form = json!({
            "userName": walk.name("somebody"), "password": PASSWORD, "confirmPassword": PASSWORD,
            "email": "somebody@example.org", "uuid": uuid, "code": code,
        });
        Call::post("/prod-api/v2/user/register", &form)
    })
    .await;
    for (name, operation) in [
        ("lin_xia", operation("POST /v2/user/login")),
        // An operator's sign-in is audited.
        (
            "office-admin",
            operation("POST /v2/user/login").logged("users.signin"),
        ),
    ] {
        if name == "lin_xia" {
            t.registered(name).await;
        }
        walk.persist(operation, async || {
            expire_failures(t);
            let (uuid, code) = t.captcha().await;
            let form = login_form(name, PASSWORD, &uuid, &code);
            Call::post("/prod-api/v2/user/login", &form)
        })
        .await;
    }
}

async fn sessions(walk: &Walk<'_>) {
    let t = walk.t;
    t.registered("wang_yu").await;
    walk.persist(operation("GET /v2/user/token"), async || {
        let member = t.signed_in("wang_yu").await;
        Call::get("/prod-api/v2/user/token").bearer(&member.refresh)
    })
    .await;
    walk.persist(operation("POST /v2/user/logout"), async || {
        let member = t.signed_in("wang_yu").await;
        post(&member, "/v2/user/logout", &json!({}))
    })
    .await;
    walk.persist(operation("POST /v2/user/sessions/{id}/end"), async || {
        let (member, _elsewhere) = (t.signed_in("wang_yu").await, t.signed_in("wang_yu").await);
        let all = member.get("/user/sessions").await.json();
        let all = all["data"].as_array().or(all["rows"].as_array()).unwrap();
        let other = all.iter().find(|row| row["current"] != true).unwrap();
        let path = format!("/v2/user/sessions/{}/end", other["id"].as_str().unwrap());
        post(&member, &path, &json!({}))
    })
    .await;
}

async fn passwords(walk: &Walk<'_>) {
    let t = walk.t;
    walk.persist(operation("POST /v2/user/password"), async || {
        let member = t.registered(&walk.name("chen_bo")).await;
        let form = json!({ "oldPassword": PASSWORD, "newPassword": "loud-river-28", "confirmPassword": "loud-river-28" });
        post(&member, "/v2/user/password", &form)
    })
    .await;
    walk.persist(operation("POST /v2/user/recovery/code"), async || {
        let member = t.registered(&walk.name("sun_lei")).await;
        post(
            &member,
            "/v2/user/recovery/code",
            &json!({ "password": PASSWORD }),
        )
    })
    .await;
    walk.persist(operation("POST /v2/user/recovery/password").logged("users.password"), async || {
        let name = walk.name("zhao_min");
        let registered = t.register(&name).await.json();
        let (uuid, code) = t.captcha().await;
        let form = json!({
            "userName": name, "recoveryCode": registered["data"]["recoveryCode"], "newPassword": "loud-river-28",
            "confirmPassword": "loud-river-28", "uuid": uuid, "code": code,
        });
        Call::post("/prod-api/v2/user/recovery/password", &form)
    })
    .await;
    walk.persist(operation("POST /v2/user/email"), async || {
        let member = t.registered(&walk.name("qian_yu")).await;
        let form = json!({ "password": PASSWORD, "email": "qian.yu@example.org" });
        post(&member, "/v2/user/email", &form)
    })
    .await;
    walk.persist(operation("POST /v2/user/delete"), async || {
        let member = t.registered(&walk.name("leaver")).await;
        post(&member, "/v2/user/delete", &json!({ "password": PASSWORD }))
    })
    .await;
}

async fn keys(walk: &Walk<'_>) {
    let t = walk.t;
    let member = t.registered("zhou_qing").await;
    walk.persist(operation("POST /v2/user/keys"), async || {
        write(t, |conn| diesel::delete(program_keys::table).execute(conn));
        post(&member, "/v2/user/keys", &json!({ "name": "脚本" }))
    })
    .await;
    walk.persist(operation("POST /v2/user/keys/{id}/delete"), async || {
        write(t, |conn| diesel::delete(program_keys::table).execute(conn));
        let created = member.post("/user/keys", &json!({ "name": "脚本" })).await;
        assert_eq!(created.status, 200, "{}", created.text());
        let id: i64 = write(t, |conn| {
            program_keys::table.select(program_keys::id).first(conn)
        });
        post(&member, &format!("/v2/user/keys/{id}/delete"), &json!({}))
    })
    .await;
}

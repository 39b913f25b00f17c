//! Keys of operators' programs.

use actix_web::http::Method;
use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::{Permission, Role};
use yingku_db::schema::users;

use super::rows;
use crate::pay::write;
use crate::support::client::{Answer, Call};
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, film, films};

/// Every scope.
pub fn scopes() -> Value {
    json!(Permission::OF_PROGRAMS.map(Permission::as_str))
}

/// A new key with these scopes: its id and its text.
pub async fn make_key(operator: &Member<'_>, scopes: Value) -> (String, String) {
    let form = json!({ "name": "采集器", "scopes": scopes });
    let answer = operator.post("/user/keys", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let data = answer.json()["data"].clone();
    let text = |name: &str| data[name].as_str().unwrap().to_owned();
    (text("id"), text("key"))
}

/// An unsigned call with a key.
async fn with_key(t: &TestApp, key: &str, call: Call) -> Answer {
    t.send(call.unsigned().bearer(key)).await
}

async fn works(t: &TestApp, key: &str) -> Answer {
    with_key(t, key, Call::get("/prod-api/admin/works")).await
}

both! {
    async fn a_program_creates_works_with_a_key_and_the_log_names_both(t: &TestApp) {
        let admin = t.operator("wang-yuanshan", Role::Admin).await;
        let (_, key) = make_key(&admin, json!(["works:import", "works:edit"])).await;
        let create = Call::post("/prod-api/admin/works/create", &film("ABC-1", "山谷", json!({ "duration": 90 })));
        let created = with_key(t, &key, create).await;
        assert_eq!(created.status, 200, "{}", created.text());
        let log = rows(&admin, "/audit").await;
        let told = |row: &Value| json!([row["action"], row["actor"], row["program"]]);
        assert_eq!(told(&log[0]), json!(["works.create", "wang-yuanshan", "采集器"]));
        assert_eq!(told(&log[1]), json!(["keys.create", "wang-yuanshan", null]));
        assert_eq!(log[1]["after"], json!({ "program": "采集器", "scopes": "works:edit,works:import", "expireTime": "2026-12-20 22:13:20" }));
        assert!(!log[1].to_string().contains(&key));
        let listed = admin.get("/user/keys").await.json()["data"][0].clone();
        assert_eq!(
            json!([listed["scopes"], listed["useTime"], listed["expireTime"]]),
            json!([["works:edit", "works:import"], "2026-09-21 22:13:20", "2026-12-20 22:13:20"])
        );
        assert!(!admin.get("/user/export").await.text().contains(&key));
    }

    async fn a_program_uploads_and_imports_a_file(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (_, key) = make_key(&editor, json!(["works:import"])).await;
        let lines: Vec<String> = films("censored", 2).iter().map(Value::to_string).collect();
        let file = lines.join("\n");
        let form = json!({ "name": "films.ndjson", "size": file.len() });
        let new = with_key(t, &key, Call::post("/prod-api/admin/imports", &form)).await;
        assert_eq!(new.status, 200, "{}", new.text());
        let import = format!("/prod-api/admin/imports/{}", new.json()["data"]["id"].as_str().unwrap());
        let part = Call::new(Method::POST, &format!("{import}/part?offset=0"));
        let sent = with_key(t, &key, part.body(file).header("content-type", "application/octet-stream")).await;
        assert_eq!(sent.status, 200, "{}", sent.text());
        let started = with_key(t, &key, Call::post(&format!("{import}/start"), &json!({}))).await;
        assert_eq!(started.status, 200, "{}", started.text());
        t.app.uploads.finish_queue();
        let done = with_key(t, &key, Call::get(&import)).await.json();
        assert_eq!(json!([done["data"]["state"], done["data"]["new"]]), json!(["done", 2]));
    }

    async fn a14_a_key_ends_with_its_time_its_deletion_and_its_owners_rights(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (_, key) = make_key(&editor, json!(["works:edit"])).await;
        assert_eq!(works(t, &key).await.status, 200);
        let (head, _) = key.rsplit_once('_').unwrap();
        for wrong in [format!("{head}_{}", "0".repeat(40)), format!("{head}_"), key.to_uppercase(), "yk_1_2".to_owned(), "yk_".to_owned()] {
            let answer = works(t, &wrong).await;
            // In capitals it is no key, so the call lacks a signature.
            let expected = if wrong.starts_with("yk_") { "token_invalid" } else { "signature_missing" };
            answer.assert_fails(401, expected);
        }
        t.set_role(&editor, Role::Support);
        works(t, &key).await.assert_fails(403, "forbidden");
        t.set_role(&editor, Role::Editor);
        assert_eq!(works(t, &key).await.status, 200);
        let user: i64 = editor.id.parse().unwrap();
        for on in [true, false] {
            write(t, |conn| diesel::update(users::table.find(user)).set(users::disabled.eq(on)).execute(conn));
            assert_eq!(works(t, &key).await.status == 200, !on);
        }
        for on in [true, false] {
            write(t, |conn| diesel::update(users::table.find(user)).set(users::must_change_password.eq(on)).execute(conn));
            assert_eq!(works(t, &key).await.status == 200, !on);
        }
        let (id, deleted) = make_key(&editor, json!(["works:edit"])).await;
        assert_eq!(works(t, &deleted).await.status, 200);
        assert_eq!(editor.post(&format!("/user/keys/{id}/delete"), &json!({})).await.status, 200);
        works(t, &deleted).await.assert_fails(401, "token_invalid");
        let short = json!({ "name": "一天", "scopes": ["works:edit"], "validDays": 1 });
        let short = editor.post("/user/keys", &short).await.json()["data"]["key"].clone();
        let short = short.as_str().unwrap();
        t.clock.advance(86_399_000);
        assert_eq!(works(t, short).await.status, 200);
        t.clock.advance(1_000);
        works(t, short).await.assert_fails(401, "token_expired");
        assert_eq!(works(t, &key).await.status, 200);
    }

    async fn a14_a_key_ends_with_the_password_it_was_made_with(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let mut editor = t.operator("wang-yuanshan", Role::Editor).await;
        let searches = editor.post("/user/keys", &json!({ "name": "客厅" })).await;
        assert_eq!(searches.status, 200);
        let left = async |editor: &Member<'_>| {
            let keys = editor.get("/user/keys").await.json()["data"].clone();
            let names = keys.as_array().unwrap().iter().map(|key| key["name"].as_str().unwrap().to_owned());
            names.collect::<Vec<_>>()
        };
        // Changed by its owner, reset by an admin, and recovered.
        let (_, key) = make_key(&editor, json!(["works:edit"])).await;
        let change = |old: &str, new: &str| json!({ "oldPassword": old, "newPassword": new, "confirmPassword": new });
        assert_eq!(editor.post("/user/password", &change(PASSWORD, "loud-river-28")).await.status, 200);
        works(t, &key).await.assert_fails(401, "token_invalid");
        assert_eq!(left(&editor).await, ["客厅"]);
        let log = rows(&admin, "/audit?action=keys.delete").await;
        assert_eq!(json!([log[0]["actor"], log[0]["before"]]), json!(["wang-yuanshan", { "program": "采集器", "scopes": "works:edit" }]));

        make_key(&editor, json!(["works:edit"])).await;
        let reset = admin.admin_edit("/members/password", &json!({ "id": editor.id, "reason": "本人要求" })).await;
        let given = reset.json()["data"]["password"].as_str().unwrap().to_owned();
        editor.take(&t.login("wang-yuanshan", &given).await);
        let changed = editor.post("/user/password", &change(&given, "quiet-forest-31")).await;
        let code = changed.json()["data"]["recoveryCode"].as_str().unwrap().to_owned();
        assert_eq!(left(&editor).await, ["客厅"]);
        let log = rows(&admin, "/audit?action=keys.delete").await;
        assert_eq!((log.len(), &log[0]["actor"]), (2, &json!("office-admin")));

        let (_, key) = make_key(&editor, json!(["works:edit"])).await;
        let (uuid, symbols) = t.captcha().await;
        let form = json!({
            "userName": "wang-yuanshan", "recoveryCode": code, "newPassword": "loud-river-28", "confirmPassword": "loud-river-28",
            "uuid": uuid, "code": symbols,
        });
        assert_eq!(t.post("/user/recovery/password", &form).await.status, 200);
        works(t, &key).await.assert_fails(401, "token_invalid");
        editor.take(&t.login("wang-yuanshan", "loud-river-28").await);
        assert_eq!(left(&editor).await, ["客厅"]);
    }

    async fn expired_keys_take_no_place(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let form = json!({ "name": "一天", "scopes": ["works:edit"], "validDays": 1 });
        for _ in 0..5 {
            assert_eq!(editor.post("/user/keys", &form).await.status, 200);
        }
        editor.post("/user/keys", &form).await.assert_fails(422, "too_many_keys");
        t.clock.advance(86_400_000);
        let editor = { drop(editor); t.signed_in("wang-yuanshan").await };
        assert_eq!(editor.post("/user/keys", &form).await.status, 200);
        assert_eq!(editor.get("/user/keys").await.json()["data"].as_array().unwrap().len(), 1);
    }

    async fn a14_a_key_is_good_for_operators_calls_alone(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷", json!({}))]);
        let admin = t.operator("wang-yuanshan", Role::Admin).await;
        let (_, key) = make_key(&admin, scopes()).await;
        // It replaces no signature elsewhere, and no session.
        for path in ["/v2/works/detail/list", "/v2/user/keys", "/v2/user/getInfo"] {
            with_key(t, &key, Call::get(&format!("/prod-api{path}"))).await.assert_fails(401, "signature_missing");
        }
        for path in ["/user/keys", "/user/sessions", "/user/export"] {
            t.send(Call::get(&format!("/prod-api/v2{path}")).bearer(&key)).await.assert_fails(401, "token_invalid");
        }
        let more = Call::post("/prod-api/v2/user/keys", &json!({ "name": "第二个", "scopes": ["works:edit"] }));
        t.send(more.bearer(&key)).await.assert_fails(401, "token_invalid");
        let torznab = t.send_plain(Call::get(&format!("/torznab/api?t=search&apikey={key}")).unsigned()).await;
        assert_eq!(torznab.status, 401);
        let search = admin.post("/user/keys", &json!({ "name": "客厅" })).await.json()["data"]["key"].clone();
        let search = search.as_str().unwrap();
        with_key(t, search, Call::get("/prod-api/admin/works")).await.assert_fails(401, "signature_missing");
        t.send(Call::get("/prod-api/admin/works").bearer(search)).await.assert_fails(401, "token_invalid");
        // Without a key an operator's call still needs its signature.
        t.send(Call::get("/prod-api/admin/works").unsigned().bearer(&admin.access)).await.assert_fails(401, "signature_missing");
    }

    async fn a14_a_key_allows_no_more_than_its_owner_may(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let form = |scopes: Value| json!({ "name": "采集器", "scopes": scopes });
        editor.post("/user/keys", &form(json!(["messages:reply"]))).await.assert_fails(403, "forbidden");
        for never in ["users:manage", "orders:refund", "codes:make", "plans:edit", "settings:edit", "nonsense"] {
            editor.post("/user/keys", &form(json!([never]))).await.assert_fails(400, "bad_request");
        }
        editor.post("/user/keys", &form(json!(vec!["works:edit"; 8]))).await.assert_fails(400, "bad_request");
        for days in [json!(0), json!(367), json!(1.5)] {
            let form = json!({ "name": "采集器", "scopes": ["works:edit"], "validDays": days });
            editor.post("/user/keys", &form).await.assert_fails(400, "bad_request");
        }
        let member = t.member("lin-xiaoyue").await;
        member.post("/user/keys", &form(json!(["works:edit"]))).await.assert_fails(403, "forbidden");
        let (_, key) = make_key(&editor, json!(["works:edit"])).await;
        with_key(t, &key, Call::get("/prod-api/admin/terms")).await.assert_fails(403, "forbidden");
    }
}

#[actix_web::test]
async fn a14_calls_with_keys_count_against_the_limit_of_their_address() {
    let t = TestApp::with(&[("RATE_PER_SECOND", "1"), ("RATE_BURST", "5")]).await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    let (_, key) = make_key(&editor, json!(["works:edit"])).await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(works(&t, &key).await.status.as_u16());
    }
    assert_eq!((statuses[0], statuses[7]), (200, 429), "{statuses:?}");
}

#[actix_web::test]
async fn a14_keys_work_in_the_networks_of_operators_alone() {
    let t = TestApp::with(&[("ADMIN_NETWORKS", "203.0.113.0/24")]).await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    let (_, key) = make_key(&editor, json!(["works:edit"])).await;
    works(&t, &key).await.assert_fails(403, "forbidden");
}

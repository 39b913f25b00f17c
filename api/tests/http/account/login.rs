//! Login: success and every error (A11 of docs/attacks.md).

use serde_json::{Value, json};
use yingku_access::auth::users::{self, UserChange};
use yingku_base::role::{Permission, Permissions, Role};
use yingku_db::DbError;

use crate::support::TestApp;
use crate::support::member::{PASSWORD, login_form};

both! {
    async fn a_registered_user_can_log_in(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let info = member.get("/user/getInfo").await.json();
        assert_eq!((&info["code"], &info["msg"]), (&json!(200), &json!("操作成功")));
        assert_eq!(info["user"]["userName"], member.name);
        assert_eq!(info["user"]["email"], "s***@example.org");
        assert_eq!(info["user"]["avatar"], format!("avatars/{}.svg", member.id));
        assert_eq!(info["user"]["createTime"], "2026-09-21 22:13:20");
        assert_eq!(info["level"], json!({ "levelId": 1, "groupName": "普通会员", "groupLevel": 1 }));
        assert_eq!((&info["roles"], &info["permissions"]), (&json!(["member"]), &json!([])));
        assert!(member.id.len() >= 16);
        let again = t.login("Ｌin_Xia", PASSWORD).await;
        assert_eq!((again.status.as_u16(), again.header("cache-control")), (200, "no-store"));
        assert_eq!(again.json()["data"]["expiresIn"], 900);
    }

    async fn a_visitor_is_reported_as_one(t: &TestApp) {
        let info = t.get("/user/getInfo").await;
        assert_eq!(info.status, 200);
        let info = info.json();
        assert_eq!(info["user"], Value::Null);
        assert_eq!(info["level"], json!({ "levelId": 0, "groupName": "游客", "groupLevel": 0 }));
        assert_eq!((&info["roles"], &info["permissions"]), (&json!([]), &json!([])));
    }

    async fn t21_an_unknown_name_and_a_wrong_password_get_the_same_response(t: &TestApp) {
        t.registered("lin_xia").await;
        let before = t.app.accounts.hasher.runs();
        let mut bodies = Vec::new();
        for (at, (name, password)) in (1..).zip([("nobody-here", PASSWORD), ("lin_xia", "loud-river-27")]) {
            let answer = t.login(name, password).await;
            answer.assert_fails(422, "bad_credentials");
            let mut body = answer.json();
            body["requestId"] = Value::Null;
            bodies.push((body, answer.header("content-length").to_owned()));
            // Both cost the same hashing.
            assert_eq!(t.app.accounts.hasher.runs() - before, at);
        }
        assert_eq!((&bodies[0].0["code"], &bodies[0].0["msg"]), (&json!(402), &json!("用户名或密码错误")));
        assert_eq!(bodies[0], bodies[1]);
    }

    async fn a_disabled_user_cannot_sign_in_and_sees_why_only_with_the_password(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let id = member.id.parse().unwrap();
        let disabled = |disabled: bool| {
            let change = UserChange { disabled: Some(disabled), ..UserChange::default() };
            t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(users::change(conn, id, &change, 0)?)).unwrap();
        };
        disabled(true);
        t.login("lin_xia", "loud-river-27").await.assert_fails(422, "bad_credentials");
        let rejected = t.login("lin_xia", PASSWORD).await;
        rejected.assert_fails(403, "account_disabled");
        assert_eq!(rejected.json()["code"], 402);
        member.get("/user/getInfo").await.assert_fails(401, "token_invalid");
        member.get("/user/sessions").await.assert_fails(401, "token_invalid");
        member.refresh().await.assert_fails(403, "session_ended");
        disabled(false);
        t.signed_in("lin_xia").await;
    }

    async fn vip_and_operators_have_their_group_and_permissions(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let id = member.id.parse().unwrap();
        let change = UserChange {
            role: Some(Role::Support),
            permissions: Some(Permissions([Permission::WorksEdit].into())),
            ..UserChange::default()
        };
        t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(users::change(conn, id, &change, 0)?)).unwrap();
        t.make_vip(&member, 1);
        let info = member.get("/user/getInfo").await.json();
        assert_eq!(info["level"], json!({ "levelId": 2, "groupName": "VIP会员", "groupLevel": 2, "expireTime": "2026-09-22 22:13:20" }));
        assert_eq!(info["roles"], json!(["support"]));
        assert_eq!(info["permissions"], json!(["works:edit", "messages:reply", "orders:view", "downloads:handle", "reports:handle", "dashboard:view"]));
        t.clock.advance(86_400_000);
        let info = t.signed_in("lin_xia").await.get("/user/getInfo").await.json();
        assert_eq!(info["level"], json!({ "levelId": 1, "groupName": "普通会员", "groupLevel": 1 }));
    }
}

#[actix_web::test]
async fn every_rule_has_its_message() {
    let t = TestApp::on_sqlite().await;
    let long = "x".repeat(33);
    for (name, password, code, text) in [
        ("abcde", PASSWORD, "AAAA", "用户名至少6位数"),
        ("", "", "", "用户名至少6位数"),
        (&long, PASSWORD, "AAAA", "用户名最多32位"),
        (
            "'; drop table users",
            PASSWORD,
            "AAAA",
            "用户名只能包含中文、英文字母、数字和_-.",
        ),
        ("lin_xia", "1234567", "AAAA", "密码至少需要8位数"),
        ("lin_xia", &long, "AAAA", "密码最多32位"),
        ("lin_xia", PASSWORD, "AAA", "请输入4位验证码"),
    ] {
        let answer = t
            .post("/user/login", &login_form(name, password, "", code))
            .await;
        answer.assert_fails(400, "bad_request");
        assert_eq!(answer.json()["msg"], text);
    }
    let without = json!({ "userName": "lin_xia", "password": PASSWORD });
    t.post("/user/login", &without)
        .await
        .assert_fails(400, "bad_request");
    assert_eq!(t.app.accounts.hasher.runs(), 0);
}

#[actix_web::test]
async fn a_password_is_compared_in_full() {
    let t = TestApp::on_sqlite().await;
    t.registered("lin_xia").await;
    let spaced = format!(" {PASSWORD}");
    let (shorter, upper) = (
        PASSWORD.split_at(PASSWORD.len() - 1).0,
        PASSWORD.to_ascii_uppercase(),
    );
    for wrong in [&spaced, shorter, &upper] {
        t.login("lin_xia", wrong)
            .await
            .assert_fails(422, "bad_credentials");
    }
    let (uuid, code) = t.captcha().await;
    let form = login_form(
        " lin_xia ",
        PASSWORD,
        &format!(" {uuid} "),
        &format!(" {code} "),
    );
    assert_eq!(t.post("/user/login", &form).await.status, 200);
}

//! Registration: the rules of the form, and equivalent names (A5 and A12 of docs/attacks.md).

use actix_web::http::Method;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::member::PASSWORD;

const REGISTER: &str = "/prod-api/v2/user/register";

/// A valid form, except for its captcha.
fn form() -> Value {
    json!({
        "appId": "yingku", "userName": "lin_xia", "password": PASSWORD, "confirmPassword": PASSWORD,
        "email": "lin.xia@example.org", "code": "AAAA", "uuid": "",
    })
}

fn with(changes: &[(&str, &str)]) -> Value {
    let mut form = form();
    for (name, value) in changes {
        form[*name] = json!(value);
    }
    form
}

both! {
    async fn of_many_concurrent_registrations_one_gets_the_name(t: &TestApp) {
        let names = ["visitor1", "Visitor1", "VISITOR1", "ｖｉｓｉｔｏｒ１", " visitor1 "];
        // No more than one network may hash at a time: the rest would be rejected with retry-after.
        let all = (0..8).map(|at| t.register(names[at % names.len()]));
        let answers = join_all(all).await;
        let good = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(good, 1);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(409, "name_taken");
            assert_eq!(answer.json()["code"], 402);
        }
        t.register("visitor1").await.assert_fails(409, "name_taken");
        t.signed_in("VISITOR1").await;
    }

    async fn nobody_grants_permissions_to_themselves(t: &TestApp) {
        let (uuid, code) = t.captcha().await;
        let mut form = with(&[("uuid", &uuid), ("code", &code)]);
        for (name, value) in [
            ("role", json!("admin")), ("roles", json!(["admin"])), ("permissions", json!("users:manage")),
            ("levelId", json!(2)), ("vipUntil", json!(9_999_999_999_i64)), ("userId", json!("1")), ("disabled", json!(true)),
        ] {
            form[name] = value;
        }
        assert_eq!(t.post("/user/register", &form).await.status, 200);
        let info = t.signed_in("lin_xia").await.get("/user/getInfo").await.json();
        assert_eq!((&info["roles"], &info["permissions"], &info["level"]["levelId"]), (&json!(["member"]), &json!([]), &json!(1)));
    }
}

#[actix_web::test]
async fn every_rule_has_its_message() {
    let t = TestApp::on_sqlite().await;
    let (long, mail) = ("x".repeat(33), format!("{}@example.org", "a".repeat(109)));
    for (changes, text) in [
        (&[("userName", "abcde")][..], "用户名至少6位数"),
        (&[("userName", "  abcde  ")], "用户名至少6位数"),
        (&[("userName", &long)], "用户名最多32位"),
        (
            &[("userName", "lin xia")],
            "用户名只能包含中文、英文字母、数字和_-.",
        ),
        (
            &[("userName", "\u{430}dmin1")],
            "用户名只能包含中文、英文字母、数字和_-.",
        ),
        (
            &[("userName", "lin\0xia")],
            "用户名只能包含中文、英文字母、数字和_-.",
        ),
        (&[("password", "1234567")], "密码至少需要8位数"),
        (&[("password", &long)], "密码最多32位"),
        (
            &[("password", " 12345678"), ("confirmPassword", " 12345678")],
            "密码首尾不能有空格",
        ),
        (&[("email", "a@b.org")], "安全邮箱"),
        (&[("email", &mail)], "安全邮箱"),
        (&[("email", "nothing")], "安全邮箱"),
        (&[("email", "a\0bcdef@example.org")], "安全邮箱"),
        (&[("code", "abc")], "请输入4位验证码"),
        (&[("code", "")], "请输入4位验证码"),
    ] {
        let answer = t.post("/user/register", &with(changes)).await;
        answer.assert_fails(400, "bad_request");
        assert_eq!(
            (&answer.json()["code"], &answer.json()["msg"]),
            (&json!(402), &json!(text)),
            "{changes:?}"
        );
    }
    let differ = t
        .post(
            "/user/register",
            &with(&[("confirmPassword", "another one")]),
        )
        .await;
    differ.assert_fails(422, "passwords_differ");
    assert_eq!(differ.json()["msg"], "两次密码输出不一致,请重新输入");
    t.post("/user/register", &with(&[("userName", "Administrator")]))
        .await
        .assert_fails(409, "name_taken");
    t.post("/user/register", &with(&[("appId", "other")]))
        .await
        .assert_fails(422, "app_unknown");
    assert_eq!(t.app.accounts.hasher.runs(), 0);
}

#[actix_web::test]
async fn a_malformed_body_is_rejected() {
    let t = TestApp::on_sqlite().await;
    let json = |body: &[u8]| {
        Call::new(Method::POST, REGISTER)
            .header("content-type", "application/json")
            .body(body)
    };
    let deep = format!("{{\"x\":{}{}}}", "[".repeat(5_000), "]".repeat(5_000));
    let form = form().to_string();
    let twice = form.replacen('{', "{\"userName\":\"abcdef\",", 1);
    let number = form.replace("\"lin_xia\"", "7");
    let surrogate = form.replace("lin_xia", "lin\\ud800xia");
    let with_bom = format!("\u{feff}{form}");
    for body in [
        "", "{", "[]", "null", "\"x\"", "{}", &deep, &twice, &number, &surrogate, &with_bom,
    ] {
        let answer = t.send(json(body.as_bytes())).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (400, "bad_request"),
            "{}",
            &body.chars().take(60).collect::<String>()
        );
    }
    for (body, said) in [
        ("{}", "缺少参数userName"),
        (twice.as_str(), "参数userName重复"),
        (number.as_str(), "请求参数有误"),
    ] {
        let answer = t.send(json(body.as_bytes())).await;
        assert_eq!(answer.json()["msg"], said);
    }
    t.send(json(b"{\"userName\":\"\xff\xfe\"}"))
        .await
        .assert_fails(400, "bad_request");
    for other in ["text/plain", "application/x-www-form-urlencoded"] {
        let call = Call::new(Method::POST, REGISTER).header("content-type", other);
        t.send(call.body(form.as_bytes()))
            .await
            .assert_fails(415, "unsupported_content");
    }
    let huge = with(&[("password", &"x".repeat(1_000_000))]);
    t.post("/user/register", &huge)
        .await
        .assert_fails(413, "body_too_large");
}

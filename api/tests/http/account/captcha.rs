//! The captcha before login and registration, and the work it saves the server.

use serde_json::json;

use crate::support::TestApp;
use crate::support::member::{PASSWORD, login_form};

both! {
    async fn a_captcha_is_valid_for_one_attempt_within_three_minutes(t: &TestApp) {
        t.registered("lin_xia").await;
        let login = async |uuid: &str, code: &str| t.post("/user/login", &login_form("lin_xia", PASSWORD, uuid, code)).await;

        let (uuid, code) = t.captcha().await;
        let wrong = login(&uuid, "0000").await;
        wrong.assert_fails(422, "captcha_wrong");
        assert_eq!((&wrong.json()["code"], &wrong.json()["msg"]), (&json!(402), &json!("验证码错误")));
        let used = login(&uuid, &code).await;
        used.assert_fails(422, "captcha_expired");
        assert_eq!(used.json()["msg"], "验证码已失效");

        let (uuid, code) = t.captcha().await;
        assert_eq!(login(&uuid, &code.to_lowercase()).await.status, 200);
        login(&uuid, &code).await.assert_fails(422, "captcha_expired");

        let (uuid, code) = t.captcha().await;
        t.clock.advance(180_001);
        login(&uuid, &code).await.assert_fails(422, "captcha_expired");
        for made_up in ["", "x", "00000000-0000-0000-0000-000000000000", "01a1fe9a-65a6-4dea-9309-363759796caa"] {
            login(made_up, "AAAA").await.assert_fails(422, "captcha_expired");
        }
    }

    async fn t19_hashing_needs_a_correct_captcha(t: &TestApp) {
        t.registered("lin_xia").await;
        let before = t.app.accounts.hasher.runs();
        let runs = || t.app.accounts.hasher.runs() - before;
        let (uuid, code) = t.captcha().await;
        for (uuid, code) in [(uuid.as_str(), "0000"), (&uuid, &code), ("none", "AAAA")] {
            t.post("/user/login", &login_form("lin_xia", PASSWORD, uuid, code)).await;
            let form = json!({
                "userName": "somebody", "password": PASSWORD, "confirmPassword": PASSWORD,
                "email": "somebody@example.org", "uuid": uuid, "code": code,
            });
            assert_eq!(t.post("/user/register", &form).await.status, 422);
        }
        assert_eq!(runs(), 0);
        // A taken name is not hashed for either.
        t.register("lin_xia").await.assert_fails(409, "name_taken");
        assert_eq!(runs(), 0);
        t.signed_in("lin_xia").await;
        assert_eq!(runs(), 1);
        assert_eq!(t.register("somebody").await.status, 200);
        assert_eq!(runs(), 2);
    }
}

#[actix_web::test]
async fn an_invalid_form_does_not_consume_the_captcha() {
    let t = TestApp::on_sqlite().await;
    t.registered("lin_xia").await;
    let (uuid, code) = t.captcha().await;
    t.post("/user/login", &login_form("lin_xia", "short", &uuid, &code))
        .await
        .assert_fails(400, "bad_request");
    let good = t
        .post(
            "/user/login",
            &login_form("lin_xia", PASSWORD, &uuid, &code),
        )
        .await;
    assert_eq!(good.status, 200);
}

#[actix_web::test]
async fn the_picture_comes_with_its_id_and_is_never_cached() {
    let t = TestApp::on_sqlite().await;
    let answer = t.get("/user/captcha").await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("cache-control")),
        (200, "no-store")
    );
    let body = answer.json();
    assert_eq!(
        (&body["code"], &body["captchaOnOff"]),
        (&json!(200), &json!(true))
    );
    let image = body["img"].as_str().unwrap();
    assert!(image.starts_with("data:image/png;base64,iVBORw0KGgo"));
    assert!(
        !answer
            .text()
            .contains(&t.solve(body["uuid"].as_str().unwrap()))
    );
}

#[actix_web::test]
async fn while_captchas_are_off_none_is_required() {
    let t = TestApp::with(&[("CAPTCHA", "off")]).await;
    let body = t.get("/user/captcha").await.json();
    assert_eq!(
        body,
        json!({ "code": 200, "msg": "操作成功", "captchaOnOff": false })
    );
    let form = json!({
        "userName": "lin_xia", "password": PASSWORD, "confirmPassword": PASSWORD, "email": "lin@example.org",
    });
    assert_eq!(t.post("/user/register", &form).await.status, 200);
    let form = json!({ "userName": "lin_xia", "password": PASSWORD });
    assert_eq!(t.post("/user/login", &form).await.status, 200);
}

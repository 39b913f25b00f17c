//! Forgotten passwords: stored recovery codes, codes by mail, and the security email.

use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_access::auth::users;
use yingku_platform::config::Config;
use yingku_platform::mail::Mailer;

use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::mail_server::MailServer;
use crate::support::member::{Member, PASSWORD};
use crate::support::tls::Authority;

const NEW: &str = "loud-river-28";
const EMAIL: &str = "somebody@example.org";

fn code_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"]["recoveryCode"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// With a captcha, like every form of an unknown client.
async fn send(t: &TestApp, path: &str, mut form: Value) -> Answer {
    let (uuid, symbols) = t.captcha().await;
    form["uuid"] = json!(uuid);
    form["code"] = json!(symbols);
    t.post(path, &form).await
}

async fn recover(t: &TestApp, name: &str, code: &str) -> Answer {
    let form = json!({ "userName": name, "recoveryCode": code, "newPassword": NEW, "confirmPassword": NEW });
    send(t, "/user/recovery/password", form).await
}

async fn request_mail(t: &TestApp, name: &str, email: &str) -> Answer {
    send(
        t,
        "/user/recovery/mail",
        json!({ "userName": name, "email": email }),
    )
    .await
}

async fn change_password(member: &Member<'_>, old: &str, new: &str) -> Answer {
    let form = json!({ "oldPassword": old, "newPassword": new, "confirmPassword": new });
    member.post("/user/password", &form).await
}

const FROM: &str = "映库 <noreply@films.example>";

async fn with_mail(server: &MailServer) -> [TestApp; 2] {
    let url = server.url();
    TestApp::on_both(&[("SMTP_URL", &url), ("MAIL_FROM", FROM)]).await
}

both! {
    async fn the_code_of_registration_sets_a_new_password_once(t: &TestApp) {
        let code = code_of(&t.register("lin_xia").await);
        let member = t.signed_in("lin_xia").await;
        let next = code_of(&recover(t, "LIN_XIA", &code.to_uppercase().replace('-', " ")).await);
        assert_ne!(next, code);
        member.get("/user/sessions").await.assert_fails(401, "token_invalid");
        member.refresh().await.assert_fails(403, "session_ended");
        t.login("lin_xia", PASSWORD).await.assert_fails(422, "bad_credentials");
        assert_eq!(t.login("lin_xia", NEW).await.status, 200);
        recover(t, "lin_xia", &code).await.assert_fails(422, "recovery_refused");
        code_of(&recover(t, "lin_xia", &next).await);
    }

    async fn of_two_concurrent_uses_a_code_works_once(t: &TestApp) {
        let code = code_of(&t.register("lin_xia").await);
        let answers = join_all((0..4).map(|_| recover(t, "lin_xia", &code))).await;
        let good = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(good, 1, "{:?}", answers.iter().map(Answer::text).collect::<Vec<_>>());
    }

    async fn an_unknown_name_and_a_wrong_code_get_the_same_response(t: &TestApp) {
        let (one, other) = (code_of(&t.register("lin_xia").await), code_of(&t.register("wang_hai").await));
        let strip = |answer: Answer| {
            answer.assert_fails(422, "recovery_refused");
            let mut body = answer.json();
            body["requestId"] = json!("");
            body
        };
        let before = t.app.accounts.hasher.runs();
        let wrong = strip(recover(t, "lin_xia", &other).await);
        assert_eq!(wrong["msg"], "用户名或恢复码不正确，或恢复码已失效");
        assert_eq!(strip(recover(t, "nobody_here", &one).await), wrong);
        assert_eq!(t.app.accounts.hasher.runs(), before, "neither takes the time of a hash");
        code_of(&recover(t, "lin_xia", &one).await);
    }

    async fn a_malformed_code_or_password_consumes_no_attempt(t: &TestApp) {
        let code = code_of(&t.register("lin_xia").await);
        for bad in ["", "k7rx", "恢复码", "0000-0000-0000-0000-0000"] {
            let rejected = recover(t, "lin_xia", bad).await;
            rejected.assert_fails(400, "bad_request");
            assert_eq!(rejected.json()["msg"], "请填写20位恢复码", "{bad:?}");
        }
        for (new, again, word) in [("password1", "password1", "password_common"), (NEW, PASSWORD, "passwords_differ")] {
            let form = json!({ "userName": "lin_xia", "recoveryCode": code, "newPassword": new, "confirmPassword": again });
            send(t, "/user/recovery/password", form).await.assert_fails(422, word);
        }
        let form = json!({ "userName": "lin_xia", "recoveryCode": code, "newPassword": NEW, "confirmPassword": NEW });
        t.post("/user/recovery/password", &form).await.assert_fails(400, "bad_request");
        code_of(&recover(t, "lin_xia", &code).await);
    }

    async fn a_new_recovery_code_replaces_the_previous_one(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let since = async || member.get("/user/recovery").await.json()["data"]["codeTime"].clone();
        assert_eq!(since().await, json!(null));
        member.post("/user/recovery/code", &json!({ "password": "wrong-password" })).await.assert_fails(422, "password_wrong");
        let make = async || code_of(&member.post("/user/recovery/code", &json!({ "password": PASSWORD })).await);
        let (first, second) = (make().await, make().await);
        assert_eq!(since().await, "2026-09-21 22:13:20");
        recover(t, "lin_xia", &first).await.assert_fails(422, "recovery_refused");
        code_of(&recover(t, "lin_xia", &second).await);
        assert_eq!(t.get("/user/recovery").await.json()["data"], json!({ "byMail": false }));
    }

    async fn a_changed_password_invalidates_earlier_codes(t: &TestApp) {
        let code = code_of(&t.register("lin_xia").await);
        let member = t.signed_in("lin_xia").await;
        let next = code_of(&change_password(&member, PASSWORD, "quiet-forest-31").await);
        recover(t, "lin_xia", &code).await.assert_fails(422, "recovery_refused");
        code_of(&recover(t, "lin_xia", &next).await);
    }

    async fn a_disabled_account_is_not_recovered(t: &TestApp) {
        let code = code_of(&t.register("lin_xia").await);
        let id: i64 = t.signed_in("lin_xia").await.id.parse().unwrap();
        let change = users::UserChange { disabled: Some(true), ..users::UserChange::default() };
        t.app.state.db.execute(move |conn| users::change(conn, id, &change, 0)).await.unwrap();
        recover(t, "lin_xia", &code).await.assert_fails(403, "account_disabled");
    }

    async fn without_a_mail_server_no_mail_is_offered(t: &TestApp) {
        t.member("lin_xia").await;
        request_mail(t, "lin_xia", EMAIL).await.assert_fails(422, "mail_off");
    }

    async fn changing_the_security_email_needs_the_password(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let change = |password: &str, email: &str| json!({ "password": password, "email": email });
        member.post("/user/email", &change("wrong-password", "lin@films.example")).await.assert_fails(422, "password_wrong");
        for bad in ["", "lin", "a@b", "a b@films.example"] {
            let rejected = member.post("/user/email", &change(PASSWORD, bad)).await;
            rejected.assert_fails(400, "bad_request");
            assert_eq!(rejected.json()["msg"], "安全邮箱");
        }
        assert_eq!(member.post("/user/email", &change(PASSWORD, " lin@films.example ")).await.status, 200);
        let info = member.get("/user/getInfo").await.json();
        assert_eq!(info["user"]["email"], "l***@films.example");
    }
}

#[actix_web::test]
async fn a_mailed_code_works_once_within_half_an_hour() {
    let mut server = MailServer::start();
    for t in with_mail(&server).await {
        let t = &t;
        t.member("lin_xia").await;
        assert_eq!(
            t.get("/user/recovery").await.json()["data"],
            json!({ "byMail": true })
        );
        assert_eq!(
            request_mail(t, "lin_xia", "SomeBody@example.org")
                .await
                .status,
            200
        );
        let mail = server.next().await;
        assert_eq!(
            (&*mail.from, &*mail.to),
            ("<noreply@films.example>", "<somebody@example.org>")
        );
        assert!(
            mail.text.contains("lin_xia") && mail.text.contains("/recover "),
            "{}",
            mail.text
        );
        let late = mail.recovery_code();
        t.clock.advance(30 * 60_000);
        recover(t, "lin_xia", &late)
            .await
            .assert_fails(422, "recovery_refused");
        request_mail(t, "lin_xia", EMAIL).await;
        let code = server.next().await.recovery_code();
        code_of(&recover(t, "lin_xia", &code).await);
        recover(t, "lin_xia", &code)
            .await
            .assert_fails(422, "recovery_refused");
        assert_eq!(t.login("lin_xia", NEW).await.status, 200);
    }
}

#[actix_web::test]
async fn mail_goes_over_tls_to_a_server_that_asks_for_a_login() {
    let authority = Authority::new();
    let ca_file = authority.file("ca.pem").display().to_string();
    let (tls, starttls) = (
        MailServer::with_tls(&authority),
        MailServer::with_starttls(&authority),
    );
    // A user that is an address, and a password with what URLs reserve.
    let user = "films%40films.example:s%3Acret%2F%25";
    let urls = [
        format!("smtps://{user}@localhost:{}", tls.port()),
        format!("smtp://{user}@localhost:{}?tls=required", starttls.port()),
    ];
    for (mut server, url) in [tls, starttls].into_iter().zip(urls) {
        let settings = [
            ("SMTP_URL", &*url),
            ("MAIL_FROM", FROM),
            ("SMTP_CA_FILE", &ca_file),
        ];
        let t = TestApp::with(&settings).await;
        t.member("lin_xia").await;
        assert_eq!(request_mail(&t, "lin_xia", EMAIL).await.status, 200);
        let mail = server.next().await;
        let login = ("films@films.example".to_owned(), "s:cret/%".to_owned());
        assert_eq!(
            (mail.encrypted, mail.login.as_ref()),
            (true, Some(&login)),
            "{url}"
        );
        let code = mail.recovery_code();
        assert_eq!(recover(&t, "lin_xia", &code).await.status, 200);
    }
}

#[actix_web::test]
async fn no_mail_goes_to_a_server_without_a_trusted_certificate_or_without_starttls() {
    let authority = Authority::new();
    let ca_file = authority.file("ca.pem").display().to_string();
    let (mut tls, mut starttls) = (
        MailServer::with_tls(&authority),
        MailServer::with_starttls(&authority),
    );
    let mut plain = MailServer::start();
    let named = |server: &MailServer| format!("smtp://localhost:{}?tls=required", server.port());
    for (url, ca_file, reason) in [
        (
            format!("smtps://localhost:{}", tls.port()),
            "",
            "UnknownIssuer",
        ),
        (named(&starttls), "", "UnknownIssuer"),
        (
            format!("smtps://127.0.0.1:{}", tls.port()),
            &*ca_file,
            "not valid for name",
        ),
        (named(&plain), &*ca_file, "STARTTLS is not supported"),
    ] {
        let settings = [
            ("SMTP_URL", &*url),
            ("MAIL_FROM", FROM),
            ("SMTP_CA_FILE", ca_file),
        ];
        let config = Config::from_pairs(&settings).unwrap();
        let mailer = Mailer::new(&config.mail.unwrap()).unwrap();
        let sent = mailer
            .permit()
            .unwrap()
            .send(EMAIL, "恢复码", "灯塔".to_owned())
            .await;
        let error = format!("{:#}", sent.unwrap_err());
        assert!(error.contains(reason), "{url}: {error}");
    }
    for server in [&mut tls, &mut starttls, &mut plain] {
        assert!(!server.has_more());
    }
}

#[actix_web::test]
async fn the_response_does_not_reveal_who_gets_a_mail() {
    let mut server = MailServer::start();
    for t in with_mail(&server).await {
        let t = &t;
        let member = t.member("lin_xia").await;
        for (name, email) in [("nobody_here", EMAIL), ("lin_xia", "other@example.org")] {
            let answer = request_mail(t, name, email).await;
            assert_eq!(
                answer.json(),
                json!({ "code": 200, "msg": "操作成功" }),
                "{name}"
            );
        }
        request_mail(t, "lin_xia", EMAIL).await;
        // Only this one was sent, and another within two minutes is not.
        let first = server.next().await.recovery_code();
        request_mail(t, "lin_xia", EMAIL).await;
        t.clock.advance(120_000);
        request_mail(t, "lin_xia", EMAIL).await;
        let second = server.next().await.recovery_code();
        assert!(!server.has_more());
        recover(t, "lin_xia", &first)
            .await
            .assert_fails(422, "recovery_refused");

        let change = json!({ "password": PASSWORD, "email": "lin@films.example" });
        assert_eq!(member.post("/user/email", &change).await.status, 200);
        let farewell = server.next().await;
        assert_eq!(farewell.to, "<somebody@example.org>");
        assert!(
            farewell.text.contains("安全邮箱已改为另一个地址"),
            "{}",
            farewell.text
        );
        recover(t, "lin_xia", &second)
            .await
            .assert_fails(422, "recovery_refused");
    }
}

#[actix_web::test]
async fn of_many_concurrent_requests_one_is_mailed() {
    let mut server = MailServer::start();
    for t in with_mail(&server).await {
        t.member("lin_xia").await;
        join_all((0..4).map(|_| request_mail(&t, "lin_xia", EMAIL))).await;
        server.next().await;
        t.clock.advance(120_000);
        request_mail(&t, "lin_xia", EMAIL).await;
        server.next().await;
        assert!(!server.has_more());
    }
}

#[actix_web::test]
async fn an_unresponsive_mail_server_delays_no_response() {
    let server = MailServer::silent();
    for t in with_mail(&server).await {
        t.member("lin_xia").await;
        let answer = tokio::time::timeout(
            std::time::Duration::from_secs(5),
            request_mail(&t, "lin_xia", EMAIL),
        );
        assert_eq!(answer.await.expect("an immediate response").status, 200);
    }
}

#[actix_web::test]
async fn one_address_requests_five_mails_an_hour() {
    let mut server = MailServer::start();
    for t in with_mail(&server).await {
        t.member("lin_xia").await;
        for _ in 0..5 {
            assert_eq!(request_mail(&t, "nobody_here", EMAIL).await.status, 200);
        }
        request_mail(&t, "lin_xia", EMAIL)
            .await
            .assert_fails(429, "rate_limited");
        assert!(!server.has_more());
    }
}

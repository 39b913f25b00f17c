//! Passwords and names at their limits.

use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_db::DbError;
use yingku_db::schema::users;

use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::member::{PASSWORD, login_form};

/// A registration form with a solved captcha.
async fn form(t: &TestApp, name: &str, password: &str) -> Value {
    let (uuid, code) = t.captcha().await;
    json!({
        "userName": name, "password": password, "confirmPassword": password,
        "email": "somebody@example.org", "uuid": uuid, "code": code,
    })
}

async fn register(t: &TestApp, name: &str, password: &str) -> Answer {
    let form = form(t, name, password).await;
    t.post("/user/register", &form).await
}

/// The stored hash of the only user.
fn stored(t: &TestApp) -> String {
    t.app
        .state
        .db
        .read_now::<_, DbError, _>(|conn| {
            Ok(users::table.select(users::password_hash).first(conn)?)
        })
        .unwrap()
}

both! {
    async fn a11_a_password_has_8_to_32_characters(t: &TestApp) {
        let good = ["k7rx-w2q", "quiet-river-27-and-a-long-tail-x", "山谷里的四季很美", "k7rx w2q"];
        for (at, password) in good.into_iter().enumerate() {
            let name = format!("visitor{at}");
            assert_eq!(register(t, &name, password).await.status, 200, "{password}");
            assert_eq!(t.login(&name, password).await.status, 200, "{password}");
            for other in [format!(" {password}"), format!("{password} ")] {
                if other.chars().count() <= 32 {
                    t.login(&name, &other).await.assert_fails(422, "bad_credentials");
                    register(t, "somebody", &other).await.assert_fails(400, "bad_request");
                }
            }
        }
        let runs = t.app.accounts.hasher.runs();
        let (seven, long) = ("k7rx-w2".to_owned(), "x".repeat(33));
        for bad in [&seven, &long, &"中".repeat(7), &"😀".repeat(33)] {
            register(t, "somebody", bad).await.assert_fails(400, "bad_request");
            t.login("visitor0", bad).await.assert_fails(400, "bad_request");
        }
        let huge = "x".repeat(1_000_000);
        register(t, "somebody", &huge).await.assert_fails(413, "body_too_large");
        t.login("visitor0", &huge).await.assert_fails(413, "body_too_large");
        assert_eq!(t.app.accounts.hasher.runs(), runs, "none of them was hashed");
    }

    async fn a12_lookalike_names_are_rejected(t: &TestApp) {
        for taken in ["Administrator", "ａｄｍｉｎｉｓｔｒａｔｏｒ", " OPERATOR ", "Ｙｉｎｇｋｕ"] {
            register(t, taken, PASSWORD).await.assert_fails(409, "name_taken");
        }
        // Letters of other alphabets, combining marks and invisible characters.
        for strange in ["\u{430}dministrator", "lin\u{435}xia", "lin\u{301}xia", "lin\u{200b}xia", "lin\u{202e}xia", "linxia\u{0}", "lin/xia", "lin@xia"] {
            register(t, strange, PASSWORD).await.assert_fails(400, "bad_request");
        }
    }

    async fn t23_common_passwords_are_rejected(t: &TestApp) {
        for common in [
            "12345678", "123456789", "1234567890", "password", "Password1", "password123", "qwertyuiop", "qwerty123", "1q2w3e4r", "iloveyou",
            "sunshine", "princess", "football", "baseball", "superman", "trustno1", "abcd1234", "11111111", "88888888", "p@ssw0rd",
            "147258369", "987654321", "a123456789", "1qaz2wsx", "789456123", "12344321", "31415926", "123456abc", "qazwsxedc", "110110110",
            "asdasdasd", "abc123456", "123456789a", "1234qwer", "123456qq", "qq123456", "aa123456", "123qweasd", "q1w2e3r4", "zxcvbnm123",
            "woaini1314", "woaini520", "woaini521", "wo5201314", "52013145", "5201314520", "1314520520", "woaiwojia", "woaiwoziji", "dearbook",
            "7758521521", "a5201314", "ai5201314", "qq5201314", "taobao123", "5845201314", "nihao123", "wodemima", "mima1234",
        ] {
            let answer = register(t, "visitor", common).await;
            assert_eq!(answer.error(), "password_common", "{common}");
        }
        // Nor the fields stored with it.
        for own in ["visitor-of-the-site", "somebody@example.org"] {
            register(t, "visitor-of-the-site", own).await.assert_fails(422, "password_common");
        }
    }

    async fn t22_a_hash_with_older_parameters_is_rehashed_at_login(t: &TestApp) {
        t.registered("lin_xia").await;
        let (salt, mut hash) = (b"0123456789abcdef", [0; 32]);
        let params = Params::new(8_192, 1, 1, Some(32)).unwrap();
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password_into(PASSWORD.as_bytes(), salt, &mut hash).unwrap();
        let old = format!("$argon2id$v=19$m=8192,t=1,p=1${}${}", STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(hash));
        t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(diesel::update(users::table).set(users::password_hash.eq(&old)).execute(conn)?)).unwrap();
        t.login("lin_xia", "wrong-password").await.assert_fails(422, "bad_credentials");
        assert_eq!(stored(t), old);
        let runs = t.app.accounts.hasher.runs();
        assert_eq!(t.login("lin_xia", PASSWORD).await.status, 200);
        let new = stored(t);
        assert!(new.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{new}");
        assert_eq!(t.app.accounts.hasher.runs() - runs, 2);
        assert_eq!(t.login("lin_xia", PASSWORD).await.status, 200);
        assert_eq!((stored(t), t.app.accounts.hasher.runs() - runs), (new, 3));
    }
}

#[actix_web::test]
async fn a12_of_twenty_concurrent_registrations_one_gets_the_name() {
    for t in TestApp::on_both(&[("TRUSTED_PROXIES", "127.0.0.1")]).await {
        let names = [
            "visitor1",
            "Visitor1",
            "VISITOR1",
            "ｖｉｓｉｔｏｒ１",
            " visitor1 ",
        ];
        let mut forms = Vec::new();
        for at in 0..20 {
            forms.push(form(&t, names[at % names.len()], PASSWORD).await);
        }
        // From several networks, because hashing is limited per network.
        let all = forms.iter().enumerate().map(|(at, form)| {
            let call = Call::post("/prod-api/v2/user/register", form);
            t.send(call.header("x-forwarded-for", &format!("192.0.{}.1", at % 5)))
        });
        let answers = join_all(all).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(409, "name_taken");
        }
        let (uuid, code) = t.captcha().await;
        let login = login_form("VISITOR1", PASSWORD, &uuid, &code);
        assert_eq!(t.post("/user/login", &login).await.status, 200);
    }
}

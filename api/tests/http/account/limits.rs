//! Limits on attempts: per address, per name and in all. The tests set the clock.

use futures_util::future::join_all;
use serde_json::json;
use yingku_accounts::hashing::Requester;
use yingku_accounts::throttle;
use yingku_db::{Conn, Db, DbError};
use yingku_http_kit::error::ApiError;

use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::db::{TestDb, options};
use crate::support::member::{PASSWORD, login_form};

fn retry_after(answer: &Answer) -> u64 {
    answer.assert_fails(429, "rate_limited");
    assert_eq!(answer.json()["code"], 402);
    answer.header("retry-after").parse().unwrap()
}

both! {
    async fn t17_after_five_failures_a_name_has_growing_delays(t: &TestApp) {
        t.registered("lin_xia").await;
        for name in ["lin_xia", "nobody-here"] {
            for _ in 0..5 {
                t.login(name, "wrong-password").await.assert_fails(422, "bad_credentials");
            }
            let runs = t.app.accounts.hasher.runs();
            for wait in [1, 2, 4, 8] {
                // The right password is delayed too, and a delayed attempt is not a failure.
                for _ in 0..2 {
                    assert_eq!(retry_after(&t.login(name, PASSWORD).await), wait, "{name}");
                }
                t.clock.advance(i64::try_from(wait).unwrap() * 1_000);
                t.login(name, "wrong-password").await.assert_fails(422, "bad_credentials");
            }
            assert_eq!(t.app.accounts.hasher.runs() - runs, 4);
        }
        t.clock.advance(16_000);
        t.signed_in("lin_xia").await;
        // A successful login clears the failures.
        t.login("lin_xia", "wrong-password").await.assert_fails(422, "bad_credentials");
        t.signed_in("lin_xia").await;
    }

    async fn failures_expire_after_a_quiet_hour(t: &TestApp) {
        t.registered("lin_xia").await;
        for _ in 0..5 {
            t.login("lin_xia", "wrong-password").await;
        }
        assert_eq!(retry_after(&t.login("lin_xia", "wrong-password").await), 1);
        t.clock.advance(3_601_000);
        for _ in 0..5 {
            t.login("lin_xia", "wrong-password").await.assert_fails(422, "bad_credentials");
        }
    }

    async fn expired_failures_are_deleted(t: &TestApp) {
        use diesel::{QueryDsl as _, RunQueryDsl as _};
        use yingku_db::schema::login_failures;

        // The housekeeping run that started with the service may already be past these tables.
        t.app.housekeeper.0.finish();
        t.registered("lin_xia").await;
        for name in ["nobody-one", "nobody-two"] {
            t.login(name, PASSWORD).await.assert_fails(422, "bad_credentials");
        }
        let rows = || t.app.state.db.read_now::<i64, yingku_db::DbError, _>(|conn| Ok(login_failures::table.count().get_result(conn)?)).unwrap();
        // One row per network and one overall, for each name.
        assert_eq!(rows(), 4);
        t.clock.advance(3_601_000);
        t.app.housekeeper.0.finish();
        assert_eq!(rows(), 0);
    }

    async fn concurrent_guesses_pass_no_more_than_sequential_ones(t: &TestApp) {
        t.registered("lin_xia").await;
        let runs = t.app.accounts.hasher.runs();
        let answers = join_all((0..24).map(|_| t.login("lin_xia", "wrong-password"))).await;
        let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        // Attempts that found the queue full have to retry as well.
        assert_eq!((count(422), count(429) + count(503)), (5, 19));
        assert_eq!(t.app.accounts.hasher.runs() - runs, 5);
    }

    async fn a_password_confirmation_cannot_be_guessed_either(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        for _ in 0..5 {
            member.post("/user/delete", &json!({ "password": "wrong-password" })).await.assert_fails(422, "password_wrong");
        }
        assert_eq!(retry_after(&member.post("/user/delete", &json!({ "password": PASSWORD })).await), 1);
        assert_eq!(member.get("/user/getInfo").await.status, 200);
    }
}

#[actix_web::test]
async fn t8_an_address_has_ten_attempts_a_minute() {
    let t = TestApp::with(&[("LOGIN_PER_MINUTE", "10")]).await;
    for _ in 0..10 {
        let form = login_form("lin_xia", PASSWORD, "none", "AAAA");
        t.post("/user/login", &form)
            .await
            .assert_fails(422, "captcha_expired");
    }
    let wait = retry_after(&t.login("lin_xia", PASSWORD).await);
    assert!((1..=7).contains(&wait), "{wait}");
    // A rejected attempt has not consumed the captcha.
    let (uuid, code) = t.captcha().await;
    let form = login_form("lin_xia", PASSWORD, &uuid, &code);
    retry_after(&t.post("/user/login", &form).await);
    t.clock.advance(7_000);
    t.post("/user/login", &form)
        .await
        .assert_fails(422, "bad_credentials");
}

#[actix_web::test]
async fn t7_an_address_gets_twenty_captchas_a_minute() {
    let t = TestApp::with(&[("CAPTCHA_PER_MINUTE", "20")]).await;
    for _ in 0..20 {
        assert_eq!(t.get("/user/captcha").await.status, 200);
    }
    retry_after(&t.get("/user/captcha").await);
    t.clock.advance(60_000);
    assert_eq!(t.get("/user/captcha").await.status, 200);
}

#[actix_web::test]
async fn t9_an_address_creates_five_accounts_an_hour() {
    let t = TestApp::with(&[("REGISTER_PER_HOUR", "5")]).await;
    for at in 0..5 {
        assert_eq!(t.register(&format!("visitor{at}")).await.status, 200);
        // A taken name is not hashed.
        t.register("visitor0").await.assert_fails(409, "name_taken");
    }
    let wait = retry_after(&t.register("visitor6").await);
    assert!((700..=720).contains(&wait), "{wait}");
    t.clock.advance(720_000);
    assert_eq!(t.register("visitor6").await.status, 200);
}

#[actix_web::test]
async fn an_address_exports_ten_times_an_hour() {
    let t = TestApp::with(&[("EXPORT_PER_HOUR", "10")]).await;
    let (member, other) = (t.registered("lin_xia").await, t.registered("wang_yu").await);
    for member in [&member, &other] {
        for _ in 0..5 {
            assert_eq!(member.get("/user/export").await.status, 200);
        }
    }
    let wait = retry_after(&member.get("/user/export").await);
    assert!((350..=360).contains(&wait), "{wait}");
    t.clock.advance(360_000);
    assert_eq!(other.get("/user/export").await.status, 200);
}

#[actix_web::test]
async fn t18_an_unknown_client_elsewhere_does_not_lock_a_member_out() {
    let t = TestApp::with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    t.registered("lin_xia").await;
    let stranger = t.another_installation();
    let from = async |ip: &str, password: &str| {
        let (uuid, code) = t.captcha().await;
        let form = login_form("lin_xia", password, &uuid, &code);
        let call = Call::post("/prod-api/v2/user/login", &form);
        t.send_as(&stranger, call.header("x-forwarded-for", ip))
            .await
    };
    for _ in 0..5 {
        from("203.0.113.7", "wrong-password").await;
    }
    retry_after(&from("203.0.113.200", PASSWORD).await);
    // After failures from many networks the name itself is delayed for unknown clients.
    for network in 0..45 {
        let answer = from(&format!("192.0.{network}.1"), "wrong-password").await;
        answer.assert_fails(422, "bad_credentials");
    }
    assert_eq!(retry_after(&from("198.51.100.1", PASSWORD).await), 1);
    // Trusted clients are let in: by network, by installation, and by installation from elsewhere.
    assert_eq!(from("127.0.0.9", PASSWORD).await.status, 200);
    t.signed_in("lin_xia").await;
    let (uuid, code) = t.captcha().await;
    let form = login_form("lin_xia", PASSWORD, &uuid, &code);
    let call =
        Call::post("/prod-api/v2/user/login", &form).header("x-forwarded-for", "203.0.113.9");
    assert_eq!(t.send(call).await.status, 200);
    // After the delay, a successful login causes no further one.
    let another = t.another_installation();
    let new_place = async || {
        let (uuid, code) = t.captcha().await;
        let form = login_form("lin_xia", PASSWORD, &uuid, &code);
        let call = Call::post("/prod-api/v2/user/login", &form);
        t.send_as(&another, call.header("x-forwarded-for", "198.18.0.1"))
            .await
    };
    retry_after(&new_place().await);
    t.clock.advance(1_000);
    for _ in 0..2 {
        assert_eq!(new_place().await.status, 200);
    }
}

#[actix_web::test]
async fn a_trusted_device_can_guess_no_more_than_an_unknown_client() {
    let t = TestApp::with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    t.registered("lin_xia").await;
    let from = async |ip: &str| {
        let (uuid, code) = t.captcha().await;
        let form = login_form("lin_xia", "wrong-password", &uuid, &code);
        let call = Call::post("/prod-api/v2/user/login", &form);
        t.send(call.header("x-forwarded-for", ip)).await
    };
    for network in 0..5 {
        from(&format!("192.0.{network}.1"))
            .await
            .assert_fails(422, "bad_credentials");
    }
    retry_after(&from("192.0.5.1").await);
}

#[actix_web::test]
async fn unknown_clients_elsewhere_do_not_lock_a_member_out_of_account_settings() {
    let t = TestApp::with(&[
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("LOGIN_FREE_FAILURES", "1"),
    ])
    .await;
    let member = t.registered("lin_xia").await;
    let stranger = t.another_installation();
    let from = async |network: i32| {
        let (uuid, code) = t.captcha().await;
        let form = login_form("lin_xia", "wrong-password", &uuid, &code);
        let call = Call::post("/prod-api/v2/user/login", &form);
        let call = call.header("x-forwarded-for", &format!("192.0.{network}.1"));
        t.send_as(&stranger, call).await
    };
    for network in 0..10 {
        from(network).await.assert_fails(422, "bad_credentials");
    }
    retry_after(&from(10).await);
    let form = json!({ "password": PASSWORD });
    assert_eq!(member.post("/user/delete", &form).await.status, 200);
}

#[test]
fn a_sweep_skips_locked_rows() {
    let database = TestDb::postgres();
    let db = Db::open(&options(&database.url)).unwrap();
    let charge = |conn: &mut Conn, name: &str, now: i64| {
        throttle::charge(conn, name, "192.0.2.0/24", 5, now).map(|_| ())
    };
    let now = 1_790_000_000;
    db.write_now(|conn| charge(conn, "nobody-one", now))
        .unwrap();
    db.write_now(|conn| charge(conn, "nobody-two", now))
        .unwrap();
    let sweep = |now: i64| {
        db.write_now::<_, DbError, _>(|conn| Ok(throttle::sweep(conn, now, 100)?))
            .unwrap()
    };
    db.write_now(|conn| {
        charge(conn, "nobody-one", now + 3_600)?;
        assert_eq!(sweep(now + 3_601), 2);
        Ok::<_, ApiError>(())
    })
    .unwrap();
    assert_eq!(sweep(now + 3_601), 0);
    assert_eq!(sweep(now + 7_201), 2);
}

#[actix_web::test]
async fn t20_when_too_many_sign_in_unknown_clients_are_rejected_with_retry_after() {
    let t = TestApp::with(&[("REGISTER_PER_HOUR", "2"), ("WORKERS", "2")]).await;
    t.registered("lin_xia").await;
    let mut turns = Vec::new();
    for network in 0..8 {
        let ip = format!("192.0.{network}.1").parse().unwrap();
        while let Ok(turn) = t.app.accounts.hasher.permit(Requester::Unknown(ip)) {
            turns.push(turn);
        }
    }
    assert_eq!(turns.len(), 2 + 32);
    t.register("wang_hai").await.assert_fails(503, "busy");
    let answer = t.login("nobody-here", PASSWORD).await;
    answer.assert_fails(503, "busy");
    assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
    // Trusted clients are not locked out by them, nor are requests that need no password.
    let member = t.signed_in("lin_xia").await;
    let form = json!({ "password": "wrong-password" });
    member
        .post("/user/delete", &form)
        .await
        .assert_fails(422, "password_wrong");
    assert_eq!(t.get("/user/getInfo").await.status, 200);
    drop(turns);
    // Being rejected with retry-after has consumed nothing.
    assert_eq!(t.register("wang_hai").await.status, 200);
    retry_after(&t.register("chen_hai").await);
}

#[actix_web::test]
async fn one_network_gets_a_fraction_of_the_queue() {
    let t = TestApp::on_sqlite().await;
    let of = |ip: &str| Requester::Unknown(ip.parse().unwrap());
    let mut turns = Vec::new();
    for at in 0..40 {
        turns.extend(t.app.accounts.hasher.permit(of(&format!("203.0.113.{at}"))));
    }
    assert_eq!(turns.len(), 8);
    assert!(t.app.accounts.hasher.permit(of("198.51.100.1")).is_ok());
    drop(turns);
    assert!(t.app.accounts.hasher.permit(of("203.0.113.1")).is_ok());
}

//! Rate limits: what counts as one client, the default limits, and what a request over the limit
//! gets.

use serde_json::{Value, json};
use yingku_platform::config::Config;

use crate::protection::LIST;
use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::member::login_form;

async fn list_from(t: &TestApp, ip: &str) -> u16 {
    t.send(Call::get(LIST).header("x-forwarded-for", ip))
        .await
        .status
        .as_u16()
}

#[track_caller]
fn assert_too_many(answer: &Answer) {
    answer.assert_fails(429, "rate_limited");
    let body = answer.json();
    assert_eq!(body["code"], json!(402));
    assert!(!body["msg"].as_str().unwrap().is_ascii());
    assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
}

#[actix_web::test]
async fn t5_a_household_is_one_client_and_only_a_trusted_proxy_forwards_addresses() {
    let rate = [("RATE_PER_SECOND", "1"), ("RATE_BURST", "1")];
    let t = TestApp::with(&[rate[0], rate[1], ("TRUSTED_PROXIES", "127.0.0.1")]).await;
    assert_eq!(list_from(&t, "2001:db8:1:1::1").await, 200);
    for same in [
        "2001:db8:1:1::2",
        "2001:db8:1:1:ffff:ffff:ffff:ffff",
        "2001:0db8:0001:0001::1",
    ] {
        assert_eq!(list_from(&t, same).await, 429, "{same}");
    }
    assert_eq!(list_from(&t, "2001:db8:1:2::1").await, 200);
    assert_eq!(list_from(&t, "192.0.2.1").await, 200);
    // Both notations are one address, and entries before the last proxy's are untrusted.
    for same in [
        "::ffff:192.0.2.1",
        "198.51.100.1, 192.0.2.1",
        "198.51.100.1,192.0.2.1,127.0.0.1",
    ] {
        assert_eq!(list_from(&t, same).await, 429, "{same}");
    }
    assert_eq!(list_from(&t, "192.0.2.1, 198.51.100.1").await, 200);
    let t = TestApp::with(&rate).await;
    assert_eq!(list_from(&t, "192.0.2.1").await, 200);
    for spoofed in ["192.0.2.2", "2001:db8::1", "127.0.0.1", "unknown", ""] {
        assert_eq!(list_from(&t, spoofed).await, 429, "{spoofed}");
    }
}

#[actix_web::test]
async fn t6_an_address_sends_twenty_requests_a_second_and_bursts_of_sixty() {
    let config = Config::from_pairs(&[]).unwrap();
    let (rate, burst) = (config.limits.rate_per_second, config.limits.rate_burst);
    assert_eq!((rate, burst), (20, 60));
    let [rate, burst] = [rate, burst].map(|number| number.to_string());
    for t in TestApp::on_both(&[("RATE_PER_SECOND", &rate), ("RATE_BURST", &burst)]).await {
        for _ in 0..60 {
            assert_eq!(t.get("/works/detail/list").await.status, 200);
        }
        assert_too_many(&t.get("/works/detail/list").await);
        t.clock.advance(49);
        assert_too_many(&t.get("/works/detail/list").await);
        t.clock.advance(1);
        assert_eq!(t.get("/works/detail/list").await.status, 200);
        assert_too_many(&t.get("/works/detail/list").await);
        // Requests rejected for another reason count as well.
        t.clock.advance(1_000);
        for _ in 0..20 {
            t.send(Call::get(LIST).unsigned())
                .await
                .assert_fails(401, "signature_missing");
        }
        assert_too_many(&t.get("/works/detail/list").await);
    }
}

#[test]
fn t6_the_other_limits_match_the_rules() {
    let config = Config::from_pairs(&[]).unwrap();
    let account = &config.account;
    assert_eq!(
        (
            account.captcha_per_minute,
            account.login_per_minute,
            account.register_per_hour
        ),
        (20, 10, 5)
    );
    assert_eq!((account.export_per_hour, account.free_failures), (10, 5));
}

#[actix_web::test]
async fn t14_searches_count_like_every_request() {
    let t = TestApp::with(&[("RATE_PER_SECOND", "1"), ("RATE_BURST", "4")]).await;
    for path in [
        "/works/detail/list?keyword=a",
        "/search/suggest?keyword=a",
        "/dht/list?keyword=a",
        "/works/detail/list?keyword=b",
    ] {
        assert_eq!(t.get(path).await.status, 200, "{path}");
    }
    for path in [
        "/works/detail/list?keyword=c",
        "/search/suggest?keyword=b",
        "/dht/list?keyword=b",
    ] {
        assert_too_many(&t.get(path).await);
    }
}

#[actix_web::test]
async fn t15_a_rejected_client_gets_retry_after() {
    let form = login_form("lin_xia", "quiet-river-27", "none", "AAAA");
    let mut register = form.clone();
    (register["confirmPassword"], register["email"]) =
        (json!("quiet-river-27"), json!("somebody@example.org"));
    for (setting, path, form) in [
        ("LOGIN_PER_MINUTE", "/user/login", form.clone()),
        ("LOGIN_PER_MINUTE", "/user/register", register),
        (
            "MESSAGES_PER_MINUTE",
            "/message",
            json!({ "message": "问" }),
        ),
        (
            "REPORTS_PER_HOUR",
            "/report",
            json!({ "dataId": "910000000000000009", "reason": "wrong" }),
        ),
        ("CAPTCHA_PER_MINUTE", "/user/captcha", Value::Null),
        ("EXPORT_PER_HOUR", "/user/export", Value::Null),
    ] {
        // Registering and signing in take two captchas and two passwords.
        for t in TestApp::on_both(&[(setting, "2")]).await {
            let member = t.registered("lin_xia").await;
            let ask = async || match &form {
                Value::Null => member.get(path).await,
                form => member.post(path, form).await,
            };
            for _ in 0..2 {
                ask().await;
            }
            assert_too_many(&ask().await);
        }
    }
}

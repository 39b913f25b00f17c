//! The request protection: signatures, clocks, replays, bodies, rates, and the error of each rejected request
//! (A7 and A8 of docs/attacks.md).

use actix_web::http::Method;
use serde_json::json;
use yingku_signer::client::Signer;

use crate::support::TestApp;
use crate::support::app::NOW_MS;
use crate::support::client::{Answer, Call};

/// A successful list.
pub const LIST: &str = "/prod-api/v2/works/detail/list?pageSize=32&pageNum=1";
const HEADERS: [&str; 4] = ["x-timestamp", "x-nonce", "x-client-key", "x-signature"];

/// The test clock as a client sends it.
pub const NOW: u64 = 1_790_000_000_000;

/// The four headers of a valid GET of `target`, changed by `change`.
pub async fn with(
    t: &TestApp,
    target: &str,
    change: impl Fn(&'static str, String) -> String,
) -> Answer {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut call = Call::get(target).unsigned();
    for (name, value) in t.signer.headers("GET", path, query, b"", NOW).unwrap() {
        call = call.header(name, &change(name, value));
    }
    t.send(call).await
}

/// A list request that `signer` has signed at `ms`.
pub fn list_signed_by(signer: &Signer, ms: u64) -> Call {
    let path = "/prod-api/v2/works/detail/list";
    Call::get(path).carrying(&signer.headers("GET", path, "", b"", ms).unwrap())
}

pub fn another(of: &'static str, value: &str) -> impl Fn(&'static str, String) -> String {
    let value = value.to_owned();
    move |name, good| if name == of { value.clone() } else { good }
}

both! {
    async fn a_signed_request_is_accepted_once(t: &TestApp) {
        let (path, query) = LIST.split_once('?').unwrap();
        let headers = t.signer.headers("GET", path, query, b"", NOW).unwrap();
        let call = || Call::get(LIST).carrying(&headers);
        assert_eq!(t.send(call()).await.status, 200);
        let replay = t.send(call()).await;
        replay.assert_fails(401, "nonce_replay");
        assert_eq!(replay.json()["code"], 402);
        t.clock.advance(599_000);
        t.send(call()).await.assert_fails(401, "timestamp_skew");
    }
}

#[actix_web::test]
async fn every_header_is_required_exactly_once_and_well_formed() {
    let t = TestApp::on_sqlite().await;
    for name in HEADERS {
        t.send(Call::get(LIST).without(name))
            .await
            .assert_fails(401, "signature_missing");
        let good = t.signer.headers("GET", "/v2/x", "", b"", NOW).unwrap();
        let value = &good.iter().find(|(other, _)| *other == name).unwrap().1;
        let twice = Call::get(LIST).carrying(&good);
        t.send(twice.header(name, value))
            .await
            .assert_fails(400, "header_malformed");
    }
    let long = "a".repeat(65);
    let key = format!("k1.{}", "A".repeat(700));
    let upper = "A".repeat(64);
    for (name, bad) in [
        ("x-timestamp", "1790000000"),
        ("x-timestamp", "17900000000001"),
        ("x-timestamp", "-790000000000"),
        ("x-timestamp", "1.79000000000"),
        ("x-timestamp", "now"),
        ("x-nonce", "short"),
        ("x-nonce", &long),
        ("x-nonce", "with spaces in it"),
        ("x-nonce", "a/b+c=a/b+c=a/b+"),
        ("x-signature", "00"),
        ("x-signature", &upper),
        ("x-client-key", &key),
    ] {
        with(&t, LIST, another(name, bad))
            .await
            .assert_fails(400, "header_malformed");
    }
    for bad in ["k1.AAAA", "k0.AAAA", "AAAA", "k1.", "k1.***"] {
        let answer = with(&t, LIST, another("x-client-key", bad)).await;
        answer.assert_fails(401, "client_key_invalid");
        assert!(
            answer
                .header("www-authenticate")
                .starts_with("AV1 error=\"client_key_invalid\"")
        );
    }
}

#[actix_web::test]
async fn a_clock_may_be_five_minutes_slow_and_gets_the_server_time() {
    let t = TestApp::on_sqlite().await;
    // The service has been up for longer than the allowed age of a request.
    t.clock.advance(900_000);
    let now = NOW + 900_000;
    for (ms, good) in [
        (now - 299_000, true),
        (now - 301_000, false),
        (now, true),
        (now + 1, false),
        (now + 299_000, false),
    ] {
        let call = list_signed_by(&t.signer, ms);
        let answer = t.send(call).await;
        if good {
            assert_eq!(answer.status, 200, "{ms}");
        } else {
            answer.assert_fails(401, "timestamp_skew");
            assert_eq!(answer.json()["serverTime"], json!(now));
        }
    }
}

#[actix_web::test]
async fn a_request_signed_before_the_start_may_be_a_replay_and_must_be_signed_again() {
    let t = TestApp::on_sqlite().await;
    let call = list_signed_by(&t.signer, NOW - 1);
    let answer = t.send(call).await;
    answer.assert_fails(401, "timestamp_skew");
    assert_eq!(answer.json()["serverTime"], json!(NOW_MS));
}

#[actix_web::test]
async fn a_changed_request_fails_verification() {
    let t = TestApp::on_sqlite().await;
    let signed = |method: &str, path: &str, query: &str, body: &[u8]| {
        t.signer.headers(method, path, query, body, NOW).unwrap()
    };
    let cases = [
        (
            signed("POST", "/v2/works/detail/list", "pageSize=32", b""),
            "another method",
        ),
        (
            signed("GET", "/v2/works/detail/lists", "pageSize=32", b""),
            "another path",
        ),
        (
            signed("GET", "/v2/works/detail/list", "pageSize=33", b""),
            "another query",
        ),
        (signed("GET", "/v2/works/detail/list", "", b""), "no query"),
        (
            signed("GET", "/v2/works/detail/list", "pageSize=32", b"{}"),
            "another body",
        ),
    ];
    for (headers, what) in cases {
        let call = Call::get("/prod-api/v2/works/detail/list?pageSize=32").carrying(&headers);
        let answer = t.send(call).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (401, "signature_mismatch"),
            "{what}"
        );
    }
    for (name, change) in [
        ("x-timestamp", "1789999999999"),
        ("x-nonce", "another-nonce-0001"),
        ("x-signature", &"0".repeat(64)),
    ] {
        with(&t, LIST, another(name, change))
            .await
            .assert_fails(401, "signature_mismatch");
    }
}

#[actix_web::test]
async fn the_order_and_the_encoding_of_a_query_do_not_matter() {
    let t = TestApp::on_sqlite().await;
    let signed = "keyword=%E4%B8%AD%20a&pageNum=1&pageSize=32";
    for sent in [
        "pageSize=32&keyword=%e4%b8%ad+a&pageNum=1",
        "pageNum=1&pageSize=32&&keyword=%E4%B8%AD%20%61",
    ] {
        let headers = t
            .signer
            .headers("GET", "/v2/works/detail/list", signed, b"", NOW)
            .unwrap();
        let call = Call::get(&format!("/prod-api/v2/works/detail/list?{sent}")).carrying(&headers);
        assert_eq!(t.send(call).await.status, 200, "{sent}");
    }
}

#[actix_web::test]
async fn h15_a_malformed_query_is_rejected() {
    let t = TestApp::on_sqlite().await;
    let many = (0..65)
        .map(|at| format!("a{at}=1"))
        .collect::<Vec<_>>()
        .join("&");
    for bad in [
        "keyword=%",
        "keyword=%zz",
        "keyword=%ff",
        "keyword=%E4%B8",
        "keyword=a%00b",
        &many,
    ] {
        let answer = t
            .send(Call::get(&format!("/prod-api/v2/works/detail/list?{bad}")))
            .await;
        answer.assert_fails(400, "query_malformed");
    }
}

#[actix_web::test]
async fn an_address_is_rate_limited() {
    let t = TestApp::with(&[("RATE_PER_SECOND", "1"), ("RATE_BURST", "5")]).await;
    let mut answers = Vec::new();
    for _ in 0..8 {
        answers.push(t.get("/works/detail/list").await);
    }
    assert!(answers[..5].iter().all(|answer| answer.status == 200));
    answers[7].assert_fails(429, "rate_limited");
    assert!(answers[7].header("retry-after").parse::<u64>().unwrap() >= 1);
    // A header that anybody can send does not change the client's address.
    let spoofed = Call::get(LIST).header("x-forwarded-for", "9.9.9.9");
    t.send(spoofed).await.assert_fails(429, "rate_limited");
}

#[actix_web::test]
async fn a_body_is_bounded_and_not_compressed() {
    let t = TestApp::on_sqlite().await;
    let post = |body: Vec<u8>| Call::new(Method::POST, "/prod-api/v2/works/detail/list").body(body);
    // An otherwise valid request with another method shows that the body was read.
    t.send(post(vec![b' '; 64 * 1024]))
        .await
        .assert_fails(405, "method_not_allowed");
    t.send(post(vec![b' '; 64 * 1024 + 1]))
        .await
        .assert_fails(413, "body_too_large");
    let zipped = post(b"\x1f\x8b".to_vec()).header("content-encoding", "gzip");
    t.send(zipped)
        .await
        .assert_fails(415, "unsupported_content");
}

#[actix_web::test]
async fn the_html_shell_has_the_configured_secret() {
    let t = TestApp::with(&[("APP_SECRET", "another-public-secret")]).await;
    let page =
        serde_json::to_value(yingku_server::app_config::PageConfig::from_app(&t.app)).unwrap();
    assert_eq!(page["appSecret"], "another-public-secret");
    assert_eq!(page["kid"], t.app.client_keys().kid());
    assert_eq!(page["appId"], "yingku");
}

#[actix_web::test]
async fn only_the_app_config_is_unsigned() {
    let t = TestApp::on_sqlite().await;
    let open = t
        .send(Call::get("/prod-api/v2/app/config").unsigned())
        .await;
    assert_eq!(
        (open.status.as_u16(), &open.json()["code"]),
        (200, &json!(200))
    );
    assert_eq!(open.header("cache-control"), "no-store");
    let text = open.text();
    for secret in [&t.app.state.config.signing.app_secret, "PRIVATE KEY"] {
        assert!(!text.contains(secret), "{secret} is public");
    }
    for path in [
        "/prod-api/v2/app/config/",
        "/prod-api/v2/app/config2",
        "/prod-api/v2/app%2Fconfig",
        "/prod-api/",
        "/prod-api/v2/none",
    ] {
        t.send(Call::get(path).unsigned())
            .await
            .assert_fails(401, "signature_missing");
    }
}

#[actix_web::test]
async fn report_and_off_allow_unsigned_requests() {
    for mode in ["report", "off"] {
        let t = TestApp::with(&[("SIGNING", mode)]).await;
        assert_eq!(
            t.send(Call::get(LIST).unsigned()).await.status,
            200,
            "{mode}"
        );
        assert_eq!(
            with(&t, LIST, another("x-signature", &"0".repeat(64)))
                .await
                .status,
            200,
            "{mode}"
        );
    }
}

#[actix_web::test]
async fn a7_other_origins_are_rejected_unless_the_operator_names_them() {
    let t = TestApp::with(&[("CORS_ORIGINS", "https://friend.example")]).await;
    let preflight = |origin: &str| {
        Call::new(Method::OPTIONS, LIST)
            .unsigned()
            .header("origin", origin)
            .header("access-control-request-method", "GET")
            .header(
                "access-control-request-headers",
                "x-timestamp,x-nonce,x-client-key,x-signature",
            )
    };
    let friend = t.send(preflight("https://friend.example")).await;
    assert_eq!(
        (
            friend.status.as_u16(),
            friend.header("access-control-allow-origin")
        ),
        (200, "https://friend.example")
    );
    assert!(friend.header("vary").to_lowercase().contains("origin"));
    for stranger in [
        "https://evil.example",
        "null",
        "https://friend.example.evil.example",
    ] {
        let answer = t.send(preflight(stranger)).await;
        assert_eq!(
            (
                answer.status.as_u16(),
                answer.header("access-control-allow-origin")
            ),
            (400, ""),
            "{stranger}"
        );
        let call = t.send(Call::get(LIST).header("origin", stranger)).await;
        assert_eq!(call.header("access-control-allow-origin"), "", "{stranger}");
    }
    assert_eq!(friend.header("access-control-allow-credentials"), "");
    // Unless the operator allows an origin, none is.
    let t = TestApp::on_sqlite().await;
    for origin in ["https://friend.example", "http://127.0.0.1:8080", "null"] {
        let answer = t.send(preflight(origin)).await;
        let called = t.send(Call::get(LIST).header("origin", origin)).await;
        assert!(!answer.status.is_success(), "{origin}: {}", answer.status);
        for answer in [answer, called] {
            for name in ["allow-origin", "allow-credentials", "allow-headers"] {
                let name = format!("access-control-{name}");
                assert_eq!(answer.header(&name), "", "{origin}");
            }
        }
    }
}

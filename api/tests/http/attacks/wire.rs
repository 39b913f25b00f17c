//! Requests at the wire level: unparsable, ambiguous and too large.

use actix_web::http::Method;

use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::listening::Listening;
use crate::support::raw::{Raw, RawResponse};

const CONFIG: &str = "/prod-api/v2/app/config";
/// An operation that reads its body and needs no signature.
const NOTICE: &str = "/prod-api/v2/pay/notify/alipay";
/// Bytes of the longest accepted path with query.
const MAX_TARGET_BYTES: usize = 65_534;

/// The service on a port.
struct Port {
    t: TestApp,
    _listening: Listening,
}

impl Port {
    async fn open() -> Self {
        let t = TestApp::on_sqlite().await;
        let _listening = Listening::start(&t);
        Self { t, _listening }
    }

    async fn ask(&self, request: &str) -> RawResponse {
        let to = self.t.address.local_addr().unwrap();
        Raw::connect(to).await.ask(request)
    }

    /// Asserts that the connection ends with the rejection: what follows is not parsed as another request.
    async fn assert_rejects(&self, request: &str, status: u16, word: &str) {
        let mut raw = Raw::connect(self.t.address.local_addr().unwrap()).await;
        raw.say(&format!(
            "{request}GET {CONFIG} HTTP/1.1\r\nhost: smuggled\r\n\r\n"
        ));
        let start: String = request.chars().take(120).collect();
        let response = raw
            .next()
            .unwrap_or_else(|| panic!("closed without a word: {start}"));
        assert_eq!(response.status(), status, "{start}: {response:?}");
        response.assert_fails(status, word);
        assert!(raw.next().is_none(), "another response after {start}");
    }
}

fn get(target: &str, headers: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nhost: x\r\n{headers}\r\n")
}

fn post(headers: &str, body: &str) -> String {
    format!("POST {NOTICE} HTTP/1.1\r\nhost: x\r\n{headers}\r\n{body}")
}

#[actix_web::test]
async fn h1_a_request_names_one_host() {
    let port = Port::open().await;
    for head in ["", "host: x\r\nhost: x\r\n", "host: x\r\nhost: y\r\n"] {
        port.assert_rejects(
            &format!("GET {CONFIG} HTTP/1.1\r\n{head}\r\n"),
            400,
            "request_malformed",
        )
        .await;
    }
}

#[actix_web::test]
async fn h2_a_body_has_one_length() {
    let port = Port::open().await;
    for headers in [
        "content-length: 4\r\ntransfer-encoding: chunked\r\n",
        "transfer-encoding: chunked\r\ncontent-length: 4\r\n",
        "content-length: 4\r\ncontent-length: 4\r\n",
        "content-length: 4\r\ncontent-length: 5\r\n",
        "content-length: 4, 4\r\n",
        "content-length: +3\r\n",
        "content-length: -1\r\n",
        "content-length: 3x\r\n",
        "content-length: 0x3\r\n",
        "content-length: 3 3\r\n",
        "content-length:\r\n",
        "content-length: 99999999999999999999\r\n",
    ] {
        port.assert_rejects(&post(headers, "0\r\n\r\n"), 400, "request_malformed")
            .await;
    }
    port.assert_rejects(
        &post("content-length: 999999999999999999\r\n", ""),
        413,
        "body_too_large",
    )
    .await;
}

#[actix_web::test]
async fn h3_chunks_must_follow_the_standard() {
    let port = Port::open().await;
    for coding in [
        "xchunked",
        "chunked, xchunked",
        "chunked, chunked",
        "gzip",
        "chunked\r\ntransfer-encoding: identity",
    ] {
        port.assert_rejects(
            &post(&format!("transfer-encoding: {coding}\r\n"), "0\r\n\r\n"),
            400,
            "request_malformed",
        )
        .await;
    }
    for chunk in [
        "zz\r\nab\r\n0\r\n\r\n",
        "-1\r\n\r\n",
        "ffffffffffffffffff\r\nab\r\n",
        "2\r\nabc\r\n0\r\n\r\n",
        "2 x\r\nab\r\n0\r\n\r\n",
    ] {
        let response = port
            .ask(&post("transfer-encoding: chunked\r\n", chunk))
            .await;
        response.assert_fails(400, "bad_request");
    }
    // Valid ones leave the connection open for the next request.
    let mut raw = Raw::connect(port.t.address.local_addr().unwrap()).await;
    let good = format!(
        "POST {CONFIG} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{{\r\n1\r\n}}\r\n0\r\n\r\n"
    );
    raw.ask(&good).assert_fails(405, "method_not_allowed");
    assert_eq!(raw.ask(&get(CONFIG, "")).status(), 200);
}

#[actix_web::test]
async fn h4_a_target_has_no_spaces_nul_bytes_or_non_ascii_letters() {
    let port = Port::open().await;
    for target in [
        "/a b",
        "/\0",
        "/index\0",
        "/\u{7f}",
        "/a\tb",
        "/中",
        "/index?a=中",
        "",
        "http://[::1",
        "/\u{1}",
    ] {
        let request = format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n");
        let response = port.ask(&request).await;
        // Well-formed targets are just not found.
        assert!(
            [400, 404].contains(&response.status()),
            "{target:?}: {response:?}"
        );
        if !target.is_ascii() || target.contains(['\0', ' ', '\u{1}']) {
            response.assert_fails(400, "request_malformed");
        }
    }
}

#[actix_web::test]
async fn h5_a_header_is_one_line_with_a_name_before_its_colon() {
    let port = Port::open().await;
    for line in [
        "x-a : 1",
        "x-a: 1\r\n b",
        "x-a: 1\r\n\tb",
        " x-a: 1",
        "x-a",
        ": 1",
        "x(a): 1",
        "x-中: 1",
        "x-a: a\0b",
    ] {
        port.assert_rejects(
            &get(CONFIG, &format!("{line}\r\n")),
            400,
            "request_malformed",
        )
        .await;
    }
}

#[actix_web::test]
async fn h6_an_oversized_head_is_not_read_to_its_end() {
    let port = Port::open().await;
    let long = format!("x-long: {}\r\n", "a".repeat(200 * 1024));
    let many: String = (0..200).map(|at| format!("x-{at}: 1\r\n")).collect();
    for headers in [long, many] {
        let response = port.ask(&get(CONFIG, &headers)).await;
        response.assert_fails(431, "head_too_large");
        assert_eq!(response.header("connection"), "close");
    }
    // A cookie of a few kilobytes is accepted.
    let response = port
        .ask(&get(
            CONFIG,
            &format!("cookie: {}\r\n", "a".repeat(16 * 1024)),
        ))
        .await;
    assert_eq!(response.status(), 200);
}

#[actix_web::test]
async fn h7_a_url_that_is_too_long_is_rejected() {
    let port = Port::open().await;
    let of_length = |start: &str, length: usize| {
        let target = format!("{start}{}", "a".repeat(length - start.len()));
        get(&target, "")
    };
    // Of 20 KiB, and of the longest accepted length.
    for length in [20 * 1024, MAX_TARGET_BYTES] {
        for (start, status) in [
            ("/", 404),
            ("/?a=", 200),
            (CONFIG, 401),
            ("/prod-api/v2/app/config?a=", 200),
        ] {
            let response = port.ask(&of_length(start, length)).await;
            assert_eq!(response.status(), status, "{start} of {length}");
        }
    }
    for length in [MAX_TARGET_BYTES + 1, 70 * 1024] {
        for start in ["/", "/?a=", CONFIG, "/prod-api/v2/app/config?a="] {
            port.assert_rejects(&of_length(start, length), 400, "request_malformed")
                .await;
        }
    }
}

#[actix_web::test]
async fn h8_an_oversized_body_is_not_read_to_its_end() {
    let port = Port::open().await;
    let large = "a".repeat(300 * 1024);
    for path in [NOTICE, "/prod-api/v2/user/login", CONFIG] {
        // The signature is checked first.
        let word = if path == "/prod-api/v2/user/login" {
            (401, "signature_missing")
        } else {
            (413, "body_too_large")
        };
        let announced = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{large}",
            large.len()
        );
        port.ask(&announced).await.assert_fails(word.0, word.1);
        // Without a declared length, the size is checked while reading.
        let chunked = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{large}\r\n0\r\n\r\n",
            large.len()
        );
        port.ask(&chunked).await.assert_fails(word.0, word.1);
    }
}

#[actix_web::test]
async fn h12_an_unsupported_method_gets_the_supported_ones() {
    let port = Port::open().await;
    for method in ["TRACE", "FOO", "DELETE", "PATCH", "PROPFIND"] {
        for (path, allowed) in [
            (CONFIG, None),
            ("/index", Some("GET, HEAD")),
            ("/openapi.yaml", None),
            (
                "/hls/x/1790021600/910000000000000001/index.m3u8",
                Some("GET, HEAD"),
            ),
        ] {
            let response = port
                .ask(&format!(
                    "{method} {path} HTTP/1.1\r\nhost: x\r\ncookie: secret=1\r\n\r\n"
                ))
                .await;
            let body = String::from_utf8_lossy(&response.body).into_owned();
            assert_eq!(response.status(), 405, "{method} {path}: {response:?}");
            assert!(
                allowed.is_none_or(|allowed| response.header("allow") == allowed),
                "{method} {path}: {}",
                response.header("allow")
            );
            assert!(
                !body.contains("secret=1"),
                "{method} {path} gives back what it was sent"
            );
        }
    }
    // The service is no proxy.
    let response = port
        .ask("CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n")
        .await;
    assert!((400..500).contains(&response.status()), "{response:?}");
}

#[actix_web::test]
async fn h14_every_error_has_the_envelope() {
    let port = Port::open().await;
    let t = &port.t;
    for call in [
        Call::get("/prod-api/v2/works/detail/list?pageNum=x"),
        Call::get("/prod-api/v2/works/detail/x"),
        Call::get("/prod-api/v2/none"),
        Call::new(Method::DELETE, "/prod-api/v2/works/detail/list"),
        Call::new(Method::POST, "/prod-api/v2/user/login"),
        Call::new(Method::POST, "/prod-api/v2/user/login")
            .body("{")
            .header("content-type", "application/json"),
        Call::new(Method::POST, "/prod-api/v2/user/login")
            .body("{}")
            .header("content-type", "text/plain"),
        Call::get("/prod-api/v2/works/detail/list?a=%"),
        Call::get("/prod-api/v2/works/detail/list").unsigned(),
        Call::new(Method::POST, "/prod-api/v2/user/login").body(vec![b' '; 70_000]),
    ] {
        let shown = format!("{} {}", call.method, call.target);
        // The client of the tests checks each for the envelope.
        let answer = t.send(call).await;
        assert!(answer.status.is_client_error(), "{shown}");
        assert_eq!(
            answer.header("content-type"),
            "application/json; charset=utf-8",
            "{shown}"
        );
    }
}

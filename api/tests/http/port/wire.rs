//! The wire level: unparsable heads, unsupported upgrades, declared bodies.

use crate::support::TestApp;
use crate::support::listening::Listening;
use crate::support::raw::Raw;

const CONFIG: &str = "/prod-api/v2/app/config";

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\n{headers}\r\n")
}

#[actix_web::test]
async fn an_unsupported_upgrade_is_ignored() {
    let t = TestApp::on_sqlite().await;
    let _listening = Listening::start(&t);
    let to = t.address.local_addr().unwrap();
    for headers in [
        "connection: Upgrade\r\nupgrade: websocket\r\n",
        "upgrade: websocket\r\n",
        "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA\r\n",
    ] {
        let response = Raw::connect(to).await.ask(&get(CONFIG, headers));
        assert_eq!(response.status(), 200, "{headers}");
    }
    // The body of such a request still has its declared length.
    let response = Raw::connect(to).await.ask(&format!(
        "POST {CONFIG} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\ncontent-length: 2\r\n\r\n{{}}"
    ));
    response.assert_fails(405, "method_not_allowed");
}

#[actix_web::test]
async fn a_body_declared_too_large_gets_no_continue() {
    let t = TestApp::on_sqlite().await;
    let _listening = Listening::start(&t);
    let to = t.address.local_addr().unwrap();
    let announced = |path: &str, bytes: usize| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nexpect: 100-continue\r\n\
             content-length: {bytes}\r\n\r\n"
        )
    };
    for (path, bytes) in [
        ("/prod-api/v2/user/login", 10_000_000),
        ("/prod-api/v2/user/login", 64 * 1024 + 1),
        ("/prod-api/admin/imports/1/part", 10_000_000),
        ("/anywhere", 10_000_000),
    ] {
        let response = Raw::connect(to).await.ask(&announced(path, bytes));
        response.assert_fails(413, "body_too_large");
    }
    let response = Raw::connect(to)
        .await
        .ask(&announced("/prod-api/v2/user/login", 2));
    assert_eq!(response.status(), 100, "{response:?}");
}

#[actix_web::test]
async fn unparsable_requests_get_the_envelope() {
    let t = TestApp::on_sqlite().await;
    let _listening = Listening::start(&t);
    let to = t.address.local_addr().unwrap();
    let long = "a".repeat(200_000);
    for (request, status, word) in [
        (
            "GET / HTTP/1.1\r\n\r\n".to_owned(),
            400,
            "request_malformed",
        ),
        (
            "GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n".to_owned(),
            400,
            "request_malformed",
        ),
        ("NONSENSE\r\n\r\n".to_owned(), 400, "request_malformed"),
        (get("/", "content-length: -1\r\n"), 400, "request_malformed"),
        (
            get("/", &format!("x-long: {long}\r\n")),
            431,
            "head_too_large",
        ),
    ] {
        let mut raw = Raw::connect(to).await;
        let response = raw.ask(&request);
        response.assert_fails(status, word);
        assert_eq!(response.header("connection"), "close");
    }
    // Earlier responses on the same connection are complete.
    let mut raw = Raw::connect(to).await;
    raw.say(&format!("{}NONSENSE\r\n\r\n", get(CONFIG, "")));
    assert_eq!(raw.next().unwrap().status(), 200);
    raw.next().unwrap().assert_fails(400, "request_malformed");
}

#[actix_web::test]
async fn h13_head_has_the_headers_of_get_and_304_has_none_of_a_body() {
    let t = TestApp::on_sqlite().await;
    let _listening = Listening::start(&t);
    let to = t.address.local_addr().unwrap();
    for path in [
        "/openapi.yaml",
        "/docs",
        "/robots.txt",
        "/media/covers/910000000000000001-small.svg",
    ] {
        let got = Raw::connect(to).await.ask(&get(path, ""));
        assert_eq!(got.status(), 200, "{path}");
        let mut raw = Raw::connect(to).await;
        raw.say(&get(path, "").replace("GET", "HEAD"));
        let head = raw.next_head();
        for name in [
            "content-length",
            "content-type",
            "etag",
            "cache-control",
            "vary",
        ] {
            assert_eq!(head.header(name), got.header(name), "{path} {name}");
        }
        if got.has("etag") {
            let same = format!("if-none-match: {}\r\n", got.header("etag"));
            let response = Raw::connect(to).await.ask(&get(path, &same));
            assert_eq!(response.status(), 304, "{path}");
            for name in ["etag", "cache-control", "vary"] {
                assert_eq!(response.header(name), got.header(name), "{path} {name}");
            }
            for name in [
                "content-length",
                "content-type",
                "content-encoding",
                "transfer-encoding",
            ] {
                assert!(!response.has(name), "{path} {name}");
            }
        }
    }
}

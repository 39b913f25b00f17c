//! Slow clients. The timeouts of these tests are short.

use std::time::Duration;

use yingku_platform::config::ClientTimeouts;

use crate::protection::NOW;
use crate::support::TestApp;
use crate::support::listening::Listening;
use crate::support::raw::Raw;

const MOMENT: Duration = Duration::from_millis(80);
/// An upper bound for the tests.
const LONG: Duration = Duration::from_secs(600);
const LONG_TIMEOUTS: ClientTimeouts = ClientTimeouts {
    head: LONG,
    next: LONG,
    body: LONG,
    large_body: LONG,
};
const CONFIG: &str = "GET /prod-api/v2/app/config HTTP/1.1\r\nhost: x\r\n\r\n";

/// What follows after these bytes were sent: a response, after which the connection is closed.
async fn last_word(t: &TestApp, sent: &[&str]) -> Option<crate::support::raw::RawResponse> {
    let mut raw = Raw::connect(t.address.local_addr().unwrap()).await;
    for part in sent {
        raw.say(part);
    }
    let response = raw.next();
    assert!(raw.next().is_none(), "{sent:?}: the connection stays open");
    response
}

#[test]
fn a24_clients_have_timeouts_of_seconds() {
    let waits = ClientTimeouts::default();
    let seconds = [waits.head, waits.next, waits.body, waits.large_body].map(|wait| wait.as_secs());
    assert_eq!(seconds, [5, 5, 10, 30]);
}

#[actix_web::test]
async fn h9_a_missing_request_head_times_out() {
    let t = TestApp::waiting(ClientTimeouts {
        head: MOMENT,
        ..LONG_TIMEOUTS
    })
    .await;
    let _listening = Listening::start(&t);
    for sent in [
        &[][..],
        &["GET"],
        &["GET / HTTP/1.1\r\n"],
        &["GET / HTTP/1.1\r\nhost: x\r\n", "x-drip: a", "b", "c"],
    ] {
        if let Some(response) = last_word(&t, sent).await {
            response.assert_fails(408, "body_timeout");
            assert_eq!(response.header("connection"), "close");
        }
    }
}

#[actix_web::test]
async fn h10_an_idle_connection_is_closed() {
    let t = TestApp::waiting(ClientTimeouts {
        next: MOMENT,
        ..LONG_TIMEOUTS
    })
    .await;
    let _listening = Listening::start(&t);
    let response = last_word(&t, &[CONFIG]).await.unwrap();
    assert_eq!(response.status(), 200);
}

#[actix_web::test]
async fn h11_a_missing_body_times_out() {
    let t = TestApp::waiting(ClientTimeouts {
        body: MOMENT,
        large_body: MOMENT,
        ..LONG_TIMEOUTS
    })
    .await;
    let _listening = Listening::start(&t);
    let head = |path: &str| {
        let signed = t.signer.headers("POST", path, "", b"{}", NOW).unwrap();
        let signed: String = signed
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{signed}")
    };
    // Of a signed request and of a provider's unsigned one; with a length or in chunks, at once or in drops.
    for (path, rest) in [
        (
            "/prod-api/v2/user/login",
            &["content-length: 100\r\n\r\n", "{", "}"][..],
        ),
        (
            "/prod-api/v2/user/login",
            &["transfer-encoding: chunked\r\n\r\n", "2\r\n{}\r\n"],
        ),
        (
            "/prod-api/v2/pay/notify/alipay",
            &["content-length: 100\r\n\r\n"],
        ),
        (
            "/prod-api/v2/pay/notify/weixin",
            &["transfer-encoding: chunked\r\n\r\n", "2\r\n{}\r\n", "1\r\n"],
        ),
    ] {
        let head = head(path);
        let sent: Vec<&str> = std::iter::once(head.as_str())
            .chain(rest.iter().copied())
            .collect();
        let response = last_word(&t, &sent).await.unwrap();
        response.assert_fails(408, "body_timeout");
        assert_eq!(response.header("connection"), "close");
    }
}

#[actix_web::test]
async fn h11_an_endless_body_is_not_read_after_the_response() {
    let t = TestApp::waiting(LONG_TIMEOUTS).await;
    let _listening = Listening::start(&t);
    let large = format!("11000\r\n{}\r\n", "a".repeat(0x1_1000));
    for (line, status) in [
        ("POST /prod-api/v2/pay/notify/alipay", 413),
        ("POST /prod-api/v2/user/login", 401),
        ("POST /prod-api/v2/none", 401),
        ("GET /index", 200),
        ("POST /index", 405),
        ("GET /nothing/here", 404),
        ("GET /media/nothing", 404),
    ] {
        let head = format!("{line} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
        let response = last_word(&t, &[&head, &large]).await.unwrap();
        assert_eq!(response.status(), status, "{line}");
    }
}

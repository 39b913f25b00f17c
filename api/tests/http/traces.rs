//! Traces of requests for an OpenTelemetry collector: what is in them, what never is, and that nothing waits for them.

use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::trace::v1::Span;
use serde_json::json;

use crate::pay::{MONTH, submit};
use crate::support::client::Call;
use crate::support::collector::{Collector, attribute};
use crate::support::command::Program;
use crate::support::listening::Listening;
use crate::support::redis::TestRedis;
use crate::support::serving::Serving;
use crate::support::{TestApp, films};

const LIST: &str = "/prod-api/v2/works/detail/list";
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

fn named<'a>(spans: &'a [Span], name: &str) -> Vec<&'a Span> {
    spans.iter().filter(|span| span.name == name).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[actix_web::test]
async fn a_request_is_a_span_with_child_spans() {
    let collector = Collector::start();
    for t in TestApp::on_both(&[("OTLP_ENDPOINT", &collector.endpoint()), ("NODE_ID", "7")]).await {
        t.import(&films("censored", 3));
        let answer = t.get("/works/detail/list?keyword=AAAA-001").await;
        let id = answer.header("x-request-id").to_owned();
        let spans = collector.spans_of(&t);
        let calls = named(&spans, &format!("GET {LIST}"));
        let call = calls
            .iter()
            .find(|span| attribute(span, "yingku.request_id") == id);
        let call = call.unwrap_or_else(|| panic!("{spans:?}"));
        let fields = [
            "http.request.method",
            "http.route",
            "http.response.status_code",
        ];
        assert_eq!(
            fields.map(|name| attribute(call, name)),
            ["GET", LIST, "200"]
        );
        assert!(
            call.parent_span_id.is_empty() && call.end_time_unix_nano >= call.start_time_unix_nano
        );
        let database = spans
            .iter()
            .find(|span| span.parent_span_id == call.span_id)
            .unwrap();
        let function = attribute(database, "code.function.name");
        assert_eq!(
            (&*database.name, &*function),
            ("database", "catalogue::works::routes::find_works")
        );
        let index = spans
            .iter()
            .find(|span| span.parent_span_id == database.span_id)
            .unwrap();
        assert_eq!(
            (&*index.name, &index.trace_id),
            ("works index", &call.trace_id)
        );
        // Shorthand transactions are named after their caller, too.
        t.get("/search/hot").await;
        let spans = collector.spans_of(&t);
        let functions: Vec<String> = spans
            .iter()
            .map(|span| attribute(span, "code.function.name"))
            .collect();
        assert!(
            functions
                .iter()
                .any(|function| function == "catalogue::suggest::routes::list_hot_words"),
            "{functions:?}"
        );
        assert_eq!(t.app.traces.as_ref().unwrap().lost(), 0);
    }
    let head = collector.heads().remove(0).to_lowercase();
    assert!(
        head.starts_with("post /v1/traces ") && head.contains("application/x-protobuf"),
        "{head}"
    );
    let bytes = String::from_utf8_lossy(&collector.bytes()).into_owned();
    for text in ["service.name", "service.instance.id"] {
        assert!(bytes.contains(text), "{text}");
    }
}

#[actix_web::test]
async fn redis_and_payment_providers_have_child_spans() {
    let (collector, redis) = (Collector::start(), TestRedis::start());
    let t = TestApp::with(&[
        ("OTLP_ENDPOINT", &collector.endpoint()),
        ("REDIS_URL", &redis.url()),
    ])
    .await;
    let _provider = Listening::start(&t);
    let member = t.member("lin_xiaoyue").await;
    submit(&member, MONTH, "weixin", "desktop").await;
    let spans = collector.spans_of(&t);
    for name in ["redis", "payment provider"] {
        let parts = named(&spans, name);
        assert!(
            !parts.is_empty() && parts.iter().all(|span| !span.parent_span_id.is_empty()),
            "{name}"
        );
    }
}

#[actix_web::test]
async fn a_trace_has_no_client_data() {
    let collector = Collector::start();
    let settings = [
        ("OTLP_ENDPOINT", &*collector.endpoint()),
        ("TRUSTED_PROXIES", "127.0.0.1"),
    ];
    let t = TestApp::with(&settings).await;
    t.import(&films("censored", 3));
    let member = t.member("lin_xiaoyue").await;
    let id = t.rows("/works/detail/list").await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let note = json!({ "message": "请问有没有字幕" });
    assert_eq!(member.post("/message", &note).await.status, 200);
    member.get(&format!("/works/detail/{id}")).await;
    member
        .post(
            "/user/updatePwd",
            &json!({ "oldPassword": "wrong", "newPassword": "quiet-river-28" }),
        )
        .await;
    let call = Call::get(&format!("{LIST}?keyword=secretword"))
        .bearer(&member.access)
        .header("x-forwarded-for", "203.0.113.77")
        .header("user-agent", "a-browser/1")
        .header("cookie", "age=1; other=cookievalue")
        .header("tracestate", "vendor=statevalue")
        .header("traceparent", &format!("00-{TRACE}-{PARENT}-01"));
    t.send(call).await;
    t.send_plain(Call::get("/search/secretword").header("cookie", "age=1"))
        .await;
    t.send_plain(Call::get(&format!("/nothing/{}", "secretword")))
        .await;
    let spans = collector.spans_of(&t);
    assert!(spans.len() > 20, "{}", spans.len());
    let bytes = String::from_utf8_lossy(&collector.bytes()).into_owned();
    for secret in [
        "secretword",
        "lin_xiaoyue",
        "203.0.113",
        "127.0.0.1",
        "a-browser",
        "cookievalue",
        "statevalue",
        "quiet-river",
        "字幕",
        &member.access,
        &member.id,
        &id,
        "SELECT",
        "AAAA-00",
    ] {
        assert!(!bytes.contains(secret), "{secret}");
    }
}

#[actix_web::test]
async fn h16_only_a_trusted_proxy_sets_the_trace_of_a_request() {
    let collector = Collector::start();
    for (proxies, is_trusted) in [("", false), ("127.0.0.1", true)] {
        let settings = [
            ("OTLP_ENDPOINT", &*collector.endpoint()),
            ("TRUSTED_PROXIES", proxies),
        ];
        let t = TestApp::with(&settings).await;
        let ask = async |flags: &str| {
            let parent = format!("00-{TRACE}-{PARENT}-{flags}");
            let answer = t.send(Call::get(LIST).header("traceparent", &parent)).await;
            let id = answer.header("x-request-id").to_owned();
            let spans = collector.spans_of(&t);
            let call = spans
                .into_iter()
                .find(|span| attribute(span, "yingku.request_id") == id);
            call.map(|call| (hex(&call.trace_id), hex(&call.parent_span_id)))
        };
        let followed = ask("01").await.unwrap();
        assert_eq!(
            followed == (TRACE.to_owned(), PARENT.to_owned()),
            is_trusted,
            "{followed:?}"
        );
        assert_eq!(followed.1.is_empty(), !is_trusted);
        // What the proxy does not sample is not traced.
        assert_eq!(ask("00").await.is_none(), is_trusted);
        for bad in ["", "01-", "zz"] {
            assert!(ask(bad).await.is_some(), "{bad}");
        }
    }
}

#[actix_web::test]
async fn off_and_a_sampling_ratio_of_zero_send_nothing() {
    let collector = Collector::start();
    let t = TestApp::with(&[]).await;
    assert!(t.app.traces.is_none());
    let t = TestApp::with(&[
        ("OTLP_ENDPOINT", &collector.endpoint()),
        ("OTLP_SAMPLE", "0"),
    ])
    .await;
    t.import(&films("censored", 3));
    t.get("/works/detail/list").await;
    assert!(collector.spans_of(&t).is_empty());
    drop(t);
    assert_eq!(collector.connections(), 0);
}

#[actix_web::test]
async fn a_hanging_or_rejecting_collector_loses_only_spans() {
    for status in [None, Some(503)] {
        let collector = Collector::answering(status);
        let t = TestApp::with(&[("OTLP_ENDPOINT", &collector.endpoint())]).await;
        t.import(&films("censored", 3));
        t.get("/app/config").await;
        let app = t.app.clone();
        let delivering = std::thread::spawn(move || app.traces.as_ref().unwrap().deliver_now());
        for _ in 0..20 {
            assert_eq!(t.get("/works/detail/list").await.status, 200);
        }
        delivering.join().unwrap();
        let traces = t.app.traces.as_ref().unwrap();
        traces.deliver_now();
        assert!(traces.lost() >= 20, "{status:?}: {}", traces.lost());
        t.get("/works/detail/list").await;
        let stopping = Instant::now();
        drop(t);
        // The export in flight and the last one, each with its timeout, and the rest of the shutdown.
        assert!(
            stopping.elapsed() < Duration::from_secs(10),
            "{:?}",
            stopping.elapsed()
        );
    }
}

#[actix_web::test]
async fn shutdown_exports_finished_spans() {
    let collector = Collector::start();
    let t = TestApp::with(&[("OTLP_ENDPOINT", &collector.endpoint())]).await;
    t.get("/app/config").await;
    drop(t);
    let bytes = String::from_utf8_lossy(&collector.bytes()).into_owned();
    assert!(bytes.contains("/prod-api/v2/app/config"), "{bytes}");
}

#[test]
fn the_process_exports_at_exit_and_does_not_wait_for_an_unresponsive_collector() {
    for status in [Some(200), None] {
        let collector = Collector::answering(status);
        let program = Program::new();
        assert_eq!(program.run(&["migrate"]).code, 0);
        let serving = Serving::start_with(&program, "sqlite://data/yingku.db", |command| {
            command.env("OTLP_ENDPOINT", collector.endpoint());
        });
        let list = serving.connect().call("GET", "/v2/works/detail/list", None);
        assert!(list.is_ok());
        let stopping = Instant::now();
        serving.stop();
        assert!(stopping.elapsed() < Duration::from_secs(20));
        let bytes = String::from_utf8_lossy(&collector.bytes()).into_owned();
        assert_eq!(bytes.contains(LIST), status.is_some());
    }
}

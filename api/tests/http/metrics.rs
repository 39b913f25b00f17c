//! Prometheus metrics: what is counted, and that the public listener has none.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::test;
use diesel::connection::SimpleConnection as _;
use serde_json::json;
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::DbError;
use yingku_server::metrics_page;

use crate::pay::{MONTH, checkout_page, notify, paid, press, submit};
use crate::support::app::NOW_MS;
use crate::support::client::Call;
use crate::support::listening::Listening;
use crate::support::redis::TestRedis;
use crate::support::{TestApp, films};

/// What Prometheus scrapes.
pub async fn page(t: &TestApp) -> String {
    let app = Arc::downgrade(&t.app.clone().into_inner());
    let service = actix_web::App::new().configure(metrics_page::mount(app));
    let service = test::init_service(service).await;
    let request = test::TestRequest::get().uri("/metrics").to_request();
    let answer = test::call_service(&service, request).await;
    assert_eq!(answer.status(), 200);
    let kind = answer.headers().get("content-type").unwrap();
    assert!(
        kind.to_str()
            .unwrap()
            .starts_with("application/openmetrics-text"),
        "{kind:?}"
    );
    String::from_utf8(test::read_body(answer).await.to_vec()).unwrap()
}

/// The value of a series.
pub fn figure(page: &str, series: &str) -> Option<f64> {
    let line = page.lines().find_map(|line| line.strip_prefix(series))?;
    line.trim().parse().ok()
}

#[actix_web::test]
async fn requests_payments_and_the_index_are_counted() {
    for t in TestApp::on_both(&[("METRICS_BIND", "127.0.0.1:0")]).await {
        t.import(&films("censored", 3));
        let member = t.operator("office-admin", Role::Admin).await;
        for keyword in ["AAAA-001", "%E7%A7%98%E5%AF%86"] {
            t.get(&format!("/works/detail/list?keyword={keyword}"))
                .await;
        }
        t.get("/works/detail/910000000000000009")
            .await
            .assert_fails(404, "not_found");
        t.send_plain(Call::get("/made/up/address")).await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        let trade = paid(PayChannel::Alipay, &order, 3_000, "2026092122001");
        notify(&t, &trade).await;
        notify(&t, &trade).await;
        let listening = Listening::start(&t);
        let (link, unheard) = submit(&member, MONTH, "weixin", "phone").await;
        press(&t, &checkout_page(&t, &link).await, "silent").await;
        let recheck = json!({ "orderId": unheard });
        let found = member.admin_post("/orders/recheck", &recheck).await;
        assert_eq!(found.json()["data"]["outcome"], "granted");
        drop(listening);
        let page = page(&t).await;
        for (series, min) in [
            (
                r#"yingku_requests_total{route="/prod-api/v2/works/detail/list",method="GET",status="200"}"#,
                2.0,
            ),
            (
                r#"yingku_requests_total{route="/prod-api/v2/works/detail/{id}",method="GET",status="404"}"#,
                1.0,
            ),
            (
                r#"yingku_request_seconds_count{route="/prod-api/v2/works/detail/list"}"#,
                2.0,
            ),
            (
                r#"yingku_payments_total{channel="alipay",outcome="granted"}"#,
                1.0,
            ),
            (
                r#"yingku_payments_total{channel="alipay",outcome="already"}"#,
                1.0,
            ),
            (
                r#"yingku_payments_total{channel="weixin",outcome="granted"}"#,
                1.0,
            ),
            ("yingku_index_ready", 1.0),
            ("yingku_indexed_works", 3.0),
            ("yingku_index_pending_changes", 0.0),
            ("yingku_index_lag_seconds", 0.0),
            ("yingku_outbox_span", 3.0),
            ("yingku_imports_unfinished", 0.0),
        ] {
            assert_eq!(figure(&page, series), Some(min), "{series} in {page}");
        }
        assert!(page.ends_with("# EOF\n"));
        // No search text, no client, and no unknown path as a label.
        for word in [
            "AAAA",
            "910000000000000009",
            "made",
            "office-admin",
            &order,
            &unheard,
        ] {
            assert!(!page.contains(word), "{word} in {page}");
        }
    }
}

#[actix_web::test]
async fn the_clock_metric_is_in_seconds() {
    for t in TestApp::on_both(&[("METRICS_BIND", "127.0.0.1:0")]).await {
        let line = format!("yingku_clock_seconds {}", t.app.state.now());
        assert!(page(&t).await.lines().any(|found| found == line), "{line}");
    }
}

#[actix_web::test]
async fn the_public_listener_has_no_metrics() {
    let t = TestApp::with(&[("METRICS_BIND", "127.0.0.1:0")]).await;
    let answer = t.send_plain(Call::get("/metrics")).await;
    assert!(
        !answer.text().contains("yingku_requests"),
        "{}",
        answer.text()
    );
    let answer = t.send(Call::post("/prod-api/metrics", &json!({}))).await;
    answer.assert_fails(404, "not_found");
}

#[actix_web::test]
async fn nothing_is_counted_while_metrics_are_off() {
    let t = TestApp::on_sqlite().await;
    assert!(t.app.metrics.is_none());
}

#[actix_web::test]
async fn the_dashboard_and_the_alerts_query_existing_metrics() {
    let t = TestApp::with(&[("METRICS_BIND", "127.0.0.1:0")]).await;
    t.get("/works/detail/list").await;
    let page = page(&t).await;
    let described = |name: &str| page.contains(&format!("# TYPE {name} "));
    let name = regex::Regex::new(r"\byingku_[a-z_]+").unwrap();
    for (file, min) in [
        (include_str!("../../../deploy/grafana.json"), 15),
        (include_str!("../../../deploy/alerts.yml"), 10),
    ] {
        let queried: std::collections::BTreeSet<&str> =
            name.find_iter(file).map(|found| found.as_str()).collect();
        assert!(queried.len() >= min, "{queried:?}");
        for queried in queried {
            let series = ["_total", "_bucket", "_count", "_sum"];
            // These start with the first payment, with a store and with a replica; other tests check them.
            if ["yingku_payments_", "yingku_store_", "yingku_replica_"]
                .iter()
                .any(|begin| queried.starts_with(begin))
            {
                continue;
            }
            let ends = series.iter().find_map(|end| queried.strip_suffix(end));
            assert!(described(ends.unwrap_or(queried)), "{queried} in {page}");
        }
    }
    // An unquoted comma between braces ends a matcher, and Prometheus rejects the rules.
    let summaries = include_str!("../../../deploy/alerts.yml").split("summary: ");
    for summary in summaries.skip(1) {
        assert!(
            summary.starts_with('"'),
            "{}",
            summary.lines().next().unwrap()
        );
    }
    assert!(
        serde_json::from_str::<serde_json::Value>(include_str!("../../../deploy/grafana.json"))
            .is_ok()
    );
}

#[actix_web::test]
async fn security_events_and_open_work_are_counted() {
    for t in TestApp::on_both(&[("METRICS_BIND", "127.0.0.1:0")]).await {
        let member = t.registered("lin_xia").await;
        t.login("lin_xia", "not the password").await;
        member
            .post("/message", &json!({ "message": "怎么续费？" }))
            .await;
        let page = page(&t).await;
        for (series, min) in [
            (r#"yingku_security_events_total{event="sign_in"}"#, 1.0),
            (
                r#"yingku_security_events_total{event="sign_in_failed"}"#,
                1.0,
            ),
            (
                r#"yingku_security_events_total{event="operator_sign_in_failed"}"#,
                0.0,
            ),
            ("yingku_messages_unanswered", 1.0),
            ("yingku_reports_open", 0.0),
            ("yingku_orders_abnormal", 0.0),
            (
                "yingku_database_acquire_timeouts_total{workload=\"lists\"}",
                0.0,
            ),
            ("yingku_requests_shed_total{workload=\"lists\"}", 0.0),
        ] {
            assert_eq!(figure(&page, series), Some(min), "{series} in {page}");
        }
        let all = figure(&page, "yingku_database_connections").unwrap();
        let free = figure(&page, "yingku_database_connections_free").unwrap();
        // The metrics page itself holds none.
        assert!(all >= 1.0 && free <= all, "{free} of {all}");
    }
}

#[actix_web::test]
async fn failures_are_counted_separately_from_retryable_rejections() {
    let mut redis = TestRedis::start();
    let settings = [
        ("REDIS_URL", &*redis.url()),
        ("METRICS_BIND", "127.0.0.1:0"),
    ];
    let t = TestApp::with(&settings).await;
    t.import(&films("censored", 1));
    let counted = async || {
        let page = page(&t).await;
        ["failed", "rejected"].map(|name| {
            let figure = figure(&page, &format!("yingku_requests_{name}_total "));
            figure.unwrap()
        })
    };
    t.get("/works/detail/910000000000000009").await;
    assert_eq!(counted().await, [0.0, 0.0]);
    redis.kill();
    for _ in 0..3 {
        t.get("/works/detail/list").await.assert_fails(503, "busy");
    }
    // The probe reports it as unavailable, and no request was rejected by that.
    assert_eq!(t.send_plain(Call::get("/readyz")).await.status, 503);
    assert_eq!(counted().await, [0.0, 3.0]);
    redis.start_again();
    t.clock.advance(1_000);
    let started = Instant::now();
    while t.get("/works/detail/list").await.status != 200 {
        assert!(
            started.elapsed() < Duration::from_secs(10),
            "it stays unavailable"
        );
    }
    let [failed, _] = counted().await;
    assert_eq!(failed, 0.0);
    let lost = "ALTER TABLE vip_plans RENAME TO lost";
    let db = &t.app.state.db;
    db.write_now::<_, DbError, _>(|conn| Ok(conn.batch_execute(lost)?))
        .unwrap();
    t.get("/app/vip/list?status=0&appId=yingku")
        .await
        .assert_fails(500, "internal");
    assert_eq!(counted().await[0], 1.0);
}

#[actix_web::test]
async fn clock_differences_are_counted() {
    let t = TestApp::with(&[("METRICS_BIND", "127.0.0.1:0")]).await;
    let late = u64::try_from(NOW_MS - 300_001).unwrap();
    let path = "/prod-api/v2/works/detail/list";
    for _ in 0..3 {
        let headers = t.signer.headers("GET", path, "", b"", late).unwrap();
        let answer = t.send(Call::get(path).carrying(&headers)).await;
        answer.assert_fails(401, "timestamp_skew");
    }
    let page = page(&t).await;
    let counted = |event: &str| {
        let series = format!("yingku_security_events_total{{event=\"{event}\"}}");
        figure(&page, &series)
    };
    assert_eq!(counted("timestamp_skew"), Some(3.0));
    assert_eq!(counted("signature_failed"), Some(0.0));
}

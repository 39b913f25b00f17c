//! What is served besides the API: the contract, the probes, pictures. Each is generated once or within limits, and
//! counts against the client's address.

use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::listening::Listening;
use crate::support::raw::Raw;

#[actix_web::test]
async fn the_contract_is_generated_once_and_revalidated() {
    let t = TestApp::on_sqlite().await;
    for path in ["/openapi.yaml", "/docs"] {
        let first = t.send_plain(Call::get(path)).await;
        assert_eq!(first.status, 200);
        let etag = first.header("etag").to_owned();
        assert!(etag.starts_with("W/\""), "{etag}");
        assert!(first.header("vary").contains("accept-encoding"));
        let same = t
            .send_plain(Call::get(path).header("if-none-match", &etag))
            .await;
        assert_eq!((same.status.as_u16(), same.body.len()), (304, 0));
        let packed = t
            .send_plain(Call::get(path).header("accept-encoding", "gzip"))
            .await;
        assert_eq!(packed.header("content-encoding"), "gzip");
        assert!(packed.body.len() * 3 < first.body.len());
    }
}

#[actix_web::test]
async fn every_response_counts_against_the_address() {
    for path in [
        "/readyz",
        "/openapi.yaml",
        "/docs",
        "/media/covers/910000000000000001-small.svg",
        "/hls/x/1/910000000000000001/index.m3u8",
        "/robots.txt",
        "/index",
        "/nothing/here",
    ] {
        // From elsewhere, since local probes are not counted.
        let t = TestApp::with(&[
            ("RATE_PER_SECOND", "1"),
            ("RATE_BURST", "1"),
            ("TRUSTED_PROXIES", "127.0.0.1"),
        ])
        .await;
        let call = || Call::get(path).header("x-forwarded-for", "192.0.2.7");
        let calls = (0..100).map(|_| t.send_plain(call()));
        let answers = futures_util::future::join_all(calls).await;
        let rejected = answers.iter().find(|answer| answer.status == 429);
        let rejected = rejected.unwrap_or_else(|| panic!("{path}: {}", answers[99].status));
        rejected.assert_fails(429, "rate_limited");
        assert!(rejected.header("retry-after").parse::<u64>().unwrap() >= 1);
    }
}

#[actix_web::test]
async fn a_page_with_its_files_and_covers_is_within_the_limit() {
    let t = TestApp::with(&[("RATE_PER_SECOND", "20"), ("RATE_BURST", "60")]).await;
    for page in 0..3 {
        for file in 0..50 {
            let script = t.send_plain(Call::get(&format!("/assets/{file}.js"))).await;
            assert_eq!(script.status, 404, "{page} {file}");
            let cover = format!("/media/covers/91000000000000{page}{file:03}-small.svg");
            let cover = t.send_plain(Call::get(&cover)).await;
            assert_eq!(cover.status, 200, "{page} {file}");
        }
    }
}

#[actix_web::test]
async fn local_probes_are_not_counted() {
    let t = TestApp::with(&[("RATE_PER_SECOND", "1"), ("RATE_BURST", "1")]).await;
    let _listening = Listening::start(&t);
    let mut raw = Raw::connect(t.address.local_addr().unwrap()).await;
    for _ in 0..100 {
        for probe in ["/healthz", "/readyz"] {
            let response = raw.ask(&format!("GET {probe} HTTP/1.1\r\nhost: x\r\n\r\n"));
            assert_eq!(response.status(), 200, "{probe}");
        }
    }
}

#[actix_web::test]
async fn readiness_is_cached_briefly() {
    let t = TestApp::on_sqlite().await;
    let ask = || t.send_plain(Call::get("/readyz"));
    assert_eq!(ask().await.status, 200);
    let before = t.app.state.db.transactions();
    for _ in 0..20 {
        assert_eq!(ask().await.status, 200);
    }
    assert_eq!(t.app.state.db.transactions(), before);
    t.clock.advance(1_000);
    assert_eq!(ask().await.status, 200);
    assert!(t.app.state.db.transactions() > before);
}

#[actix_web::test]
async fn the_private_listener_has_the_probes() {
    let t = TestApp::with(&[("METRICS_BIND", "127.0.0.1:0")]).await;
    let app = std::sync::Arc::downgrade(&t.app.clone().into_inner());
    let service = actix_web::App::new().configure(yingku_server::metrics_page::mount(app));
    let service = actix_web::test::init_service(service).await;
    for probe in ["/healthz", "/readyz"] {
        let request = actix_web::test::TestRequest::get().uri(probe).to_request();
        let answer = actix_web::test::call_service(&service, request).await;
        assert_eq!(answer.status(), 200, "{probe}");
    }
}

//! One greedy client does not keep the others from being served.

use std::time::Duration;

use actix_web::rt;
use serde_json::json;
use yingku_base::role::Role;
use yingku_db::workloads::Workload;
use yingku_db::{Conn, DbError};
use yingku_signer::client::Signer;

use crate::protection::{LIST, NOW, list_signed_by};
use crate::support::client::{Answer, Call};
use crate::support::{TestApp, films};

/// Holds the connections of a workload until the return value is dropped.
async fn hold(t: &TestApp, share: Workload) -> Vec<std::sync::mpsc::Sender<()>> {
    let db = &t.app.state.db;
    let (all, _) = db.connections();
    let mut held = Vec::new();
    for _ in 0..all.div_ceil(2) {
        let (go, signal) = std::sync::mpsc::channel::<()>();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let db = db.clone();
        rt::spawn(share.with_long_timeout(async move {
            let wait = move |_: &mut Conn| {
                let _ = begun.send(());
                let _ = signal.recv();
                Ok::<_, DbError>(())
            };
            db.read_fresh(wait).await
        }));
        has_begun.await.unwrap();
        held.push(go);
    }
    held
}

#[actix_web::test]
async fn h18_a_flood_of_lists_leaves_connections_for_logins_orders_and_the_console() {
    let t = TestApp::with(&[("DATABASE_WAIT_MS", "300")]).await;
    t.import(&films("censored", 3));
    let member = t.registered("linxia").await;
    let admin = t.operator("admin_one", Role::Admin).await;
    let kept = "/works/detail/list?modName=censored";
    t.get(kept).await.json();
    let held = hold(&t, Workload::Lists).await;
    let rejections = || {
        t.app
            .state
            .db
            .rejections()
            .map(|(_, count)| count)
            .collect::<Vec<_>>()
    };
    assert_eq!(rejections(), [0; 5]);
    for path in [
        "/works/detail/list?modName=western",
        "/search/suggest?keyword=a",
        "/tag/list?modName=censored",
    ] {
        let answer = t.get(path).await;
        assert_eq!(answer.header("retry-after"), "1", "{path}");
        answer.assert_fails(503, "busy");
    }
    assert_eq!(rejections(), [3, 0, 0, 0, 0]);
    // A page is served without its list, and cached responses need no permit.
    let page = t
        .send_plain(Call::get("/western").header("cookie", "age=1"))
        .await;
    assert_eq!(page.status, 200);
    assert_eq!(t.get(kept).await.status, 200);
    t.signed_in("linxia").await;
    for path in ["/app/vip/list", "/user/getInfo", "/orders/list"] {
        assert_eq!(member.get(path).await.status, 200, "{path}");
    }
    assert_eq!(admin.admin_get("/dashboard").await.status, 200);
    assert_eq!(rejections(), [4, 0, 0, 0, 0]);
    // A load balancer must not take a busy instance for a dead one.
    assert_eq!(t.send_plain(Call::get("/readyz")).await.status, 200);
    drop(held);
    assert_eq!(
        t.get("/works/detail/list?modName=western").await.status,
        200
    );
}

#[actix_web::test]
async fn a_database_that_serves_others_is_ready_though_no_permit_is_free() {
    let t = TestApp::with(&[("DATABASE_WAIT_MS", "100")]).await;
    let ready = || t.send_plain(Call::get("/readyz"));
    let _held = hold(&t, Workload::Operators).await;
    let busy = async {
        loop {
            let others = t.app.state.db.read(|_| Ok::<_, DbError>(()));
            Workload::Members.within(others).await.unwrap();
        }
    };
    tokio::select! {
        ready = ready() => assert_eq!(ready.status, 200),
        () = busy => {}
    }
}

/// Keeps this thread, and its event loop, busy in long slices until the return value is dropped.
fn hold_worker() -> rt::task::JoinHandle<()> {
    rt::spawn(async {
        loop {
            let began = std::time::Instant::now();
            while began.elapsed() < Duration::from_millis(60) {
                std::hint::spin_loop();
            }
            rt::task::yield_now().await;
        }
    })
}

#[actix_web::test]
async fn h19_a_lagging_worker_sheds_load_before_anything_else() {
    let limits = [("RATE_PER_SECOND", "100000"), ("RATE_BURST", "100000")];
    let t = TestApp::with(&[("CROWDED_LATE_MS", "25"), limits[0], limits[1]]).await;
    t.import(&films("censored", 3));
    let member = t.registered("linxia").await;
    let rejections = || {
        let count = |share: Workload| {
            t.app
                .rejections
                .counts()
                .find(|(of, _)| *of == share)
                .unwrap()
                .1
        };
        (count(Workload::Lists), count(Workload::Payment))
    };
    let kept = "/works/detail/list?modName=censored";
    assert_eq!(t.get(kept).await.status, 200);
    let held = hold_worker();
    let rejected = loop {
        // A cached response never yields to the event loop.
        rt::task::yield_now().await;
        let answer = t.get(kept).await;
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!(rejected.header("retry-after"), "1");
    rejected.assert_fails(503, "busy");
    assert!(rejections().0 > 0);
    // Rejected before the signature was verified.
    while t
        .send_plain(Call::get("/prod-api/v2/works/detail/list"))
        .await
        .status
        != 503
    {}
    // Few of the requests are this client's, and it is rejected later.
    while member.get("/app/vip/list").await.status != 200 {}
    assert_eq!(t.send_plain(Call::get("/healthz")).await.status, 200);
    held.abort();
    while t.get(kept).await.status != 200 {
        rt::task::yield_now().await;
    }
}

/// A password of symbols that may stand for letters: evaluating all their meanings takes long.
const EXPENSIVE_PASSWORD: &str = "4@8({[<3691!|70$5+%2aeiclosxztgb";

/// The CPU time of this thread.
fn worked() -> Duration {
    let signal = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(signal.split(' ').next().unwrap().parse().unwrap())
}

/// A valid list request of the client at `ip`.
async fn list_from(t: &TestApp, ip: &str) -> Answer {
    t.send(Call::get(LIST).header("x-forwarded-for", ip)).await
}

/// A list request with a new client key.
async fn with_new_key(t: &TestApp, ip: &str) -> Answer {
    let call = list_signed_by(&t.another_installation(), t.now());
    t.send(call.header("x-forwarded-for", ip)).await
}

#[actix_web::test]
async fn a_registration_is_cheap_before_its_captcha_is_verified() {
    let t = TestApp::on_sqlite().await;
    let form = json!({
        "appId": "yingku", "userName": "lin_xia", "password": EXPENSIVE_PASSWORD, "confirmPassword": EXPENSIVE_PASSWORD,
        "email": "lin.xia@example.org", "code": "AAAA", "uuid": "none",
    });
    let mut costs = Vec::new();
    for _ in 0..5 {
        let before = worked();
        t.post("/user/register", &form)
            .await
            .assert_fails(422, "captcha_expired");
        costs.push(worked() - before);
    }
    let min = costs.iter().min().unwrap();
    assert!(*min < Duration::from_millis(5), "{costs:?}");
    // With a solved captcha it is a password like any other.
    let (uuid, code) = t.captcha().await;
    let mut form = form;
    (form["uuid"], form["code"]) = (json!(uuid), json!(code));
    assert_eq!(t.post("/user/register", &form).await.status, 200);
}

#[actix_web::test]
async fn an_oversized_field_is_not_evaluated() {
    let t = TestApp::on_sqlite().await;
    let long = 60_000;
    for (name, value, text) in [
        (
            "userName",
            format!("{}lin_xia", " ".repeat(long)),
            "用户名最多32位",
        ),
        ("userName", "\u{fdfa}".repeat(long / 3), "用户名最多32位"),
        (
            "email",
            format!("{}@example.org", "a".repeat(long)),
            "安全邮箱",
        ),
        (
            "email",
            format!("{}lin@example.org", " ".repeat(long)),
            "安全邮箱",
        ),
    ] {
        let mut form = json!({
            "appId": "yingku", "userName": "lin_xia", "password": EXPENSIVE_PASSWORD, "confirmPassword": EXPENSIVE_PASSWORD,
            "email": "lin.xia@example.org", "code": "AAAA", "uuid": "none",
        });
        form[name] = json!(value);
        let before = worked();
        let answer = t.post("/user/register", &form).await;
        answer.assert_fails(400, "bad_request");
        assert_eq!(answer.json()["msg"], text);
        assert!(worked() - before < Duration::from_millis(50), "{name}");
    }
}

#[actix_web::test]
async fn a_request_signed_ahead_of_the_clock_passes_at_most_once_across_a_restart() {
    let t = TestApp::on_sqlite().await;
    let path = "/prod-api/v2/works/detail/list";
    for ahead in [1, 200_000] {
        let headers = t.signer.headers("GET", path, "", b"", NOW + ahead).unwrap();
        assert_eq!(
            t.send(Call::get(path).carrying(&headers)).await.json()["serverTime"],
            NOW
        );
    }
    let headers = t
        .signer
        .headers("GET", path, "", b"", NOW + 200_000)
        .unwrap();
    let call = || Call::get(path).carrying(&headers);
    let mut passed = u32::from(t.send(call()).await.status == 200);
    let t = t.restart(|_, _| {}).await;
    passed += u32::from(t.send(call()).await.status == 200);
    // The service's clock has reached the time of the client's clock.
    t.clock.advance(200_000);
    passed += u32::from(t.send(call()).await.status == 200);
    assert!(passed <= 1, "{passed} times");
}

#[actix_web::test]
async fn limits_recover_after_the_clock_jumps_forth_and_back() {
    let t = TestApp::with(&[("CAPTCHA_PER_MINUTE", "2")]).await;
    let take = async || t.get("/user/captcha").await.status.as_u16();
    t.clock.set(crate::support::app::NOW_MS + 86_400_000);
    assert_eq!([take().await, take().await, take().await], [200, 200, 429]);
    t.clock.set(crate::support::app::NOW_MS);
    t.clock.advance(60_000);
    assert_eq!(take().await, 200);
}

#[actix_web::test]
async fn a_network_counts_as_one_client_whatever_its_size() {
    let t = TestApp::with(&[
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("RATE_PER_SECOND", "1"),
        ("RATE_BURST", "2"),
    ])
    .await;
    for (network, addresses) in [
        // 256 households of one /48, and of one /56.
        (
            "2001:db8:1",
            (0..256)
                .map(|at| format!("2001:db8:1:{at:x}00::1"))
                .collect::<Vec<_>>(),
        ),
        (
            "2001:db8:2",
            (0..256).map(|at| format!("2001:db8:2:{at:x}::1")).collect(),
        ),
        (
            "203.0.113",
            (0..256).map(|at| format!("203.0.113.{at}")).collect(),
        ),
    ] {
        let mut served = 0;
        for ip in &addresses {
            served += u32::from(list_from(&t, ip).await.status == 200);
        }
        assert!((8..100).contains(&served), "{network}: {served} of 256");
    }
    assert_eq!(list_from(&t, "2001:db8:3::1").await.status, 200);
    assert_eq!(list_from(&t, "198.51.100.1").await.status, 200);
}

#[actix_web::test]
async fn a25_a_flood_of_new_keys_does_not_lock_new_clients_out() {
    let t = TestApp::with(&[
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("KEY_OPENINGS_PER_SECOND", "8"),
    ])
    .await;
    let flood: Vec<String> = (0..40).map(|at| format!("198.{at}.7.1")).collect();
    for _ in 0..20 {
        for ip in &flood {
            with_new_key(&t, ip).await;
        }
        t.clock.advance(1_000);
    }
    for ip in &flood {
        with_new_key(&t, ip).await;
    }
    assert_eq!(with_new_key(&t, "203.0.113.9").await.status, 200);
}

#[actix_web::test]
async fn a25_one_network_cannot_exhaust_the_decryption_budget() {
    let t = TestApp::with(&[
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("KEY_OPENINGS_PER_MINUTE", "2"),
        ("KEY_OPENINGS_PER_SECOND", "100"),
    ])
    .await;
    for at in 0..60 {
        with_new_key(&t, &format!("2001:db8:7:{at:x}00::1")).await;
    }
    with_new_key(&t, "2001:db8:7:ff00::1")
        .await
        .assert_fails(429, "client_key_rate");
    assert_eq!(with_new_key(&t, "2001:db8:8::1").await.status, 200);
}

both! {
    async fn slow_bodies_do_not_stop_operators(t: &TestApp) {
        let editor = t.operator("lin_xia", Role::Editor).await;
        let plain = t.registered("wang_yu").await;
        let file = b"0123456789";
        let started = editor.admin_post("/imports", &json!({ "name": "works.ndjson", "size": file.len() })).await;
        assert_eq!(started.status, 200, "{}", started.text());
        let id = started.json()["data"]["id"].as_str().unwrap().to_owned();
        let target = format!("/prod-api/admin/imports/{id}/part?offset=0");
        let strangers: Vec<Signer> = (0..12).map(|_| t.another_installation()).collect();
        let mut slow = Vec::new();
        for (at, signer) in strangers.iter().enumerate() {
            let call = Call::new(actix_web::http::Method::POST, &target);
            // Some have no token, some one of a member, and none is an operator.
            let (call, signer) = if at % 2 == 0 { (call, signer) } else { (call.bearer(&plain.access), &t.signer) };
            slow.push(rt::spawn(t.send_without_end(signer, call)));
        }
        // The editor's own requests stall as well, more of them than the limit.
        for _ in 0..8 {
            let call = Call::new(actix_web::http::Method::POST, &target).bearer(&editor.access);
            slow.push(rt::spawn(t.send_without_end(&t.signer, call)));
        }
        rt::task::yield_now().await;
        let another = t.operator("chen_bo", Role::Admin).await;
        let call = Call::new(actix_web::http::Method::POST, &target)
            .body(file)
            .header("content-type", "application/octet-stream")
            .bearer(&another.access);
        let answer = rt::time::timeout(Duration::from_secs(5), t.send(call)).await;
        let answer = answer.unwrap_or_else(|_| panic!("an operator waits for the bodies of others"));
        assert_ne!(answer.status, 503, "{}", answer.text());
        for task in slow {
            task.abort();
        }
    }
}

//! The ephemeral store: the same tests in memory and on Redis, then what only a shared
//! store can do or fail at.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use governor::Quota;
use serde_json::json;
use yingku_base::clock::{Clock as _, ManualClock};
use yingku_platform::ephemeral::{Ephemeral, IdStatus, RedisAddress};

use crate::metrics::{figure, page};
use crate::support::TestApp;
use crate::support::app::NOW_MS;
use crate::support::client::{Answer, Call};
use crate::support::redis::TestRedis;

const LIST: &str = "/prod-api/v2/works/detail/list?pageSize=32&pageNum=1";
/// Minimum retention, ms.
const WINDOW: i64 = 60_000;
/// The time limit of a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(500);

fn address(redis: &TestRedis) -> RedisAddress {
    RedisAddress::parse(&redis.url()).unwrap()
}

/// A store and its clock.
struct Fixture {
    store: Ephemeral,
    redis: Option<TestRedis>,
    clock: Arc<ManualClock>,
}

impl Fixture {
    fn in_memory() -> Self {
        let clock = Arc::new(ManualClock::at(NOW_MS));
        Self {
            store: Ephemeral::in_memory(clock.clone()),
            redis: None,
            clock,
        }
    }

    fn in_redis() -> Self {
        let redis = TestRedis::start();
        let clock = Arc::new(ManualClock::at(NOW_MS));
        Self {
            store: Ephemeral::in_redis(address(&redis), RESPONSE_TIMEOUT, clock.clone()).unwrap(),
            redis: Some(redis),
            clock,
        }
    }

    fn pass(&mut self, ms: i64) {
        self.clock.advance(ms);
        if let Some(redis) = &self.redis {
            redis.pass(ms);
        }
    }
}

/// Runs each test in memory and in Redis.
macro_rules! both_stores {
    ($(async fn $name:ident($fixture:ident: &mut Fixture) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn run($fixture: &mut Fixture) $body

            #[actix_web::test]
            async fn memory() {
                run(&mut Fixture::in_memory()).await;
            }

            #[actix_web::test]
            async fn redis() {
                run(&mut Fixture::in_redis()).await;
            }
        }
    )+};
}

both_stores! {
    async fn an_id_is_fresh_once_and_remembered_for_a_whole_window(f: &mut Fixture) {
        let once = f.store.once("test", WINDOW, 1_000);
        assert_eq!(once.put(5, f.clock.now_ms()).await, IdStatus::Fresh);
        assert_eq!(once.put(5, f.clock.now_ms()).await, IdStatus::Replay);
        // Redis also uses the real time, of which a little has passed.
        f.pass(WINDOW - 10_000);
        assert_eq!(once.put(5, f.clock.now_ms()).await, IdStatus::Replay);
        assert_eq!(once.put(6, f.clock.now_ms()).await, IdStatus::Fresh);
        f.pass(2 * WINDOW);
        assert_eq!(once.put(5, f.clock.now_ms()).await, IdStatus::Fresh);
    }

    async fn each_purpose_has_its_own_ids(f: &mut Fixture) {
        let one = f.store.once("one", WINDOW, 1_000);
        let other = f.store.once("other", WINDOW, 1_000);
        assert_eq!(one.put(5, f.clock.now_ms()).await, IdStatus::Fresh);
        assert_eq!(other.put(5, f.clock.now_ms()).await, IdStatus::Fresh);
        assert_eq!(other.put(5, f.clock.now_ms()).await, IdStatus::Replay);
    }

    async fn of_many_at_once_exactly_one_is_fresh(f: &mut Fixture) {
        let once = f.store.once("test", WINDOW, 1_000);
        let now = f.clock.now_ms();
        let answers = join_all((0..24).map(|_| once.put(7, now))).await;
        let fresh = answers.iter().filter(|seen| **seen == IdStatus::Fresh).count();
        let replays = answers.iter().filter(|seen| **seen == IdStatus::Replay).count();
        assert_eq!((fresh, replays), (1, 23));
    }

    async fn ids_from_before_the_store_began_are_unknown(f: &mut Fixture) {
        let once = f.store.once("test", WINDOW, 1_000);
        assert_eq!(once.put(1, f.clock.now_ms()).await, IdStatus::Fresh);
        assert_eq!(once.put(2, f.clock.now_ms() - 1).await, IdStatus::Unknown);
        f.pass(WINDOW);
        assert_eq!(once.put(3, NOW_MS - 1).await, IdStatus::Unknown);
        assert_eq!(once.put(4, NOW_MS).await, IdStatus::Fresh);
    }

    async fn a_burst_passes_then_the_caller_waits_and_others_do_not(f: &mut Fixture) {
        let quota = Quota::per_minute(number(1)).allow_burst(number(3));
        let limit = f.store.limit::<IpAddr>("test", quota);
        let (ip, other) = ("1.2.3.4".parse().unwrap(), "1.2.3.5".parse().unwrap());
        for _ in 0..3 {
            assert_eq!(limit.acquire(ip).await, Ok(()));
        }
        let wait = limit.acquire(ip).await.unwrap_err();
        assert!((59..=60).contains(&wait), "{wait} s");
        assert_eq!(limit.acquire(other).await, Ok(()));
        let another_purpose = f.store.limit::<IpAddr>("other", quota);
        assert_eq!(another_purpose.acquire(ip).await, Ok(()));
    }

    async fn others_see_who_is_there_until_they_leave(f: &mut Fixture) {
        let there = f.store.presence("answering", 60_000);
        assert!(there.others(7, "lin", true).await.is_empty());
        assert_eq!(there.others(7, "wang", true).await, ["lin"]);
        assert_eq!(there.others(7, "lin", false).await, ["wang"]);
        assert!(there.others(8, "zhou", false).await.is_empty());
        there.leave(7, "lin").await;
        there.leave(8, "lin").await;
        assert!(there.others(7, "wang", false).await.is_empty());
        assert_eq!(there.others(7, "lin", true).await, ["wang"]);
    }

    async fn a_rejected_client_passes_again_later(f: &mut Fixture) {
        let limit = f.store.limit::<IpAddr>("test", Quota::per_second(number(2)).allow_burst(number(1)));
        let ip = "1.2.3.4".parse().unwrap();
        assert_eq!(limit.acquire(ip).await, Ok(()));
        assert_eq!(limit.acquire(ip).await, Err(1));
        f.pass(500);
        assert_eq!(limit.acquire(ip).await, Ok(()));
    }
}

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

#[actix_web::test]
async fn two_instances_share_ids_and_limits() {
    let mut redis = TestRedis::start();
    let clock = Arc::new(ManualClock::at(NOW_MS));
    let instance =
        || Ephemeral::in_redis(address(&redis), RESPONSE_TIMEOUT, clock.clone()).unwrap();
    let (one, two) = (instance(), instance());
    let ids = [&one, &two].map(|store| store.once("test", WINDOW, 1_000));
    let (a, b) = futures_util::join!(ids[0].put(7, NOW_MS), ids[1].put(7, NOW_MS));
    assert!(
        [
            (IdStatus::Fresh, IdStatus::Replay),
            (IdStatus::Replay, IdStatus::Fresh)
        ]
        .contains(&(a, b)),
        "{a:?} {b:?}"
    );
    let quota = Quota::per_minute(number(1)).allow_burst(number(4));
    let limits = [&one, &two].map(|store| store.limit::<IpAddr>("test", quota));
    let ip = "1.2.3.4".parse().unwrap();
    for turn in 0..4 {
        assert_eq!(limits[turn % 2].acquire(ip).await, Ok(()));
    }
    for limit in &limits {
        assert!(limit.acquire(ip).await.is_err());
    }
    redis.pass(60_000);
    clock.advance(60_000);
    assert_eq!(limits[0].acquire(ip).await, Ok(()));
    assert!(limits[1].acquire(ip).await.is_err());
    // Without the shared store each instance still enforces its share of the limit.
    redis.kill();
    let new = "1.2.3.5".parse().unwrap();
    for limit in &limits {
        for _ in 0..4 {
            assert_eq!(limit.acquire(new).await, Ok(()));
        }
        assert!(limit.acquire(new).await.is_err());
    }
}

#[actix_web::test]
async fn everything_in_redis_expires() {
    let redis = TestRedis::start();
    let clock = Arc::new(ManualClock::at(NOW_MS));
    let store = Ephemeral::in_redis(address(&redis), RESPONSE_TIMEOUT, clock).unwrap();
    let once = store.once("test", WINDOW, 1_000);
    assert_eq!(once.put(5, NOW_MS).await, IdStatus::Fresh);
    let limit = store.limit::<IpAddr>("calls", Quota::per_minute(number(1)));
    assert_eq!(limit.acquire("1.2.3.4".parse().unwrap()).await, Ok(()));
    assert_eq!(redis.keys().len(), 3);
    redis.pass(60_000);
    assert_eq!(redis.keys(), ["yingku:began"]);
}

/// A request signed at `ms`, to be sent any number of times.
fn signed(t: &TestApp, ms: i64) -> impl Fn() -> Call + use<> {
    let (path, query) = LIST.split_once('?').unwrap();
    let ms = u64::try_from(ms).unwrap();
    let headers = t.signer.headers("GET", path, query, b"", ms).unwrap();
    move || Call::get(LIST).carrying(&headers)
}

#[track_caller]
fn assert_busy(answer: &Answer) {
    answer.assert_fails(503, "busy");
    assert_eq!(answer.header("retry-after"), "1");
}

#[actix_web::test]
async fn a_replay_is_rejected_by_another_instance_with_the_same_redis() {
    let redis = TestRedis::start();
    let settings = [("REDIS_URL", &*redis.url())];
    let (one, two) = (
        TestApp::with(&settings).await,
        TestApp::with(&settings).await,
    );
    let call = signed(&one, NOW_MS);
    assert_eq!(one.send(call()).await.status, 200);
    one.send(call()).await.assert_fails(401, "nonce_replay");
    two.send(call()).await.assert_fails(401, "nonce_replay");
    let call = signed(&one, NOW_MS);
    assert_eq!(two.send(call()).await.status, 200);
    one.send(call()).await.assert_fails(401, "nonce_replay");
}

#[actix_web::test]
async fn without_redis_a_request_is_retryable_and_a_replay_is_never_accepted() {
    let mut redis = TestRedis::start();
    let t = TestApp::with(&[("REDIS_URL", &redis.url())]).await;
    let call = signed(&t, NOW_MS);
    assert_eq!(t.send(call()).await.status, 200);
    redis.kill();
    for _ in 0..3 {
        assert_busy(&t.send(call()).await);
        assert_busy(&t.get("/works/detail/list").await);
    }
    // Unsigned requests need no nonce.
    let open = Call::get("/prod-api/v2/app/config").unsigned();
    assert_eq!(t.send(open).await.status, 200);
    assert!(!t.app.ephemeral.is_available().await);

    redis.start_again();
    t.clock.advance(1_000);
    let started = Instant::now();
    while t.get("/works/detail/list").await.status != 200 {
        assert!(
            started.elapsed() < Duration::from_secs(10),
            "it stays unavailable"
        );
    }
    // It has forgotten the nonce and knows that it may have: the client must sign again.
    t.send(call()).await.assert_fails(401, "timestamp_skew");
    let ready = t.send(Call::get("/readyz").unsigned()).await;
    assert_eq!(
        (ready.status.as_u16(), &ready.json()["ephemeral"]),
        (200, &json!(true))
    );
}

#[actix_web::test]
async fn while_redis_is_unresponsive_limits_count_and_no_nonce_is_accepted_twice() {
    let redis = TestRedis::start();
    let settings = [
        ("REDIS_URL", &*redis.url()),
        ("REDIS_TIMEOUT_MS", "100"),
        ("RATE_PER_SECOND", "1"),
        ("RATE_BURST", "4"),
    ];
    let t = TestApp::with(&settings).await;
    assert_eq!(t.get("/works/detail/list").await.status, 200);
    redis.freeze();
    let call = signed(&t, NOW_MS);
    let started = Instant::now();
    for _ in 0..3 {
        assert_busy(&t.send(call()).await);
    }
    t.send(call()).await.assert_fails(429, "rate_limited");
    // Two Redis timeouts per request.
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
    redis.thaw();
    redis.pass(10_000);
    t.clock.advance(10_000);
    // Redis has stored the nonce, though nobody waited for its reply any more.
    t.send(call()).await.assert_fails(401, "nonce_replay");
    assert_eq!(t.get("/works/detail/list").await.status, 200);
}

#[actix_web::test]
async fn a_full_redis_rejects_writes_only() {
    let redis = TestRedis::start();
    let t = TestApp::with(&[("REDIS_URL", &redis.url()), ("CAPTCHA", "off")]).await;
    let call = signed(&t, NOW_MS);
    redis.fill();
    assert_eq!(t.send(call()).await.status, 200);
    t.send(call()).await.assert_fails(401, "nonce_replay");
    assert_eq!(t.get("/user/captcha").await.status, 200);
    let form = json!({ "appId": "yingku", "userName": "lin_xia", "password": "quiet-river-27" });
    t.post("/user/login", &form).await.assert_fails(503, "busy");
    redis.make_room();
    t.post("/user/login", &form)
        .await
        .assert_fails(422, "bad_credentials");
}

#[actix_web::test]
async fn a_full_redis_is_reported_to_operators_until_it_has_had_room_for_a_minute() {
    let redis = TestRedis::start();
    let settings = [
        ("REDIS_URL", &*redis.url()),
        ("METRICS_BIND", "127.0.0.1:0"),
    ];
    let t = TestApp::with(&settings).await;
    let reported = async || {
        // Probe results are cached for a second.
        t.clock.advance(1_000);
        let ready = t.send(Call::get("/readyz").unsigned()).await;
        let page = page(&t).await;
        let figures = ["yingku_redis_up ", "yingku_redis_full "].map(|name| figure(&page, name));
        let full = ready.json().get("ephemeralFull").cloned();
        (ready.status.as_u16(), full, figures)
    };
    let well = (200, None, [Some(1.0), Some(0.0)]);
    let full = (200, Some(json!(true)), [Some(1.0), Some(1.0)]);
    assert_eq!(reported().await, well);
    redis.fill();
    // There were no requests since.
    assert_eq!(reported().await, full);
    let read = t.get("/works/detail/list").await;
    assert_eq!(read.status, 200);
    redis.make_room();
    // At its limit each key that expires makes room for one.
    assert_eq!(t.get("/works/detail/list").await.status, 200);
    assert_eq!(reported().await, full);
    t.clock.advance(60_000);
    assert_eq!(reported().await, well);
}

#[actix_web::test]
async fn a_service_starts_before_its_redis_does() {
    let mut redis = TestRedis::start();
    redis.kill();
    let t = TestApp::with(&[("REDIS_URL", &redis.url())]).await;
    assert_busy(&t.get("/works/detail/list").await);
    redis.start_again();
    let started = Instant::now();
    while t.get("/works/detail/list").await.status != 200 {
        assert!(
            started.elapsed() < Duration::from_secs(10),
            "it stays unavailable"
        );
    }
}

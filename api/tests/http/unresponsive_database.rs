//! An unresponsive PostgreSQL: every request gets a response all the same, and everything recovers soon after it does.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use yingku_db::{Db, DbError, dialect};

use crate::metrics::{figure, page};
use crate::support::client::Call;
use crate::support::db::{TestDb, options};
use crate::support::proxy::{FaultMode, Proxy};
use crate::support::{TestApp, films};

/// An upper bound for any response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The default of the setting.
const SETTINGS: &[(&str, &str)] = &[
    ("METRICS_BIND", "127.0.0.1:0"),
    ("DATABASE_WAIT_MS", "1500"),
    ("DATABASE_STATEMENT_MS", "2500"),
];

/// Twice as many concurrent requests as connections, each with a query; returns the responses.
async fn calls(t: &TestApp) -> Vec<u16> {
    let call = async || {
        let began = Instant::now();
        let answer = t.get("/works/detail/list?modName=censored").await;
        let took = began.elapsed();
        assert!(took < RESPONSE_TIMEOUT, "{} after {took:?}", answer.status);
        answer.status.as_u16()
    };
    let other = async || t.get("/dht/list?keyword=ABC-001").await.status.as_u16();
    let (mut here, there) = (
        join_all((0..8).map(|_| call())).await,
        join_all((0..8).map(|_| other())).await,
    );
    here.extend(there);
    here
}

async fn becomes_unresponsive(manner: FaultMode) {
    let (t, proxy) = TestApp::through_proxy(SETTINGS).await;
    t.import(&films("censored", 3));
    assert_eq!(calls(&t).await, [200; 16]);
    for _ in 0..2 {
        proxy.behave(manner);
        let began = Instant::now();
        // Responses cached in memory need no database.
        let answer = t.get("/dht/list?keyword=ABC-002").await;
        answer.assert_fails(503, "busy");
        assert!(began.elapsed() < RESPONSE_TIMEOUT, "{:?}", began.elapsed());
        assert!(calls(&t).await.contains(&503));
        proxy.behave(FaultMode::Pass);
        let began = Instant::now();
        while calls(&t).await != [200; 16] {
            assert!(began.elapsed() < RESPONSE_TIMEOUT, "it is not well again");
        }
    }
}

#[actix_web::test]
async fn a_stopped_database_blocks_no_request() {
    becomes_unresponsive(FaultMode::Hold).await;
}

#[actix_web::test]
async fn a_proxy_that_drops_everything_blocks_no_request() {
    becomes_unresponsive(FaultMode::Swallow).await;
}

#[actix_web::test]
async fn cached_responses_survive_an_unavailable_database() {
    let (t, proxy) = TestApp::through_proxy(SETTINGS).await;
    t.import(&films("censored", 3));
    let (list, new) = (
        "/works/detail/list?modName=censored",
        "/works/detail/list?modName=western",
    );
    let before = t.get(list).await;
    let id = before.json()["rows"][0]["id"].as_str().unwrap().to_owned();
    let page = format!("/works/detail/{id}");
    let page_before = t.get(&page).await.body;
    let member = t.member("lin_xia").await;
    // They are recomputed after a minute.
    t.clock.advance(120_000);
    proxy.behave(FaultMode::Hold);
    for _ in 0..2 {
        for (address, body) in [(list, &before.body), (page.as_str(), &page_before)] {
            let answer = t.get(address).await;
            assert_eq!((answer.status.as_u16(), &answer.body), (200, body));
        }
        t.get(new).await.assert_fails(503, "busy");
    }
    let as_member = t.send(Call::get(&format!("/prod-api/v2{page}")).bearer(&member.access));
    as_member.await.assert_fails(503, "busy");
    // A takedown clears the cache.
    t.app.response_cache.clear();
    t.get(list).await.assert_fails(503, "busy");
    proxy.behave(FaultMode::Pass);
    let began = Instant::now();
    while t.get(new).await.status != 200 {
        assert!(began.elapsed() < RESPONSE_TIMEOUT, "it is not well again");
    }
    t.import(&films("censored", 4));
    assert_eq!(t.get(list).await.json()["total"], 4);
}

#[actix_web::test]
async fn metrics_work_while_the_database_is_unresponsive() {
    let (t, proxy) = TestApp::through_proxy(SETTINGS).await;
    t.import(&films("censored", 3));
    let seen = async |series: &str| {
        t.clock.advance(2_000);
        figure(&page(&t).await, series)
    };
    assert_eq!(seen("yingku_database_up ").await, Some(1.0));
    assert_eq!(
        seen("yingku_outbox_span ").await.map(|span| span > 0.0),
        Some(true)
    );
    proxy.behave(FaultMode::Hold);
    let began = Instant::now();
    assert_eq!(seen("yingku_database_up ").await, Some(0.0));
    assert_eq!(seen("yingku_outbox_span ").await, None);
    assert_eq!(seen("yingku_indexed_works ").await, Some(3.0));
    assert!(
        began.elapsed() < 3 * RESPONSE_TIMEOUT,
        "{:?}",
        began.elapsed()
    );
    proxy.behave(FaultMode::Pass);
    let began = Instant::now();
    while seen("yingku_database_up ").await != Some(1.0) {
        assert!(began.elapsed() < RESPONSE_TIMEOUT, "it is not well again");
    }
    assert_eq!(seen("yingku_redis_up ").await, Some(1.0));
}

/// Background threads have the same timeout: a statement in flight is cancelled, too.
#[test]
fn a_statement_without_a_result_times_out() {
    let mut database = TestDb::postgres();
    let proxy = Proxy::before(&database.url).alone();
    database.url = proxy.url(&database.url);
    let mut options = options(&database.url);
    options.statement_timeout = Duration::from_millis(200);
    let db = Db::open(&options).unwrap();
    let began = Instant::now();
    let answer = db.write_now::<i64, DbError, _>(|conn| {
        dialect::ping(conn)?;
        proxy.behave(FaultMode::Swallow);
        Ok(dialect::ping(conn)?)
    });
    assert!(matches!(answer, Err(DbError::Unreachable(_))), "{answer:?}");
    assert!(began.elapsed() < RESPONSE_TIMEOUT, "{:?}", began.elapsed());
    proxy.behave(FaultMode::Pass);
    let began = Instant::now();
    let again = || db.write_now::<i64, DbError, _>(|conn| Ok(dialect::ping(conn)?));
    // A connection opened meanwhile may be closed first.
    while again().is_err() {
        assert!(began.elapsed() < RESPONSE_TIMEOUT, "it is not well again");
    }
}

/// A connection that is accepted and never answered blocks neither its pool nor the others of the process.
#[test]
fn a_new_connection_without_a_reply_times_out() {
    let database = TestDb::postgres();
    let proxy = Proxy::before(&database.url).alone();
    proxy.behave(FaultMode::Greet);
    let mut silent = options(&proxy.url(&database.url));
    silent.wait = Duration::from_secs(1);
    let (sender, opened) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(Db::open(&silent).is_ok()));
    assert_eq!(opened.recv_timeout(RESPONSE_TIMEOUT), Ok(false));

    let began = Instant::now();
    let other = Db::open(&options(&database.url)).unwrap();
    assert_eq!(
        other
            .read_now::<i64, DbError, _>(|conn| Ok(dialect::ping(conn)?))
            .unwrap(),
        1
    );
    assert!(began.elapsed() < RESPONSE_TIMEOUT, "{:?}", began.elapsed());
}

/// They bypass the unresponsive one, and do not mistake each other's sockets for their own.
#[test]
fn pools_open_despite_an_unresponsive_one() {
    let database = TestDb::postgres();
    let proxy = Proxy::before(&database.url).alone();
    proxy.behave(FaultMode::Greet);
    let silent = options(&proxy.url(&database.url));
    std::thread::spawn(move || Db::open(&silent).is_ok());
    let other = options(&database.url);
    std::thread::scope(|scope| {
        let open = || Db::open(&other).map(|_| ());
        let opened: Vec<_> = (0..12).map(|_| scope.spawn(open)).collect();
        for opened in opened {
            assert!(matches!(opened.join().unwrap(), Ok(())));
        }
    });
}

//! TLS to PostgreSQL and Redis: both certificates are verified, and an unresponsive server blocks no request.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use yingku_base::clock::ManualClock;
use yingku_db::{Db, DbError, dialect};
use yingku_platform::ephemeral::{Ephemeral, RedisAddress};

use crate::support::app::NOW_MS;
use crate::support::command::Program;
use crate::support::db::options;
use crate::support::proxy::{FaultMode, Proxy};
use crate::support::redis::TestRedis;
use crate::support::serving::Serving;
use crate::support::tls::{Authority, TlsPostgres, free_port};

/// An upper bound for any response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);

fn verified(authority: &Authority) -> String {
    let ca = authority.file("ca.pem");
    format!("sslmode=verify-full&sslrootcert={}", ca.display())
}

fn ping(db: &Db) -> Result<i64, DbError> {
    db.read_now(|conn| Ok::<_, DbError>(dialect::ping(conn)?))
}

#[test]
fn postgres_certificates_are_verified() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let postgres = TlsPostgres::start(&authority);
    let named = format!("localhost:{}", postgres.port);
    let by_number = format!("127.0.0.1:{}", postgres.port);
    let open = |place: &str, query: &str| Db::open(&options(&postgres.url(place, query)));
    let rejection = |place: &str, query: &str| match open(place, query) {
        Ok(_) => panic!("it took {place}?{query}"),
        Err(error) => error.to_string(),
    };

    let db = open(&named, &verified(&authority)).unwrap();
    assert_eq!(ping(&db).unwrap(), 1);
    let unknown = rejection(&named, &verified(&stranger));
    assert!(unknown.contains("certificate verify failed"), "{unknown}");
    let other = rejection(&by_number, &verified(&authority));
    assert!(other.contains("does not match host name"), "{other}");
    let missing = rejection(&named, "sslmode=verify-full&sslrootcert=/nowhere/ca.pem");
    assert!(missing.contains("/nowhere/ca.pem"), "{missing}");
}

#[actix_web::test]
async fn redis_certificates_are_verified() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let port = free_port();
    let _redis = TestRedis::with_tls(&authority, port);
    let answers = async |url: String, trusted: Option<&Authority>| {
        let mut address = RedisAddress::parse(&url).unwrap();
        if let Some(trusted) = trusted {
            let ca = std::fs::read(trusted.file("ca.pem")).unwrap();
            address = address.trusting(ca).unwrap();
        }
        let clock = Arc::new(ManualClock::at(NOW_MS));
        let store = Ephemeral::in_redis(address, RESPONSE_TIMEOUT, clock).unwrap();
        store.is_available().await
    };
    let named = format!("rediss://localhost:{port}/0");
    assert!(answers(named.clone(), Some(&authority)).await);
    assert!(!answers(named.clone(), Some(&stranger)).await);
    assert!(!answers(named, None).await);
    let by_number = format!("rediss://127.0.0.1:{port}/0");
    assert!(!answers(by_number, Some(&authority)).await);
    let plain = format!("redis://localhost:{port}/0");
    assert!(!answers(plain, None).await);
}

#[test]
fn the_service_runs_on_both_with_tls() {
    let authority = Authority::new();
    let postgres = TlsPostgres::start(&authority);
    let port = free_port();
    let redis = TestRedis::with_tls(&authority, port);
    let database = postgres.url(
        &format!("localhost:{}", postgres.port),
        &verified(&authority),
    );
    let program = Program::new();
    let migrated = program.run_with("DATABASE_URL", &database, &["migrate"]);
    assert_eq!(migrated.code, 0, "{}", migrated.err);
    let serving = Serving::start_with(&program, &database, |command| {
        command
            .env("REDIS_URL", format!("rediss://localhost:{port}/0"))
            .env("REDIS_CA_FILE", authority.file("ca.pem"));
    });
    let mut wire = serving.connect();
    // A Redis that starts empty rejects what was signed before its first request.
    let first = wire.call("GET", "/v2/works/detail/list", None).unwrap();
    assert_eq!(first["error"], "timestamp_skew", "{first}");
    wire.register("lin_xia");
    let me: Value = wire.call("GET", "/v2/user/getInfo", None).unwrap();
    assert_eq!(me["code"], 200, "{me}");
    assert!(redis.keys().iter().any(|key| key.contains("nonce")));
}

#[test]
fn an_unresponsive_postgres_with_tls_blocks_no_request() {
    let authority = Authority::new();
    let postgres = TlsPostgres::start(&authority);
    let proxy = Proxy::before_port(postgres.port).alone();
    let place = format!("localhost:{}", proxy.port);
    let mut options = options(&postgres.url(&place, &verified(&authority)));
    options.statement_timeout = Duration::from_millis(200);
    options.wait = Duration::from_secs(1);
    let db = Db::open(&options).unwrap();
    for manner in [FaultMode::Swallow, FaultMode::Hold] {
        let began = Instant::now();
        let answer = db.write_now::<i64, DbError, _>(|conn| {
            dialect::ping(conn)?;
            proxy.behave(manner);
            Ok(dialect::ping(conn)?)
        });
        assert!(matches!(answer, Err(DbError::Unreachable(_))), "{answer:?}");
        // New connections get no reply either, not even the first TLS message.
        assert!(ping(&db).is_err());
        assert!(
            began.elapsed() < 2 * RESPONSE_TIMEOUT,
            "{:?}",
            began.elapsed()
        );
        proxy.behave(FaultMode::Pass);
        // While other tests' pools are unresponsive, a connection may be closed whose socket is not known for certain.
        let began = Instant::now();
        while ping(&db).is_err() {
            assert!(began.elapsed() < RESPONSE_TIMEOUT, "it is not well again");
        }
    }
}

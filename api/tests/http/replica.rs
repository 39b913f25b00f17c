//! A replica that becomes unavailable: reads continue at the primary, and return to it automatically.

use std::time::{Duration, Instant};

use diesel::RunQueryDsl as _;
use diesel::connection::SimpleConnection as _;
use diesel::dsl::sql;
use diesel::sql_types::Text;
use yingku_db::on_engine;
use yingku_db::{Conn, Db, DbError, DbOptions};

use crate::support::db::{TestDb, options};
use crate::support::proxy::{FaultMode, Proxy};
use crate::support::tls::free_port;

/// An upper bound for any response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Another database in place of the replica, so that a response shows where it is from.
fn with_replica(primary: &TestDb, replica: String) -> DbOptions {
    DbOptions {
        replica_url: Some(replica),
        statement_timeout: Duration::from_millis(200),
        wait: Duration::from_secs(1),
        ..options(&primary.url)
    }
}

fn name(conn: &mut Conn) -> diesel::QueryResult<String> {
    on_engine!(conn, conn => diesel::select(sql::<Text>("current_database()")).get_result(conn))
}

async fn read_from(db: &Db) -> Result<String, DbError> {
    db.query(name).await
}

fn name_of(database: &TestDb) -> String {
    database.url.rsplit('/').next().unwrap().to_owned()
}

/// Reads until the response is from this database. While pools of other tests are unresponsive too, a new connection
/// may be late, or be closed because its socket is not known for certain.
async fn until_read_from(db: &Db, database: &TestDb, limit: Duration) {
    let began = Instant::now();
    while !is_read_from(db, database).await {
        assert!(began.elapsed() < limit, "still not from there");
    }
}

async fn is_read_from(db: &Db, database: &TestDb) -> bool {
    read_from(db)
        .await
        .is_ok_and(|from| from == name_of(database))
}

#[actix_web::test]
async fn while_the_replica_is_unresponsive_the_primary_is_read() {
    let (primary, replica) = (TestDb::postgres(), TestDb::postgres());
    let proxy = Proxy::before(&replica.url).alone();
    let db = Db::open(&with_replica(&primary, proxy.url(&replica.url))).unwrap();
    until_read_from(&db, &replica, 2 * RESPONSE_TIMEOUT).await;

    proxy.behave(FaultMode::Swallow);
    // Statements in flight fail; later ones are read elsewhere.
    until_read_from(&db, &primary, RESPONSE_TIMEOUT).await;
    let mut answered = 0;
    for _ in 0..20 {
        let began = Instant::now();
        if let Ok(from) = read_from(&db).await {
            assert_eq!(from, name_of(&primary));
            answered += 1;
        }
        assert!(began.elapsed() < RESPONSE_TIMEOUT, "{:?}", began.elapsed());
    }
    assert!(answered >= 15, "{answered} of 20");

    proxy.behave(FaultMode::Pass);
    until_read_from(&db, &replica, 2 * RESPONSE_TIMEOUT).await;
}

#[actix_web::test]
async fn a_service_starts_without_its_replica() {
    let primary = TestDb::postgres();
    let nowhere = format!("postgres://yingku@127.0.0.1:{}/yingku", free_port());
    let db = Db::open(&with_replica(&primary, nowhere)).unwrap();
    until_read_from(&db, &primary, RESPONSE_TIMEOUT).await;
}

/// Makes a database report itself as a replica: a current one, or one that has stopped.
fn fake_replica(replica: &TestDb, statements: &str) {
    let db = Db::open(&options(&replica.url)).unwrap();
    db.maintain::<_, DbError, _>(|conn| Ok(conn.batch_execute(statements)?))
        .unwrap();
}

const REPLICA: &str = "
    CREATE SCHEMA fake_replica;
    CREATE TABLE fake_replica.stopped (at pg_lsn);
    CREATE FUNCTION fake_replica.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true';
    CREATE FUNCTION fake_replica.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS
        'SELECT coalesce((SELECT at FROM fake_replica.stopped), pg_catalog.pg_current_wal_insert_lsn())';
    DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = fake_replica, pg_catalog, public', current_database());
    END $$;";
const STOP: &str = "INSERT INTO fake_replica.stopped SELECT pg_catalog.pg_current_wal_lsn()";
const RESUME: &str = "DELETE FROM fake_replica.stopped";

#[actix_web::test]
async fn a_lagging_replica_is_bypassed() {
    let (primary, replica) = (TestDb::postgres(), TestDb::postgres());
    fake_replica(&replica, REPLICA);
    let db = Db::open(&with_replica(&primary, replica.url.clone())).unwrap();
    until_read_from(&db, &replica, 2 * RESPONSE_TIMEOUT).await;
    assert!(!db.replica().unwrap().0);

    fake_replica(&replica, STOP);
    let began = Instant::now();
    // Keeps the primary's log moving; other tests may be idle.
    while !is_read_from(&db, &primary).await {
        fake_replica(
            &primary,
            "CREATE TABLE IF NOT EXISTS grown (n int); INSERT INTO grown VALUES (1)",
        );
        assert!(began.elapsed() < 2 * RESPONSE_TIMEOUT, "it is still read");
    }
    let (bypassed, behind) = db.replica().unwrap();
    assert!(bypassed && behind > Duration::from_secs(1), "{behind:?}");

    fake_replica(&replica, RESUME);
    until_read_from(&db, &replica, 2 * RESPONSE_TIMEOUT).await;
    let began = Instant::now();
    // A client that continues from a read of the primary returns to it as well.
    let followed = || db.query_now(name).unwrap();
    while followed() != name_of(&replica) {
        assert!(
            began.elapsed() < 2 * RESPONSE_TIMEOUT,
            "the index stays at the primary"
        );
    }
}

/// What PostgreSQL does to reads of a replica that conflict with replay: it cancels the statement, or closes the
/// connection when that does not end the transaction.
const CONFLICTS: [&str; 2] = [
    "RAISE EXCEPTION 'canceling statement due to conflict with recovery' USING ERRCODE = '40001'",
    "PERFORM pg_terminate_backend(pg_backend_pid())",
];

#[actix_web::test]
async fn a_query_that_the_replica_cancels_is_read_from_the_primary() {
    for conflict in CONFLICTS {
        let (primary, replica) = (TestDb::postgres(), TestDb::postgres());
        fake_replica(&replica, REPLICA);
        let breaks = format!(
            "CREATE FUNCTION fake_replica.current_database() RETURNS name LANGUAGE plpgsql AS
                 $$ BEGIN {conflict}; RETURN 'the replica'; END $$"
        );
        fake_replica(&replica, &breaks);
        let db = Db::open(&with_replica(&primary, replica.url.clone())).unwrap();
        let began = Instant::now();
        while db.replica().unwrap().0 {
            assert!(
                began.elapsed() < RESPONSE_TIMEOUT,
                "the replica is not read"
            );
        }
        for _ in 0..20 {
            assert_eq!(read_from(&db).await.unwrap(), name_of(&primary));
        }
    }
}

/// Load balancing continues, and monitoring is informed.
#[actix_web::test]
async fn an_unavailable_primary_is_reported_though_its_replica_responds() {
    let (primary, replica) = (TestDb::postgres(), TestDb::postgres());
    let proxy = Proxy::before(&primary.url).alone();
    let options = DbOptions {
        url: proxy.url(&primary.url),
        ..with_replica(&primary, replica.url.clone())
    };
    let db = Db::open(&options).unwrap();
    assert_eq!(
        (db.responds().await, db.primary_responds().await),
        (true, true)
    );
    proxy.behave(FaultMode::Swallow);
    let began = Instant::now();
    assert_eq!(
        (db.responds().await, db.primary_responds().await),
        (true, false)
    );
    assert!(began.elapsed() < RESPONSE_TIMEOUT, "{:?}", began.elapsed());
    proxy.behave(FaultMode::Pass);
    while !db.primary_responds().await {
        assert!(
            began.elapsed() < 4 * RESPONSE_TIMEOUT,
            "it is not well again"
        );
    }
}

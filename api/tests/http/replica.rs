//! A replica that goes away: reads go on at the primary, and come back to it by themselves.

use std::time::{Duration, Instant};

use diesel::RunQueryDsl as _;
use diesel::dsl::sql;
use diesel::sql_types::Text;
use yingku::db::{Conn, Db, DbError, DbOptions};
use yingku::on_engine;

use crate::support::db::{TestDb, options};
use crate::support::proxy::{Manner, Proxy};
use crate::support::tls::free_port;

/// What nobody waits longer for.
const LONGEST: Duration = Duration::from_secs(5);

/// Another database in the place of the replica, so that an answer tells where it is from.
fn with_replica(primary: &TestDb, replica: String) -> DbOptions {
    DbOptions {
        replica_url: Some(replica),
        statement_timeout: Duration::from_millis(200),
        wait: Duration::from_secs(1),
        ..options(&primary.url)
    }
}

async fn read_from(db: &Db) -> Result<String, DbError> {
    let name = |conn: &mut Conn| on_engine!(conn, conn => diesel::select(sql::<Text>("current_database()")).get_result(conn));
    db.query(name).await
}

fn name_of(database: &TestDb) -> String {
    database.url.rsplit('/').next().unwrap().to_owned()
}

#[actix_web::test]
async fn while_the_replica_is_silent_the_primary_is_read() {
    let (primary, replica) = (TestDb::postgres(), TestDb::postgres());
    let proxy = Proxy::before(&replica.url);
    let db = Db::open(&with_replica(&primary, proxy.url(&replica.url))).unwrap();
    assert_eq!(read_from(&db).await.unwrap(), name_of(&replica));

    proxy.behave(Manner::Swallow);
    let began = Instant::now();
    // What had been sent is refused; what comes later is read elsewhere.
    let _ = read_from(&db).await;
    assert!(began.elapsed() < LONGEST, "{:?}", began.elapsed());
    for _ in 0..20 {
        let began = Instant::now();
        assert_eq!(read_from(&db).await.unwrap(), name_of(&primary));
        assert!(began.elapsed() < Duration::from_secs(1));
    }

    proxy.behave(Manner::Pass);
    let began = Instant::now();
    while read_from(&db).await.unwrap() != name_of(&replica) {
        assert!(began.elapsed() < 2 * LONGEST, "it stays at the primary");
    }
}

#[actix_web::test]
async fn a_service_starts_without_its_replica() {
    let primary = TestDb::postgres();
    let nowhere = format!("postgres://yingku@127.0.0.1:{}/yingku", free_port());
    let db = Db::open(&with_replica(&primary, nowhere)).unwrap();
    assert_eq!(read_from(&db).await.unwrap(), name_of(&primary));
}

//! As many permits as connections: a request without one gets an error in time, and blocks no thread.

use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use yingku_db::workloads::Workload;
use yingku_db::{Db, DbError, DbOptions, Engine};

use crate::support::db::{TestDb, options};

const WAIT: Duration = Duration::from_millis(200);
/// No request waits for the pool itself, which takes at least two seconds.
const SOON: Duration = Duration::from_millis(1_500);

fn small(url: &str) -> Db {
    Db::open(&DbOptions {
        pool_size: 3,
        wait: WAIT,
        ..options(url)
    })
    .unwrap()
}

/// A request that holds its connection until it is released.
async fn slow(db: &Db, writes: bool) -> Result<(), DbError> {
    let (go, signal) = channel::<()>();
    HELD.with_borrow_mut(|held| held.push(go));
    let wait = move |_: &mut yingku_db::Conn| {
        let _ = signal.recv();
        Ok::<_, DbError>(())
    };
    if writes {
        db.write(wait).await
    } else {
        db.read_fresh(wait).await
    }
}

thread_local! {
    static HELD: std::cell::RefCell<Vec<Sender<()>>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Requests beyond the held connections are rejected within the timeout, and the holders are served. Each has
/// another workload, so none is rejected by its workload's limit.
async fn one_more_is_rejected(db: &Db, holders: &[bool], one_more: bool) {
    let began = Instant::now();
    let holders = holders.iter().zip(Workload::ALL);
    let holding = join_all(holders.map(|(writes, share)| share.within(slow(db, *writes))));
    let rejected = async {
        // The holders have started: joined futures are polled in order.
        let late = match one_more {
            true => db.write::<(), DbError, _>(|_| Ok(())).await,
            false => db.read_fresh::<(), DbError, _>(|_| Ok(())).await,
        };
        assert!(matches!(late, Err(DbError::Busy(None))), "{late:?}");
        let took = began.elapsed();
        assert!((WAIT..SOON).contains(&took), "{took:?}");
        HELD.with_borrow_mut(Vec::clear);
    };
    let rejected = Workload::Operators.within(rejected);
    let (held, ()) = futures_util::future::join(holding, rejected).await;
    assert!(held.into_iter().all(|held| held.is_ok()));
}

#[actix_web::test]
async fn on_postgres_readers_and_writers_share_the_connections() {
    let database = TestDb::postgres();
    let db = small(&database.url);
    assert_eq!(db.engine(), Engine::Postgres);
    for one_more in [false, true] {
        one_more_is_rejected(&db, &[false, true, true], one_more).await;
        one_more_is_rejected(&db, &[false, false, false], one_more).await;
    }
}

#[actix_web::test]
async fn on_sqlite_readers_and_the_writer_have_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDb::sqlite(folder.path());
    let db = small(&database.url);
    one_more_is_rejected(&db, &[false, false], false).await;
    one_more_is_rejected(&db, &[true], true).await;
}

/// Background threads take permits too, and leave some for visitors.
#[test]
fn background_threads_take_permits() {
    for sqlite in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let database = match sqlite {
            true => TestDb::sqlite(folder.path()),
            false => TestDb::postgres(),
        };
        let db = small(&database.url);
        let (go, signal) = channel::<()>();
        let (begun, has_begun) = channel();
        std::thread::scope(|scope| {
            let db = &db;
            scope.spawn(move || {
                db.read_now::<_, DbError, _>(|_| {
                    begun.send(()).unwrap();
                    let _ = signal.recv();
                    Ok(())
                })
                .unwrap();
            });
            has_begun.recv().unwrap();
            let system = actix_web::rt::System::new();
            let left: &[bool] = if sqlite { &[false] } else { &[false, true] };
            system.block_on(one_more_is_rejected(db, left, false));
            drop(go);
        });
    }
}

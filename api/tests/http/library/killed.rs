//! The service, killed while it writes, and stopped while it still has buffered counters.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use serde_json::json;
use yingku_db::schema::{collection_items, collections, works};
use yingku_db::{Conn, Db, DbError};

use crate::support::app::store;
use crate::support::command::Program;
use crate::support::db::{TestDb, options};
use crate::support::films;
use crate::support::serving::Serving;

/// Works, and requests that collect each of them.
const WORKS: u32 = 1_000;
/// The service is killed after this many responses.
const KILLED_AFTER: usize = 300;
/// Concurrent connections.
const CALLERS: usize = 8;

/// A database with works, and their ids.
fn filled(database: &TestDb, count: u32) -> (Db, Vec<i64>) {
    let db = Db::open(&options(&database.url)).unwrap();
    store(&db, &films("censored", count));
    let ids = db.read_now::<_, DbError, _>(|conn| Ok(works::table.select(works::id).load(conn)?));
    let ids = ids.unwrap();
    (db, ids)
}

/// Gives all statements of a transaction one snapshot: PostgreSQL may still be committing for a process that is gone.
fn at_one_moment(conn: &mut Conn) -> QueryResult<()> {
    match conn {
        Conn::Postgres(conn) => {
            conn.batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        }
        Conn::Sqlite(_) => Ok(()),
    }
}

fn collect_until_killed(database: &TestDb) {
    let (db, ids) = filled(database, WORKS);
    let program = Program::new();
    let mut serving = Serving::start(&program, &database.url);
    let answered = Mutex::new(HashSet::new());
    let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (enough, signal) = std::sync::mpsc::channel();
    let mut member = serving.connect();
    member.register("lin-xiaoyue");
    let mut wires: Vec<_> = (0..CALLERS)
        .map(|_| serving.connect().signed_in_as(&member))
        .collect();
    drop(member);
    std::thread::scope(|scope| {
        for mut wire in wires.drain(..) {
            let (enough, ids) = (enough.clone(), &ids);
            let (answered, next, count) = (&answered, &next, &count);
            scope.spawn(move || {
                while let Some(id) = ids.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let form = json!({ "status": 0, "dataId": id.to_string() });
                    let Ok(answer) = wire.call("POST", "/v2/user/collect/adds", Some(&form)) else {
                        return;
                    };
                    assert_eq!(answer["data"]["collect"], true, "{answer}");
                    answered.lock().unwrap().insert(*id);
                    if count.fetch_add(1, Ordering::SeqCst) + 1 == KILLED_AFTER {
                        enough.send(()).unwrap();
                    }
                }
            });
        }
        // The clients hold the remaining senders: when they all end too soon, this ends as well.
        drop(enough);
        signal.recv().expect("the callers ended too soon");
        serving.kill();
    });
    let answered = answered.into_inner().unwrap();
    assert!(
        (KILLED_AFTER..ids.len()).contains(&answered.len()),
        "{} of {} had a response",
        answered.len(),
        ids.len()
    );
    let (kept, counted, in_collection) = db
        .read_now::<_, DbError, _>(|conn| {
            at_one_moment(conn)?;
            let kept: Vec<i64> = collection_items::table
                .select(collection_items::work_id)
                .load(conn)?;
            let counted: Vec<i64> = works::table
                .filter(works::collects.eq(1))
                .select(works::id)
                .load(conn)?;
            let in_collection: i32 = collections::table.select(collections::works).first(conn)?;
            Ok((kept, counted, in_collection))
        })
        .unwrap();
    let (kept, counted): (HashSet<i64>, HashSet<i64>) =
        (kept.into_iter().collect(), counted.into_iter().collect());
    assert!(answered.is_subset(&kept), "acknowledged writes are lost");
    // What was written without a response is consistent as well.
    assert_eq!(counted, kept);
    assert_eq!(usize::try_from(in_collection), Ok(kept.len()));
}

#[test]
fn a_kill_during_collects_loses_no_acknowledged_one_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    collect_until_killed(&TestDb::sqlite(folder.path()));
}

#[test]
fn a_kill_during_collects_loses_no_acknowledged_one_on_postgres() {
    collect_until_killed(&TestDb::postgres());
}

#[test]
fn a_shutdown_flushes_buffered_views() {
    let folder = tempfile::tempdir().unwrap();
    for database in [TestDb::sqlite(folder.path()), TestDb::postgres()] {
        let (db, ids) = filled(&database, 20);
        let program = Program::new();
        let serving = Serving::start(&program, &database.url);
        let mut visitor = serving.connect();
        for id in &ids {
            let path = format!("/v2/works/detail/{id}");
            assert_eq!(visitor.call("GET", &path, None).unwrap()["code"], 200);
        }
        drop(visitor);
        serving.stop();
        let views: Vec<i64> = db
            .read_now::<_, DbError, _>(|conn| Ok(works::table.select(works::views).load(conn)?))
            .unwrap();
        assert_eq!(views, vec![1; ids.len()]);
    }
}

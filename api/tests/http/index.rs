//! The works index and its database: lost, of another database, corrupt, lagging, and with changes out of order.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

use diesel::prelude::*;
use serde_json::json;
use yingku_catalogue::indexer::IndexUpdater;
use yingku_db::schema::{work_changes, works};
use yingku_db::{Db, DbError, Engine, outbox};
use yingku_platform::config::IndexConfig;
use yingku_search::Storage;

use crate::support::app::{NOW_MS, store};
use crate::support::db::{TestDb, options};
use crate::support::{TestApp, film, films};

fn current_build(folder: &Path) -> PathBuf {
    let index = folder.join("index");
    let name = std::fs::read_to_string(index.join("CURRENT")).unwrap();
    index.join(name.trim())
}

/// The first file of a kind in the current build.
fn file_of(folder: &Path, kind: &str) -> PathBuf {
    let files = std::fs::read_dir(current_build(folder)).unwrap();
    let mut paths = files.map(|entry| entry.unwrap().path());
    paths
        .find(|path| path.extension().is_some_and(|extension| extension == kind))
        .unwrap()
}

/// Changes a byte at this offset from the end.
fn flip(file: &Path, from_end: usize) {
    let mut bytes = std::fs::read(file).unwrap();
    let at = bytes.len() - from_end;
    bytes[at] ^= 0x40;
    std::fs::write(file, bytes).unwrap();
}

/// Deletes all recorded changes.
fn prune_changes(db: &Db) {
    let tomorrow = NOW_MS / 1000 + 86_400;
    while prune_before(db, tomorrow) > 0 {}
}

fn prune_before(db: &Db, before: i64) -> usize {
    db.write_now::<_, DbError, _>(|conn| Ok(outbox::prune(conn, before)?))
        .unwrap()
}

fn rename(db: &Db, number: &str, title: &str, before_commit: impl FnOnce()) {
    db.write_now::<_, DbError, _>(|conn| {
        let id: i64 = works::table
            .filter(works::number.eq(number))
            .select(works::id)
            .first(conn)?;
        diesel::update(works::table.find(id))
            .set(works::title.eq(title))
            .execute(conn)?;
        outbox::record(conn, &[id], NOW_MS / 1000)?;
        before_commit();
        Ok(())
    })
    .unwrap();
}

#[actix_web::test]
async fn a_warm_index_is_reused() {
    for t in [TestApp::on_sqlite().await, TestApp::on_postgres().await] {
        t.import(&films("censored", 12));
        let build = current_build(t.folder.path());
        let t = t.restart(|_, _| ()).await;
        assert_eq!(t.numbers("").await.len(), 12);
        assert_eq!(current_build(t.folder.path()), build);
    }
}

/// On SQLite: a PostgreSQL position may lie before an applied change while any other transaction of the
/// server runs; deleting that change then costs an unneeded rebuild, and nothing else.
#[actix_web::test]
async fn deleting_applied_changes_leaves_the_index_warm() {
    let t = TestApp::on_sqlite().await;
    t.import(&films("censored", 12));
    let build = current_build(t.folder.path());
    let t = t.restart(|_, db| prune_changes(db)).await;
    let t = t.restart(|_, _| ()).await;
    assert_eq!(t.numbers("").await.len(), 12);
    assert_eq!(current_build(t.folder.path()), build);
}

#[test]
fn old_changes_are_deleted_in_batches_and_new_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    for database in [TestDb::sqlite(folder.path()), TestDb::postgres()] {
        let db = Db::open(&options(&database.url)).unwrap();
        let at_once = usize::try_from(outbox::MAX_PRUNED).unwrap();
        let record = |changes: usize, at: i64| {
            let works: Vec<i64> = (1..).take(changes).collect();
            db.write_now::<_, DbError, _>(|conn| Ok(outbox::record(conn, &works, at)?))
                .unwrap();
        };
        let mark = || {
            db.write_now::<_, DbError, _>(|conn| Ok(outbox::current_mark(conn)?))
                .unwrap()
        };
        let is_lost = |mark: i64| {
            db.write_now::<_, DbError, _>(|conn| Ok(outbox::is_pruned(conn, mark)?))
                .unwrap()
        };
        let first = mark();
        // One of them by a clock that was ahead.
        record(1, 9_000);
        record(at_once + 10, 100);
        let old = mark();
        record(3, 200);
        assert!(!is_lost(first));
        let forgotten: Vec<usize> = (0..3).map(|_| prune_before(&db, 200)).collect();
        assert_eq!(forgotten, [at_once, 11, 0]);
        let left = work_changes::table.select(work_changes::at);
        let left = db.read_now::<Vec<i64>, DbError, _>(|conn| Ok(left.load(conn)?));
        assert_eq!(left.unwrap(), [200, 200, 200]);
        assert!(is_lost(first));
        // Other transactions of the server may hold PostgreSQL's positions back.
        assert!(db.engine() == Engine::Postgres || !(is_lost(old) || is_lost(mark())));
    }
}

/// Several reads of the outbox, between which PostgreSQL's position stays at this transaction.
#[test]
fn a_transaction_of_many_changes_is_indexed_whole() {
    let folder = tempfile::tempdir().unwrap();
    for database in [TestDb::sqlite(folder.path()), TestDb::postgres()] {
        let db = Db::open(&options(&database.url)).unwrap();
        let config = IndexConfig {
            dir: folder.path().join(format!("{:?}", db.engine())),
            memory: 16 << 20,
            storage: Storage::default(),
        };
        let mut updater = IndexUpdater::open(&db, &config).unwrap();
        let mut works = films("censored", 10_001);
        for work in &mut works {
            work["hidden"] = json!(true);
        }
        works.push(film("ZZZZ-001", "海边", json!({})));
        store(&db, &works);
        updater.catch_up(&mut HashSet::new()).unwrap();
        assert_eq!(updater.index().count(), 1, "{:?}", db.engine());
    }
}

#[actix_web::test]
async fn a_lost_index_is_rebuilt() {
    for t in [TestApp::on_sqlite().await, TestApp::on_postgres().await] {
        t.import(&films("censored", 12));
        let before = t.rows("/works/detail/list").await;
        let t = t
            .restart(|folder, _| std::fs::remove_dir_all(folder.join("index")).unwrap())
            .await;
        assert_eq!(t.rows("/works/detail/list").await, before);
    }
}

#[actix_web::test]
async fn a_corrupt_index_is_rebuilt() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 9] = [
        ("no build of that name", |folder| {
            std::fs::write(folder.join("index/CURRENT"), "build-none").unwrap()
        }),
        ("a name that leads elsewhere", |folder| {
            std::fs::write(folder.join("index/CURRENT"), "../media").unwrap()
        }),
        ("meta.json is nonsense", |folder| {
            std::fs::write(current_build(folder).join("meta.json"), "{").unwrap()
        }),
        ("meta.json of another version", |folder| {
            let file = current_build(folder).join("meta.json");
            let text = std::fs::read_to_string(&file)
                .unwrap()
                .replace("\\\"version\\\":", "\\\"version\\\":9");
            std::fs::write(file, text).unwrap();
        }),
        ("a byte of a column is another one", |folder| {
            flip(&file_of(folder, "fast"), 100)
        }),
        ("a byte of a dictionary is another one", |folder| {
            flip(&file_of(folder, "term"), 100)
        }),
        ("the end of a file is another one", |folder| {
            flip(&file_of(folder, "idx"), 3)
        }),
        ("a file is gone", |folder| {
            std::fs::remove_file(file_of(folder, "pos")).unwrap()
        }),
        ("segments are gone", |folder| {
            for entry in std::fs::read_dir(current_build(folder)).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_none_or(|kind| kind != "json") {
                    std::fs::remove_file(path).unwrap();
                }
            }
        }),
    ];
    let mut t = TestApp::on_sqlite().await;
    t.import(&films("censored", 12));
    let before = t.rows("/works/detail/list").await;
    for (what, harm) in harms {
        t = t.restart(|folder, _| harm(folder)).await;
        assert_eq!(t.rows("/works/detail/list").await, before, "{what}");
    }
    let builds = std::fs::read_dir(t.folder.path().join("index"))
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(builds.count(), 1, "what is not used any more is swept");
}

#[actix_web::test]
async fn an_index_of_another_database_is_not_read() {
    let t = TestApp::on_sqlite().await;
    t.import(&films("censored", 12));
    let t = t
        .restart(|folder, _| {
            // SQLite's side files belong to the replaced database.
            for name in ["test.db", "test.db-wal", "test.db-shm"] {
                let _ = std::fs::remove_file(folder.join(name));
            }
            TestDb::sqlite(folder);
        })
        .await;
    assert_eq!(t.get("/works/detail/list").await.json()["total"], 0);
}

#[actix_web::test]
async fn changes_made_while_the_service_was_down_are_applied() {
    for t in [TestApp::on_sqlite().await, TestApp::on_postgres().await] {
        t.import(&films("censored", 3));
        let later = film("NEW-1", "后来", json!({ "pubTime": "2026-09-21" }));
        let t = t
            .restart(|_, db| assert_eq!(store(db, &[later]).new, 1))
            .await;
        assert_eq!(
            t.numbers("").await,
            ["NEW-1", "AAAA-001", "AAAA-002", "AAAA-003"]
        );
        // Changes deleted before they were applied are lost: the index is rebuilt.
        let t = t
            .restart(|_, db| {
                store(
                    db,
                    &[film("NEW-2", "更后来", json!({ "pubTime": "2026-09-22" }))],
                );
                prune_changes(db);
            })
            .await;
        assert_eq!(
            t.numbers("").await,
            ["NEW-2", "NEW-1", "AAAA-001", "AAAA-002", "AAAA-003"]
        );
    }
}

#[actix_web::test]
async fn changes_that_commit_out_of_order_are_all_seen() {
    let t = TestApp::on_postgres().await;
    t.import(&[
        film("AAA-1", "甲", json!({})),
        film("AAA-2", "乙", json!({})),
    ]);
    let (begun, has_begun) = channel();
    let (go_on, may_go_on) = channel::<()>();
    let db = t.app.state.db.clone();
    let slow = std::thread::spawn(move || {
        rename(&db, "AAA-1", "迟到", || {
            begun.send(()).unwrap();
            may_go_on.recv().unwrap();
        });
    });
    has_begun.recv().unwrap();
    // Started later and committed earlier.
    rename(&t.app.state.db, "AAA-2", "先到", || ());
    t.app.indexer.catch_up_now();
    assert_eq!(t.numbers("keyword=%E5%85%88%E5%88%B0").await, ["AAA-2"]);
    assert!(t.numbers("keyword=%E8%BF%9F%E5%88%B0").await.is_empty());
    go_on.send(()).unwrap();
    slow.join().unwrap();
    t.app.indexer.catch_up_now();
    assert_eq!(t.numbers("keyword=%E8%BF%9F%E5%88%B0").await, ["AAA-1"]);
}

#[actix_web::test]
async fn many_small_changes_keep_every_order_and_total_correct() {
    let t = TestApp::on_sqlite().await;
    t.import(&films("censored", 40));
    for at in (1..=40).step_by(3) {
        t.import(&[film(
            &format!("AAAA-{at:03}"),
            "改过",
            json!({ "pubTime": "2020-01-01", "hidden": at % 2 == 0 }),
        )]);
    }
    // Every third moved to the end; of those, the even ones are hidden.
    let list = t.get("/works/detail/list?pageSize=100").await.json();
    assert_eq!(
        (&list["total"], list["rows"].as_array().unwrap().len()),
        (&json!(33), 33)
    );
    assert_eq!(list["rows"][0]["number"], "AAAA-002");
    assert_eq!(t.numbers("keyword=%E6%94%B9%E8%BF%87").await.len(), 7);
    let page = t
        .get("/works/detail/list?pageSize=10&pageNum=4")
        .await
        .json();
    assert_eq!(page["rows"].as_array().unwrap().len(), 3);
}

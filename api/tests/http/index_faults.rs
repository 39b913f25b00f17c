//! A works index whose folder fails or hangs, whose files are damaged, or which lacks works: nothing is lost, it is
//! reported, and the index repairs itself.

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yingku_catalogue::indexer::{Comparison, IndexUpdater, catalogue_id, compare, request_rebuild};
use yingku_db::Db;
use yingku_platform::config::IndexConfig;
use yingku_search::Storage;
use yingku_search::WorksIndex;

use crate::support::app::store;
use crate::support::client::Call;
use crate::support::db::{TestDb, options};
use crate::support::faults::{Faults, Step};
use crate::support::{TestApp, film, films};

const STEPS: [Step; 5] = [
    Step::Create,
    Step::Write,
    Step::Sync,
    Step::Replace,
    Step::Open,
];

fn config(folder: &Path, storage: Storage) -> IndexConfig {
    IndexConfig {
        dir: folder.join("index"),
        memory: 16 << 20,
        storage,
    }
}

fn assert_equal(db: &Db, index: &WorksIndex, what: &str) {
    let found = compare(db, index).unwrap();
    let works = found.works;
    assert_eq!(
        found,
        Comparison {
            works,
            ..Comparison::default()
        },
        "{what}"
    );
}

/// Some works, a few of which existed before.
fn some(round: u32) -> Vec<Value> {
    let number = |at: u32| format!("ROUND-{:03}", (round * 3 + at) % 400);
    (0..5)
        .map(|at| {
            film(
                &number(at),
                &format!("第{round}回"),
                json!({ "hidden": (round + at).is_multiple_of(7) }),
            )
        })
        .collect()
}

fn after_any_failure_no_work_is_missing(database: &TestDb, folder: &Path) {
    let db = Db::open(&options(&database.url)).unwrap();
    let faults = Faults::default();
    let mut updater = IndexUpdater::open(&db, &config(folder, faults.storage())).unwrap();
    let mut round = 0;
    for step in STEPS {
        let mut met = 0;
        for good in [0, 1, 3, 8, 20] {
            for bad in [1, u32::MAX] {
                faults.fail(step, good, bad);
                for _ in 0..2 {
                    round += 1;
                    store(&db, &some(round));
                    let _ = updater.catch_up(&mut HashSet::new());
                }
                met += faults.heal();
                updater.catch_up(&mut HashSet::new()).unwrap();
                let what = format!("{step:?} failed {bad} times after {good}");
                assert_equal(&db, &updater.index(), &what);
            }
        }
        assert!(met > 0, "no {step:?} has failed");
    }
    // Files on disk as well.
    let index = updater.index();
    drop(updater);
    assert_eq!(index.damage(), None);
    let again = IndexUpdater::open(&db, &config(folder, Storage::default())).unwrap();
    assert_equal(&db, &again.index(), "opened again");
}

#[test]
fn after_any_failure_the_index_is_complete_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    after_any_failure_no_work_is_missing(&TestDb::sqlite(folder.path()), folder.path());
}

#[test]
fn after_any_failure_the_index_is_complete_on_postgres() {
    let folder = tempfile::tempdir().unwrap();
    after_any_failure_no_work_is_missing(&TestDb::postgres(), folder.path());
}

#[test]
fn a_failed_rebuild_leaves_the_old_build_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDb::sqlite(folder.path());
    let db = Db::open(&options(&database.url)).unwrap();
    store(&db, &films("censored", 30));
    let faults = Faults::default();
    let mut updater = IndexUpdater::open(&db, &config(folder.path(), faults.storage())).unwrap();
    let mut failed = 0;
    for step in STEPS {
        for good in [0, 1, 3, 8] {
            faults.fail(step, good, u32::MAX);
            failed += u32::from(updater.rebuild(|_| ()).is_err());
            assert_eq!(updater.index().count(), 30, "{step:?} failed after {good}");
            faults.heal();
            store(
                &db,
                &[film("AAAA-001", &format!("{step:?}{good}"), json!({}))],
            );
            updater.catch_up(&mut HashSet::new()).unwrap();
            assert_equal(
                &db,
                &updater.index(),
                &format!("{step:?} failed after {good}"),
            );
        }
    }
    assert!(failed >= 10, "{failed}");
    let builds = std::fs::read_dir(folder.path().join("index")).unwrap();
    let builds = builds.filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(builds.count(), 1, "what was not finished is swept");
}

async fn readiness(t: &TestApp) -> (u16, Value) {
    let answer = t.send_plain(Call::get("/readyz")).await;
    (answer.status.as_u16(), answer.json())
}

#[actix_web::test]
async fn an_unwritable_index_stays_in_use_is_reported_and_catches_up() {
    let faults = Faults::default();
    let t = TestApp::with_faults(&faults).await;
    t.import(&films("censored", 12));
    let admin = t
        .operator("office-admin", yingku_base::role::Role::Admin)
        .await;
    faults.fail(Step::Write, 0, u32::MAX);
    store(&t.app.state.db, &films("western", 12));
    t.app.indexer.catch_up_now();
    let (status, reported) = readiness(&t).await;
    assert_eq!(
        (status, &reported["index"], &reported["indexTrouble"]),
        (200, &json!(true), &json!("no_space"))
    );
    assert_eq!(t.numbers("").await.len(), 12);
    let shown = admin.admin_get("/dashboard").await.json();
    let index = &shown["data"]["index"];
    assert_eq!(
        (&index["trouble"], &index["changes"]),
        (&json!("no_space"), &json!(12)),
        "{index}"
    );
    assert!(faults.heal() > 0);
    t.app.indexer.catch_up_now();
    assert_eq!(t.numbers("").await.len(), 24);
    let (_, reported) = readiness(&t).await;
    assert_eq!(reported.get("indexTrouble"), None, "{reported}");
}

#[actix_web::test]
async fn missing_documents_are_detected_and_repaired() {
    for t in [TestApp::on_sqlite().await, TestApp::on_postgres().await] {
        t.import(&films("censored", 12));
        let before = t.rows("/works/detail/list").await;
        let lost: i64 = before[3]["id"].as_str().unwrap().parse().unwrap();
        let t = t
            .restart(|folder, db| {
                let catalogue = catalogue_id(db).unwrap();
                let opened =
                    WorksIndex::open(&folder.join("index"), &catalogue, &Storage::default());
                let opened = opened.unwrap();
                let mut writer = opened.index.writer(16 << 20, 1).unwrap();
                let mark = writer.reopen().unwrap().unwrap();
                writer.remove(lost).unwrap();
                writer.commit(mark).unwrap();
            })
            .await;
        // Detected once, and again; then it is rebuilt.
        t.app.indexer.catch_up_now();
        t.app.indexer.catch_up_now();
        assert_eq!(t.rows("/works/detail/list").await, before);
        assert_equal(&t.app.state.db, &t.app.index, "healed");
    }
}

#[actix_web::test]
async fn while_damaged_files_cannot_be_replaced_a_search_is_retryable() {
    let t = TestApp::on_sqlite().await;
    t.import(&films("censored", 12));
    let faults = Faults::default();
    faults.fail(Step::Create, 0, u32::MAX);
    let t = t
        .restart_on(faults.storage(), |folder, _| {
            let build = std::fs::read_to_string(folder.join("index/CURRENT")).unwrap();
            for entry in std::fs::read_dir(folder.join("index").join(build)).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|kind| kind == "pos") {
                    std::fs::remove_file(path).unwrap();
                }
            }
        })
        .await;
    let search = "/works/detail/list?keyword=%E5%B1%B1%E8%B0%B7";
    let answer = t.get(search).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("retry-after")),
        (503, "1"),
        "{}",
        answer.text()
    );
    let (status, reported) = readiness(&t).await;
    assert_eq!(
        (status, &reported["index"]),
        (503, &json!(false)),
        "{reported}"
    );
    faults.heal();
    // The next build is not immediate: failed builds, on a slow machine, cause a backoff.
    let mut looks = 0;
    while readiness(&t).await.0 != 200 && looks < 40 {
        t.app.indexer.catch_up_now();
        looks += 1;
    }
    assert_eq!(t.get(search).await.json()["total"], 12);
    assert_eq!(readiness(&t).await.0, 200);
}

#[actix_web::test]
async fn until_an_index_of_another_version_is_rebuilt_no_search_is_empty() {
    let t = TestApp::on_sqlite().await;
    t.import(&films("censored", 12));
    let work = t.rows("/works/detail/list").await[0]["id"].clone();
    let faults = Faults::default();
    faults.fail(Step::Create, 0, u32::MAX);
    let t = t
        .restart_on(faults.storage(), |folder, _| {
            let build = std::fs::read_to_string(folder.join("index/CURRENT")).unwrap();
            let meta = folder.join("index").join(build).join("meta.json");
            let text = std::fs::read_to_string(&meta).unwrap();
            let other = text.replace(r#"{\"version\":"#, r#"{\"version\":9"#);
            assert_ne!(other, text);
            std::fs::write(&meta, other).unwrap();
        })
        .await;
    let list = "/works/detail/list?modName=censored";
    for call in [
        list,
        "/works/detail/list?keyword=%E5%B1%B1%E8%B0%B7",
        "/works/detail/facets?modName=censored",
        "/works/random?modName=censored",
    ] {
        let answer = t.get(call).await;
        answer.assert_fails(503, "busy");
        assert_eq!(answer.header("retry-after"), "1", "{call}");
        assert!(answer.text().contains("片库正在准备"), "{}", answer.text());
    }
    let id = work.as_str().unwrap();
    assert_eq!(t.get(&format!("/works/detail/{id}")).await.status, 200);
    let (status, reported) = readiness(&t).await;
    assert_eq!(
        (status, &reported["index"]),
        (503, &json!(false)),
        "{reported}"
    );
    faults.heal();
    let mut looks = 0;
    while readiness(&t).await.0 != 200 && looks < 40 {
        t.app.indexer.catch_up_now();
        looks += 1;
    }
    assert_eq!(t.get(list).await.json()["total"], 12);
}

#[actix_web::test]
async fn a_rebuild_requested_while_the_service_runs_happens() {
    let t = TestApp::on_sqlite().await;
    t.import(&films("censored", 12));
    let current = || std::fs::read_to_string(t.folder.path().join("index/CURRENT")).unwrap();
    let before = current();
    t.app.indexer.catch_up_now();
    assert_eq!(current(), before);
    request_rebuild(&t.app.state.db, &t.app.state.config.index).unwrap();
    t.app.indexer.catch_up_now();
    assert_ne!(current(), before);
    assert_equal(&t.app.state.db, &t.app.index, "rebuilt");
    let after = current();
    t.app.indexer.catch_up_now();
    assert_eq!(current(), after, "it was requested once");
}

#[actix_web::test]
async fn a_stop_does_not_wait_for_an_index_that_hangs() {
    let faults = Faults::default();
    let t = TestApp::with_faults(&faults).await;
    t.import(&films("censored", 12));
    faults.hang(Step::Sync);
    store(&t.app.state.db, &films("western", 12));
    t.app.indexer.wake();
    faults.wait_for_one();
    assert_eq!(t.numbers("").await.len(), 12, "searches continue");
    let began = Instant::now();
    drop(t);
    assert!(began.elapsed() < Duration::from_secs(20));
    faults.heal();
}

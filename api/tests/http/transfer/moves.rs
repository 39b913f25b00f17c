//! `yingku move`.

use diesel::prelude::*;
use serde_json::Value;
use yingku::transfer::copying::{copy, is_unfinished};
use yingku::transfer::relocate::relocate;
use yingku::transfer::source::{Snapshot, Source, Take};
use yingku_catalogue::indexer::catalogue_id;
use yingku_db::schema::{magnets, settings, works};
use yingku_db::tables::{self, Table};
use yingku_db::{Db, DbError};

use super::{fill, filled, open, sums};
use crate::support::command::{CommandOutput, Program};
use crate::support::db::TestDb;
use crate::support::serving::Serving;
use crate::support::{TestApp, films};

both! {
    async fn a_database_moves_to_the_other_engine_and_back(t: &TestApp) {
        fill(t).await;
        // The service keeps counting, its copy does not.
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let chain = [TestDb::sqlite(folders[0].path()), TestDb::postgres(), TestDb::sqlite(folders[1].path()), TestDb::postgres()];
        let databases = chain.each_ref().map(|database| open(&database.url));
        let copied = relocate(&t.app.state.db, &databases[0], &mut |_, _| ()).unwrap();
        assert!(filled(&copied) >= 20, "{copied:?}");
        for pair in databases.windows(2) {
            assert_eq!(relocate(&pair[0], &pair[1], &mut |_, _| ()).unwrap(), copied);
            assert_eq!(sums(&pair[1]), copied);
        }
    }

    async fn a_database_in_use_is_not_overwritten(t: &TestApp) {
        fill(t).await;
        let folder = tempfile::tempdir().unwrap();
        let other = TestDb::sqlite(folder.path());
        let error = relocate(&open(&other.url), &t.app.state.db, &mut |_, _| ()).unwrap_err();
        assert!(error.to_string().contains("would lose them"), "{error:#}");
        assert_eq!(sums(&t.app.state.db)["works"].rows, 41);
    }

    async fn an_interrupted_move_resumes(t: &TestApp) {
        let folder = tempfile::tempdir().unwrap();
        let source = TestDb::sqlite(folder.path());
        let source = open(&source.url);
        crate::support::app::store(&source, &films("censored", 30));
        let target = &t.app.state.db;
        interrupted(&source, target);
        assert!(is_unfinished(target).unwrap());
        // Some rows had arrived, and one of an unfinished table is deleted again.
        target.execute_now(|conn| {
            let last: i64 = works::table.select(diesel::dsl::max(works::id)).first::<Option<i64>>(conn)?.unwrap();
            diesel::delete(works::table.find(last)).execute(conn)
        }).unwrap();
        let moved = relocate(&source, target, &mut |_, _| ()).unwrap();
        assert_eq!(sums(target), moved);
        assert!(!is_unfinished(target).unwrap());
        // A copy in progress from another source is respected.
        let other = tempfile::tempdir().unwrap();
        let other = TestDb::sqlite(other.path());
        target.execute_now(|conn| diesel::insert_into(settings::table)
            .values((settings::key.eq("transfer_unfinished"), settings::value.eq("another"))).execute(conn)).unwrap();
        let error = relocate(&open(&other.url), target, &mut |_, _| ()).unwrap_err();
        assert!(error.to_string().contains("another source"), "{error:#}");
    }

    async fn a_differing_row_is_detected(t: &TestApp) {
        let folder = tempfile::tempdir().unwrap();
        let source = TestDb::sqlite(folder.path());
        let source = open(&source.url);
        crate::support::app::store(&source, &[crate::support::whole_film("SUM-1", 2)]);
        let target = &t.app.state.db;
        interrupted(&source, target);
        target.execute_now(|conn| diesel::update(magnets::table).set(magnets::length.eq(1)).execute(conn)).unwrap();
        let error = relocate(&source, target, &mut |_, _| ()).unwrap_err();
        assert!(error.to_string().contains("These tables differ: magnets"), "{error:#}");
        assert!(is_unfinished(target).unwrap());
    }
}

/// A move that is interrupted after most of its tables.
fn interrupted(source: &Db, target: &Db) {
    struct Stopped<'a, 'b>(&'a mut Snapshot<'b>);
    impl Source for Stopped<'_, '_> {
        fn each(&mut self, table: &Table, after: &[i64], take: Take<'_>) -> anyhow::Result<()> {
            anyhow::ensure!(table.name != "vip_plans", "the power is gone");
            self.0.each(table, after, take)
        }
    }
    let id = catalogue_id(source).unwrap();
    let stopped = Snapshot::of(source, |rows| {
        copy(
            &mut Stopped(rows),
            &id,
            target,
            &tables::all(),
            &mut |_, _| (),
        )
    });
    assert!(stopped.is_err());
}

#[test]
fn the_command_moves_a_stopped_site_and_it_serves_the_same_works() {
    let program = Program::new();
    let ran = program.run(&["demo", "--works", "60"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let (old, new) = ("sqlite://data/yingku.db", TestDb::postgres());
    let serving = Serving::start(&program, old);
    let before = newest(&serving);
    let ran = program.run(&["move", "--to", &new.url]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("is running"), "{}", ran.err);
    drop(serving);
    let ran = program.run(&["move", "--to", &new.url]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("60 works"), "{}", ran.out);
    let serving = Serving::start(&program, &new.url);
    assert_eq!(newest(&serving), before);
}

fn newest(serving: &Serving) -> Vec<Value> {
    let list = serving.connect().call("GET", "/v2/works/detail/list", None);
    let rows = list.unwrap()["rows"].as_array().unwrap().clone();
    assert!(rows.len() >= 10, "{rows:?}");
    rows
}

#[test]
fn the_service_does_not_start_on_an_interrupted_move() {
    let program = Program::new();
    assert_eq!(program.run(&["migrate"]).code, 0);
    let database = format!(
        "sqlite://{}",
        program.path().join("data/yingku.db").display()
    );
    open(&database)
        .write_now::<_, DbError, _>(|conn| {
            diesel::insert_into(settings::table)
                .values((
                    settings::key.eq("transfer_unfinished"),
                    settings::value.eq("x"),
                ))
                .execute(conn)?;
            Ok(())
        })
        .unwrap();
    let CommandOutput { code, err, .. } = program.run(&["serve"]);
    assert_eq!(code, 1);
    assert!(err.contains("is unfinished"), "{err}");
}

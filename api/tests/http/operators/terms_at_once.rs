//! Merges and renames during imports with the same terms: no link is lost or duplicated, every count is exact.

use std::collections::BTreeMap;
use std::sync::Arc;

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::clock::{Clock, SystemClock};
use yingku_base::ids::Ids;
use yingku_base::role::Role;
use yingku_catalogue::import::record::parse_line;
use yingku_catalogue::import::store::Store;
use yingku_db::schema::{term_merges, terms, work_terms, works};
use yingku_db::{Db, DbError};

use super::assert_done;
use crate::support::app::store;
use crate::support::{TestApp, film};

const NAMES: [&str; 4] = ["甲", "乙", "丙", "丁"];

fn work(at: usize, turn: usize) -> Value {
    let name = |more: usize| json!({ "name": NAMES[(at + turn + more) % NAMES.len()] });
    film(
        &format!("ABC-{at:04}"),
        &format!("第{turn}版"),
        json!({ "performers": [name(0), name(1)], "hidden": at.is_multiple_of(7) }),
    )
}

/// Id and name of each performer that is not merged into another.
fn performers(db: &Db) -> BTreeMap<String, i64> {
    let rows = db.read_now::<_, DbError, _>(|conn| {
        Ok(terms::table
            .select((terms::name, terms::id))
            .filter(terms::merged_into.is_null())
            .load::<(String, i64)>(conn)?)
    });
    rows.unwrap().into_iter().collect()
}

/// Every term's count is that of its visible works, and no work has a merged term.
fn assert_exact(db: &Db) {
    let (counts, links, unfinished) = db
        .read_now::<_, DbError, _>(|conn| {
            let counts: Vec<(i64, i32, Option<i64>)> = terms::table
                .select((terms::id, terms::count, terms::merged_into))
                .load(conn)?;
            let links: Vec<(i64, bool)> = work_terms::table
                .inner_join(works::table)
                .select((work_terms::term_id, works::hidden))
                .load(conn)?;
            let unfinished: i64 = term_merges::table.count().get_result(conn)?;
            Ok((counts, links, unfinished))
        })
        .unwrap();
    assert_eq!(unfinished, 0);
    for (id, count, merged_into) in counts {
        let all = links.iter().filter(|link| link.0 == id).count();
        let visible = links.iter().filter(|link| **link == (id, false)).count();
        assert_eq!(usize::try_from(count), Ok(visible), "term {id}");
        assert!(merged_into.is_none() || all == 0, "term {id} leads on");
    }
}

/// Imports the same works repeatedly with one store, which caches names, as the service does.
fn import_repeatedly(db: &Db, node: u16, works: usize, turns: usize) {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let mut store = Store::new(db, clock, Arc::new(Ids::new(node)));
    for turn in 1..=turns {
        let parsed =
            (0..works).map(|at| parse_line(work(at, turn).to_string().as_bytes()).unwrap());
        let records: Vec<_> = parsed.map(Into::into).collect();
        // Another import may write the same works: one that loses is retried.
        while let Err(error) = store.write(&records) {
            assert!(matches!(error, DbError::Busy(_)), "{error:?}");
        }
    }
}

both! {
    async fn merging_and_renaming_while_imports_run(t: &TestApp) {
        let first: Vec<Value> = (0..120).map(|at| work(at, 0)).collect();
        t.import(&first);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let db = t.app.state.db.clone();
        let importing = std::thread::spawn(move || import_repeatedly(&db, 7, 120, 12));
        let ids = performers(&t.app.state.db);
        let [a, b, c, d] = NAMES.map(|name| ids[name].to_string());
        for (path, form) in [
            ("/terms/merge", json!({ "from": a, "into": b, "reason": "x" })),
            ("/terms/edit", json!({ "id": c, "name": "丙二" })),
            ("/terms/merge", json!({ "from": b, "into": c, "reason": "x" })),
            ("/terms/edit", json!({ "id": c, "name": "丙" })),
            ("/terms/edit", json!({ "id": d, "name": "丁二" })),
        ] {
            let mut answer = editor.admin_edit(path, &form).await;
            // The import adds nothing to the terms, so that nobody else changes their versions.
            while answer.status == 503 {
                answer = editor.admin_edit(path, &form).await;
            }
            assert_done(&answer);
        }
        importing.join().unwrap();
        t.app.mover.0.finish();
        assert_exact(&t.app.state.db);
        let left: Vec<String> = performers(&t.app.state.db).into_keys().collect();
        assert_eq!(left, ["丁二", "丙"], "no name has come back");
    }

    async fn a_store_with_cached_names_does_not_recreate_a_merged_term(t: &TestApp) {
        let clock: Arc<dyn Clock> = t.clock.clone();
        let mut remembering = Store::new(&t.app.state.db, clock, Arc::new(Ids::new(9)));
        let line = |number: &str| parse_line(film(number, "雪线", json!({ "performers": [{ "name": "甲" }, { "name": "乙" }] })).to_string().as_bytes()).unwrap().into();
        remembering.write(&[line("ABC-1")]).unwrap();
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let ids = performers(&t.app.state.db);
        let form = json!({ "from": ids["甲"].to_string(), "into": ids["乙"].to_string(), "reason": "x" });
        assert_done(&editor.admin_post("/terms/merge", &form).await);
        t.app.mover.0.finish();
        remembering.write(&[line("ABC-2")]).unwrap();
        assert_exact(&t.app.state.db);
        assert_eq!(performers(&t.app.state.db).into_keys().collect::<Vec<_>>(), ["乙"]);
    }

    async fn of_two_opposite_concurrent_merges_one_wins(t: &TestApp) {
        t.import(&[work(1, 0), work(2, 0)]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let ids = performers(&t.app.state.db);
        let (b, c) = (ids["乙"].to_string(), ids["丙"].to_string());
        let (there, back) = (json!({ "from": b, "into": c, "reason": "x" }), json!({ "from": c, "into": b, "reason": "x" }));
        let (one, other) = futures_util::join!(editor.admin_post("/terms/merge", &there), editor.admin_post("/terms/merge", &back));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        t.app.mover.0.finish();
        assert_exact(&t.app.state.db);
    }

    async fn of_two_concurrent_creations_of_a_term_one_wins(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let form = json!({ "kind": "performer", "modId": 1, "name": "甲" });
        let (one, other) = futures_util::join!(editor.admin_post("/terms/create", &form), editor.admin_post("/terms/create", &form));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
}

#[actix_web::test]
async fn an_interrupted_merge_resumes_after_a_restart() {
    let t = TestApp::on_sqlite().await;
    let films: Vec<Value> = (0..1_200)
        .map(|at| {
            let names = [json!({ "name": "甲" }), json!({ "name": "乙" })];
            let cast = &names[..if at % 3 == 0 { 2 } else { 1 }];
            film(
                &format!("ABC-{at:04}"),
                "雪线",
                json!({ "performers": cast }),
            )
        })
        .collect();
    t.import(&films);
    let ids = performers(&t.app.state.db);
    // Merged, some works moved, and then the process was killed.
    let (from, into) = (ids["甲"], ids["乙"]);
    let t = t
        .restart(|_, db| {
            db.write_now::<_, DbError, _>(|conn| {
                diesel::update(terms::table.find(from))
                    .set(terms::merged_into.eq(into))
                    .execute(conn)?;
                diesel::insert_into(term_merges::table)
                    .values((
                        term_merges::from_id.eq(from),
                        term_merges::into_id.eq(into),
                        term_merges::moved_to.eq(0),
                        term_merges::created_at.eq(0),
                    ))
                    .execute(conn)?;
                Ok(())
            })
            .unwrap();
            store(
                db,
                &[film(
                    "ABC-9999",
                    "雪线",
                    json!({ "performers": [{ "name": "甲" }] }),
                )],
            );
        })
        .await;
    t.app.mover.0.finish();
    t.app.indexer.catch_up_now();
    assert_exact(&t.app.state.db);
    let row = t.rows("/works/performer/list").await;
    assert_eq!(
        (row.len(), &row[0]["name"], &row[0]["count"]),
        (1, &json!("乙"), &json!(1_201))
    );
    assert_eq!(
        t.get(&format!("/works/detail/list?performerId={from}"))
            .await
            .json()["total"],
        1_201
    );
}

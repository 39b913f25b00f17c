//! What lists and pages show right after a bulk decision on reports has failed halfway: each work as in the database,
//! whatever was cached before.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::Engine;
use yingku_db::schema::reports;

use crate::pay::write;
use crate::support::db::TestDb;
use crate::support::member::Member;
use crate::support::proxy::Proxy;
use crate::support::statement_faults::{StatementFault, StatementFaults};
use crate::support::{TestApp, films};

const LIST: &str = "/works/detail/list?modName=censored";

/// The works that the list and the work pages show.
async fn shown(t: &TestApp, works: &[String]) -> (Vec<String>, Vec<String>) {
    let mut listed: Vec<String> = t.rows(LIST).await.iter().map(id).collect();
    listed.sort_unstable();
    let mut pages = Vec::new();
    for work in works {
        if t.get(&format!("/works/detail/{work}")).await.status == 200 {
            pages.push(work.clone());
        }
    }
    (listed, pages)
}

fn id(row: &Value) -> String {
    row["id"].as_str().unwrap().to_owned()
}

/// The works that are visible in the database.
async fn visible(admin: &Member<'_>, works: &[String]) -> Vec<String> {
    let mut visible = Vec::new();
    for work in works {
        let detail = admin.admin_get(&format!("/works/{work}")).await.json();
        if detail["data"]["hidden"] == 0 {
            visible.push(work.clone());
        }
    }
    visible
}

/// The ids of a new report of each work, all of which are visible.
async fn reported(admin: &Member<'_>, member: &Member<'_>, works: &[String]) -> Vec<Value> {
    for work in works {
        let restore = json!({ "id": work, "reason": "再来一次" });
        admin.admin_post("/works/restore", &restore).await;
        let report = json!({ "dataId": work, "reason": "wrong" });
        assert_eq!(member.post("/report", &report).await.status, 200);
    }
    let open = admin.admin_get("/reports?status=open").await.json();
    let rows = open["rows"].as_array().unwrap();
    rows.iter().map(|report| report["id"].clone()).collect()
}

async fn decide(t: &TestApp, faults: &StatementFaults) {
    t.import(&films("censored", 2));
    let mut works: Vec<String> = t.rows(LIST).await.iter().map(id).collect();
    works.sort_unstable();
    let admin = t.operator("office-admin", Role::Admin).await;
    let member = t.member("lin_reports").await;
    let mut in_the_middle = 0;
    for n in 1.. {
        let ids = reported(&admin, &member, &works).await;
        t.app.indexer.catch_up_now();
        assert_eq!(shown(t, &works).await, (works.clone(), works.clone()));
        let form = json!({ "ids": ids, "decision": "takedown", "note": "属实" });
        faults.inject_at(n);
        admin.admin_post("/reports/decisions", &form).await;
        let struck = faults.stop_injecting();
        let visible = visible(&admin, &works).await;
        let wanted = (visible.clone(), visible.clone());
        assert_eq!(shown(t, &works).await, wanted, "{struck:?}, the {n}th");
        if struck.is_none() {
            assert!(visible.is_empty() && in_the_middle > 0, "{visible:?}");
            return;
        }
        in_the_middle += usize::from(visible.len() == 1);
        write(t, |conn| diesel::delete(reports::table).execute(conn));
    }
}

async fn rejected(engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let db = TestDb::on(engine, folder.path());
    let faults = StatementFaults::new(StatementFault::Rejected);
    let t = TestApp::traced_on(folder, db, &faults.trace()).await;
    decide(&t, &faults).await;
}

#[actix_web::test]
async fn a_takedown_before_a_failed_sqlite_statement_applies_at_once() {
    rejected(Engine::Sqlite).await;
}

#[actix_web::test]
async fn a_takedown_before_a_failed_postgres_statement_applies_at_once() {
    rejected(Engine::Postgres).await;
}

#[actix_web::test]
async fn a_takedown_whose_commit_result_is_lost_applies_at_once() {
    let mut db = TestDb::postgres();
    let proxy = Proxy::before(&db.url);
    db.url = proxy.url(&db.url);
    let faults = StatementFaults::new(StatementFault::AnswerLost(proxy));
    let t = TestApp::traced_on(tempfile::tempdir().unwrap(), db, &faults.trace()).await;
    decide(&t, &faults).await;
}

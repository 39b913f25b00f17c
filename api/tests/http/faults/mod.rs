//! Every write operation while the database fails at its first, second, … and last statement: the answer is clean, what
//! is stored stays whole, and the operation works as soon as the database does.

mod account;
mod catalogue;
mod codes;
mod imports;
mod library;
mod members;
mod messages;
mod orders;
mod reports;
mod terms;
mod walk;
mod whole;

use std::collections::BTreeSet;

use yingku::base::role::Role;
use yingku::db::Engine;

use crate::support::TestApp;
use crate::support::db::TestDb;
use crate::support::proxy::Proxy;
use crate::support::statement_faults::{Fault, StatementFaults};
use walk::Walk;

/// So many statements at least are struck, or the faults do not reach them.
const LEAST_STRUCK: usize = 800;

/// The operations of the contract that may change something.
fn writes() -> BTreeSet<String> {
    let document = serde_json::to_value(yingku::server::openapi::document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().keys();
        methods.map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    all.filter(|operation| !operation.starts_with("GET "))
        .collect()
}

async fn walk_through_everything(t: &TestApp, faults: &StatementFaults) {
    let admin = t.operator("operator-admin", Role::Admin).await;
    let walk = Walk::new(t, faults, admin);
    account::walk(&walk).await;
    library::walk(&walk).await;
    orders::walk(&walk).await;
    codes::walk(&walk).await;
    messages::walk(&walk).await;
    reports::walk(&walk).await;
    catalogue::walk(&walk).await;
    terms::walk(&walk).await;
    imports::walk(&walk).await;
    members::walk(&walk).await;
    let missing: Vec<String> = writes().difference(&walk.covered()).cloned().collect();
    let (problems, struck) = walk.result();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(missing.is_empty(), "not tried: {missing:?}");
    assert!(
        struck > LEAST_STRUCK,
        "only {struck} statements were struck"
    );
}

async fn refused(engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let db = TestDb::on(engine, folder.path());
    let faults = StatementFaults::new(Fault::Refused);
    let t = TestApp::traced_on(folder, db, &faults.trace()).await;
    walk_through_everything(&t, &faults).await;
}

#[actix_web::test]
async fn statements_that_sqlite_refuses_leave_everything_whole() {
    refused(Engine::Sqlite).await;
}

#[actix_web::test]
async fn statements_that_postgres_refuses_leave_everything_whole() {
    refused(Engine::Postgres).await;
}

#[actix_web::test]
async fn answers_of_postgres_that_are_lost_leave_everything_whole() {
    let mut db = TestDb::postgres();
    let proxy = Proxy::before(&db.url);
    db.url = proxy.url(&db.url);
    let faults = StatementFaults::new(Fault::AnswerLost(proxy));
    let t = TestApp::traced_on(tempfile::tempdir().unwrap(), db, &faults.trace()).await;
    walk_through_everything(&t, &faults).await;
}

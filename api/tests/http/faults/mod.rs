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

use futures_util::FutureExt as _;
use yingku::base::role::Role;
use yingku::db::Engine;

use crate::support::TestApp;
use crate::support::db::TestDb;
use crate::support::proxy::Proxy;
use crate::support::statement_faults::{Fault, StatementFaults};
use walk::Walk;

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
    if let Err(e) = std::panic::AssertUnwindSafe(account::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX account {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(library::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX library {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(orders::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX orders {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(codes::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX codes {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(messages::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX messages {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(reports::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX reports {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(catalogue::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX catalogue {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(terms::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX terms {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(imports::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX imports {:?}", e.downcast_ref::<String>());
    }
    if let Err(e) = std::panic::AssertUnwindSafe(members::walk(&walk))
        .catch_unwind()
        .await
    {
        eprintln!("XX members {:?}", e.downcast_ref::<String>());
    }
    let missing: Vec<String> = writes().difference(&walk.covered()).cloned().collect();
    let (problems, struck) = walk.result();
    eprintln!("XX struck {struck}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(missing.is_empty(), "not tried: {missing:?}");
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

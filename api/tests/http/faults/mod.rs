//! Every write operation while a dependency fails at the first, second, … and last time that the operation uses it:
//! the response is clean, stored data stay consistent, and the operation works as soon as the dependency does.

mod account;
mod catalogue;
mod codes;
mod imports;
mod index;

mod library;
mod members;
mod messages;
mod orders;
mod provider;

mod redis;
mod reports;
mod statements;
mod taken_down;
mod terms;
mod walk;
mod whole;

use std::collections::BTreeSet;

use yingku_base::role::Role;

use crate::support::TestApp;
use walk::{Faults, Found, Walk};

/// Responds before anything is read or written, so as not to reveal who is a member.
const RESPONDS_FIRST: &str = "POST /v2/user/recovery/mail";

/// Changes nothing: a file is compared with what is stored.
const READS: &str = "POST /admin/orders/compare";

/// The operations of the contract that may change data.
fn writes() -> BTreeSet<String> {
    let document = serde_json::to_value(yingku_server::openapi::document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().keys();
        methods.map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    all.filter(|operation| {
        !operation.starts_with("GET ") && operation != RESPONDS_FIRST && operation != READS
    })
    .collect()
}

/// Tries every operation while `faults` are injected; fails on any violation and on an operation without a fault.
async fn try_every_operation(t: &TestApp, faults: &dyn Faults) -> Found {
    let walk = begin(t, faults).await;
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
    let found = end(walk);
    let tried = |operation: &&String| found.struck.contains_key(operation.as_str());
    let all = writes();
    let missing: Vec<&String> = all.iter().filter(|operation| !tried(operation)).collect();
    assert!(missing.is_empty(), "not tried: {missing:?}");
    found
}

async fn begin<'t>(t: &'t TestApp, faults: &'t dyn Faults) -> Walk<'t> {
    let admin = t.operator("office-admin", Role::Admin).await;
    Walk::new(t, faults, admin)
}

fn end(walk: Walk<'_>) -> Found {
    let found = walk.found();
    assert!(found.problems.is_empty(), "{}", found.problems.join("\n"));
    // docs/report.md quotes it.
    let (operations, struck) = (found.struck.len(), found.struck.values().sum::<usize>());
    let test = std::thread::current();
    let test = test.name().unwrap_or_default();
    println!("{test}: {operations} operations, {struck} faults, all consistent");
    found
}

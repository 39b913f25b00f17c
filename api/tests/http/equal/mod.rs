//! One site on several databases: each gives the same responses.

mod calls;
mod copies;
mod keywords;
mod lists;
mod queries;
mod shown;
mod site;

use tempfile::TempDir;
use yingku::transfer::relocate::relocate;
use yingku_db::Db;

use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::db::{TestDb, options};

/// A copy of the site in a database of its own, moved there with every row.
async fn moved(t: &TestApp, (db, folder): (TestDb, TempDir), settings: &[(&str, &str)]) -> TestApp {
    let target = Db::open(&options(&db.url)).unwrap();
    relocate(&t.app.state.db, &target, &mut |_, _| ()).unwrap();
    drop(target);
    let moved = TestApp::start(folder, db, settings).await;
    moved.app.directory.catch_up_now();
    moved
}

/// What has to be equal: everything but the request id.
fn compared(answer: &Answer) -> (u16, String, String) {
    let id = answer.header("x-request-id").to_owned();
    let body = answer.text().replace(&id, "the id");
    (
        answer.status.as_u16(),
        answer.header("etag").to_owned(),
        body,
    )
}

/// Sends the request to two sites with the first one's key; the second has the same sessions and so the same visitor.
async fn assert_answers_equal(one: &TestApp, other: &TestApp, call: &Call) -> u16 {
    let expected = compared(&one.send(call.clone()).await);
    let answered = compared(&other.send_as(&one.signer, call.clone()).await);
    assert!(
        expected == answered,
        "{}\n{expected:?}\n{answered:?}",
        call.target
    );
    expected.0
}

/// The number of requests: `few`, or the value of the variable. CI runs fewer than a release, for time.
fn as_many_as(variable: &str, few: usize) -> usize {
    #[expect(
        clippy::disallowed_methods,
        reason = "who runs the test says how long it may take"
    )]
    let value = std::env::var(variable);
    value.map_or(few, |count| count.parse().unwrap())
}

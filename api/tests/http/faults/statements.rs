//! The database: a statement that it never gets, or one that it has executed and whose result is lost.

use yingku_db::Engine;

use super::try_every_operation;
use super::walk::{Faults, Operation};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::db::TestDb;
use crate::support::proxy::Proxy;
use crate::support::statement_faults::{StatementFault, StatementFaults};

/// The minimum number of faults; with fewer, they do not reach the statements.
const MIN_STRUCK: usize = 800;

impl Faults for StatementFaults {
    fn arm(&self, n: u32) {
        self.inject_at(n);
    }

    fn disarm(&self) -> Option<String> {
        self.stop_injecting()
    }

    fn may_miss(&self) -> bool {
        self.loses_results()
    }

    /// A failed request gets an error with retry-after.
    fn problem(&self, operation: &Operation, _: &str, answer: &Answer) -> Option<String> {
        let status = answer.status.as_u16();
        if operation.provider_away == Some(status)
            && (status == 200 || answer.error() == "provider_away")
        {
            return None;
        }
        if status != operation.failure {
            return Some("the failure is not reported".to_owned());
        }
        let is_told =
            status != 503 || answer.error() == "busy" && answer.header("retry-after") == "1";
        (!is_told).then(|| "it has no retry-after".to_owned())
    }
}

async fn walk(t: &TestApp, faults: &StatementFaults) {
    let found = try_every_operation(t, faults).await;
    let struck: usize = found.struck.values().sum();
    assert!(struck > MIN_STRUCK, "only {struck} statements were struck");
}

async fn rejected(engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let db = TestDb::on(engine, folder.path());
    let faults = StatementFaults::new(StatementFault::Rejected);
    let t = TestApp::traced_on(folder, db, &faults.trace()).await;
    walk(&t, &faults).await;
}

#[actix_web::test]
async fn failed_sqlite_statements_leave_everything_consistent() {
    rejected(Engine::Sqlite).await;
}

#[actix_web::test]
async fn failed_postgres_statements_leave_everything_consistent() {
    rejected(Engine::Postgres).await;
}

#[actix_web::test]
async fn lost_postgres_results_leave_everything_consistent() {
    let mut db = TestDb::postgres();
    let proxy = Proxy::before(&db.url);
    db.url = proxy.url(&db.url);
    let faults = StatementFaults::new(StatementFault::AnswerLost(proxy));
    let t = TestApp::traced_on(tempfile::tempdir().unwrap(), db, &faults.trace()).await;
    walk(&t, &faults).await;
}

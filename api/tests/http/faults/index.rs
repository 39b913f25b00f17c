//! The works index: any file operation fails while it applies what an operation has written. No operation waits for it,
//! so none fails, and the index is complete as soon as it can write again.

use std::cell::Cell;

use super::try_every_operation;
use super::walk::{self, Operation};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::faults::Faults;

/// Faults injected per operation.
const TIMES: u32 = 6;
/// The minimum number of file operations to apply a write; mostly there are more.
const FEWEST: u32 = 6;
const MANY: u32 = 60;

/// Operations that change works, which the index applies.
const FOLLOWED: [&str; 18] = [
    "POST /admin/imports/{id}/undo",
    "POST /admin/terms/merge",
    "POST /admin/works/bulk",
    "POST /admin/works/bulk/undo",
    "POST /admin/works/create",
    "POST /admin/works/edit",
    "POST /admin/works/hide",
    "POST /admin/works/merge",
    "POST /admin/works/restore",
    "POST /admin/works/takedown",
    "POST /v2/report",
    "POST /v2/user/collect/adds",
    "POST /v2/user/collect/cate",
    "POST /v2/user/collect/cate/",
    "POST /v2/user/collect/cate/{id}/delete",
    "POST /v2/user/collect/edit",
    "POST /v2/user/delete",
    "POST /v2/user/like",
];

struct IndexFaults<'a> {
    faults: Faults,
    t: &'a TestApp,
    /// The number of faults injected.
    struck: Cell<u32>,
}

impl walk::Faults for IndexFaults<'_> {
    /// Each operation fails at another step; the first one at a step that is certain to exist.
    fn arm(&self, n: u32) {
        let steps = if n == 1 { FEWEST } else { MANY };
        if n <= TIMES {
            self.faults.fail_nth(self.struck.get() % steps + 1);
        }
    }

    fn disarm(&self) -> Option<String> {
        self.t.app.indexer.catch_up_now();
        let struck = self.faults.heal_after()?;
        self.struck.set(self.struck.get() + 1);
        Some(format!("{struck:?}"))
    }

    fn problem(&self, operation: &Operation, _: &str, answer: &Answer) -> Option<String> {
        let succeeds = answer.status == operation.success;
        (!succeeds).then(|| "it needs the index".to_owned())
    }
}

#[actix_web::test]
async fn an_index_that_fails_at_any_step_is_complete_afterwards() {
    let faults = Faults::default();
    let t = TestApp::with_faults(&faults).await;
    let faults = IndexFaults {
        faults,
        t: &t,
        struck: Cell::new(0),
    };
    let found = try_every_operation(&t, &faults).await;
    let spared = FOLLOWED.iter().filter(|name| found.struck[**name] == 0);
    let spared: Vec<_> = spared.collect();
    assert!(spared.is_empty(), "never struck: {spared:?}");
    let struck = faults.struck.get();
    assert!(struck >= MANY, "only {struck} steps were struck");
}

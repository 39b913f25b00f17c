//! The works index: any step in its folder fails while it follows what an operation has written. No operation waits for it,
//! so none fails, and it has everything as soon as it can write again.

use std::cell::Cell;

use super::walk::{self, Operation};
use super::walk_through_everything;
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::faults::Faults;

/// How often one operation is struck.
const TIMES: u32 = 6;
/// Following a write takes at least so many steps, and mostly more than these.
const FEWEST: u32 = 6;
const MANY: u32 = 60;

/// What changes works, which the index follows.
const FOLLOWED: [&str; 14] = [
    "POST /admin/terms/merge",
    "POST /admin/works/create",
    "POST /admin/works/edit",
    "POST /admin/works/hide",
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
    /// How many were struck.
    struck: Cell<u32>,
}

impl walk::Faults for IndexFaults<'_> {
    /// One operation after the other is struck at other steps; the first time at one that it has for certain.
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
    let found = walk_through_everything(&t, &faults).await;
    let spared = FOLLOWED.iter().filter(|name| found.struck[**name] == 0);
    let spared: Vec<_> = spared.collect();
    assert!(spared.is_empty(), "never struck: {spared:?}");
    let struck = faults.struck.get();
    assert!(struck >= MANY, "only {struck} steps were struck");
}

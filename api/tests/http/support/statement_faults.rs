//! Fails the n-th statement of a request, like a database whose connection breaks.

use std::panic::resume_unwind;
use std::sync::Arc;

use parking_lot::Mutex;
use yingku_db::Trace;

use super::proxy::{FaultMode, Proxy};

/// The threads on which requests query the database. Background threads have names of their own.
const OF_CALLS: &str = "tokio-rt-worker";

/// The fault of the statement.
pub enum StatementFault {
    /// It never reaches the database.
    Rejected,
    /// It reaches PostgreSQL through this proxy, and its result is lost: whether a commit succeeded is unknown.
    AnswerLost(Proxy),
}

/// Each fault is injected once.
#[derive(Clone)]
pub struct StatementFaults(Arc<Inner>);

struct Inner {
    fault: StatementFault,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of the statement to break, counted from now; never at 0.
    left: u32,
    /// The broken statement.
    struck: Option<String>,
}

impl StatementFaults {
    pub fn new(fault: StatementFault) -> Self {
        Self(Arc::new(Inner {
            fault,
            state: Mutex::default(),
        }))
    }

    /// The counter of statements.
    pub fn trace(&self) -> Trace {
        let inner = Arc::clone(&self.0);
        Trace::new(move |statement| inner.count(statement))
    }

    /// Breaks the `n`-th statement of requests from now on.
    pub fn inject_at(&self, n: u32) {
        *self.0.state.lock() = State {
            left: n,
            struck: None,
        };
    }

    /// Stops injecting, and returns the broken statement, if the requests had that many.
    pub fn stop_injecting(&self) -> Option<String> {
        std::mem::take(&mut *self.0.state.lock()).struck
    }

    /// Whether the result is lost, not the statement.
    pub fn loses_results(&self) -> bool {
        matches!(self.0.fault, StatementFault::AnswerLost(_))
    }
}

impl Inner {
    fn count(&self, statement: &str) {
        if std::thread::current().name() != Some(OF_CALLS) || !self.is_due(statement) {
            return;
        }
        match &self.fault {
            // Without the panic hook, which would print a report of each.
            StatementFault::Rejected => resume_unwind(Box::new("the statement was rejected")),
            StatementFault::AnswerLost(proxy) => proxy.behave(FaultMode::LoseAnswer),
        }
    }

    fn is_due(&self, statement: &str) -> bool {
        let mut state = self.state.lock();
        let is_last = state.left == 1;
        state.left = state.left.saturating_sub(1);
        if is_last {
            state.struck = statement.split(" -- binds:").next().map(str::to_owned);
        }
        is_last
    }
}

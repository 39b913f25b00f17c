//! Receives statements, for tests.

use std::sync::Arc;

/// Receives every statement, for tests.
#[derive(Clone)]
pub struct Trace(Arc<dyn Fn(&str) + Send + Sync>);

impl Trace {
    /// Calls this with the text and values of each statement.
    pub fn new(receive: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(receive))
    }

    /// Passes on a statement.
    pub(super) fn receive(&self, statement: &str) {
        (self.0)(statement);
    }
}

impl std::fmt::Debug for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Trace")
    }
}

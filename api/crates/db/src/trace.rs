//! Follows the statements of a connection, to detect stalls and for tests.

use std::sync::Arc;

use diesel::connection::{Instrumentation, InstrumentationEvent};

use super::stalls::ConnectionState;

/// Receives every statement, for tests.
#[derive(Clone)]
pub struct Trace(Arc<dyn Fn(&str) + Send + Sync>);

impl Trace {
    /// Calls this with the text and values of each statement.
    pub fn new(receive: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(receive))
    }
}

impl std::fmt::Debug for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Trace")
    }
}

/// Reports the statements of a connection.
pub(super) struct Reporter {
    pub state: Arc<ConnectionState>,
    pub trace: Option<Trace>,
}

impl Instrumentation for Reporter {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { query, .. } => {
                self.state.began();
                if let Some(Trace(receive)) = &self.trace {
                    receive(&query.to_string());
                }
            }
            InstrumentationEvent::FinishQuery { error, .. } => self.state.ended(error),
            _ => {}
        }
    }
}

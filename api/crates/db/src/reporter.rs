//! Follows the statements of a connection, to detect stalls and for tests.

use std::sync::Arc;

use diesel::connection::{Instrumentation, InstrumentationEvent};

use super::stalls::ConnectionState;
use super::trace::Trace;

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
                if let Some(trace) = &self.trace {
                    trace.receive(&query.to_string());
                }
            }
            InstrumentationEvent::FinishQuery { error, .. } => self.state.ended(error),
            _ => {}
        }
    }
}

//! What the running program reports to its operators.

pub mod logging;
pub mod metrics;
pub mod request_log;
pub mod security_log;
pub mod traces;

//! What the running program tells its operators.

pub mod logging;
pub mod metrics;
pub mod request_log;
pub mod security_log;

//! What the running program tells its operators.

pub mod logging;
pub mod request_log;

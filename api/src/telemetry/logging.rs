//! Log lines on standard error, for people or as JSON.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::config::LoggingConfig;

/// Starts logging; a filter that cannot be read falls back to `info`. Only the first call counts.
pub fn start(config: &LoggingConfig) {
    // tantivy tells of every segment at info level; its warnings are enough.
    let filter = EnvFilter::try_new(format!("{},tantivy=warn", config.filter))
        .unwrap_or_else(|_| EnvFilter::new("info,tantivy=warn"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        // A line that cannot be written, for example to a full disk, would be told of where it cannot be written
        // either, and that would end the request.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    let _ = if config.json {
        builder.json().try_init()
    } else {
        builder.try_init()
    };
}

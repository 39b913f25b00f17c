//! Log lines on standard error, for people or as JSON.

use std::fmt::Debug;
use std::io::IsTerminal as _;

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

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
        builder
            .json()
            .finish()
            .with(WithoutCallersFaults)
            .try_init()
    } else {
        builder.finish().with(WithoutCallersFaults).try_init()
    };
}

/// Drops what the framework calls an error of ours when a caller has sent what is no HTTP, or has gone.
struct WithoutCallersFaults;

/// Who says so, and how it begins.
const FRAMEWORK: (&str, &str) = ("actix_http::h1::dispatcher", "stream error");

impl<S: Subscriber> Layer<S> for WithoutCallersFaults {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        if event.metadata().target() != FRAMEWORK.0 {
            return true;
        }
        let mut message = Message { is_callers: false };
        event.record(&mut message);
        !message.is_callers
    }
}

struct Message {
    is_callers: bool,
}

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.is_callers = format!("{value:?}").starts_with(FRAMEWORK.1);
        }
    }
}

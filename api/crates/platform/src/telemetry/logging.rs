//! Logs to standard error, as text or JSON.

use std::fmt::Debug;
use std::io::IsTerminal as _;

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::LoggingConfig;

/// Starts logging. An invalid filter falls back to `info`. Only the first call counts.
pub fn start(config: &LoggingConfig) {
    // tantivy logs every segment at info level.
    let filter = EnvFilter::try_new(format!("{},tantivy=warn,calamine=error", config.filter))
        .unwrap_or_else(|_| EnvFilter::new("info,tantivy=warn,calamine=error"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        // Reporting a failed write, for example to a full disk, would fail too and abort the request.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    let _ = if config.json {
        builder.json().finish().with(WithoutClientErrors).try_init()
    } else {
        builder.finish().with(WithoutClientErrors).try_init()
    };
}

/// Drops errors that the framework logs when a client sends invalid HTTP or disconnects.
struct WithoutClientErrors;

/// Their target, and how they begin.
const FRAMEWORK: (&str, &str) = ("actix_http::h1::dispatcher", "stream error");

impl<S: Subscriber> Layer<S> for WithoutClientErrors {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        if event.metadata().target() != FRAMEWORK.0 {
            return true;
        }
        let mut message = Message { is_clients: false };
        event.record(&mut message);
        !message.is_clients
    }
}

struct Message {
    is_clients: bool,
}

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.is_clients = format!("{value:?}").starts_with(FRAMEWORK.1);
        }
    }
}

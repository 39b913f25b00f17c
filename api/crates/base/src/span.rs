//! Spans within a request: a transaction, a query to the index or Redis, a request to a payment provider. They are
//! children of the request's span, which the context of the future or thread carries (`platform/src/telemetry/traces`). Without one,
//! in requests that are not traced and in background work, beginning a span only reads a thread-local.

use opentelemetry::trace::{TraceContextExt as _, Tracer as _};
use opentelemetry::{Context, ContextGuard, KeyValue};
use opentelemetry_sdk::trace::SdkTracer;

/// Records the spans of a traced request; carried by its context.
pub struct Recorder(pub SdkTracer);

/// A span; ends when dropped.
pub struct Span(Option<Context>);

/// Begins a child span of the current request.
pub fn begin(name: &'static str) -> Span {
    Span(Context::map_current(|call| {
        let Recorder(tracer) = call.get()?;
        Some(call.with_span(tracer.start_with_context(name, call)))
    }))
}

impl Span {
    /// Adds the name of the function whose closure does the work, taken from the closure's type name.
    #[must_use]
    pub fn of(self, type_name: &'static str) -> Self {
        if let Some(context) = &self.0 {
            let function = KeyValue::new("code.function.name", function(type_name));
            context.span().set_attribute(function);
        }
        self
    }

    /// Makes this the parent of spans that begin on this thread while the guard lives.
    #[must_use]
    pub fn enter(&self) -> Option<ContextGuard> {
        self.0.clone().map(Context::attach)
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        if let Some(context) = &self.0 {
            context.span().end();
        }
    }
}

/// The function of a closure, such as `catalogue::works::routes::find_works`. Wrappers name the wrapped closure last.
fn function(type_name: &'static str) -> &'static str {
    // The crates are named `yingku_…`, the program `yingku`.
    let own = type_name.rsplit_once("yingku");
    let innermost = own.map_or(type_name, |(_, path)| path.trim_start_matches(['_', ':']));
    let (function, _) = innermost.split_once("::{{").unwrap_or((innermost, ""));
    function
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closure_is_named_after_its_function() {
        for (type_name, name) in [
            (
                "yingku_catalogue::works::routes::find_works::{{closure}}::{{closure}}",
                "catalogue::works::routes::find_works",
            ),
            (
                "yingku_db::Db::read<alloc::string::String, yingku_db::error::DbError, yingku_commerce::vip::queries::plans::{{closure}}>::{{closure}}",
                "commerce::vip::queries::plans",
            ),
            (
                "yingku::commands::user::create::{{closure}}",
                "commands::user::create",
            ),
            ("other", "other"),
        ] {
            assert_eq!(function(type_name), name);
        }
    }

    #[test]
    fn nothing_is_recorded_outside_a_traced_request() {
        let span = begin("database").of("yingku::nothing");
        assert!(span.0.is_none() && span.enter().is_none());
    }
}

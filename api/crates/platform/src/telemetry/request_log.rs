//! One log event for each failed request, and for every request at debug level. It contains the route's pattern, never
//! the query, because searches are private.

use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::header::RETRY_AFTER;
use yingku_db::integrity::IntegrityReport;
use yingku_http_kit::error::ApiError;

/// The outcome of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestOutcome {
    /// It was answered, perhaps with a client error.
    Answered,
    /// Rejected with 503 because of overload, or because Redis is unavailable or full. The component that rejects logs
    /// it at a limited rate: a line for each would flood the log.
    Rejected,
    /// It failed; the log has the cause.
    Failed,
}

impl RequestOutcome {
    fn of(response: &ServiceResponse<BoxBody>, has_cause: bool) -> Self {
        match response.status().as_u16() {
            500.. if has_cause => Self::Failed,
            503 if response.headers().contains_key(RETRY_AFTER) => Self::Rejected,
            // A probe.
            503 => Self::Answered,
            500.. => Self::Failed,
            _ => Self::Answered,
        }
    }
}

/// Writes the event, and passes failures on to `integrity`.
pub fn write(
    response: &ServiceResponse<BoxBody>,
    id: &str,
    took: Duration,
    integrity: Option<&IntegrityReport>,
) -> RequestOutcome {
    let status = response.status().as_u16();
    // Resolving the route's pattern costs as much as routing.
    if status < 500 && !tracing::enabled!(tracing::Level::DEBUG) {
        return RequestOutcome::Answered;
    }
    let request = response.request();
    let route = request.match_pattern().unwrap_or_else(|| "-".to_owned());
    let method = request.method().as_str();
    let ms = took.as_secs_f64() * 1000.0;
    let cause = response
        .response()
        .error()
        .and_then(|error| error.as_error::<ApiError>())
        .and_then(ApiError::cause)
        .map(|cause| format!("{cause:#}"));
    let outcome = RequestOutcome::of(response, cause.is_some());
    if outcome == RequestOutcome::Failed {
        if let (Some(integrity), Some(cause)) = (integrity, &cause) {
            integrity.record_error(cause);
        }
        tracing::error!(
            event = "request_failed",
            request = id,
            method,
            route,
            status,
            ms,
            cause,
            "request failed"
        );
    } else {
        tracing::debug!(
            event = "request",
            request = id,
            method,
            route,
            status,
            ms,
            "request"
        );
    }
    outcome
}

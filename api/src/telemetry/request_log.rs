//! One log event for each failed request, and for every request at debug level. It contains the route's pattern, never
//! the query, because searches are private.

use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::ServiceResponse;

use crate::db::soundness::Soundness;
use crate::http::error::ApiError;

/// Writes the event, and passes failures on to `soundness`.
pub fn write(
    response: &ServiceResponse<BoxBody>,
    id: &str,
    took: Duration,
    soundness: Option<&Soundness>,
) {
    let status = response.status().as_u16();
    // Finding the route's pattern costs as much as routing.
    if status < 500 && !tracing::enabled!(tracing::Level::DEBUG) {
        return;
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
    match cause {
        Some(cause) if status >= 500 => {
            if let Some(soundness) = soundness {
                soundness.notice(&cause);
            }
            tracing::error!(
                request = id,
                method,
                route,
                status,
                ms,
                cause,
                "request failed"
            );
        }
        _ => tracing::debug!(request = id, method, route, status, ms, "request"),
    }
}

//! The headers of every response, also of the error responses that pass no middleware.

use std::sync::LazyLock;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue,
};
use actix_web::{HttpResponse, ResponseError as _};
use uuid::Uuid;
use yingku_http_kit::error::{ApiError, ErrorKind};

use crate::pages::robots::NOT_LISTED;

/// Header with the id of the request.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Header for search engines.
pub(super) const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Headers of every response.
static COMMON_HEADERS: LazyLock<[(HeaderName, HeaderValue); 6]> = LazyLock::new(|| {
    [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("rating", "RTA-5042-1996-1400-1577-RTA"),
        ("cross-origin-opener-policy", "same-origin-allow-popups"),
        (
            "permissions-policy",
            "camera=(), microphone=(), geolocation=()",
        ),
    ]
    .map(|(name, value)| {
        (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    })
});

/// Content security policy of responses without their own: nothing may be loaded.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Adds the headers of every response.
pub(super) fn put_common_headers(headers: &mut HeaderMap, id: &str) {
    for (name, value) in COMMON_HEADERS.iter() {
        headers.insert(name.clone(), value.clone());
    }
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    }
    if let Ok(value) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, value);
    }
}

/// The response to an unreadable request, which passes no middleware.
pub(super) fn plain_error_response(kind: ErrorKind) -> HttpResponse {
    let id = Uuid::now_v7().to_string();
    let error = ApiError::new(kind);
    let mut response = HttpResponse::build(error.status_code()).json(error.body(&id));
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(ROBOTS, NOT_LISTED);
    put_common_headers(headers, &id);
    response
}

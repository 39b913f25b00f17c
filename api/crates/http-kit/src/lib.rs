//! HTTP input and output shared by all features: the endpoint table, the envelope, the error table,
//! strict parameters and bodies. Start with [`endpoint`].

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod api_error;
pub mod cached_body;
pub mod conditional;
pub mod content_type;
pub mod endpoint;
pub mod envelope;
pub mod error;
pub mod fields;
pub mod json;
pub mod param_types;
pub mod params;
pub mod reason;
pub mod sorting;
pub mod text;
pub mod version;
pub mod xml;

use actix_web::error::JsonPayloadError;
use actix_web::web;
#[doc(hidden)]
pub use pastey;
use uuid::Uuid;

use error::{ApiError, ErrorKind};

/// The base path of the API (R14.1).
pub const BASE: &str = "/prod-api";

/// The id of a request, in its extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestId(pub Uuid);

/// Makes the framework's extractors report errors in the envelope; none reads more than `largest_body` bytes, and the
/// request protection enforces each endpoint's own limit.
pub fn extractors(largest_body: usize) -> impl FnOnce(&mut web::ServiceConfig) {
    move |config| {
        config
            .app_data(web::PathConfig::default().error_handler(|_, _| ApiError::not_found().into()))
            .app_data(web::PayloadConfig::new(largest_body))
            .app_data(
                web::JsonConfig::default()
                    .limit(largest_body)
                    .error_handler(|error, _| unreadable_body(&error).into()),
            );
    }
}

fn unreadable_body(error: &JsonPayloadError) -> ApiError {
    match error {
        JsonPayloadError::ContentType => ApiError::new(ErrorKind::UnsupportedContent),
        JsonPayloadError::Overflow { .. } | JsonPayloadError::OverflowKnownLength { .. } => {
            ApiError::new(ErrorKind::BodyTooLarge)
        }
        JsonPayloadError::Deserialize(rejection) => json::rejected(rejection),
        _ => ApiError::new(ErrorKind::BadRequest),
    }
}

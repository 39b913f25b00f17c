//! HTTP in and out, the same for every feature: the endpoint table, the envelope, the error table,
//! strict parameters, and what every answer gets. Start with [`endpoint`].

pub mod api_error;
pub mod cached_body;
pub mod conditional;
pub mod endpoint;
pub mod envelope;
pub mod error;
pub mod fields;
pub mod json;
pub mod params;
pub mod reason;
pub mod sorting;
pub mod text;
pub mod version;
pub mod xml;

use actix_web::web;

use error::{ApiError, ErrorKind};

/// The base path of the API (R14.1).
pub const BASE: &str = "/prod-api";

/// Makes the framework's own extractors answer in the envelope; none of them reads more bytes than `largest_body`, and
/// the request protection holds each call to its own limit.
pub fn extractors(largest_body: usize) -> impl FnOnce(&mut web::ServiceConfig) {
    move |config| {
        config
            .app_data(
                web::QueryConfig::default()
                    .error_handler(|_, _| ApiError::bad_request("请求参数重复或无法识别").into()),
            )
            .app_data(web::PathConfig::default().error_handler(|_, _| ApiError::not_found().into()))
            .app_data(web::PayloadConfig::new(largest_body))
            .app_data(
                web::JsonConfig::default()
                    .limit(largest_body)
                    .error_handler(|error, _| {
                        use actix_web::error::JsonPayloadError as Json;
                        let kind = match &error {
                            Json::ContentType => ErrorKind::UnsupportedContent,
                            Json::Overflow { .. } | Json::OverflowKnownLength { .. } => {
                                ErrorKind::BodyTooLarge
                            }
                            _ => ErrorKind::BadRequest,
                        };
                        ApiError::new(kind).into()
                    }),
            );
    }
}

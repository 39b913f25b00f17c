//! HTTP in and out, the same for every feature: the endpoint table, the envelope, the error table,
//! strict parameters, and what every answer gets. Start with [`endpoint`].

pub mod conditional;
pub mod endpoint;
pub mod envelope;
pub mod error;
pub mod fields;
pub mod kept;
pub mod params;
pub mod reason;
pub mod sorting;
pub mod text;
pub mod version;

use actix_web::web;

use crate::server::LARGEST_BODY;
use error::{ApiError, ErrorKind};

/// Makes the framework's own extractors answer in the envelope.
pub fn extractors(config: &mut web::ServiceConfig) {
    config
        .app_data(
            web::QueryConfig::default()
                .error_handler(|_, _| ApiError::bad_request("请求参数重复或无法识别").into()),
        )
        .app_data(web::PathConfig::default().error_handler(|_, _| ApiError::not_found().into()))
        // The request protection holds each call to its own limit.
        .app_data(web::PayloadConfig::new(LARGEST_BODY))
        .app_data(
            web::JsonConfig::default()
                .limit(LARGEST_BODY)
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

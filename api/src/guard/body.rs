//! Reads the whole body: at most 64 KiB, within ten seconds, not compressed.

use std::time::Duration;

use actix_web::HttpMessage as _;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header::CONTENT_ENCODING;
use actix_web::web::{Bytes, BytesMut};
use futures_util::StreamExt as _;

use crate::http::error::ErrorKind;

/// Largest body of any call, bytes.
pub(super) const MOST_BYTES: usize = 64 * 1024;
/// A body that drips in more slowly is not waited for.
pub(super) const TIME: Duration = Duration::from_secs(10);

/// Takes the body out of the request and puts it back for the handler.
pub(super) async fn read(request: &mut ServiceRequest) -> Result<Bytes, ErrorKind> {
    if request.headers().contains_key(CONTENT_ENCODING) {
        return Err(ErrorKind::UnsupportedContent);
    }
    let mut payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Ok(Bytes::new());
    }
    let body = match tokio::time::timeout(TIME, collect(&mut payload)).await {
        Ok(body) => body?,
        Err(_) => return Err(ErrorKind::BodyTimeout),
    };
    request.set_payload(Payload::from(body.clone()));
    Ok(body)
}

async fn collect(payload: &mut Payload) -> Result<Bytes, ErrorKind> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| ErrorKind::BadRequest)?;
        if body.len() + chunk.len() > MOST_BYTES {
            return Err(ErrorKind::BodyTooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

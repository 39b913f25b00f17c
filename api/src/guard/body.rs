//! Reads the whole body: at most what its call may have, in time, not compressed.

use std::time::Duration;

use actix_web::HttpMessage as _;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use actix_web::web::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use tokio::sync::Semaphore;
use yingku_signer::signed_path;

use crate::http::error::ErrorKind;
use crate::server::LargeBody;

/// Largest body of a call, bytes, but for those in [`crate::server::LARGE_BODIES`].
const MOST_BYTES: usize = 64 * 1024;
/// A body that drips in more slowly is not waited for.
const TIME: Duration = Duration::from_secs(10);
/// The same for a large one.
const TIME_OF_LARGE: Duration = Duration::from_secs(30);
/// Large bodies in memory at once: the caller is not known yet.
pub(super) const LARGE_AT_ONCE: usize = 8;

/// Takes the body out of the request and puts it back for the handler. Large ones wait for their `turns`.
pub(super) async fn read(
    request: &mut ServiceRequest,
    turns: &Semaphore,
) -> Result<Bytes, ErrorKind> {
    let most = most_bytes(request.path());
    // What is announced too large is not waited for.
    let announced = request.headers().get(CONTENT_LENGTH);
    let announced = announced
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.trim().parse::<usize>().ok());
    if announced.is_some_and(|length| length > most) {
        return Err(ErrorKind::BodyTooLarge);
    }
    let Some(large) = large(request.path()) else {
        return read_some(request, MOST_BYTES, TIME).await;
    };
    let Ok(Ok(_turn)) = tokio::time::timeout(TIME, turns.acquire()).await else {
        return Err(ErrorKind::Busy);
    };
    read_some(request, large.most_bytes, TIME_OF_LARGE).await
}

/// The call of an address, if its body may be large.
fn large(path: &str) -> Option<&'static LargeBody> {
    let path = signed_path(path);
    crate::server::LARGE_BODIES
        .iter()
        .find(|large| path.starts_with(large.from) && path.ends_with(large.to))
}

/// Most bytes that the body of a call to `path` may have.
pub(crate) fn most_bytes(path: &str) -> usize {
    large(path).map_or(MOST_BYTES, |large| large.most_bytes)
}

async fn read_some(
    request: &mut ServiceRequest,
    most: usize,
    time: Duration,
) -> Result<Bytes, ErrorKind> {
    if request.headers().contains_key(CONTENT_ENCODING) {
        return Err(ErrorKind::UnsupportedContent);
    }
    let mut payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Ok(Bytes::new());
    }
    let body = match tokio::time::timeout(time, collect(&mut payload, most)).await {
        Ok(body) => body?,
        Err(_) => return Err(ErrorKind::BodyTimeout),
    };
    request.set_payload(Payload::from(body.clone()));
    Ok(body)
}

async fn collect(payload: &mut Payload, most: usize) -> Result<Bytes, ErrorKind> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| ErrorKind::BadRequest)?;
        if body.len() + chunk.len() > most {
            return Err(ErrorKind::BodyTooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

//! Reads the whole body: at most 64 KiB, a whole work of the catalogue excepted, within ten seconds, not compressed.

use std::time::Duration;

use actix_web::HttpMessage as _;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header::CONTENT_ENCODING;
use actix_web::web::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use yingku_signer::signed_path;

use crate::catalogue::import::reader::LINE_MOST;
use crate::http::error::ErrorKind;

/// Largest body of a call, bytes.
pub(super) const MOST_BYTES: usize = 64 * 1024;
/// Largest body of a call that carries a whole work, bytes: the longest line of an import, and more.
pub(crate) const MOST_BYTES_OF_A_WORK: usize = LINE_MOST + MOST_BYTES;
/// The calls that carry a whole work, below the base path.
const OF_A_WORK: [&str; 2] = ["/admin/works/create", "/admin/works/edit"];
/// A body that drips in more slowly is not waited for.
pub(super) const TIME: Duration = Duration::from_secs(10);

/// Takes the body out of the request and puts it back for the handler.
pub(super) async fn read(request: &mut ServiceRequest) -> Result<Bytes, ErrorKind> {
    if request.headers().contains_key(CONTENT_ENCODING) {
        return Err(ErrorKind::UnsupportedContent);
    }
    let most = most_bytes(signed_path(request.path()));
    let mut payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Ok(Bytes::new());
    }
    let body = match tokio::time::timeout(TIME, collect(&mut payload, most)).await {
        Ok(body) => body?,
        Err(_) => return Err(ErrorKind::BodyTimeout),
    };
    request.set_payload(Payload::from(body.clone()));
    Ok(body)
}

/// Largest body of the call at a path below the base path.
fn most_bytes(path: &str) -> usize {
    if OF_A_WORK.contains(&path) {
        MOST_BYTES_OF_A_WORK
    } else {
        MOST_BYTES
    }
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

//! Reads the request body: limited in size and time, uncompressed. For endpoints with large bodies, token and
//! permission are checked first.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpMessage as _;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::Method;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use actix_web::web::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use yingku_base::role::Permission;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::ClientTimeouts;
use yingku_signer::signed_path;

use super::SignedClient;
use crate::auth::permission::operator;

/// Largest body except for [`LargeBody`] endpoints, bytes.
const MAX_BYTES: usize = 64 * 1024;
/// Large bodies in memory at once, in total and per operator.
const MAX_LARGE_BODIES: usize = 8;
const LARGE_PER_OPERATOR: usize = 3;

/// An endpoint that may have a large body.
pub struct LargeBody {
    /// The beginning of its path, below the base path.
    pub from: &'static str,
    /// The end of its path.
    pub to: &'static str,
    /// Largest body, bytes.
    pub max_bytes: usize,
    /// The permissions of which it needs one, as in the endpoint table.
    pub permissions: &'static [Permission],
}

/// The endpoints that may have large bodies.
#[derive(Clone, Copy)]
pub struct LargeBodyEndpoints(pub &'static [LargeBody]);

impl LargeBodyEndpoints {
    /// The endpoint with this path, if it may have a large body.
    fn find(self, path: &str) -> Option<&'static LargeBody> {
        let path = signed_path(path);
        let mut calls = self.0.iter();
        calls.find(|large| path.starts_with(large.from) && path.ends_with(large.to))
    }

    /// Largest body of a request to `path`, bytes.
    pub fn max_bytes(self, path: &str) -> usize {
        self.find(path).map_or(MAX_BYTES, |large| large.max_bytes)
    }
}

/// Limits on reading bodies: time, and how many large ones at once.
pub(super) struct Bodies {
    waits: ClientTimeouts,
    calls: LargeBodyEndpoints,
    all: Arc<Semaphore>,
    /// Bodies being read, per operator.
    per_operator: Arc<Mutex<HashMap<i64, usize>>>,
}

/// A slot for a large body, released on drop.
struct Place {
    operator: i64,
    per_operator: Arc<Mutex<HashMap<i64, usize>>>,
    _permit: OwnedSemaphorePermit,
}

impl Bodies {
    pub(super) fn new(waits: ClientTimeouts, calls: LargeBodyEndpoints) -> Self {
        Self {
            waits,
            calls,
            all: Arc::new(Semaphore::new(MAX_LARGE_BODIES)),
            per_operator: Arc::default(),
        }
    }

    /// Waits for a slot for an operator.
    async fn place(&self, operator: i64) -> Result<Place, ApiError> {
        let busy = || ApiError::new(ErrorKind::Busy).retry_after(1);
        let waited =
            tokio::time::timeout(self.waits.body, Arc::clone(&self.all).acquire_owned()).await;
        let permit = waited.ok().and_then(Result::ok).ok_or_else(busy)?;
        let mut per_operator = self.per_operator.lock();
        let own = per_operator.entry(operator).or_default();
        if *own >= LARGE_PER_OPERATOR {
            return Err(busy());
        }
        *own += 1;
        drop(per_operator);
        Ok(Place {
            operator,
            per_operator: Arc::clone(&self.per_operator),
            _permit: permit,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut per_operator = self.per_operator.lock();
        if let Some(own) = per_operator.get_mut(&self.operator) {
            *own -= 1;
            if *own == 0 {
                per_operator.remove(&self.operator);
            }
        }
    }
}

/// Reads the body and puts it back for the handler. A large one is read only for an operator with the permission, once
/// a slot is free. The signature of `client` is not verified yet.
pub(super) async fn read(
    request: &mut ServiceRequest,
    bodies: &Bodies,
    client: Option<&SignedClient>,
) -> Result<Bytes, ApiError> {
    let max = bodies.calls.max_bytes(request.path());
    // A body announced as too large is rejected unread.
    let announced = request.headers().get(CONTENT_LENGTH);
    let announced = announced
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.trim().parse::<usize>().ok());
    if announced.is_some_and(|length| length > max) {
        return Err(ApiError::new(ErrorKind::BodyTooLarge));
    }
    // All of them are POST; other methods on the same path need no slot.
    let large = bodies
        .calls
        .find(request.path())
        .filter(|_| request.method() == Method::POST);
    let Some(large) = large else {
        return Ok(read_limited(request, MAX_BYTES, bodies.waits.body).await?);
    };
    // The token's binding is checked against it.
    if let Some(client) = client {
        request.extensions_mut().insert(client.clone());
    }
    let operator = operator(request.request(), large.permissions).await;
    request.extensions_mut().remove::<SignedClient>();
    let operator = operator?;
    let _place = bodies.place(operator.id).await?;
    Ok(read_limited(request, large.max_bytes, bodies.waits.large_body).await?)
}

async fn read_limited(
    request: &mut ServiceRequest,
    max: usize,
    time: Duration,
) -> Result<Bytes, ErrorKind> {
    if request.headers().contains_key(CONTENT_ENCODING) {
        return Err(ErrorKind::UnsupportedContent);
    }
    let mut payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Ok(Bytes::new());
    }
    let body = match tokio::time::timeout(time, collect(&mut payload, max)).await {
        Ok(body) => body?,
        Err(_) => return Err(ErrorKind::BodyTimeout),
    };
    request.set_payload(Payload::from(body.clone()));
    Ok(body)
}

async fn collect(payload: &mut Payload, max: usize) -> Result<Bytes, ErrorKind> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| ErrorKind::BadRequest)?;
        if body.len() + chunk.len() > max {
            return Err(ErrorKind::BodyTooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

//! Reads the whole body: at most what its call may have, in time, not compressed. Where bodies may be large, the token
//! and its permission come first.

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
use yingku_signer::signed_path;

use crate::auth::caller;
use crate::base::role::Permission;
use crate::http::error::{ApiError, ErrorKind};

/// Largest body of a call, bytes, but for a [`LargeBody`].
const MOST_BYTES: usize = 64 * 1024;
/// A body that drips in more slowly is not waited for.
const TIME: Duration = Duration::from_secs(10);
/// The same for a large one.
const TIME_OF_LARGE: Duration = Duration::from_secs(30);
/// Large bodies in memory at once, and of one operator.
const LARGE_AT_ONCE: usize = 8;
const LARGE_OF_ONE: usize = 3;

/// A call whose body may be larger than the others'.
pub struct LargeBody {
    /// How its address begins, below the base path.
    pub from: &'static str,
    /// How it ends.
    pub to: &'static str,
    /// Largest body, bytes.
    pub most_bytes: usize,
    /// What whoever makes it needs, as its line in the endpoint table says.
    pub permission: Permission,
}

/// The calls whose bodies may be large.
#[derive(Clone, Copy)]
pub struct LargeCalls(pub &'static [LargeBody]);

impl LargeCalls {
    /// The call of an address, if its body may be large.
    fn find(self, path: &str) -> Option<&'static LargeBody> {
        let path = signed_path(path);
        let mut calls = self.0.iter();
        calls.find(|large| path.starts_with(large.from) && path.ends_with(large.to))
    }

    /// Most bytes that the body of a call to `path` may have.
    pub fn most_bytes(self, path: &str) -> usize {
        self.find(path).map_or(MOST_BYTES, |large| large.most_bytes)
    }
}

/// Places for large bodies that are being read.
pub(super) struct LargeBodies {
    calls: LargeCalls,
    all: Arc<Semaphore>,
    /// Those of each operator who has some.
    of_each: Arc<Mutex<HashMap<i64, usize>>>,
}

/// A place for a large body, given back when this is dropped.
struct Place {
    operator: i64,
    of_each: Arc<Mutex<HashMap<i64, usize>>>,
    _of_all: OwnedSemaphorePermit,
}

impl LargeBodies {
    pub(super) fn new(calls: LargeCalls) -> Self {
        Self {
            calls,
            all: Arc::new(Semaphore::new(LARGE_AT_ONCE)),
            of_each: Arc::default(),
        }
    }

    /// A place for an operator, who may have to wait for one.
    async fn place(&self, operator: i64) -> Result<Place, ApiError> {
        let busy = || ApiError::new(ErrorKind::Busy).retry_after(1);
        let waited = tokio::time::timeout(TIME, Arc::clone(&self.all).acquire_owned()).await;
        let of_all = waited.ok().and_then(Result::ok).ok_or_else(busy)?;
        let mut of_each = self.of_each.lock();
        let own = of_each.entry(operator).or_default();
        if *own >= LARGE_OF_ONE {
            return Err(busy());
        }
        *own += 1;
        drop(of_each);
        Ok(Place {
            operator,
            of_each: Arc::clone(&self.of_each),
            _of_all: of_all,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut of_each = self.of_each.lock();
        if let Some(own) = of_each.get_mut(&self.operator) {
            *own -= 1;
            if *own == 0 {
                of_each.remove(&self.operator);
            }
        }
    }
}

/// Takes the body out of the request and puts it back for the handler. A large one is read only for an operator who
/// may make the call, when there is a place for it.
pub(super) async fn read(
    request: &mut ServiceRequest,
    places: &LargeBodies,
) -> Result<Bytes, ApiError> {
    let most = places.calls.most_bytes(request.path());
    // What is announced too large is not waited for.
    let announced = request.headers().get(CONTENT_LENGTH);
    let announced = announced
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.trim().parse::<usize>().ok());
    if announced.is_some_and(|length| length > most) {
        return Err(ApiError::new(ErrorKind::BodyTooLarge));
    }
    // All of them are POST; another method at the same address has no body worth a place.
    let large = places
        .calls
        .find(request.path())
        .filter(|_| request.method() == Method::POST);
    let Some(large) = large else {
        let read = read_some(request, MOST_BYTES, TIME).await;
        return read.map_err(ApiError::new);
    };
    let operator = caller::operator(request.request(), large.permission).await?;
    let _place = places.place(operator.id).await?;
    let read = read_some(request, large.most_bytes, TIME_OF_LARGE).await;
    read.map_err(ApiError::new)
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

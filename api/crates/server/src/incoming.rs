//! Fixes to requests before anything else reads them.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::HttpMessage as _;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header::{
    CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, TRANSFER_ENCODING, UPGRADE,
};
use actix_web::web::Bytes;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt as _};

/// A body.
type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, PayloadError>>>>;

/// A chunked body, which the response holds alongside its reader. The framework drains a dropped body for as long as
/// the client keeps sending; while the body is held, it closes the connection after the response.
#[derive(Clone)]
pub(super) struct RetainedBody(Rc<RefCell<Payload>>);

impl Stream for RetainedBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.borrow_mut().poll_next_unpin(cx)
    }
}

impl RetainedBody {
    /// Makes a response hold it until sent.
    pub(super) fn retain_in(self, answer: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
        answer.map_body(|_, answer| {
            BoxBody::new(BodyWithRequest {
                answer,
                _request: self,
            })
        })
    }
}

/// The body of a response, with that of its request.
struct BodyWithRequest {
    answer: BoxBody,
    _request: RetainedBody,
}

impl MessageBody for BodyWithRequest {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.answer.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.get_mut().answer).poll_next(cx)
    }
}

/// Applies the fixes. The response must hold the returned body.
pub(super) fn fix_request(request: &mut ServiceRequest) -> Option<RetainedBody> {
    without_upgrade(request);
    content_type(request);
    retained_body(request)
}

fn retained_body(request: &mut ServiceRequest) -> Option<RetainedBody> {
    if !request.headers().contains_key(TRANSFER_ENCODING) {
        return None;
    }
    let held = RetainedBody(Rc::new(RefCell::new(request.take_payload())));
    request.set_payload(Payload::Stream {
        payload: Box::pin(held.clone()),
    });
    Some(held)
}

/// The framework reads what follows an upgrade as an endless body. Upgrades are not supported, so the body gets its
/// declared length.
fn without_upgrade(request: &mut ServiceRequest) {
    let headers = request.headers();
    if !headers.contains_key(UPGRADE) || headers.contains_key(TRANSFER_ENCODING) {
        return;
    }
    let length = headers.get(CONTENT_LENGTH);
    let length = length
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.trim().parse::<usize>().ok())
        .unwrap_or(0);
    let payload = match (length, request.take_payload()) {
        (0, _) | (_, Payload::None) => Payload::None,
        (length, body) => Payload::Stream {
            payload: first(length, body),
        },
    };
    request.set_payload(payload);
}

/// The first `length` bytes, without waiting for more.
fn first(length: usize, body: Payload) -> Chunks {
    Box::pin(unfold((length, body), |(left, mut body)| async move {
        if left == 0 {
            return None;
        }
        match body.next().await? {
            Ok(mut bytes) => {
                bytes.truncate(left);
                let left = left - bytes.len();
                Some((Ok(bytes), (left, body)))
            }
            Err(error) => Some((Err(error), (0, body))),
        }
    }))
}

/// Removes spaces before parameters: they are valid, but the framework rejects them.
fn content_type(request: &mut ServiceRequest) {
    let Some(value) = request.headers().get(CONTENT_TYPE) else {
        return;
    };
    let Some(text) = value
        .to_str()
        .ok()
        .filter(|text| text.contains([' ', '\t']))
    else {
        return;
    };
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    if let Ok(value) = HeaderValue::from_str(&parts.join("; ")) {
        request.headers_mut().insert(CONTENT_TYPE, value);
    }
}

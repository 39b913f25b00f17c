//! A body sent in slices: connections share one buffer, and only a slice is copied for each.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

/// Slice size, bytes.
const SLICE: usize = 16 * 1024;

/// A body in slices.
pub(super) struct Sliced {
    body: BoxBody,
    rest: Bytes,
}

impl Sliced {
    pub(super) fn new(body: impl MessageBody + 'static) -> Self {
        Self {
            body: body.boxed(),
            rest: Bytes::new(),
        }
    }
}

impl MessageBody for Sliced {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_next(cx)) {
                Some(Ok(bytes)) => self.rest = bytes,
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let max = self.rest.len().min(SLICE);
        Poll::Ready(Some(Ok(self.rest.split_to(max))))
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    #[actix_web::test]
    async fn a_body_is_whole_and_no_slice_is_large() {
        let whole = Bytes::from((0..=255).cycle().take(100_001).collect::<Vec<u8>>());
        let mut sliced = Sliced::new(whole.clone());
        assert_eq!(sliced.size(), BodySize::Sized(100_001));
        let mut received = Vec::new();
        while let Some(slice) = poll_fn(|cx| Pin::new(&mut sliced).poll_next(cx)).await {
            let slice = slice.unwrap();
            assert!(slice.len() <= SLICE);
            received.extend_from_slice(&slice);
        }
        assert_eq!(received, whole);
    }
}

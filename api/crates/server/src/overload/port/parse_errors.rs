//! Responses to unreadable requests and to announced bodies that are too large. The framework's response to a malformed
//! head has no body; here it gets the envelope of every other error.

use actix_http::{HttpMessage as _, Request};
use actix_web::HttpResponse;
use actix_web::body::MessageBody as _;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::Bytes;
use yingku_http_kit::error::ErrorKind;

use crate::common_headers::plain_error_response;
use crate::special_endpoints::LARGE_BODY_ENDPOINTS;

/// Longest such response of the framework.
const MAX_HEAD: usize = 160;

/// Answers `Expect: 100-continue`, with 413 if the announced body is too large.
pub(super) async fn expected(request: Request) -> Result<Request, HttpResponse> {
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.trim().parse::<u64>().ok());
    let max = u64::try_from(LARGE_BODY_ENDPOINTS.max_bytes(request.path())).unwrap_or(u64::MAX);
    if length.is_some_and(|length| length > max) {
        return Err(plain_error_response(ErrorKind::BodyTooLarge));
    }
    Ok(request)
}

/// Where in `sent` the framework's response to a malformed head begins, and its replacement.
pub(super) fn replacement(sent: &[u8]) -> Option<(usize, Bytes)> {
    if !sent.ends_with(b"\r\n\r\n") {
        return None;
    }
    let from = sent.len().saturating_sub(MAX_HEAD);
    let end = sent.get(from..)?;
    let start = end.windows(7).rposition(|part| part == b"HTTP/1.")?;
    let head = std::str::from_utf8(end.get(start..)?).ok()?;
    // Our own responses have a request id.
    if head.contains("\r\nx-request-id:") || !head.contains("\r\ncontent-length: 0\r\n") {
        return None;
    }
    let kind = match head.split(' ').nth(1)? {
        "400" => ErrorKind::RequestMalformed,
        "408" => ErrorKind::BodyTimeout,
        "431" => ErrorKind::HeadTooLarge,
        _ => return None,
    };
    Some((from + start, response_bytes(kind)))
}

/// The bytes of a response.
fn response_bytes(kind: ErrorKind) -> Bytes {
    let answer = plain_error_response(kind);
    let status = answer.status();
    let mut text = format!(
        "HTTP/1.1 {} {}\r\nconnection: close\r\n",
        status.as_u16(),
        status.canonical_reason().unwrap_or_default()
    )
    .into_bytes();
    for (name, value) in answer.headers() {
        text.extend_from_slice(name.as_str().as_bytes());
        text.extend_from_slice(b": ");
        text.extend_from_slice(value.as_bytes());
        text.extend_from_slice(b"\r\n");
    }
    let body = answer.into_body().try_into_bytes().unwrap_or_default();
    text.extend_from_slice(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
    text.extend_from_slice(&body);
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_frameworks_own_messages_are_replaced() {
        let head = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\
            date: Sun, 22 Nov 2026 06:50:50 GMT\r\n\r\n";
        let (at, response) = replacement(head.as_bytes()).unwrap();
        assert_eq!(at, 0);
        assert!(response.starts_with(b"HTTP/1.1 400 Bad Request\r\n"));
        assert!(String::from_utf8_lossy(&response).contains("request_malformed"));
        let before = format!("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{{}}{head}");
        assert_eq!(
            replacement(before.as_bytes()).unwrap().0,
            before.len() - head.len()
        );
        for other in [
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nx-request-id: 1\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            "HTTP/1.1 304 Not Modified\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "\r\n\r\n",
            "",
        ] {
            assert!(replacement(other.as_bytes()).is_none(), "{other}");
        }
    }
}

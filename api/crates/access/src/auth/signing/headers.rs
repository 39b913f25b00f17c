//! The four signature headers: each exactly once and well-formed.

use actix_web::http::header::{HeaderMap, HeaderName};
use yingku_http_kit::error::ErrorKind;
use yingku_signer::{CLIENT_KEY_HEADER, NONCE_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER};

// Constants, so that the names are not parsed at every lookup.
const TIMESTAMP: HeaderName = HeaderName::from_static(TIMESTAMP_HEADER);
const NONCE: HeaderName = HeaderName::from_static(NONCE_HEADER);
const CLIENT_KEY: HeaderName = HeaderName::from_static(CLIENT_KEY_HEADER);
const SIGNATURE: HeaderName = HeaderName::from_static(SIGNATURE_HEADER);

/// Longest client-key header, bytes.
const MAX_KEY_BYTES: usize = 600;

/// The headers of a well-formed request.
#[derive(Debug, Clone, Copy)]
pub(super) struct SignatureHeaders<'a> {
    pub(super) timestamp: &'a str,
    pub(super) timestamp_ms: i64,
    pub(super) nonce: &'a str,
    pub(super) client_key: &'a str,
    pub(super) signature: &'a str,
}

impl<'a> SignatureHeaders<'a> {
    pub(super) fn read(headers: &'a HeaderMap) -> Result<Self, ErrorKind> {
        let timestamp = once(headers, &TIMESTAMP)?;
        let nonce = once(headers, &NONCE)?;
        let client_key = once(headers, &CLIENT_KEY)?;
        let signature = once(headers, &SIGNATURE)?;
        let timestamp_ms = timestamp_ms(timestamp).ok_or(ErrorKind::HeaderMalformed)?;
        if !is_nonce(nonce) || !is_signature(signature) || client_key.len() > MAX_KEY_BYTES {
            return Err(ErrorKind::HeaderMalformed);
        }
        Ok(Self {
            timestamp,
            timestamp_ms,
            nonce,
            client_key,
            signature,
        })
    }
}

fn once<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<&'a str, ErrorKind> {
    let mut values = headers.get_all(name);
    let value = values.next().ok_or(ErrorKind::SignatureMissing)?;
    if values.next().is_some() {
        return Err(ErrorKind::HeaderMalformed);
    }
    // Cheaper than checking each byte; every field has a stricter check of its own.
    std::str::from_utf8(value.as_bytes()).map_err(|_| ErrorKind::HeaderMalformed)
}

/// 13 digits.
fn timestamp_ms(text: &str) -> Option<i64> {
    let digits = text.len() == 13 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn is_nonce(text: &str) -> bool {
    (16..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

fn is_signature(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

//! Signatures of requests to the Yingku API (protocol AV1): what is signed, with which key, and how
//! it is verified. The server uses this crate too, so there is one implementation in Rust; the shared
//! test vectors in `clients/vectors.json` keep it consistent with the other languages.
//!
//! ```text
//! key  = HMAC-SHA256(fixed secret, "av1-sign" ‖ client key)
//! text = "AV1-HMAC-SHA256\n" METHOD "\n" PATH "\n" CANONICAL QUERY "\n" TIMESTAMP "\n" NONCE "\n" hex(SHA-256(body))
//! X-Signature = hex(HMAC-SHA256(key, text))
//! ```
//!
//! Start with [`canonical_query`] and [`SignedText`]; `client` (feature `client`) does both, and
//! `signed_client` (feature `reqwest`) also sends the requests.

mod canonical;
#[cfg(feature = "client")]
pub mod client;
mod key;
#[cfg(feature = "reqwest")]
pub mod signed_client;

pub use canonical::{MalformedQuery, canonical_query};
pub use key::{CLIENT_KEY_BYTES, ClientKey, SEALED_BYTES, SigningKey};

use std::borrow::Cow;

use sha2::{Digest as _, Sha256};

/// Milliseconds since 1970, 13 digits.
pub const TIMESTAMP_HEADER: &str = "x-timestamp";
/// 16–64 of `A-Za-z0-9_-`, new for every attempt.
pub const NONCE_HEADER: &str = "x-nonce";
/// `<kid>.<base64url>` of the encrypted client key.
pub const CLIENT_KEY_HEADER: &str = "x-client-key";
/// 64 lower-case hex digits.
pub const SIGNATURE_HEADER: &str = "x-signature";
/// The path prefix that is not signed, because a proxy may strip it.
pub const BASE_PATH: &str = "/prod-api";

/// First line of the signed text.
const TAG: &str = "AV1-HMAC-SHA256";
/// SHA-256 of no bytes, as most requests have no body.
const EMPTY_DIGEST: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// The signed parts of a request.
#[derive(Debug, Clone, Copy)]
pub struct SignedText<'a> {
    /// Method; signed in upper case.
    pub method: &'a str,
    /// Path as sent, percent-encoding untouched, without [`BASE_PATH`].
    pub path: &'a str,
    /// The query in the form of [`canonical_query`].
    pub canonical_query: &'a str,
    /// Milliseconds since 1970, as in the header.
    pub timestamp: &'a str,
    /// As in the header.
    pub nonce: &'a str,
    /// The exact bytes of the body; empty without one.
    pub body: &'a [u8],
}

impl SignedText<'_> {
    /// The seven lines.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.path.len() + self.canonical_query.len() + 200);
        let body = if self.body.is_empty() {
            Cow::Borrowed(EMPTY_DIGEST)
        } else {
            Cow::Owned(hex(&Sha256::digest(self.body)))
        };
        text.push_str(TAG);
        for line in [
            &*self.method.to_ascii_uppercase(),
            self.path,
            self.canonical_query,
            self.timestamp,
            self.nonce,
            &body,
        ] {
            text.push('\n');
            text.push_str(line);
        }
        text
    }
}

/// The path that is signed: `path` without [`BASE_PATH`].
pub fn signed_path(path: &str) -> &str {
    path.strip_prefix(BASE_PATH).unwrap_or(path)
}

/// Lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(nibble + if nibble < 10 { b'0' } else { b'a' - 10 });
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
    text
}

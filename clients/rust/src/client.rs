//! For clients: create a client key once, then sign every request.
//!
//! ```no_run
//! # fn main() -> Result<(), yingku_signer::client::ClientError> {
//! let (kid, pem, now_ms) = ("k1", "-----BEGIN PUBLIC KEY-----…", 1_700_000_000_000);
//! let signer = yingku_signer::client::Signer::new("yingku-public-app-secret-1", kid, pem, now_ms)?;
//! for (name, value) in signer.headers("GET", "/prod-api/v2/app/config", "", b"", now_ms)? {
//!     println!("{name}: {value}");
//! }
//! # Ok(())
//! # }
//! ```

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use getrandom::SysRng;
use rsa::pkcs8::DecodePublicKey as _;
use rsa::rand_core::{Rng as _, UnwrapErr};
use rsa::{Oaep, RsaPublicKey};
use sha2::Sha256;

use crate::{
    CLIENT_KEY_HEADER, ClientKey, MalformedQuery, NONCE_HEADER, SIGNATURE_HEADER, SignedText,
    SigningKey, TIMESTAMP_HEADER, canonical_query, hex, signed_path,
};

/// Why a request could not be signed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Invalid public key of the server.
    #[error("invalid public key of the server")]
    PublicKey,
    /// Failed to encrypt the client key.
    #[error("failed to encrypt the client key")]
    Seal,
    /// The query has no canonical form.
    #[error("malformed query: {0}")]
    Query(#[from] MalformedQuery),
}

/// One installation: keep it and reuse it.
#[derive(Debug, Clone)]
pub struct Signer {
    header: String,
    key: SigningKey,
}

impl Signer {
    /// Creates a client key and encrypts it with the server's key; `kid` and `pem` are as returned by
    /// `GET /v2/app/config`, `now_ms` is the server's clock.
    ///
    /// # Errors
    /// [`ClientError::PublicKey`] or [`ClientError::Seal`].
    pub fn new(
        secret: &str,
        kid: &str,
        public_pem: &str,
        now_ms: u64,
    ) -> Result<Self, ClientError> {
        let mut random = UnwrapErr(SysRng);
        let mut key = ClientKey {
            key: [0; 32],
            device_id: [0; 16],
            created_at_ms: now_ms,
        };
        random.fill_bytes(&mut key.key);
        random.fill_bytes(&mut key.device_id);
        Self::with_key(secret, kid, public_pem, &key)
    }

    /// [`Signer::new`] with a given key.
    ///
    /// # Errors
    /// As [`Signer::new`].
    pub fn with_key(
        secret: &str,
        kid: &str,
        public_pem: &str,
        key: &ClientKey,
    ) -> Result<Self, ClientError> {
        let public =
            RsaPublicKey::from_public_key_pem(public_pem).map_err(|_| ClientError::PublicKey)?;
        let sealed = public
            .encrypt(&mut UnwrapErr(SysRng), Oaep::<Sha256>::new(), &key.encode())
            .map_err(|_| ClientError::Seal)?;
        Ok(Self {
            header: format!("{kid}.{}", URL_SAFE_NO_PAD.encode(sealed)),
            key: SigningKey::derive(secret, &key.key),
        })
    }

    /// The four headers of one attempt, with a new nonce. `path` may include the base path; `query`
    /// is as sent, without `?`.
    ///
    /// # Errors
    /// [`ClientError::Query`].
    pub fn headers(
        &self,
        method: &str,
        path: &str,
        query: &str,
        body: &[u8],
        now_ms: u64,
    ) -> Result<[(&'static str, String); 4], ClientError> {
        let mut nonce = [0; 16];
        UnwrapErr(SysRng).fill_bytes(&mut nonce);
        self.headers_with(method, path, query, body, now_ms, &hex(&nonce))
    }

    /// [`Signer::headers`] with a given nonce.
    ///
    /// # Errors
    /// As [`Signer::headers`].
    pub fn headers_with(
        &self,
        method: &str,
        path: &str,
        query: &str,
        body: &[u8],
        now_ms: u64,
        nonce: &str,
    ) -> Result<[(&'static str, String); 4], ClientError> {
        let timestamp = now_ms.to_string();
        let signature = self.key.sign(&SignedText {
            method,
            path: signed_path(path),
            canonical_query: &canonical_query(query)?,
            timestamp: &timestamp,
            nonce,
            body,
        });
        Ok([
            (TIMESTAMP_HEADER, timestamp),
            (NONCE_HEADER, nonce.to_owned()),
            (CLIENT_KEY_HEADER, self.header.clone()),
            (SIGNATURE_HEADER, signature),
        ])
    }
}

/// A curl command for one signed request; it works once, within five minutes.
///
/// # Errors
/// As [`Signer::headers`].
pub fn curl_line(
    signer: &Signer,
    method: &str,
    url: &str,
    body: Option<&str>,
    now_ms: u64,
) -> Result<String, ClientError> {
    let after_host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path_and_query = after_host
        .find('/')
        .map_or("/", |at| after_host.get(at..).unwrap_or("/"));
    let (path, query) = path_and_query
        .split_once('?')
        .unwrap_or((path_and_query, ""));
    let method = method.to_ascii_uppercase();
    let headers = signer.headers(
        &method,
        path,
        query,
        body.unwrap_or_default().as_bytes(),
        now_ms,
    )?;
    let mut line = format!("curl -X {method} {}", quoted(url));
    for (name, value) in headers {
        line.push_str(&format!(" -H {}", quoted(&format!("{name}: {value}"))));
    }
    if let Some(body) = body {
        line.push_str(&format!(
            " -H 'content-type: application/json' --data-raw {}",
            quoted(body)
        ));
    }
    Ok(line)
}

/// Quotes a text for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

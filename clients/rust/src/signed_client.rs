//! A reqwest client that signs every request (feature `reqwest`).
//!
//! ```no_run
//! # async fn calls() -> Result<(), yingku_signer::signed_client::CallError> {
//! use yingku_signer::signed_client::SignedClient;
//!
//! let base = "http://127.0.0.1:8080/prod-api";
//! let client = SignedClient::connect(Default::default(), base, "yingku-public-app-secret-1").await?;
//! let response = client.send(client.get("/v2/works/detail/list?pageSize=3")).await?;
//! println!("{}", response.status());
//! # Ok(())
//! # }
//! ```

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use reqwest::header::{HeaderValue, WWW_AUTHENTICATE};
use reqwest::{Client, Method, Request, RequestBuilder, Response, StatusCode};
use serde_json::Value;

use crate::client::{ClientError, Signer};

/// Why there is no response.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The request could not be sent, or the response not be read.
    #[error(transparent)]
    Http(#[from] reqwest::Error),
    /// The request could not be signed.
    #[error(transparent)]
    Sign(#[from] ClientError),
    /// The body is a stream, whose bytes are not known before it is sent.
    #[error("a signed body must be text or bytes")]
    Stream,
    /// The address did not return this service's settings.
    #[error("the address did not return this service's settings")]
    Settings,
}

/// One installation: its client key and the offset of the server's clock. Create one and share it:
/// the server decrypts few new client keys.
#[derive(Debug)]
pub struct SignedClient {
    http: Client,
    base: String,
    signer: Signer,
    /// The server's clock minus this machine's, ms.
    offset_ms: AtomicI64,
}

impl SignedClient {
    /// Fetches key and clock of the service at `base` (with `/prod-api`), and encrypts a new client
    /// key. `secret` is the application's fixed secret (`APP_SECRET` of the server).
    ///
    /// # Errors
    /// [`CallError`], but never [`CallError::Stream`].
    pub async fn connect(http: Client, base: &str, secret: &str) -> Result<Self, CallError> {
        let base = base.trim_end_matches('/').to_owned();
        let answer = http.get(format!("{base}/v2/app/config")).send().await?;
        let settings = parsed(&answer.error_for_status()?.bytes().await?);
        let text = |name: &str| settings.pointer(name).and_then(Value::as_str);
        let time = settings.pointer("/data/serverTime").and_then(Value::as_i64);
        let (Some(kid), Some(pem), Some(server_ms)) =
            (text("/data/kid"), text("/data/publicKey"), time)
        else {
            return Err(CallError::Settings);
        };
        let created_ms = u64::try_from(server_ms).map_err(|_| CallError::Settings)?;
        let client = Self {
            signer: Signer::new(secret, kid, pem, created_ms)?,
            http,
            base,
            offset_ms: AtomicI64::new(0),
        };
        client.synchronise(server_ms);
        Ok(client)
    }

    /// A GET request; `path` is below the base address, with its query.
    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    /// A POST request; see [`SignedClient::get`].
    pub fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    /// A request of any method; see [`SignedClient::get`].
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base))
    }

    /// Adopts the server's clock, ms since 1970: the `serverTime` of a response just received.
    pub fn synchronise(&self, server_ms: i64) {
        // The response is older than now, so the computed time is never ahead of the server's.
        self.offset_ms
            .store(server_ms - local_ms(), Ordering::Relaxed);
    }

    /// Signs and sends a request; retries once on `timestamp_skew`.
    ///
    /// # Errors
    /// [`CallError`]; a response of any status is not an error.
    pub async fn send(&self, call: RequestBuilder) -> Result<Response, CallError> {
        let request = call.build()?;
        let answer = self.attempt(&request).await?;
        if !is_about_time(&answer) {
            return Ok(answer);
        }
        let rejection = parsed(&answer.bytes().await?);
        if let Some(server_ms) = rejection.get("serverTime").and_then(Value::as_i64) {
            self.synchronise(server_ms);
        }
        self.attempt(&request).await
    }

    async fn attempt(&self, request: &Request) -> Result<Response, CallError> {
        let mut signed = request.try_clone().ok_or(CallError::Stream)?;
        let body = match request.body() {
            Some(body) => body.as_bytes().ok_or(CallError::Stream)?,
            None => &[],
        };
        let (url, now_ms) = (request.url(), self.server_ms());
        let query = url.query().unwrap_or_default();
        let headers =
            self.signer
                .headers(request.method().as_str(), url.path(), query, body, now_ms)?;
        for (name, value) in headers {
            // Digits, hex and base64url fit into a header.
            let value = HeaderValue::from_str(&value).map_err(|_| CallError::Settings)?;
            signed.headers_mut().insert(name, value);
        }
        Ok(self.http.execute(signed).await?)
    }

    fn server_ms(&self) -> u64 {
        let now = local_ms() + self.offset_ms.load(Ordering::Relaxed);
        u64::try_from(now).unwrap_or(0)
    }
}

fn is_about_time(answer: &Response) -> bool {
    let challenge = answer.headers().get(WWW_AUTHENTICATE);
    answer.status() == StatusCode::UNAUTHORIZED
        && challenge.is_some_and(|value| value.as_bytes() == b"AV1 error=\"timestamp_skew\"")
}

fn parsed(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

fn local_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0))
}

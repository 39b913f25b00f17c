//! Requests to a site: few, patient, and limited.

use std::io::Read as _;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};
use yingku_base::outgoing::{PRIVATE_ADDRESS, http_agent, public_http_agent};

/// Of a whole request.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Largest answer, in bytes.
const MAX_BYTES: u64 = 64 << 20;
const ATTEMPTS: u32 = 3;
/// The longest time that a site may ask to wait.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Makes the requests.
pub(super) struct Client {
    agent: Agent,
    pause: Duration,
    key: Option<SecretString>,
}

/// Why a request failed, and whether it may work later.
struct Failure {
    why: String,
    wait: Option<Duration>,
}

impl Client {
    pub(super) fn new(pause: u32, allow_private: bool) -> Self {
        Self {
            agent: match allow_private {
                true => http_agent(TIMEOUT, false),
                false => public_http_agent(TIMEOUT),
            },
            pause: Duration::from_secs(pause.into()),
            key: None,
        }
    }

    /// Sends the key of Stash with each request.
    pub(super) fn with_key(self, key: Option<SecretString>) -> Self {
        Self { key, ..self }
    }

    /// Waits between two pages.
    pub(super) fn pause(&self) {
        std::thread::sleep(self.pause);
    }

    /// The answer to a GET request.
    pub(super) fn get(&self, url: &str) -> Result<Vec<u8>, String> {
        self.retried(|| {
            let mut request = self.agent.get(url);
            if let Some(key) = &self.key {
                request = request.header("ApiKey", key.expose_secret());
            }
            read(request.call())
        })
    }

    /// The answer to a POST request with a JSON body.
    pub(super) fn post(&self, url: &str, body: &Value) -> Result<Vec<u8>, String> {
        let body = body.to_string();
        self.retried(|| {
            let mut request = self
                .agent
                .post(url)
                .header("content-type", "application/json");
            if let Some(key) = &self.key {
                request = request.header("ApiKey", key.expose_secret());
            }
            read(request.send(body.as_str()))
        })
    }

    fn retried(&self, request: impl Fn() -> Result<Vec<u8>, Failure>) -> Result<Vec<u8>, String> {
        let mut attempt = 1;
        loop {
            match request() {
                Ok(bytes) => return Ok(bytes),
                Err(Failure { why, wait: None }) => return Err(why),
                Err(Failure { why, .. }) if attempt >= ATTEMPTS => return Err(why),
                Err(Failure { wait, .. }) => {
                    let wait = wait.unwrap_or_default().max(self.pause * attempt);
                    std::thread::sleep(wait.min(MAX_WAIT));
                    attempt += 1;
                }
            }
        }
    }
}

/// The body of a successful answer.
fn read(answer: Result<Response<Body>, ureq::Error>) -> Result<Vec<u8>, Failure> {
    let failed = |why: String, wait| Err(Failure { why, wait });
    let mut answer = match answer {
        Ok(answer) => answer,
        Err(error) if error.to_string().contains(PRIVATE_ADDRESS) => {
            let why = "the address is of your own network: add --allow-private";
            return failed(why.to_owned(), None);
        }
        Err(error) => return failed(error.to_string(), Some(Duration::ZERO)),
    };
    let header = |name: &str| answer.headers().get(name)?.to_str().ok();
    match answer.status().as_u16() {
        200..=299 => {}
        300..=399 => {
            let to = header("location").unwrap_or_default();
            return failed(format!("it redirects to {to}: import from there"), None);
        }
        status @ (429 | 500..=599) => {
            let seconds = header("retry-after").and_then(|seconds| seconds.parse().ok());
            let wait = seconds.map_or(Duration::ZERO, Duration::from_secs);
            return failed(format!("status {status}"), Some(wait));
        }
        status @ (401 | 403) => {
            let why = format!("status {status}: the site wants a key, or is closed");
            return failed(why, None);
        }
        status => return failed(format!("status {status}"), None),
    }
    let mut bytes = Vec::new();
    let body = answer.body_mut().as_reader();
    if let Err(error) = body.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        return failed(error.to_string(), Some(Duration::ZERO));
    }
    match u64::try_from(bytes.len()).is_ok_and(|length| length <= MAX_BYTES) {
        true => Ok(bytes),
        false => failed(format!("the answer is larger than {MAX_BYTES} bytes"), None),
    }
}

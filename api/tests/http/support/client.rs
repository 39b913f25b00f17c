//! A signing client, and a response that is checked for what every response must have.

use actix_http::Request;
use actix_web::body::{MessageBody, to_bytes};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::test::TestRequest;
use actix_web::web::Bytes;
use serde_json::Value;
use yingku_signer::client::Signer;

use super::TestApp;

/// A request to be sent.
#[derive(Clone)]
pub struct Call {
    pub method: Method,
    pub target: String,
    pub body: Vec<u8>,
    pub signed: bool,
    /// Replaced or added; a signature header given here is not computed.
    pub headers: Vec<(String, String)>,
    /// Signature headers to omit.
    pub without: Vec<&'static str>,
}

impl Call {
    pub fn new(method: Method, target: &str) -> Self {
        Self {
            method,
            target: target.to_owned(),
            body: Vec::new(),
            signed: true,
            headers: Vec::new(),
            without: Vec::new(),
        }
    }

    pub fn get(target: &str) -> Self {
        Self::new(Method::GET, target)
    }

    /// With a JSON body.
    pub fn post(target: &str, body: &Value) -> Self {
        Self::new(Method::POST, target)
            .body(body.to_string())
            .header("content-type", "application/json")
    }

    /// With a JSON body.
    pub fn put(target: &str, body: &Value) -> Self {
        Self {
            method: Method::PUT,
            ..Self::post(target, body)
        }
    }

    /// With a token.
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub fn unsigned(self) -> Self {
        Self {
            signed: false,
            ..self
        }
    }

    pub fn body(self, body: impl Into<Vec<u8>>) -> Self {
        Self {
            body: body.into(),
            ..self
        }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With signature headers computed elsewhere.
    pub fn carrying(self, headers: &[(&'static str, String)]) -> Self {
        headers.iter().fold(self.unsigned(), |call, (name, value)| {
            call.header(name, value)
        })
    }

    /// Signed now, so that it is the same whenever it is sent.
    pub fn signed_now(self, t: &TestApp) -> Self {
        if !self.signed {
            return self;
        }
        let (path, query) = self.target.split_once('?').unwrap_or((&self.target, ""));
        let headers = t
            .signer
            .headers(self.method.as_str(), path, query, &self.body, t.now());
        self.carrying(&headers.unwrap())
    }

    pub fn without(mut self, name: &'static str) -> Self {
        self.without.push(name);
        self
    }

    pub fn request(self, signer: &Signer, now_ms: u64) -> Request {
        let mut request = TestRequest::default()
            .method(self.method.clone())
            .uri(&self.target)
            .peer_addr("127.0.0.1:40000".parse().unwrap());
        if self.signed {
            let (path, query) = self.target.split_once('?').unwrap_or((&self.target, ""));
            // What cannot be signed is sent with the signature of something else.
            let headers = signer
                .headers(self.method.as_str(), path, query, &self.body, now_ms)
                .unwrap_or_else(|_| signer.headers("GET", path, "", b"", now_ms).unwrap());
            for (name, value) in headers {
                if !self.without.contains(&name)
                    && !self.headers.iter().any(|(given, _)| given == name)
                {
                    request = request.insert_header((name, value));
                }
            }
        }
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            request = request.append_header((name, HeaderValue::from_str(value).unwrap()));
        }
        if !self.body.is_empty() {
            request = request.set_payload(self.body);
        }
        request.to_request()
    }
}

/// A response, read to its end.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub async fn read(response: ServiceResponse<impl MessageBody>) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let body = to_bytes(response.into_body())
            .await
            .unwrap_or_else(|_| panic!("the body was truncated"));
        Self {
            status,
            headers,
            body,
        }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    /// The error code of a failed request.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }

    /// Asserts an error: status, code, and its number in the table.
    #[track_caller]
    pub fn assert_fails(&self, status: u16, word: &str) {
        assert_eq!(
            (self.status.as_u16(), self.error().as_str()),
            (status, word),
            "{}",
            self.text()
        );
    }

    pub fn check_headers(&self) {
        assert_eq!(self.header("x-request-id").len(), 36);
        assert_eq!(self.header("x-content-type-options"), "nosniff");
        assert_eq!(self.header("referrer-policy"), "no-referrer");
    }

    pub fn check_common_parts(&self) {
        self.check_headers();
        if !self.status.is_success() && !self.status.is_redirection() && self.status.as_u16() != 416
        {
            let body = self.json();
            assert!(
                body["code"].is_number() && body["error"].is_string(),
                "{body}"
            );
            assert!(
                body["msg"].as_str().is_some_and(|msg| !msg.is_empty()),
                "{body}"
            );
            assert_eq!(
                body["requestId"].as_str(),
                Some(self.header("x-request-id"))
            );
        }
    }
}

/// Percent-encoded, as a browser does.
pub fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

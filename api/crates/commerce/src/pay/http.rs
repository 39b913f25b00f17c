//! HTTP calls to providers: one timeout per call, no redirects, no proxy from the environment, and no plain HTTP
//! outside the sandbox.

use std::time::Duration;

use ureq::Agent;
use ureq::http::HeaderMap;
use yingku_base::outgoing::http_agent;

use super::gateway::GatewayError;

/// Largest response, bytes.
const MAX_BYTES: u64 = 256 * 1024;

/// The client.
#[derive(Debug, Clone)]
pub struct HttpClient(Agent);

/// A complete response.
pub struct HttpAnswer {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl HttpClient {
    /// `time` is the timeout of each call as a whole.
    pub fn new(time: Duration, tls_only: bool) -> Self {
        Self(http_agent(time, tls_only))
    }

    /// Sends a GET request.
    pub fn get(&self, url: &str, headers: &[(&str, &str)]) -> Result<HttpAnswer, GatewayError> {
        let mut request = self.0.get(url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.call())
    }

    /// Sends a POST request.
    pub fn post(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        content_type: &str,
        body: &str,
    ) -> Result<HttpAnswer, GatewayError> {
        let mut request = self.0.post(url).content_type(content_type);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.send(body))
    }
}

fn read(
    answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Result<HttpAnswer, GatewayError> {
    let unreachable = |error: ureq::Error| GatewayError::Unreachable(error.to_string());
    let (head, mut body) = answer.map_err(unreachable)?.into_parts();
    Ok(HttpAnswer {
        status: head.status.as_u16(),
        headers: head.headers,
        body: body
            .with_config()
            .limit(MAX_BYTES)
            .read_to_string()
            .map_err(unreachable)?,
    })
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn plain_http_is_rejected_before_anything_is_sent() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let client = HttpClient::new(Duration::from_secs(5), true);
        for answer in [
            client.get(&url, &[]),
            client.post(&url, &[], "text/plain", ""),
        ] {
            assert!(matches!(answer, Err(GatewayError::Unreachable(_))));
        }
        assert!(listener.accept().is_err(), "somebody has connected");
    }
}

//! Signed requests to the running service.

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use yingku_access::auth::signing::client_key::public_pem_of;
use yingku_platform::config::Config;
use yingku_signer::client::Signer;

use crate::program::Program;

/// An installation, and its keep-alive connections.
pub struct Client {
    agent: ureq::Agent,
    signer: Signer,
    port: u16,
}

impl Client {
    pub fn new(program: &Program, port: u16) -> Self {
        let (kid, pem) = public_pem_of(&program.path().join("data/client-key.pem")).unwrap();
        let secret = Config::from_pairs(&[]).unwrap().signing.app_secret;
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(60)))
            .max_idle_connections_per_host(64)
            .build();
        Self {
            agent: config.into(),
            signer: Signer::new(&secret, &kid, &pem, now_ms()).unwrap(),
            port,
        }
    }

    /// The body of a successful response. `path` is below `/prod-api`.
    pub fn get(&self, path: &str, query: &str, token: Option<&str>) -> String {
        let (address, headers) = self.prepared("GET", path, query, b"", token);
        let mut request = self.agent.get(address);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let mut answer = request.call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    }

    /// The body of a successful response to a body of this type.
    pub fn post(
        &self,
        path: &str,
        query: &str,
        token: Option<&str>,
        body: (&str, &[u8]),
    ) -> String {
        let (kind, bytes) = body;
        let (address, headers) = self.prepared("POST", path, query, bytes, token);
        let mut request = self.agent.post(address).header("content-type", kind);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let mut answer = request.send(bytes).unwrap();
        answer.body_mut().read_to_string().unwrap()
    }

    pub fn post_json(&self, path: &str, token: Option<&str>, form: &Value) -> Value {
        let body = form.to_string();
        let answer = self.post(path, "", token, ("application/json", body.as_bytes()));
        serde_json::from_str(&answer).unwrap()
    }

    pub fn register(&self, name: &str, password: &str) {
        let form = json!({
            "userName": name, "password": password, "confirmPassword": password, "email": "bench@example.org",
        });
        self.post_json("/v2/user/register", None, &form);
    }

    /// An access token.
    pub fn sign_in(&self, name: &str, password: &str) -> String {
        let form = json!({ "userName": name, "password": password });
        let answer = self.post_json("/v2/user/login", None, &form);
        answer["data"]["accessToken"].as_str().unwrap().to_owned()
    }

    fn prepared(
        &self,
        method: &str,
        path: &str,
        query: &str,
        body: &[u8],
        token: Option<&str>,
    ) -> (String, Vec<(&'static str, String)>) {
        let path = format!("/prod-api{path}");
        let signed = self.signer.headers(method, &path, query, body, now_ms());
        let mut headers: Vec<(&'static str, String)> = signed.unwrap().into_iter().collect();
        if let Some(token) = token {
            headers.push(("authorization", format!("Bearer {token}")));
        }
        let mark = if query.is_empty() { "" } else { "?" };
        let address = format!("http://127.0.0.1:{}{path}{mark}{query}", self.port);
        (address, headers)
    }
}

fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

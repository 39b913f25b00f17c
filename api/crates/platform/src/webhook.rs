//! Signed POSTs to the operator's webhook (`WEBHOOK_URL`).

use std::fmt::Write as _;
use std::time::Duration;

use secrecy::ExposeSecret as _;
use ureq::Agent;
use yingku_base::keys::{HmacSha256, key, tag};
use yingku_base::outgoing::{http_agent, public_http_agent};

use crate::config::WebhookConfig;

/// Timeout of a POST.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Sends to the webhook.
pub struct Webhook {
    agent: Agent,
    url: String,
    key: HmacSha256,
}

impl Webhook {
    /// Unless it is allowed, no address on a private network is connected to, whatever its name resolves to.
    pub fn new(config: &WebhookConfig) -> Self {
        let agent = match config.allows_private {
            true => http_agent(TIMEOUT, false),
            false => public_http_agent(TIMEOUT),
        };
        Self {
            agent,
            url: config.url.clone(),
            key: key(config.secret.expose_secret().as_bytes()),
        }
    }

    /// Sends a JSON body at `now` (seconds). Its signature is the HMAC-SHA256 of `now`, a full stop and the body.
    pub fn post(&self, body: &str, now: i64) -> anyhow::Result<()> {
        let time = now.to_string();
        let mut signature = "sha256=".to_owned();
        for byte in tag(&self.key, &[time.as_bytes(), b".", body.as_bytes()]) {
            write!(signature, "{byte:02x}")?;
        }
        let answer = self
            .agent
            .post(&self.url)
            .content_type("application/json")
            .header("X-Yingku-Timestamp", &time)
            .header("X-Yingku-Signature", &signature)
            .send(body)?;
        let status = answer.status();
        anyhow::ensure!(status.is_success(), "the webhook answered {status}");
        Ok(())
    }
}

//! Calls of ours to other services.

use std::time::Duration;

use ureq::Agent;

/// An HTTP client: `time` is the limit of each call as a whole. No redirects, no proxy from the environment, and statuses
/// are answers, not errors.
pub fn http_agent(time: Duration, tls_only: bool) -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(time))
        .https_only(tls_only)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .proxy(None)
        .user_agent("yingku")
        .build();
    config.new_agent()
}

//! HTTP client for other services.

use std::time::Duration;

use ureq::Agent;

/// An HTTP client; `time` is the timeout of a whole request. It follows no redirects, takes no proxy from the
/// environment, and returns error statuses as responses.
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

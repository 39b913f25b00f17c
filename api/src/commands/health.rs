//! `yingku health`: checks whether the running service is ready.

use std::process::ExitCode;
use std::time::Duration;

use yingku_base::outgoing::http_agent;
use yingku_platform::config::Config;

/// Timeout of the request.
const WAIT: Duration = Duration::from_secs(3);

pub(super) fn run(config: &Config) -> anyhow::Result<ExitCode> {
    let url = format!("http://{}/readyz", config.service.local_address());
    let unanswered = |_| anyhow::anyhow!("{url} does not respond");
    let mut answer = http_agent(WAIT, false)
        .get(&url)
        .call()
        .map_err(unanswered)?;
    let text = answer.body_mut().read_to_string().map_err(unanswered)?;
    say!("{text}");
    Ok(match answer.status().as_u16() {
        200 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

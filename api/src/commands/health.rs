//! `yingku health`: asks the running service whether it is ready.

use std::process::ExitCode;
use std::time::Duration;

use crate::config::Config;
use crate::pay::http::HttpClient;

/// How long the service may take to answer.
const WAIT: Duration = Duration::from_secs(3);

pub(super) fn run(config: &Config) -> anyhow::Result<ExitCode> {
    let url = format!("http://{}/readyz", config.http.local_address());
    let answer = HttpClient::new(WAIT, false)
        .get(&url, &[])
        .map_err(|_| anyhow::anyhow!("{url} does not answer"))?;
    println!("{}", answer.body);
    Ok(match answer.status {
        200 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

//! `yingku sign`: prints a signed curl command, to try a request by hand.

use std::process::ExitCode;

use yingku_access::auth::signing::client_key::public_pem_of;
use yingku_platform::config::Config;
use yingku_signer::client::{Signer, curl_line};

use super::clock;
use crate::cli::SignArgs;

pub(super) fn run(config: &Config, args: &SignArgs) -> anyhow::Result<ExitCode> {
    let (kid, pem) = public_pem_of(&config.signing.key_file)?;
    let now_ms = u64::try_from(clock().now_ms())?;
    let signer = Signer::new(&config.signing.app_secret, &kid, &pem, now_ms)?;
    say!(
        "{}",
        curl_line(
            &signer,
            &args.method,
            &args.url,
            args.body.as_deref(),
            now_ms
        )?
    );
    Ok(ExitCode::SUCCESS)
}

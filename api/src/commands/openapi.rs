//! `yingku openapi`: prints the contract.

use std::process::ExitCode;

pub(super) fn run() -> anyhow::Result<ExitCode> {
    print!("{}", yingku_server::openapi::yaml()?);
    Ok(ExitCode::SUCCESS)
}

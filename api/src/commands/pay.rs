//! `yingku pay`: manual payment tasks.

use std::process::ExitCode;

use yingku_commerce::pay::void;
use yingku_platform::config::Config;

use super::{actor, ready_database};
use crate::cli::PayCommand;

pub(super) fn run(config: &Config, command: &PayCommand) -> anyhow::Result<ExitCode> {
    match command {
        PayCommand::VoidSandbox => void_sandbox(config)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn void_sandbox(config: &Config) -> anyhow::Result<()> {
    let db = ready_database(config)?;
    let voided = void::void_sandbox(&db, &actor())?;
    say!(
        "Voided {} orders of the sandbox ({} were paid): took back {} days of VIP and revoked {} activation codes.",
        voided.orders,
        voided.paid,
        voided.days,
        voided.codes
    );
    Ok(())
}

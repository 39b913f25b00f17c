//! `yingku pay`: what has to be done about payment by hand.

use std::process::ExitCode;
use std::sync::Arc;

use super::{clock, ready_database};
use crate::audit::Actor;
use crate::base::ids::Ids;
use crate::cli::PayCommand;
use crate::config::Config;
use crate::pay::void;

pub(super) fn run(config: &Config, command: &PayCommand) -> anyhow::Result<ExitCode> {
    match command {
        PayCommand::VoidSandbox => void_sandbox(config)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn void_sandbox(config: &Config) -> anyhow::Result<()> {
    let db = ready_database(config)?;
    let actor = Actor::command(Arc::new(Ids::new(config.node_id)), clock());
    let voided = void::void_sandbox(&db, &actor)?;
    println!(
        "Voided {} orders of the sandbox ({} were paid): took back {} days of VIP and revoked {} activation codes.",
        voided.orders, voided.paid, voided.days, voided.codes
    );
    Ok(())
}

//! `yingku manual`: manual pages and shell completions, which packages ship.

use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::{Cli, ManualArgs};

pub(super) fn run(args: &ManualArgs) -> anyhow::Result<ExitCode> {
    let command = Cli::command();
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut command.clone(), "yingku", &args.folder)?;
    }
    clap_mangen::generate_to(command, &args.folder)?;
    Ok(ExitCode::SUCCESS)
}

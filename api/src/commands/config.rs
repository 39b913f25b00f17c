//! `yingku config`: prints the example and the document, writes the first `.env`, or checks the settings.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use uuid::Uuid;
use yingku_platform::config::{Config, settings, write_first_env};

use super::config_files;
use crate::cli::ConfigCommand;

pub(super) fn run(command: &ConfigCommand) -> anyhow::Result<ExitCode> {
    match command {
        ConfigCommand::Example => print!("{}", settings::example()),
        ConfigCommand::Document => print!("{}", settings::document()),
        ConfigCommand::Init => init()?,
        ConfigCommand::Check => {
            let config = Config::load().map_err(anyhow::Error::msg)?;
            let problems = config_files::problems(&config);
            anyhow::ensure!(
                problems.is_empty(),
                "The settings name files that cannot be used:\n  {}",
                problems.join("\n  ")
            );
            say!("The settings are valid.");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn init() -> anyhow::Result<()> {
    if write_first_env(Path::new(".env"), new_secret).context("writing .env")? {
        say!("Created .env with new secrets.");
    } else {
        say!(".env already exists; nothing was changed.");
    }
    Ok(())
}

/// 64 hex digits with 244 random bits.
fn new_secret() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

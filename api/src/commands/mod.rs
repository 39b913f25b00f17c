//! One file for each thing the program can be told to do.

mod codes;
mod config;
mod demo;
mod import;
mod import_log;
mod index;
mod openapi;
mod progress;
mod serve;
mod sign;
mod user;

use std::process::ExitCode;
use std::sync::Arc;

use crate::cli::Command;
use crate::clock::{Clock, SystemClock};
use crate::config::Config;
use crate::db::{Db, migrate};

/// Runs one command.
///
/// # Errors
/// What went wrong, to be shown on standard error; the exit code is then 1.
pub fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Config(command) => config::run(&command),
        Command::Openapi => openapi::run(),
        Command::Serve(args) => serve::run(load()?, &args),
        Command::Migrate => run_migrate(&load()?),
        Command::Import(args) => import::run(&load()?, &args),
        Command::Demo(args) => demo::run(&load()?, &args),
        Command::Index(command) => index::run(&load()?, &command),
        Command::User(command) => user::run(&load()?, &command),
        Command::Codes(command) => codes::run(&load()?, &command),
        Command::Sign(args) => sign::run(&load()?, &args),
    }
}

fn load() -> anyhow::Result<Config> {
    let config = Config::load().map_err(anyhow::Error::msg)?;
    crate::telemetry::logging::start(&config.logging);
    Ok(config)
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock)
}

/// [`ready_database`] for a command that writes much.
fn ready_database_for_bulk(config: &Config) -> anyhow::Result<Db> {
    let mut config = config.clone();
    config.database.bulk = true;
    ready_database(&config)
}

/// Opens the database and brings it up to date.
fn ready_database(config: &Config) -> anyhow::Result<Db> {
    let db = Db::open(&config.database)?;
    for name in migrate::run(&db)? {
        eprintln!("migrated: {name}");
    }
    Ok(db)
}

fn run_migrate(config: &Config) -> anyhow::Result<ExitCode> {
    let db = Db::open(&config.database)?;
    let ran = migrate::run(&db)?;
    for name in &ran {
        println!("migrated: {name}");
    }
    println!("The database is up to date.");
    Ok(ExitCode::SUCCESS)
}

//! One file for each thing the program can be told to do.

mod codes;
mod config;
mod demo;
mod import;
mod import_log;
mod index;
mod openapi;
mod pay;
mod progress;
mod serve;
mod sign;
mod user;

use std::process::ExitCode;
use std::sync::Arc;

use rustix::fs::Mode;

use crate::base::clock::{Clock, SystemClock};
use crate::cli::Command;
use crate::config::Config;
use crate::db::{Db, migrate};

/// Runs one command.
///
/// # Errors
/// What went wrong, to be shown on standard error; the exit code is then 1.
pub fn run(command: Command) -> anyhow::Result<ExitCode> {
    // What is written is nobody else's: the database, keys, files that operators upload.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
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
        Command::Pay(command) => pay::run(&load()?, &command),
        Command::Sign(args) => sign::run(&load()?, &args),
    }
}

/// The outcome of writing a list to standard output: whoever reads it (`| head`) may have enough of it.
fn while_read(written: anyhow::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error)
            if error
                .downcast_ref::<std::io::Error>()
                .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe) =>
        {
            Ok(())
        }
        written => written,
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

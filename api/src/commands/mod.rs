//! The CLI commands, one file each.

/// Prints a line and ignores a closed pipe (`| head`), which must not interrupt the work.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($text)*);
    }};
}

mod attempts;
mod backup;
mod check;
mod codes;
mod config;
mod config_files;
mod demo;
mod export;
mod film;
mod health;
mod import;
mod index;
mod manual;
mod move_files;
mod openapi;
mod pay;
mod progress;
mod relocate;
mod restore;
mod serve;
mod sign;
mod user;

use std::process::ExitCode;
use std::sync::Arc;

use rustix::fs::Mode;
use yingku_access::audit::Actor;
use yingku_base::clock::{Clock, SystemClock};
use yingku_base::ids::Ids;
use yingku_db::{Db, DbOptions, Engine, instances, migrate};
use yingku_platform::config::Config;
use yingku_search::is_written;

use crate::cli::Command;

/// Runs one command.
pub fn run(command: Command) -> anyhow::Result<ExitCode> {
    // Other users must not read the database, keys and uploads.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    match command {
        Command::Config(command) => config::run(&command),
        Command::Manual(args) => manual::run(&args),
        Command::Openapi => openapi::run(),
        Command::Serve(args) => serve::run(load()?, &args),
        Command::Migrate => run_migrate(&load()?),
        Command::Import(args) => import::run(&load()?, &args),
        Command::Check(args) => check::run(&load()?, &args),
        Command::Demo(args) => demo::run(&load()?, &args),
        Command::Film(command) => film::run(&load()?, &command),
        Command::Index(command) => index::run(&load()?, &command),
        Command::User(command) => user::run(&load()?, &command),
        Command::Codes(command) => codes::run(&load()?, &command),
        Command::Pay(command) => pay::run(&load()?, &command),
        Command::Backup(args) => backup::run(&load()?, &args),
        Command::Restore(args) => restore::run(&args),
        Command::EndRevived(args) => restore::end_revived(&load()?, &args),
        Command::Move(args) => relocate::run(&load()?, &args),
        Command::MoveFiles(args) => move_files::run(&load()?, &args),
        Command::Export(command) => export::run(&load()?, &command),
        Command::Sign(args) => sign::run(&load()?, &args),
        Command::Health => health::run(&load()?),
    }
}

/// Ignores a closed pipe while writing a list to standard output, as with `| head`.
fn until_closed(written: anyhow::Result<()>) -> anyhow::Result<()> {
    written.or_else(|error| match error.downcast_ref::<std::io::Error>() {
        Some(io) if io.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    })
}

fn load() -> anyhow::Result<Config> {
    let config = Config::load().map_err(anyhow::Error::msg)?;
    yingku_platform::telemetry::logging::start(&config.logging);
    Ok(config)
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock)
}

/// The actor of a command's changes, for the audit log.
/// A number with its noun: `1 file`, `2 files`.
fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

fn actor() -> Actor {
    Actor::command(Arc::new(Ids::of_command()), clock())
}

/// [`ready_database`] for a command that writes in bulk.
fn ready_database_for_bulk(config: &Config) -> anyhow::Result<Db> {
    let mut config = config.clone();
    config.database.bulk = true;
    ready_database(&config)
}

/// Opens and migrates the database.
fn ready_database(config: &Config) -> anyhow::Result<Db> {
    let db = Db::open(&config.database)?;
    for name in migrate::run(&db)? {
        eprintln!("migrated: {name}");
    }
    Ok(db)
}

/// Whether an instance uses the database at `url` or the local index: on PostgreSQL each locks a number.
fn is_served(config: &Config, url: &str) -> anyhow::Result<bool> {
    if is_written(&config.index.dir)? {
        return Ok(true);
    }
    Ok(match Engine::from_url(url)? {
        Engine::Sqlite => false,
        Engine::Postgres => instances::any(&Db::open(&options_of(config, url))?)?,
    })
}

/// Options for a database other than the configured one.
fn options_of(config: &Config, url: &str) -> DbOptions {
    DbOptions {
        url: url.to_owned(),
        replica_url: None,
        bulk: true,
        ..config.database.clone()
    }
}

fn run_migrate(config: &Config) -> anyhow::Result<ExitCode> {
    let db = Db::open(&config.database)?;
    for name in migrate::run(&db)? {
        say!("migrated: {name}");
    }
    say!("The database is up to date.");
    Ok(ExitCode::SUCCESS)
}

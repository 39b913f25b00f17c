//! The command line.

mod check;
mod codes;
mod export;
mod import;
mod users;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use yingku_base::enums::parse_enum;
use yingku_base::kinds::Channel;

pub use check::{CheckArgs, Checked};
pub use codes::{CodesCommand, GenerateCodesArgs, ListCodesArgs, RevokeCodesArgs};
pub use export::{ExportCommand, ExportCsvArgs, ExportNfoArgs, ExportTablesArgs};
pub use import::{
    Import, ImportArgs, ImportChannel, ImportCommand, ImportFormat, Pictures, UndoImportArgs,
};
pub use users::{CreateUserArgs, GrantArgs, SetPasswordArgs, UserArgs, UserCommand};

use crate::transfer::archive::Part;

/// Yingku 映库: a catalogue's API, site and tools in one program.
#[derive(Debug, Parser)]
#[command(name = "yingku", version, about, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site and the API.
    Serve(ServeArgs),
    /// Run the pending database migrations.
    Migrate,
    /// Import works: from lines of JSON, a table (CSV, TSV, workbooks), a folder of NFO files, MacCMS or Stash.
    Import(Import),
    /// Check what visible works lack, such as covers or files; exits with 1 if they lack something.
    Check(CheckArgs),
    /// Fill the catalogue with generated works.
    Demo(DemoArgs),
    /// Manage the films that are watched online.
    #[command(subcommand)]
    Film(FilmCommand),
    /// Manage the works index.
    #[command(subcommand)]
    Index(IndexCommand),
    /// Manage users.
    #[command(subcommand)]
    User(UserCommand),
    /// Manage activation codes.
    #[command(subcommand)]
    Codes(CodesCommand),
    /// Manage payment.
    #[command(subcommand)]
    Pay(PayCommand),
    /// Back up the running site into a new folder, or verify a backup.
    Backup(BackupArgs),
    /// Restore a backup into an empty database of either engine; files must not exist yet.
    Restore(RestoreArgs),
    /// End what a restored backup made active again: sessions, used codes, deleted accounts.
    EndRevived(EndRevivedArgs),
    /// Copy all data into an empty database of either engine. The service must be stopped.
    Move(MoveArgs),
    /// Copy pictures or films from a folder to the configured S3-compatible store, or back. Nothing is deleted,
    /// existing files are skipped, and the service may be running.
    MoveFiles(MoveFilesArgs),
    /// Export the works, as lines, a table or NFO files, or every table.
    #[command(subcommand)]
    Export(ExportCommand),
    /// Write openapi.yaml to standard output.
    Openapi,
    /// Write manual pages and shell completions into a folder, for packages.
    #[command(hide = true)]
    Manual(ManualArgs),
    /// Print a signed curl command for a request to the running service.
    Sign(SignArgs),
    /// Check whether the running service is ready; exits with 1 if not. For containers, which have no curl.
    Health,
    /// Manage the settings.
    #[command(subcommand)]
    Config(ConfigCommand),
}

/// Payment.
#[derive(Debug, Subcommand)]
pub enum PayCommand {
    /// Revoke what sandbox orders granted; required before `PAY_MODE=live`.
    VoidSandbox,
}

/// How to serve.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Migrate a SQLite database first (for PostgreSQL, run `yingku migrate` once instead).
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    pub migrate: bool,
}

/// How much to generate.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// How many works.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    pub works: u64,
    /// Seed of the generator.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Do nothing if the catalogue already has works.
    #[arg(long)]
    pub if_empty: bool,
    /// Print the works as lines for `yingku import` instead of writing to the database.
    #[arg(long, conflicts_with = "if_empty")]
    pub print: bool,
    /// Remove the demo works, of every size and seed that has filled the catalogue. Works that operators have edited or that
    /// an import has replaced stay; those that members use are hidden.
    #[arg(long, conflicts_with_all = ["if_empty", "print"])]
    pub remove: bool,
}

/// What to do with films.
#[derive(Debug, Subcommand)]
pub enum FilmCommand {
    /// Make a stream from a file with ffmpeg, and put the work online.
    Add(AddFilmArgs),
    /// Run the jobs that wait, such as those that an operator runs again in the console.
    Run,
    /// Add the films that appear in FILM_INBOX, and run the jobs that wait, until it is stopped. Films end in its folders `done`
    /// and `failed`.
    Watch(WatchFilmsArgs),
}

/// How to watch.
#[derive(Debug, Args)]
pub struct WatchFilmsArgs {
    /// Seconds that a film must not change before it is taken.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub settle: u64,
    /// Exit when all films that are there have been added.
    #[arg(long)]
    pub once: bool,
}

/// Which film, and for which work.
#[derive(Debug, Args)]
pub struct AddFilmArgs {
    /// The film, and further files with its subtitles (.srt, .ass, .ssa, .vtt); subtitle files
    /// next to it with the same name are added automatically. Or several films with their numbers in their names.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Catalogue number of the work in any spelling, or its id; otherwise the one in the film's name.
    #[arg(long, value_name = "NUMBER")]
    pub work: Option<String>,
    /// Channel of the work, if several have its number: censored, uncensored or western.
    #[arg(long, value_parser = channel)]
    pub channel: Option<Channel>,
    /// Replace the film that the work has; it is watched until the new one is ready.
    #[arg(long)]
    pub replace: bool,
}

fn channel(word: &str) -> Result<Channel, &'static str> {
    parse_enum(word).ok_or("censored, uncensored or western")
}

/// What to do with the index.
#[derive(Debug, Subcommand)]
pub enum IndexCommand {
    /// Rebuild it from the database.
    Rebuild,
    /// Compare it with the database, work by work; exits with 1 on a difference.
    Verify,
}

/// What to sign.
#[derive(Debug, Args)]
pub struct SignArgs {
    /// GET, POST, …
    pub method: String,
    /// Address with query, such as `http://127.0.0.1:8080/prod-api/v2/works/detail/list?pageSize=32`.
    pub url: String,
    /// JSON body.
    #[arg(long)]
    pub body: Option<String>,
}

/// Where to write manual pages and completions.
#[derive(Debug, Args)]
pub struct ManualArgs {
    /// An existing folder.
    pub folder: PathBuf,
}

/// What to back up, and where.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// A new folder, or with `--verify` one that has a backup.
    pub folder: PathBuf,
    /// What to include besides the database, separated by commas; an empty list includes nothing.
    #[arg(long, value_enum, value_delimiter = ',', num_args = 0..,
          default_values_t = [Part::Media, Part::Pages, Part::Keys, Part::Settings])]
    pub with: Vec<Part>,
    /// Compare the files and rows of a backup with its manifest, and write nothing.
    #[arg(long, conflicts_with = "with")]
    pub verify: bool,
}

/// What to restore.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The folder of the backup.
    pub folder: PathBuf,
    /// What to restore besides the database, separated by commas; default: everything in the backup.
    #[arg(long, value_enum, value_delimiter = ',', num_args = 0..)]
    pub with: Option<Vec<Part>>,
}

/// Where to read what was ended after the backup.
#[derive(Debug, Args)]
pub struct EndRevivedArgs {
    /// The database as it was before the restore. Without it every usable code is revoked, and accounts stay.
    #[arg(long)]
    pub newer: Option<String>,
}

/// Source and target database.
#[derive(Debug, Args)]
pub struct MoveArgs {
    /// `sqlite://path` or `postgres://…`; default: the configured database.
    #[arg(long)]
    pub from: Option<String>,
    /// `sqlite://path` or `postgres://…`: an empty database, or one with an unfinished move.
    #[arg(long)]
    pub to: String,
}

/// Source and target of the files.
#[derive(Debug, Args)]
pub struct MoveFilesArgs {
    /// A folder, or `s3://bucket/folder`.
    #[arg(long)]
    pub from: String,
    /// `s3://bucket/folder`, or a folder.
    #[arg(long)]
    pub to: String,
}

/// What to do with the settings.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print `.env.example`.
    Example,
    /// Print `docs/settings.md`.
    Document,
    /// Write `.env` with new secrets, unless it exists.
    Init,
    /// Check the settings and the files they name; print every problem.
    Check,
}

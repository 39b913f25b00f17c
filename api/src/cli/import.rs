//! The arguments of `yingku import`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// An import, or what to do with an earlier one.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Import {
    /// What to do with an earlier import.
    #[command(subcommand)]
    pub command: Option<ImportCommand>,
    /// What to import.
    #[command(flatten)]
    pub args: Option<ImportArgs>,
}

/// What can be done with an earlier import.
#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// Undo an import of the last 30 days: delete the works that it created, or hide those that are in use, and restore
    /// those that it changed. Works that were changed since stay.
    Undo(UndoImportArgs),
}

/// The import to undo.
#[derive(Debug, Args)]
pub struct UndoImportArgs {
    /// Its id, as `import` prints it and the console's address of it has.
    pub id: i64,
}

/// What to import.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A file (also .gz, .zst), a folder of NFO files, `-` for standard input; or `maccms` or `stash` before the address of
    /// your site.
    pub path: PathBuf,
    /// The address of your MacCMS or Stash, which is read page by page.
    pub url: Option<String>,
    /// What it is. Recognised by content and name if not given.
    #[arg(long, value_enum)]
    pub format: Option<ImportFormat>,
    /// The channel of works for which the source names none.
    #[arg(long, value_enum)]
    pub channel: Option<ImportChannel>,
    /// What the columns of a table mean. If the file does not exist, it is written with what was guessed: edit it, and
    /// import again.
    #[arg(long)]
    pub mapping: Option<PathBuf>,
    /// Which pictures next to NFO files become the site's own.
    #[arg(long, value_enum, default_value_t = Pictures::Covers)]
    pub pictures: Pictures,
    /// Of MacCMS, only what changed in so many hours.
    #[arg(long)]
    pub hours: Option<u32>,
    /// Seconds between two pages of a site.
    #[arg(long, default_value_t = 1)]
    pub pause: u32,
    /// The page of a site to begin with.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub from_page: u64,
    /// Also read a site of your own network.
    #[arg(long)]
    pub allow_private: bool,
    /// Compare with the catalogue and write nothing.
    #[arg(long, conflicts_with = "strict")]
    pub dry_run: bool,
    /// Write a table (CSV) of rejected works, warnings and, with `--dry-run`, of every change.
    #[arg(long)]
    pub report: Option<PathBuf>,
    /// Stop at the first invalid line and change nothing.
    #[arg(long)]
    pub strict: bool,
    /// Also replace fields that operators have set.
    #[arg(long)]
    pub override_curated: bool,
    /// Keep films that share a number in the file as separate works: `ABC-001`, `ABC-001 (b)`. Otherwise the last one
    /// replaces the others, with a warning.
    #[arg(long)]
    pub keep_both: bool,
}

/// A format that can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ImportFormat {
    /// One JSON object per line (docs/import-format.md).
    Lines,
    /// CSV, TSV or another separated text.
    Csv,
    /// The sheets of an Excel workbook that have films.
    Xlsx,
    /// An NFO file or a folder of them.
    Nfo,
    /// Films of MacCMS: a page of its collect interface, or its database.
    Maccms,
}

/// A channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[expect(missing_docs, reason = "the words of the import format")]
pub enum ImportChannel {
    Censored,
    Uncensored,
    Western,
}

/// Pictures next to NFO files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Pictures {
    /// None.
    None,
    /// The large and the small cover.
    Covers,
    /// Covers and stills.
    All,
}

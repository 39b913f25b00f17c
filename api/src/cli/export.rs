//! The arguments of `yingku export`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::transfer::export::Format;

/// What to export.
#[derive(Debug, Subcommand)]
pub enum ExportCommand {
    /// Write every work to standard output as lines for `yingku import`.
    Works,
    /// Write every work to standard output as a row of a CSV table, which `yingku import` reads as it was.
    Csv(ExportCsvArgs),
    /// Write every work to a new folder as an NFO file with its pictures, as Kodi and Jellyfin read them.
    Nfo(ExportNfoArgs),
    /// Write every table to a file in a new folder. They contain personal data and password hashes.
    Tables(ExportTablesArgs),
}

/// Where to export tables to, and how.
#[derive(Debug, Args)]
pub struct ExportTablesArgs {
    /// A new folder.
    pub folder: PathBuf,
    /// File format.
    #[arg(long, value_enum, default_value_t = Format::Ndjson)]
    pub format: Format,
}

/// How to export a table.
#[derive(Debug, Args)]
pub struct ExportCsvArgs {
    /// For Excel and the like: with a byte order mark, and numbers such as 00123 as formulas, so that they stay as they are.
    #[arg(long)]
    pub excel: bool,
}

/// Where to export NFO files to.
#[derive(Debug, Args)]
pub struct ExportNfoArgs {
    /// A new folder.
    pub folder: PathBuf,
    /// Without pictures.
    #[arg(long)]
    pub no_pictures: bool,
}

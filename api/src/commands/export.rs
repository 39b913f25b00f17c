//! `yingku export`: exports works or tables for other programs.

use std::io::{BufWriter, Write as _};
use std::process::ExitCode;

use yingku_db::{Db, migrate};
use yingku_platform::config::Config;

use super::progress::Progress;
use super::until_closed;
use crate::cli::{ExportCommand, ExportTablesArgs};
use crate::transfer::export::{export_tables, export_works};

pub(super) fn run(config: &Config, command: &ExportCommand) -> anyhow::Result<ExitCode> {
    let db = Db::open(&config.database)?;
    // An export must change nothing, so an outdated database is not migrated.
    migrate::latest(&db)?;
    match command {
        ExportCommand::Works => until_closed(works(&db))?,
        ExportCommand::Tables(args) => tables(&db, args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn works(db: &Db) -> anyhow::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut progress = Progress::new("works", None);
    export_works(db, &mut out, |written| progress.at(written, written))?;
    out.flush()?;
    progress.finish();
    Ok(())
}

fn tables(db: &Db, args: &ExportTablesArgs) -> anyhow::Result<()> {
    export_tables(db, &args.folder, args.format, |table, rows| {
        say!("{rows:>10} {table}");
    })
}

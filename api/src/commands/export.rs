//! `yingku export`: exports works or tables for other programs.

use std::io::{BufWriter, Write as _};
use std::process::ExitCode;

use yingku_db::{Db, migrate};
use yingku_platform::config::Config;

use super::progress::Progress;
use super::until_closed;
use crate::cli::{ExportCommand, ExportCsvArgs, ExportNfoArgs, ExportTablesArgs};
use crate::transfer::export::{export_tables, export_works};
use crate::transfer::export_formats::{export_csv, export_nfo};

pub(super) fn run(config: &Config, command: &ExportCommand) -> anyhow::Result<ExitCode> {
    let db = Db::open(&config.database)?;
    // An export must change nothing, so an outdated database is not migrated.
    migrate::latest(&db)?;
    match command {
        ExportCommand::Works => until_closed(works(&db))?,
        ExportCommand::Csv(args) => until_closed(csv(&db, args))?,
        ExportCommand::Nfo(args) => nfo(config, &db, args)?,
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

fn csv(db: &Db, args: &ExportCsvArgs) -> anyhow::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut progress = Progress::new("works", None);
    let too_long = export_csv(db, &mut out, args.excel, |written| {
        progress.at(written, written);
    })?;
    out.flush()?;
    progress.finish();
    if too_long > 0 {
        eprintln!("{too_long} rows are longer than 1 MiB: an import would end there.");
    }
    Ok(())
}

fn nfo(config: &Config, db: &Db, args: &ExportNfoArgs) -> anyhow::Result<()> {
    let mut progress = Progress::new("works", None);
    let exported = export_nfo(db, config, &args.folder, !args.no_pictures, |written| {
        progress.at(written, written);
    })?;
    progress.finish();
    say!(
        "{} works, {} pictures written to {}",
        exported.works,
        exported.pictures,
        args.folder.display()
    );
    if exported.missing > 0 {
        say!("{} pictures of works do not exist", exported.missing);
    }
    if exported.too_large > 0 {
        say!(
            "{} files are larger than 1 MiB: an import would reject them",
            exported.too_large
        );
    }
    Ok(())
}

fn tables(db: &Db, args: &ExportTablesArgs) -> anyhow::Result<()> {
    export_tables(db, &args.folder, args.format, |table, rows| {
        say!("{rows:>10} {table}");
    })
}

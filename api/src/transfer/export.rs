//! Exports for other programs: works as lines for `yingku import`, and tables as CSV or NDJSON.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context as _;
use clap::ValueEnum;
use diesel::prelude::*;
use serde_json::{Map, Value};
use yingku_catalogue::import::line::line_of;
use yingku_catalogue::import::record::WorkRecord;
use yingku_catalogue::works::admin::export::records;
use yingku_db::schema::works;
use yingku_db::tables::{TABLES, Table};
use yingku_db::{Conn, Db};

use super::source::{Snapshot, Source as _};

/// Works per query.
const BATCH: i64 = 500;

/// The file format of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One JSON object per line.
    Ndjson,
    /// Comma-separated values with a header line (RFC 4180).
    Csv,
}

/// Writes every work as an import line, including hidden ones, in id order; works that were taken down are written as
/// hidden, so that an import does not restore them. Calls `report` with the number written. The works are read in
/// batches: concurrent changes may or may not be included.
///
/// # Errors
/// The error of the database or of `out`.
pub fn export_works(db: &Db, out: &mut impl Write, report: impl FnMut(u64)) -> anyhow::Result<u64> {
    each_record(db, report, |record| {
        Ok(writeln!(out, "{}", line_of(record))?)
    })
}

/// Calls `take` with every work, as [`export_works`] writes them, and `report` with their number from time to time.
pub(super) fn each_record(
    db: &Db,
    mut report: impl FnMut(u64),
    mut take: impl FnMut(&WorkRecord) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let (mut after, mut written) = (i64::MIN, 0);
    loop {
        let page = db.query_now(|conn| records_after(conn, after))?;
        let Some((last, _)) = page.last() else {
            return Ok(written);
        };
        after = *last;
        for (_, record) in &page {
            take(record)?;
            written += 1;
        }
        report(written);
    }
}

fn records_after(conn: &mut Conn, after: i64) -> QueryResult<Vec<(i64, WorkRecord)>> {
    let ids: Vec<i64> = works::table
        .filter(works::id.gt(after))
        .order(works::id)
        .select(works::id)
        .limit(BATCH)
        .load(conn)?;
    records(conn, &ids)
}

/// Writes every table to its own file in `folder`, which is empty or missing, from one snapshot. Calls `report` with
/// the table and its rows.
///
/// # Errors
/// The folder is not empty; the error of the database or the disk.
pub fn export_tables(
    db: &Db,
    folder: &Path,
    format: Format,
    mut report: impl FnMut(&'static str, u64),
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    anyhow::ensure!(
        fs::read_dir(folder)?.next().is_none(),
        "{} is not empty: name a new folder.",
        folder.display()
    );
    Snapshot::of(db, |source| {
        for table in &TABLES {
            let rows = match format {
                Format::Ndjson => write_ndjson(source, table, folder)?,
                Format::Csv => write_csv(source, table, folder)?,
            };
            report(table.name, rows);
        }
        Ok(())
    })
}

fn write_ndjson(source: &mut Snapshot<'_>, table: &Table, folder: &Path) -> anyhow::Result<u64> {
    let path = folder.join(format!("{}.ndjson", table.name));
    let mut out = BufWriter::new(File::create_new(path)?);
    let mut rows = 0;
    source.each(table, &[], &mut |line| {
        rows += 1;
        Ok(writeln!(out, "{line}")?)
    })?;
    out.flush()?;
    Ok(rows)
}

fn write_csv(source: &mut Snapshot<'_>, table: &Table, folder: &Path) -> anyhow::Result<u64> {
    let mut out = csv::Writer::from_path(folder.join(format!("{}.csv", table.name)))?;
    out.write_record(source.column_names(table)?)?;
    let mut rows = 0;
    source.each(table, &[], &mut |line| {
        rows += 1;
        let row: Map<String, Value> = serde_json::from_str(line)?;
        Ok(out.write_record(row.values().map(cell))?)
    })?;
    out.flush()?;
    Ok(rows)
}

/// A CSV cell: text as it is, empty for null, numbers and booleans as in JSON.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

//! Exports for other programs: works as lines for `yingku import`, and tables as CSV or NDJSON.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context as _;
use clap::ValueEnum;
use diesel::prelude::*;
use serde_json::{Map, Value};
use yingku_catalogue::import::line::line_of;
use yingku_catalogue::import::record::{TermRecord, WorkRecord};
use yingku_catalogue::kinds::TermKind;
use yingku_catalogue::works::admin::detail::{Detail, details};
use yingku_catalogue::works::visibility::Withheld;
use yingku_db::schema::{terms, work_terms, works};
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
    let mut filed = terms_of(conn, &ids)?;
    let mut records: Vec<(i64, WorkRecord)> = details(conn, &ids)?
        .iter()
        .filter_map(|detail| Some((detail.row.id, record(detail, &mut filed)?)))
        .collect();
    records.sort_by_key(|(id, _)| *id);
    Ok(records)
}

fn record(detail: &Detail, filed: &mut HashMap<i64, Vec<TermRecord>>) -> Option<WorkRecord> {
    let mut record = detail.record()?;
    record.terms = filed.remove(&detail.row.id).unwrap_or_default();
    record.hidden |= detail.row.withheld != Withheld::No;
    Some(record)
}

/// The terms of works with all fields of the import format.
fn terms_of(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, Vec<TermRecord>>> {
    type Row = (i64, i16, String, String, String, String);
    let columns = (
        work_terms::work_id,
        terms::kind,
        terms::name,
        terms::name_cn,
        terms::aliases,
        terms::group_name,
    );
    let rows: Vec<Row> = work_terms::table
        .inner_join(terms::table)
        .select(columns)
        .filter(work_terms::work_id.eq_any(ids))
        .order((
            work_terms::work_id,
            terms::kind,
            work_terms::position,
            terms::id,
        ))
        .load(conn)?;
    let mut filed: HashMap<i64, Vec<TermRecord>> = HashMap::new();
    for (work, kind, name, name_cn, aliases, group) in rows {
        if let Some(kind) = TermKind::from_code(kind) {
            filed.entry(work).or_default().push(TermRecord {
                kind,
                name,
                name_cn,
                aliases: serde_json::from_str(&aliases).unwrap_or_default(),
                group,
            });
        }
    }
    Ok(filed)
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

//! Fills an empty database from a [`Source`]. Each batch is its own transaction, so that an interrupted run can resume;
//! until the last one the database is marked as unfinished, and the service refuses to start.

use anyhow::Context as _;
use diesel::prelude::*;
use yingku_db::dialect::rows::{self, Column};
use yingku_db::schema::{audit_log, orders, settings, users, works};
use yingku_db::tables::Table;
use yingku_db::{Conn, Db, DbError};

use super::source::{Checksums, Snapshot, Source, UNFINISHED, checksums, differing};

/// A batch is written when it has this many rows or bytes.
const ROWS: usize = 5_000;
const BYTES: usize = 4 << 20;

/// Receives the table and how many of its rows have been read.
pub type Report<'a> = &'a mut dyn FnMut(&'static str, u64);

/// Whether a copy into this database is unfinished.
///
/// # Errors
/// The error of the database.
pub fn is_unfinished(db: &Db) -> Result<bool, DbError> {
    db.query_now(|conn| unfinished(conn).map(|id| id.is_some()))
}

/// The id of the source of an unfinished copy.
pub(super) fn unfinished(conn: &mut Conn) -> QueryResult<Option<String>> {
    settings::table
        .find(UNFINISHED)
        .select(settings::value)
        .first(conn)
        .optional()
}

/// Whether this database is unused: no works, users, orders or audit log.
///
/// # Errors
/// The error of the database.
pub fn is_unused(conn: &mut Conn) -> QueryResult<bool> {
    let rows: [i64; 4] = [
        works::table.count().get_result(conn)?,
        users::table.count().get_result(conn)?,
        orders::table.count().get_result(conn)?,
        audit_log::table.count().get_result(conn)?,
    ];
    Ok(rows.iter().all(|rows| *rows == 0))
}

/// Copies these tables of `source`, whose id is `id`, to `target`, which must be empty or hold an interrupted copy of
/// the same source. It stays marked until [`finish`]. Returns the checksums of both.
///
/// # Errors
/// The target has other data; rows cannot be read or written; tables differ in the end.
pub fn copy(
    source: &mut dyn Source,
    id: &str,
    target: &Db,
    tables: &[&'static Table],
    report: Report<'_>,
) -> anyhow::Result<Checksums> {
    target.write_now(|conn| begin(conn, id, tables))?;
    for table in tables {
        copy_table(source, table, target, report)
            .with_context(|| format!("table {}", table.name))?;
    }
    let wanted = checksums(source, tables)?;
    let arrived = Snapshot::of(target, |rows| checksums(rows, tables))?;
    let different = differing(&wanted, &arrived);
    anyhow::ensure!(
        different.is_empty(),
        "These tables differ: {}. Was the source written to between two runs? Empty the target and start over.",
        different.join(", ")
    );
    Ok(wanted)
}

/// Marks a database as an unfinished copy of the source `id`.
pub(super) fn mark(conn: &mut Conn, id: &str) -> QueryResult<usize> {
    diesel::insert_into(settings::table)
        .values((settings::key.eq(UNFINISHED), settings::value.eq(id)))
        .execute(conn)
}

/// Removes the mark: the service may use the database.
///
/// # Errors
/// The error of the database.
pub fn finish(target: &Db) -> Result<(), DbError> {
    target.execute_now(|conn| diesel::delete(settings::table.find(UNFINISHED)).execute(conn))?;
    Ok(())
}

fn begin(conn: &mut Conn, id: &str, tables: &[&Table]) -> anyhow::Result<()> {
    match unfinished(conn)? {
        Some(begun) if begun == id => return Ok(()),
        Some(_) => {
            anyhow::bail!("The target holds an unfinished copy of another source: empty it first.")
        }
        None => {}
    }
    anyhow::ensure!(
        is_unused(conn)?,
        "The target has works, users, orders or an audit log and would lose them: name an empty database."
    );
    // Rows inserted by migrations are replaced by the source's.
    for table in tables.iter().rev() {
        rows::clear(conn, table)?;
    }
    mark(conn, id)?;
    Ok(())
}

fn copy_table(
    source: &mut dyn Source,
    table: &'static Table,
    target: &Db,
    report: Report<'_>,
) -> anyhow::Result<()> {
    let (columns, greatest) = target.query_now(|conn| {
        let greatest = match table.is_numbered {
            true => rows::greatest_key(conn, table)?,
            false => "[]".to_owned(),
        };
        Ok((rows::columns(conn, table)?, greatest))
    })?;
    // The engines order text keys differently: such tables start over, and existing rows are kept.
    let after: Vec<i64> = serde_json::from_str(&greatest)?;
    let mut batch = Batch::default();
    let mut read = 0;
    source.each(table, &after, &mut |line| {
        batch.add(line);
        read += 1;
        if batch.is_full() {
            batch.write(target, table, &columns)?;
            report(table.name, read);
        }
        Ok(())
    })?;
    batch.write(target, table, &columns)?;
    report(table.name, read);
    Ok(())
}

/// Rows to insert.
#[derive(Default)]
struct Batch {
    json: String,
    rows: usize,
}

impl Batch {
    fn add(&mut self, line: &str) {
        self.json.push(if self.rows == 0 { '[' } else { ',' });
        self.json.push_str(line);
        self.rows += 1;
    }

    fn is_full(&self) -> bool {
        self.rows >= ROWS || self.json.len() >= BYTES
    }

    fn write(&mut self, target: &Db, table: &Table, columns: &[Column]) -> anyhow::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        self.json.push(']');
        target.execute_now(|conn| rows::insert_lines(conn, table, columns, &self.json))?;
        self.json.clear();
        self.rows = 0;
        Ok(())
    }
}

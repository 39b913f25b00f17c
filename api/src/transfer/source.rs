//! Sources of rows: a snapshot of a database, or the files of a backup.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use diesel::{Connection as _, SqliteConnection};
use serde::Deserialize;
use yingku_db::dialect::rows;
use yingku_db::tables::Table;
use yingku_db::{Conn, Db};

use super::lines::{Checksum, ChecksumBuilder, canonical};

/// Setting that marks an unfinished database; the value is the [`Source`]'s id.
pub(super) const UNFINISHED: &str = "transfer_unfinished";
/// Settings that are not copied to another database: its id, which belongs to its works index, and the position up to
/// which the outbox was deleted.
const OWN_SETTINGS: [&str; 3] = ["catalogue_id", "changes_forgotten", UNFINISHED];

/// Checksums by table.
pub type Checksums = BTreeMap<String, Checksum>;
/// Receives [`canonical`] lines.
pub type Take<'a> = &'a mut dyn FnMut(&str) -> anyhow::Result<()>;

/// A source of rows.
pub trait Source {
    /// Passes the rows of a table to `take` as [`canonical`] lines in key order. Those up to the key `after` may be
    /// skipped.
    ///
    /// # Errors
    /// What `take` returns, or that the rows cannot be read.
    fn each(&mut self, table: &Table, after: &[i64], take: Take<'_>) -> anyhow::Result<()>;
}

/// A database in a snapshot transaction.
pub struct Snapshot<'a>(&'a mut Conn);

impl<'a> Snapshot<'a> {
    /// Uses a connection on which a snapshot was begun, or whose database is not written to.
    pub fn new(conn: &'a mut Conn) -> Self {
        Self(conn)
    }

    /// Runs `work` on one snapshot of a database.
    ///
    /// # Errors
    /// The error of `work` or the connection.
    pub fn of<T>(
        db: &Db,
        work: impl FnOnce(&mut Snapshot<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        db.maintain(|conn| {
            rows::begin_snapshot(conn)?;
            let done = work(&mut Snapshot(conn));
            rows::end_snapshot(conn)?;
            done
        })
    }

    /// The column names of a table, in the order of its lines.
    ///
    /// # Errors
    /// The error of the connection.
    pub fn column_names(&mut self, table: &Table) -> anyhow::Result<Vec<String>> {
        let columns = rows::columns(self.0, table)?;
        Ok(columns.into_iter().map(|column| column.name).collect())
    }
}

impl Source for Snapshot<'_> {
    fn each(&mut self, table: &Table, after: &[i64], take: Take<'_>) -> anyhow::Result<()> {
        let columns = rows::columns(self.0, table)?;
        let mut read = 0;
        rows::each_line(self.0, table, &columns, after, |line| {
            read += 1;
            let line = canonical(&line, &columns).with_context(|| table.name)?;
            match is_own_setting(table, &line)? {
                true => Ok(()),
                false => take(&line),
            }
        })?;
        if after.is_empty() {
            let counted = rows::count(self.0, table)?;
            anyhow::ensure!(
                read == counted,
                "{read} of {counted} rows of the table {} were read",
                table.name
            );
        }
        Ok(())
    }
}

fn is_own_setting(table: &Table, line: &str) -> anyhow::Result<bool> {
    #[derive(Deserialize)]
    struct Setting {
        key: String,
    }
    if table.name != "settings" {
        return Ok(false);
    }
    let setting: Setting = serde_json::from_str(line)?;
    Ok(OWN_SETTINGS.contains(&setting.key.as_str()))
}

/// A folder with a compressed file of lines for each table.
pub struct Folder(PathBuf);

impl Folder {
    /// The lines in `folder`.
    pub fn new(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    /// The file of a table.
    pub fn file(&self, table: &Table) -> PathBuf {
        self.0.join(format!("{}.ndjson.zst", table.name))
    }
}

impl Source for Folder {
    fn each(&mut self, table: &Table, _after: &[i64], take: Take<'_>) -> anyhow::Result<()> {
        let path = self.file(table);
        let file = File::open(&path).with_context(|| path.display().to_string())?;
        for line in BufReader::new(zstd::Decoder::new(file)?).lines() {
            take(&line.with_context(|| path.display().to_string())?)?;
        }
        Ok(())
    }
}

/// Opens a SQLite file that is not written to, without changing it.
///
/// # Errors
/// It is not a SQLite database or cannot be read.
pub fn open_unchanged(file: &Path) -> anyhow::Result<Conn> {
    let path = std::path::absolute(file)?;
    // Special characters in a URL.
    let path = path.display().to_string().replace('%', "%25");
    let path = path.replace('?', "%3f").replace('#', "%23");
    let conn = SqliteConnection::establish(&format!("file:{path}?immutable=1"))?;
    Ok(Conn::Sqlite(conn))
}

/// The checksums of these tables.
///
/// # Errors
/// The rows cannot be read.
pub fn checksums(source: &mut dyn Source, tables: &[&Table]) -> anyhow::Result<Checksums> {
    let mut all = Checksums::new();
    for table in tables {
        let mut adder = ChecksumBuilder::default();
        source.each(table, &[], &mut |line| {
            adder.add(line);
            Ok(())
        })?;
        all.insert(table.name.to_owned(), adder.checksum());
    }
    Ok(all)
}

/// The names of the tables that differ.
pub fn differing<'a>(source: &'a Checksums, target: &Checksums) -> Vec<&'a str> {
    source
        .iter()
        .filter(|(name, sum)| target.get(*name) != Some(sum))
        .map(|(name, _)| name.as_str())
        .collect()
}

//! Restores a backup into an empty database of either engine, and files that do not exist yet. The database stays
//! marked as unfinished until everything is in place, so that a failed restore can be run again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context as _;
use diesel::{Connection as _, SqliteConnection};
use yingku_db::{Conn, Db, DbOptions, migrate, sqlite_file};
use yingku_platform::config::Config;

use super::archive::{Description, Part, Place, SQLITE_FILE, TABLES_FOLDER};
use super::copying::{self, Report, copy, is_unused, mark, unfinished};
use super::files::{StoredFile, copy_file};
use super::source::{Folder, Snapshot, open_unchanged};
use super::store::Store;

/// Suffix of a file that is being written.
const UNFINISHED_FILE: &str = ".unfinished";

/// Restores the database of a verified backup, as it was then. It stays marked until [`finish`].
///
/// # Errors
/// The database is not empty; those of [`copy`].
pub fn restore_database(
    options: &DbOptions,
    folder: &Path,
    backup: &Description,
    report: Report<'_>,
) -> anyhow::Result<Db> {
    match sqlite_file(&options.url).filter(|_| backup.is_sqlite) {
        Some(file) => copy_database_file(options, folder, backup, &file),
        None => copy_rows(options, folder, backup, report),
    }
}

/// Finishes a restore: removes the mark and migrates the database.
///
/// # Errors
/// The error of the database.
pub fn finish(db: &Db) -> anyhow::Result<()> {
    copying::finish(db)?;
    migrate::run(db).context("Everything is restored; fix this, then run `yingku migrate`")?;
    Ok(())
}

/// SQLite to SQLite: copies the file itself.
fn copy_database_file(
    options: &DbOptions,
    folder: &Path,
    backup: &Description,
    file: &Path,
) -> anyhow::Result<Db> {
    if file.exists() {
        anyhow::ensure!(
            may_be_replaced(file, backup)?,
            "{} has works, users, orders or an audit log: move it aside first.",
            file.display()
        );
    }
    // Under its name once it is whole.
    let unfinished = with_suffix(file, UNFINISHED_FILE);
    remove(&unfinished)?;
    let (_, sha256) = copy_file(&folder.join(SQLITE_FILE), &unfinished)?;
    let same = |stored: &StoredFile| stored.path == SQLITE_FILE && stored.sha256 == sha256;
    anyhow::ensure!(
        backup.files.iter().any(same),
        "{SQLITE_FILE} changed while it was copied."
    );
    mark(&mut open(&unfinished)?, &backup.id())?;
    for ending in ["", "-wal", "-shm", "-journal"] {
        remove(&with_suffix(file, ending))?;
    }
    fs::rename(&unfinished, file)?;
    Ok(Db::open(options)?)
}

/// Whether a database is unused, or left from an unfinished restore of the same backup. Uses one connection and closes
/// it: a pool may still be opening another, whose journal SQLite would take for a hot journal of the new file, and
/// empty the file.
fn may_be_replaced(file: &Path, backup: &Description) -> anyhow::Result<bool> {
    let mut conn = open(file)?;
    migrate::run_on(&mut conn)?;
    Ok(is_unused(&mut conn)? || unfinished(&mut conn)? == Some(backup.id()))
}

fn open(file: &Path) -> anyhow::Result<Conn> {
    let path = file.to_str().context("the file has no readable name")?;
    Ok(Conn::Sqlite(SqliteConnection::establish(path)?))
}

fn with_suffix(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn remove(file: &Path) -> std::io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// All other cases: row by row, into the schema at the time of the backup.
fn copy_rows(
    options: &DbOptions,
    folder: &Path,
    backup: &Description,
    report: Report<'_>,
) -> anyhow::Result<Db> {
    let mut bulk = options.clone();
    bulk.bulk = true;
    let db = Db::open(&bulk)?;
    migrate::run_to(&db, &backup.migration)?;
    let (id, tables) = (backup.id(), backup.tables()?);
    match backup.is_sqlite {
        true => {
            let mut conn = open_unchanged(&folder.join(SQLITE_FILE))?;
            copy(&mut Snapshot::new(&mut conn), &id, &db, &tables, report)?;
        }
        false => {
            let mut lines = Folder::new(&folder.join(TABLES_FOLDER));
            copy(&mut lines, &id, &db, &tables, report)?;
        }
    }
    Ok(db)
}

/// A file of a backup that is missing at its configured place.
pub struct MissingFile<'a> {
    from: PathBuf,
    to: Destination,
    stored: &'a StoredFile,
}

/// A file, or the folder of files.
enum Destination {
    Here(PathBuf),
    Store(Rc<Store>, String),
}

/// The files of these parts of a backup that are missing at their configured places. Equal files are skipped.
///
/// # Errors
/// A different file is in the way; something cannot be read.
pub fn missing_files<'a>(
    config: &Config,
    folder: &Path,
    backup: &'a Description,
    parts: &BTreeSet<Part>,
) -> anyhow::Result<Vec<MissingFile<'a>>> {
    let mut missing = Vec::new();
    for (prefix, place) in parts.iter().flat_map(|part| part.places(config)) {
        let place = match place {
            Place::Here(place) => Destination::Here(place),
            Place::Store(place) => {
                let store = Rc::new(Store::open(&place, &config.s3)?);
                Destination::Store(store, String::new())
            }
        };
        for stored in &backup.files {
            let Some(below) = below(&stored.path, &prefix) else {
                continue;
            };
            let to = place.below(below);
            if !to.has(stored)? {
                let from = folder.join(&stored.path);
                missing.push(MissingFile { from, to, stored });
            }
        }
    }
    Ok(missing)
}

impl Destination {
    fn below(&self, path: &str) -> Self {
        match self {
            Self::Here(place) if path.is_empty() => Self::Here(place.clone()),
            Self::Here(place) => Self::Here(place.join(path)),
            Self::Store(store, _) => Self::Store(Rc::clone(store), path.to_owned()),
        }
    }

    /// Whether the file exists.
    fn has(&self, expected: &StoredFile) -> anyhow::Result<bool> {
        let existing = match self {
            Self::Here(path) if !path.exists() => None,
            Self::Here(path) => Some(StoredFile::of(Path::new(""), path_text(path)?)?),
            Self::Store(store, path) => store.known(path)?,
        };
        let Some(existing) = existing else {
            return Ok(false);
        };
        anyhow::ensure!(
            existing.sha256 == expected.sha256,
            "{} already exists and differs: move it aside first. Nothing was restored.",
            existing.path
        );
        Ok(true)
    }
}

fn path_text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().context("a file has no readable name")
}

impl MissingFile<'_> {
    /// Restores it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn put(&self) -> anyhow::Result<()> {
        match &self.to {
            Destination::Here(path) => {
                // Under its name once it is whole.
                let unfinished = with_suffix(path, UNFINISHED_FILE);
                remove(&unfinished)?;
                copy_file(&self.from, &unfinished)?;
                Ok(fs::rename(&unfinished, path)?)
            }
            Destination::Store(store, path) => store.put(path, &self.from, &self.stored.sha256),
        }
    }
}

/// The path relative to `prefix`; empty for `prefix` itself.
fn below<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    match path.strip_prefix(prefix)? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

//! Restores a backup to where nothing is: an empty database of either engine, and files that are not there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use diesel::{Connection as _, SqliteConnection};

use super::archive::{Description, Part, Place, SQLITE_FILE, TABLES_FOLDER};
use super::copying::{Report, copy, is_unused};
use super::files::{StoredFile, copy_file};
use super::source::{Folder, Snapshot, open_unchanged};
use super::store::Store;
use crate::config::Config;
use crate::db::{Conn, Db, DbOptions, migrate, sqlite_file};

/// Restores the database of a verified backup, and brings it up to date.
///
/// # Errors
/// There is something in the database; those of [`copy`].
pub fn restore_database(
    options: &DbOptions,
    folder: &Path,
    backup: &Description,
    report: Report<'_>,
) -> anyhow::Result<Db> {
    let target = sqlite_file(&options.url).filter(|_| backup.is_sqlite);
    let db = match target {
        Some(file) => place_file(options, folder, backup, &file)?,
        None => copy_rows(options, folder, backup, report)?,
    };
    migrate::run(&db)?;
    Ok(db)
}

/// SQLite to SQLite: the file itself.
fn place_file(
    options: &DbOptions,
    folder: &Path,
    backup: &Description,
    file: &Path,
) -> anyhow::Result<Db> {
    if file.exists() {
        anyhow::ensure!(
            is_unused_file(file)?,
            "{} has works, users, orders or a log in it: move it aside first.",
            file.display()
        );
        for ending in ["", "-wal", "-shm", "-journal"] {
            remove(&with_ending(file, ending))?;
        }
    }
    // Under its name once it is whole.
    let unfinished = with_ending(file, ".unfinished");
    remove(&unfinished)?;
    let (_, sha256) = copy_file(&folder.join(SQLITE_FILE), &unfinished)?;
    let same = |stored: &StoredFile| stored.path == SQLITE_FILE && stored.sha256 == sha256;
    anyhow::ensure!(
        backup.files.iter().any(same),
        "{SQLITE_FILE} changed while it was copied."
    );
    fs::rename(&unfinished, file)?;
    Ok(Db::open(options)?)
}

/// Over one connection that is closed afterwards. A pool may still be opening another one, which would begin its journal while
/// the file is replaced; SQLite then takes that journal for a change of the new file that broke off, and empties it.
fn is_unused_file(file: &Path) -> anyhow::Result<bool> {
    let path = file.to_str().context("the file has no readable name")?;
    let mut conn = Conn::Sqlite(SqliteConnection::establish(path)?);
    migrate::run_on(&mut conn)?;
    Ok(is_unused(&mut conn)?)
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
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

/// Any other way: row by row, into the tables as they were when the backup was made.
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
    let id = backup.id();
    match backup.is_sqlite {
        true => {
            let mut conn = open_unchanged(&folder.join(SQLITE_FILE))?;
            copy(&mut Snapshot::new(&mut conn), &id, &db, report)?;
        }
        false => {
            let mut lines = Folder::new(&folder.join(TABLES_FOLDER));
            copy(&mut lines, &id, &db, report)?;
        }
    }
    Ok(db)
}

/// Puts the files of a backup to where the settings say, and returns how many. A file that is there already and equal is
/// left alone.
///
/// # Errors
/// Another file is there; something cannot be read or written.
pub fn restore_files(
    config: &Config,
    folder: &Path,
    backup: &Description,
    parts: &BTreeSet<Part>,
) -> anyhow::Result<usize> {
    let mut restored = 0;
    for (prefix, place) in parts.iter().flat_map(|part| part.places(config)) {
        let files = backup.files.iter();
        let files = files.filter_map(|file| Some((below(&file.path, &prefix)?, file)));
        match place {
            Place::Here(place) => {
                for (below, file) in files {
                    let to = match below {
                        "" => place.clone(),
                        below => place.join(below),
                    };
                    restored += usize::from(put(&folder.join(&file.path), &to, &file.sha256)?);
                }
            }
            Place::Store(place) => {
                let store = Store::open(&place, &config.store.s3)?;
                for (below, file) in files {
                    restored += usize::from(send(&folder.join(&file.path), &store, below, file)?);
                }
            }
        }
    }
    Ok(restored)
}

/// The rest of a path from `prefix` on; empty for `prefix` itself.
fn below<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    match path.strip_prefix(prefix)? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

/// [`put`] into the store.
fn send(from: &Path, store: &Store, to: &str, file: &StoredFile) -> anyhow::Result<bool> {
    let Some(there) = store.known(to)? else {
        store.put(to, from, &file.sha256)?;
        return Ok(true);
    };
    anyhow::ensure!(
        there.sha256 == file.sha256,
        "{to} is in the store already, and another file: move it aside first."
    );
    Ok(false)
}

fn put(from: &Path, to: &Path, sha256: &str) -> anyhow::Result<bool> {
    if !to.exists() {
        copy_file(from, to)?;
        return Ok(true);
    }
    let (folder, name) = (to.parent().unwrap_or(Path::new("")), to.file_name());
    let name = name
        .and_then(|name| name.to_str())
        .context("no readable name")?;
    let there = StoredFile::of(folder, name)?;
    anyhow::ensure!(
        there.sha256 == sha256,
        "{} is there already, and another file: move it aside first.",
        to.display()
    );
    Ok(false)
}

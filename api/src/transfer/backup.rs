//! Backs up a running site: a consistent snapshot of the database, then the files. SQLite writes a copy of itself
//! (`VACUUM INTO`); PostgreSQL's rows are read in one transaction.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use anyhow::Context as _;
use diesel::SqliteConnection;
use diesel::prelude::*;
use yingku_db::dialect::rows;
use yingku_db::schema::settings;
use yingku_db::tables::{self, TABLES};
use yingku_db::{Conn, Db, Engine, migrate};
use yingku_platform::config::{Config, lines_of_environment};
use yingku_platform::storage::Failure;

use super::archive::{
    DESCRIPTION, Description, ENV, FORMAT_VERSION, Part, Place, SQLITE_FILE, STORED_ENV,
    TABLES_FOLDER,
};
use super::copying::Report;
use super::files::{Saved, StoredFile, copy_in};
use super::lines::ChecksumBuilder;
use super::source::{Checksums, Folder, Snapshot, Source as _, checksums, open_unchanged};
use super::store::Store;

/// zstd's level: lower ones give larger files, higher ones take longer.
const LEVEL: i32 = 6;
/// Failed files after which no more are requested from a store.
const MAX_FAILED_FILES: usize = 10;

/// Writes a backup into `folder`, which is empty or missing, at `now` (seconds).
///
/// # Errors
/// The folder is not empty; the database has pending migrations, cannot be read, or is migrated meanwhile; the backup
/// cannot be written. Files that cannot be read are no error; the manifest lists them.
pub fn backup(
    db: &Db,
    config: &Config,
    folder: &Path,
    parts: &BTreeSet<Part>,
    now: i64,
    report: Report<'_>,
) -> anyhow::Result<Description> {
    new_folder(folder)?;
    let migration = migrate::latest(db)?;
    let tables = match db.engine() {
        Engine::Sqlite => copy_file(db, folder)?,
        Engine::Postgres => write_tables(db, folder, report)?,
    };
    anyhow::ensure!(
        migrate::latest(db)? == migration,
        "The database was migrated meanwhile: back it up again."
    );
    let mut files = stored_tables(folder, db.engine())?;
    let (mut saved, mut missing, mut unread) = (BTreeSet::new(), Vec::new(), Vec::new());
    for part in parts {
        let found = match part {
            Part::Settings => save_settings(folder)?,
            part => save_part(*part, config, folder)?,
        };
        if found.exists {
            saved.insert(*part);
        }
        if !part.is_optional() {
            missing.extend(found.missing);
        }
        files.extend(found.saved.files);
        unread.extend(found.saved.unread);
    }
    let description = Description {
        form: FORMAT_VERSION,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: now,
        migration,
        is_sqlite: db.engine() == Engine::Sqlite,
        parts: saved,
        missing,
        unread,
        tables,
        files,
    };
    // Last: a backup without it was interrupted.
    let mut file = File::create_new(folder.join(DESCRIPTION))?;
    file.write_all(&serde_json::to_vec_pretty(&description)?)?;
    file.sync_all()?;
    Ok(description)
}

/// Creates the folder, or checks that it is empty.
fn new_folder(folder: &Path) -> anyhow::Result<()> {
    // It contains secrets.
    let create = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder);
    create.with_context(|| folder.display().to_string())?;
    let mut files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    anyhow::ensure!(
        files.next().is_none(),
        "{} is not empty: name a new folder for each backup.",
        folder.display()
    );
    Ok(())
}

/// What was saved of a part.
#[derive(Default)]
struct SavedPart {
    exists: bool,
    saved: Saved,
    missing: Vec<String>,
}

fn save_part(part: Part, config: &Config, folder: &Path) -> anyhow::Result<SavedPart> {
    let mut part_saved = SavedPart::default();
    for (path, place) in part.places(config) {
        let saved = match place {
            Place::Here(place) if matches!(place.try_exists(), Ok(false)) => {
                part_saved.missing.push(place.display().to_string());
                continue;
            }
            Place::Here(place) => copy_in(&place, folder, &path)?,
            Place::Store(place) => fetch_all(&Store::open(&place, &config.s3)?, folder, &path)?,
        };
        part_saved.exists = true;
        part_saved.saved.files.extend(saved.files);
        part_saved.saved.unread.extend(saved.unread);
    }
    Ok(part_saved)
}

/// Saves `.env`, followed by settings from the environment: a container has no `.env` and all its settings there.
fn save_settings(folder: &Path) -> anyhow::Result<SavedPart> {
    let environment = lines_of_environment();
    let mut part_saved = SavedPart::default();
    let file = match fs::read_to_string(ENV) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => {
            part_saved.saved.unread.push(format!("{ENV}: {error}"));
            None
        }
    };
    if file.is_none() && environment.is_empty() {
        if part_saved.saved.unread.is_empty() {
            part_saved.missing.push(ENV.to_owned());
        }
        return Ok(part_saved);
    }
    let mut text = file.unwrap_or_default();
    if !environment.is_empty() {
        text.push_str(
            "\n# From the environment; of two lines with the same name the later one applies.\n",
        );
        text.push_str(&environment);
    }
    let stored = folder.join(STORED_ENV);
    fs::create_dir_all(stored.parent().unwrap_or(folder))?;
    let mut out = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(stored)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    part_saved.exists = true;
    part_saved
        .saved
        .files
        .push(StoredFile::of(folder, STORED_ENV)?);
    Ok(part_saved)
}

/// Downloads everything in the store to `path` below the backup's folder; reports what failed.
fn fetch_all(store: &Store, folder: &Path, path: &str) -> anyhow::Result<Saved> {
    let mut saved = Saved::default();
    for file in store.list()? {
        if saved.unread.len() >= MAX_FAILED_FILES {
            saved.unread.push(format!("{path}: everything after them"));
            break;
        }
        let path = format!("{path}/{}", file.path);
        match store.fetch(&file.path, &folder.join(&path)) {
            Ok(fetched) => saved.files.push(StoredFile { path, ..fetched }),
            Err(error) => saved.unread.push(store_error_text(error)?),
        }
    }
    Ok(saved)
}

/// The text of a store's error; other errors are local and returned.
fn store_error_text(error: anyhow::Error) -> anyhow::Result<String> {
    match error.downcast_ref::<Failure>() {
        Some(_) => Ok(format!("{error:#}")),
        None => Err(error),
    }
}

fn copy_file(db: &Db, folder: &Path) -> anyhow::Result<Checksums> {
    let file = folder.join(SQLITE_FILE);
    fs::create_dir_all(file.parent().unwrap_or(folder))?;
    let path = file.to_str().context("the folder has no readable name")?;
    db.maintain(|conn| match conn {
        Conn::Sqlite(conn) => anyhow::Ok(rows::copy_into_file(conn, path)?),
        Conn::Postgres(_) => anyhow::bail!("PostgreSQL has no file"),
    })?;
    // It becomes a database with its own id, so that this site's works index is not mistaken for its index.
    let mut copy = SqliteConnection::establish(path)?;
    diesel::delete(settings::table.find("catalogue_id")).execute(&mut copy)?;
    drop(copy);
    File::open(&file)?.sync_all()?;
    let mut copy = open_unchanged(&file)?;
    checksums(&mut Snapshot::new(&mut copy), &tables::all())
}

fn write_tables(db: &Db, folder: &Path, report: Report<'_>) -> anyhow::Result<Checksums> {
    let tables = folder.join(TABLES_FOLDER);
    fs::create_dir_all(&tables)?;
    let files = Folder::new(&tables);
    Snapshot::of(db, |source| {
        let mut all = Checksums::new();
        for table in &TABLES {
            let file = File::create_new(files.file(table))?;
            let mut out = zstd::Encoder::new(file, LEVEL)?;
            let (mut adder, mut read) = (ChecksumBuilder::default(), 0);
            source.each(table, &[], &mut |line| {
                adder.add(line);
                read += 1;
                Ok(writeln!(out, "{line}")?)
            })?;
            out.finish()?.sync_all()?;
            report(table.name, read);
            all.insert(table.name.to_owned(), adder.checksum());
        }
        Ok(all)
    })
}

fn stored_tables(folder: &Path, engine: Engine) -> anyhow::Result<Vec<StoredFile>> {
    match engine {
        Engine::Sqlite => Ok(vec![StoredFile::of(folder, SQLITE_FILE)?]),
        Engine::Postgres => TABLES
            .iter()
            .map(|table| {
                StoredFile::of(
                    folder,
                    &format!("{TABLES_FOLDER}/{}.ndjson.zst", table.name),
                )
            })
            .collect(),
    }
}

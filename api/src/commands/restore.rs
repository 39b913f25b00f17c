//! `yingku restore` and `yingku end-revived`: restores a backup, then ends what it revived.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ValueEnum as _;
use yingku_base::time::format_shanghai;
use yingku_db::Db;
use yingku_platform::config::Config;

use super::progress::Tables;
use super::user::api;
use super::{actor, counted, is_served, load, options_of, ready_database};
use crate::cli::{EndRevivedArgs, RestoreArgs};
use crate::transfer::archive::{Description, ENV, Part, STORED_ENV, verify};
use crate::transfer::files::{StoredFile, copy_file};
use crate::transfer::restore::{MissingFile, finish, missing_files, restore_database};
use crate::transfer::revived::{self, ActiveState};

pub(super) fn run(args: &RestoreArgs) -> anyhow::Result<ExitCode> {
    let backup = verify(&args.folder)?;
    let mut parts = match &args.with {
        Some(parts) => parts.iter().copied().collect(),
        None => backup.parts.clone(),
    };
    let wanted = parts.clone();
    let brought = parts.remove(&Part::Settings) && restore_settings(&args.folder, &backup)?;
    let (db, missing) = restore_rows(&args.folder, &backup, &parts).inspect_err(|_| {
        // A failure leaves nothing behind.
        if brought {
            let _ = std::fs::remove_file(ENV);
        }
    })?;
    for file in &missing {
        file.put().context(
            "The database is restored, but not all files: fix this and run the same command again",
        )?;
    }
    finish(&db)?;
    let rows: u64 = backup.tables.values().map(|sum| sum.rows).sum();
    say!(
        "Restored: {}, equal to the backup's, and {}.",
        counted(rows, "row"),
        counted(missing.len(), "file")
    );
    warn_about_active_state(&backup, db.query_now(revived::count_active)?);
    for line in not_restored(&backup, &wanted) {
        say!("Not restored: {line}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Restores the configured database and returns the files still missing. Nothing is written if a file is in the way.
fn restore_rows<'a>(
    folder: &Path,
    backup: &'a Description,
    parts: &BTreeSet<Part>,
) -> anyhow::Result<(Db, Vec<MissingFile<'a>>)> {
    let config = load()?;
    anyhow::ensure!(
        !is_served(&config, &config.database.url)?,
        "The service is running: stop it first."
    );
    let missing = missing_files(&config, folder, backup, parts)?;
    let mut tables = Tables::new();
    let db = restore_database(&config.database, folder, backup, &mut tables.report())?;
    tables.finish();
    Ok((db, missing))
}

/// Restores the backup's settings if there are none here, since they say where the rest belongs. Returns whether it
/// did.
fn restore_settings(folder: &Path, backup: &Description) -> anyhow::Result<bool> {
    let Some(stored) = backup.files.iter().find(|file| file.path == STORED_ENV) else {
        return Ok(false);
    };
    if !Path::new(ENV).exists() {
        copy_file(&folder.join(STORED_ENV), Path::new(ENV))?;
        return Ok(true);
    }
    if StoredFile::of(Path::new(""), ENV)?.sha256 != stored.sha256 {
        say!(
            "The settings are kept: {ENV} already exists. Those of the backup are in {STORED_ENV}."
        );
    }
    Ok(false)
}

fn warn_about_active_state(backup: &Description, active: ActiveState) {
    say!(
        "It is as of {}, and so lives again what has ended since: {}, {}, {}, {} and {} are as they were then.",
        format_shanghai(backup.made_at),
        counted(active.sessions, "session"),
        counted(active.codes, "unused code"),
        counted(active.keys, "program key"),
        counted(active.accounts, "account"),
        counted(active.open_orders, "unpaid order"),
    );
    say!(
        "If others could reach the site after that time, end it before they reach this one:\n  \
         yingku end-revived --newer URL   with the database as it was before; it knows what has ended\n  \
         yingku end-revived               without: ends all sessions, revokes all unused codes, deletes operators' keys"
    );
}

/// What this site does not get back: parts that the backup lacks or `--with` does not name, and files that were not read.
fn not_restored(backup: &Description, wanted: &BTreeSet<Part>) -> Vec<String> {
    let names = |parts: Vec<Part>| {
        let names = parts.iter().map(|part| format!("{part:?}").to_lowercase());
        names.collect::<Vec<_>>().join(", ")
    };
    let all = Part::value_variants().iter().copied();
    let (present, absent): (Vec<Part>, Vec<Part>) =
        all.partition(|part| backup.parts.contains(part));
    let unnamed: Vec<Part> = present
        .into_iter()
        .filter(|part| !wanted.contains(part))
        .collect();
    let mut lines = Vec::new();
    if !unnamed.is_empty() {
        lines.push(format!(
            "{}, because --with does not name it",
            names(unnamed)
        ));
    }
    if !absent.is_empty() {
        lines.push(format!(
            "{}, which this backup does not have",
            names(absent)
        ));
    }
    let missing = backup.missing.iter();
    lines.extend(missing.map(|name| format!("{name}, which did not exist")));
    let unread = backup.unread.iter();
    lines.extend(unread.map(|file| format!("{file}, which could not be read for the backup")));
    lines
}

/// Opens the database as it was before. It must exist: a mistyped path would create an empty one.
fn open_newer(config: &Config, url: &str) -> anyhow::Result<Db> {
    if let Some(path) = url.strip_prefix("sqlite://") {
        anyhow::ensure!(Path::new(path).is_file(), "--newer: {path} does not exist");
    }
    Ok(Db::open(&options_of(config, url))?)
}

pub(super) fn end_revived(config: &Config, args: &EndRevivedArgs) -> anyhow::Result<ExitCode> {
    let db = ready_database(config)?;
    let newer = match &args.newer {
        Some(url) => Some(open_newer(config, url)?),
        None => None,
    };
    if let Some(newer) = &newer {
        // Otherwise every account would count as deleted since.
        anyhow::ensure!(
            revived::shares_accounts(newer, &db)?,
            "--newer has none of the accounts here: it is not this site's database. Nothing was changed."
        );
    }
    let ended = api(revived::end_revived(&db, newer.as_ref(), &actor()))?;
    say!(
        "Ended {}, revoked {}, deleted {} and {}, and disabled {}.",
        counted(ended.sessions, "session"),
        counted(ended.codes, "code"),
        counted(ended.keys, "program key"),
        counted(ended.deleted, "account"),
        ended.disabled
    );
    if ended.kept > 0 {
        say!(
            "Kept the only admin here, although the account was deleted or disabled after the backup. Appoint another admin and run this again."
        );
    }
    say!(
        "Access tokens stay valid for up to ACCESS_TOKEN_MINUTES, unless SERVER_SECRET is changed."
    );
    Ok(ExitCode::SUCCESS)
}

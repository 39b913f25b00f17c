//! `yingku restore` and `yingku end-revived`: restores a backup, then ends what it revived.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use yingku_base::time::format_shanghai;
use yingku_db::Db;
use yingku_platform::config::Config;

use super::progress::Tables;
use super::user::api;
use super::{actor, is_served, load, options_of, ready_database};
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
        "Restored: {rows} rows, equal to the backup's, and {} files.",
        missing.len()
    );
    warn_about_active_state(&backup, db.query_now(revived::count_active)?);
    warn_about_absent_parts(&backup, &parts);
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
        "It is as of {}, and so lives again what has ended since: {} sessions, {} unused codes, {} accounts and {} unpaid \
         orders are as they were then.",
        format_shanghai(backup.made_at),
        active.sessions,
        active.codes,
        active.accounts,
        active.open_orders,
    );
    say!(
        "If others could reach the site after that time, end it before they reach this one:\n  \
         yingku end-revived --newer URL   with the database as it was before; it knows what has ended\n  \
         yingku end-revived               without: ends all sessions and revokes all unused codes"
    );
}

fn warn_about_absent_parts(backup: &Description, restored: &BTreeSet<Part>) {
    let rest = backup.parts.difference(restored);
    let rest: Vec<String> = rest
        .map(|part| format!("{part:?}").to_lowercase())
        .collect();
    if !rest.is_empty() {
        say!(
            "Not restored, because --with does not name it: {}",
            rest.join(", ")
        );
    }
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
        "Ended {} sessions, revoked {} codes, deleted {} accounts and disabled {}.",
        ended.sessions,
        ended.codes,
        ended.deleted,
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

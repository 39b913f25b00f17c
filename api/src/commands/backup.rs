//! `yingku backup`: backs up the running site.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use yingku_db::Db;
use yingku_platform::config::Config;
use yingku_server::last_backup::LastBackup;

use super::progress::Tables;
use super::{clock, counted};
use crate::cli::BackupArgs;
use crate::transfer::archive::{Description, verify};
use crate::transfer::backup::backup;

/// Exit code when some files could not be read but everything else was saved.
const INCOMPLETE: u8 = 3;

pub(super) fn run(config: &Config, args: &BackupArgs) -> anyhow::Result<ExitCode> {
    if args.verify {
        let verified = verify(&args.folder);
        record_check(config, &args.folder, verified.is_ok());
        let description = verified?;
        say!("Verified: {}", summary(&description));
        warn_about_missing_parts(&description);
        // What was saved is intact.
        return Ok(ExitCode::SUCCESS);
    }
    let db = Db::open(&config.database)?;
    let now = clock().now_ms().div_euclid(1_000);
    let parts = args.with.iter().copied().collect();
    let mut tables = Tables::new();
    let description = backup(&db, config, &args.folder, &parts, now, &mut tables.report())?;
    tables.finish();
    record(&db, &args.folder, &description);
    say!("Backed up: {}", summary(&description));
    warn_about_missing_parts(&description);
    say!(
        "Check it with `yingku backup --verify {}`, and store it on another machine.",
        args.folder.display()
    );
    Ok(match description.unread.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(INCOMPLETE),
    })
}

/// Stores the time for the console. A backup is good without it.
fn record(db: &Db, folder: &Path, description: &Description) {
    let made = LastBackup {
        made_at: description.made_at,
        complete: description.unread.is_empty() && description.missing.is_empty(),
        folder: absolute(folder),
        damaged: false,
    };
    if let Err(error) = db.execute_now(|conn| made.save(conn)) {
        eprintln!(
            "The console will not show this backup, because its time could not be stored: {error}"
        );
    }
}

/// If the checked backup is the last one, stores for the console whether it is sound. A backup can be checked where the
/// database cannot be reached.
fn record_check(config: &Config, folder: &Path, is_sound: bool) {
    let url = &config.database.url;
    let file = url.strip_prefix("sqlite://").map(Path::new);
    if file.is_some_and(|file| !file.exists()) {
        return;
    }
    let made_at = Description::read(folder)
        .ok()
        .map(|description| description.made_at);
    let stored = Db::open(&config.database).and_then(|db| {
        db.execute_now(|conn| {
            let Some(last) = LastBackup::read(conn)? else {
                return Ok(());
            };
            match last.is_in(&absolute(folder), made_at) && last.damaged == is_sound {
                true => LastBackup {
                    damaged: !is_sound,
                    ..last
                }
                .save(conn),
                false => Ok(()),
            }
        })
    });
    if let Err(error) = stored {
        eprintln!("The console will not show the result of this check: {error}");
    }
}

fn absolute(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

fn warn_about_missing_parts(description: &Description) {
    for name in &description.missing {
        eprintln!("NOT in this backup: {name}, which does not exist.");
    }
    for file in &description.unread {
        eprintln!("NOT in this backup, because it cannot be read: {file}");
    }
}

fn summary(description: &Description) -> String {
    let rows: u64 = description.tables.values().map(|sum| sum.rows).sum();
    let bytes: u64 = description.files.iter().map(|file| file.bytes).sum();
    format!(
        "{} of {}, {}, {} kB.",
        counted(rows, "row"),
        counted(description.tables.len(), "table"),
        counted(description.files.len(), "file"),
        bytes.div_ceil(1_000)
    )
}

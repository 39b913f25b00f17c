//! `yingku backup`: backs up the running site.

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
        let description = verify(&args.folder)?;
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
    record(&db, &description);
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
fn record(db: &Db, description: &Description) {
    let made = LastBackup {
        made_at: description.made_at,
        complete: description.unread.is_empty() && description.missing.is_empty(),
    };
    if let Err(error) = db.execute_now(|conn| made.save(conn)) {
        eprintln!(
            "The console will not show this backup, because its time could not be stored: {error}"
        );
    }
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

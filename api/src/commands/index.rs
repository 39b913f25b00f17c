//! `yingku index`: rebuilds and verifies the works index.

use std::process::ExitCode;
use std::time::Duration;

use yingku_catalogue::indexer::{IndexUpdater, compare, open_for_reading, request_rebuild};
use yingku_db::Db;
use yingku_platform::config::Config;
use yingku_search::{IndexError, is_written};

use super::ready_database;
use crate::cli::IndexCommand;

/// Most differences to print.
const MAX_SHOWN: usize = 20;
/// Attempts to compare an index that a running service writes, since it lags the database by some seconds, and the
/// pause between them.
const ATTEMPTS: u32 = 10;
const BETWEEN: Duration = Duration::from_secs(1);

pub(super) fn run(config: &Config, command: &IndexCommand) -> anyhow::Result<ExitCode> {
    let db = ready_database(config)?;
    match command {
        IndexCommand::Rebuild => rebuild(&db, config),
        IndexCommand::Verify => verify(&db, config),
    }
}

fn rebuild(db: &Db, config: &Config) -> anyhow::Result<ExitCode> {
    let mut updater = match IndexUpdater::take(db, &config.index) {
        Ok(updater) => updater,
        Err(error) if matches!(error.downcast_ref(), Some(IndexError::Locked)) => {
            request_rebuild(db, &config.index)?;
            say!(
                "A running service writes this index. It has been asked to rebuild it in the background; /readyz shows \
                 when that is done (indexBuilding)."
            );
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(error),
    };
    updater.rebuild(|done| eprint!("\r{done} works"))?;
    eprintln!();
    say!("The index has {} works.", updater.index().count());
    Ok(ExitCode::SUCCESS)
}

fn verify(db: &Db, config: &Config) -> anyhow::Result<ExitCode> {
    let mut attempts = ATTEMPTS;
    let (damage, found) = loop {
        let index = open_for_reading(db, &config.index)?;
        let damage = index.damage();
        if let Some(damage) = &damage {
            say!("{damage}");
        }
        let found = match compare(db, &index) {
            // Corrupt files can cause any error.
            Err(error) if damage.is_some() => {
                say!("The index cannot be compared: {error:#}");
                return Ok(ExitCode::FAILURE);
            }
            found => found?,
        };
        attempts -= 1;
        let may_be_behind = damage.is_none() && found.differences() > 0;
        if attempts == 0 || !may_be_behind || !is_written(&config.index.dir)? {
            break (damage, found);
        }
        eprintln!(
            "{} differences; the running service may be about to fix them.",
            found.differences()
        );
        std::thread::sleep(BETWEEN);
    };
    let lines = found.missing.iter().map(|id| format!("{id} is missing"));
    let lines = lines.chain(found.stale.iter().map(|id| format!("{id} is out of date")));
    let lines = lines.chain(
        found
            .left
            .iter()
            .map(|id| format!("{id} should not be there")),
    );
    for line in lines.take(MAX_SHOWN) {
        say!("{line}");
    }
    say!(
        "{} works in the database, {} differences.",
        found.works,
        found.differences()
    );
    Ok(if damage.is_none() && found.differences() == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

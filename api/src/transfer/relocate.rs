//! Copies a whole database from one engine to the other, in either direction.

use yingku_catalogue::indexer::catalogue_id;
use yingku_db::{Db, migrate, tables};

use super::copying::{Report, copy, finish};
use super::source::{Checksums, Snapshot};

/// Copies everything from `from` to `to`, which is empty or left from an interrupted run. `from` must not be written
/// meanwhile: later writes are not copied.
///
/// # Errors
/// `from` has pending migrations; those of [`copy`].
pub fn relocate(from: &Db, to: &Db, report: Report<'_>) -> anyhow::Result<Checksums> {
    anyhow::ensure!(
        migrate::pending(from)? == 0,
        "The source has pending migrations: run `yingku migrate` on it first."
    );
    migrate::run(to)?;
    let id = catalogue_id(from)?;
    let copied = Snapshot::of(from, |source| copy(source, &id, to, &tables::all(), report))?;
    finish(to)?;
    Ok(copied)
}

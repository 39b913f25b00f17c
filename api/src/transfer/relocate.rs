//! Copies a whole database from one engine to the other, in either direction.

use super::copying::{Report, copy, finish};
use super::source::{Checksums, Snapshot};
use crate::catalogue::indexer::catalogue_id;
use crate::db::{Db, migrate, tables};

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

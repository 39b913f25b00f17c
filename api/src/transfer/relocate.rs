//! A whole database from one engine to the other, either way.

use super::copying::{Report, copy, finish};
use super::source::{Checksums, Snapshot};
use crate::catalogue::indexer::catalogue_id;
use crate::db::{Db, migrate, tables};

/// Copies everything in `from` into `to`, which is empty or the rest of an interrupted run. `from` must not be written
/// meanwhile: what is written after the beginning stays behind.
///
/// # Errors
/// `from` is not up to date; those of [`copy`].
pub fn relocate(from: &Db, to: &Db, report: Report<'_>) -> anyhow::Result<Checksums> {
    anyhow::ensure!(
        migrate::pending(from)? == 0,
        "The source is not up to date: run `yingku migrate` on it first."
    );
    migrate::run(to)?;
    let id = catalogue_id(from)?;
    let copied = Snapshot::of(from, |source| copy(source, &id, to, &tables::all(), report))?;
    finish(to)?;
    Ok(copied)
}

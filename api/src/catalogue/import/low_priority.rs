//! Imports at low priority: each batch waits for other writers.

use std::time::{Duration, Instant};

use diesel::result::QueryResult;

use super::fingerprint::Fingerprinted;
use super::known::known_works;
use super::merge::{MergeOptions, merge_stored};
use super::store::{ImportSummary, Store};
use crate::db::{Conn, DbError};

impl Store {
    /// [`Store::write`] that yields to other writers, with `more` in the same transaction. Also returns how long the
    /// transaction took. The index follows through the outbox.
    pub fn write_low_priority<T>(
        &mut self,
        records: &[Fingerprinted],
        more: impl FnOnce(&mut Conn, ImportSummary) -> QueryResult<T>,
    ) -> Result<(T, Duration), DbError> {
        let db = self.db.clone();
        let mut began = Instant::now();
        let listed = self.kept.len();
        let result = db.write_last(|conn| {
            began = Instant::now();
            let (summary, _) = self.write_in(conn, records)?;
            Ok(more(conn, summary)?)
        });
        if result.is_err() {
            self.roll_back(listed);
        }
        result.map(|more| (more, began.elapsed()))
    }

    /// The result of writing these records, without writing (dry run).
    pub fn compare(&self, records: &[Fingerprinted]) -> Result<ImportSummary, DbError> {
        let (overrides, writes) = (self.overrides, false);
        let (known, merged) = self.db.query_now(|conn| {
            let mut known = known_works(conn, records)?;
            let merged = merge_stored(
                conn,
                records,
                &mut known,
                MergeOptions { overrides, writes },
            )?;
            Ok((known, merged))
        })?;
        let mut summary = ImportSummary::default();
        summary.add_kept(&merged.kept);
        for printed in records {
            let (channel, number) = (printed.record.channel, printed.record.number.as_str());
            match known.get(&(channel, number)) {
                Some(work) if !work.is_changed_by(printed.fingerprint, overrides) => {
                    summary.unchanged += 1
                }
                Some(_) => summary.updated += 1,
                None => summary.new += 1,
            }
        }
        Ok(summary)
    }
}

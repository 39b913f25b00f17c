//! What an import would change, without writing (dry run).

use std::collections::{HashMap, HashSet};

use diesel::result::QueryResult;
use serde_json::{Map, Value};
use yingku_db::{Conn, DbError};

use super::fields::FieldSet;
use super::fingerprint::Fingerprinted;
use super::known::{ByIdentity, Known, known_works};
use super::line::fields_of;
use super::merge::{MergeOptions, Merged, merge_stored};
use super::record::WorkRecord;
use super::store::{ImportSummary, Store};
use crate::kinds::Channel;
use crate::works::admin::detail::details;

/// A work that an import would add or change.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkChange {
    /// Channel.
    pub channel: Channel,
    /// Number.
    pub number: String,
    /// Title after the import.
    pub title: String,
    /// The fields that differ; `None` for a new work. Empty if only details of its terms differ.
    pub fields: Option<Vec<FieldChange>>,
}

/// A field of a stored work that an import would change.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldChange {
    /// Its name in the import format.
    pub name: &'static str,
    /// The value now, as in a line; `null` if empty.
    pub before: Value,
    /// The value after the import.
    pub after: Value,
}

impl Store {
    /// The result of writing these records, with the changes field by field.
    ///
    /// # Errors
    /// The database fails.
    pub fn compare(
        &self,
        records: &[Fingerprinted],
    ) -> Result<(ImportSummary, Vec<WorkChange>), DbError> {
        let (known, merged, stored) = self.db.query_now(|conn| {
            let (known, merged) = self.look_up(conn, records)?;
            let changed = records.iter().filter_map(|printed| {
                let work = known.get(&identity(printed))?;
                self.changes(work, printed).then_some(work.id)
            });
            let ids: HashSet<i64> = changed.collect();
            let stored = details(conn, &ids.into_iter().collect::<Vec<_>>())?;
            Ok((known, merged, stored))
        })?;
        let stored: HashMap<i64, WorkRecord> = stored
            .iter()
            .filter_map(|detail| Some((detail.row.id, detail.record()?)))
            .collect();
        let changes = records.iter().filter_map(|printed| {
            let work = known.get(&identity(printed));
            if work.is_some_and(|work| !self.changes(work, printed)) {
                return None;
            }
            let record = &printed.record;
            let fields = work.map(|work| {
                let after = merged.records.get(&work.id).unwrap_or(record);
                let mut fields = match stored.get(&work.id) {
                    Some(before) => differences(before, after),
                    None => Vec::new(),
                };
                let (before, after) = (work.hidden, printed.hides(work));
                if before != after {
                    let (before, after) = (before.into(), after.into());
                    fields.push(FieldChange {
                        name: "hidden",
                        before,
                        after,
                    });
                }
                fields
            });
            Some(WorkChange {
                channel: record.channel,
                number: record.number.clone(),
                title: record.title.clone(),
                fields,
            })
        });
        let changes = changes.collect();
        Ok((self.counts(records, &known, &merged), changes))
    }

    fn changes(&self, work: &Known, printed: &Fingerprinted) -> bool {
        work.is_changed_by(printed.fingerprint, self.overrides)
    }

    fn look_up<'a>(
        &self,
        conn: &mut Conn,
        records: &'a [Fingerprinted],
    ) -> QueryResult<(ByIdentity<'a>, Merged)> {
        let mut known = known_works(conn, records)?;
        let options = MergeOptions {
            overrides: self.overrides,
            writes: false,
            reads_all: false,
        };
        let merged = merge_stored(conn, records, &mut known, options)?;
        Ok((known, merged))
    }

    fn counts(
        &self,
        records: &[Fingerprinted],
        known: &ByIdentity<'_>,
        merged: &Merged,
    ) -> ImportSummary {
        let mut summary = ImportSummary::default();
        summary.add_preserved(&merged.preserved);
        for printed in records {
            match known.get(&identity(printed)) {
                Some(work) if !self.changes(work, printed) => summary.unchanged += 1,
                Some(_) => summary.updated += 1,
                None => summary.new += 1,
            }
        }
        summary
    }
}

fn identity(printed: &Fingerprinted) -> (Channel, &str) {
    (printed.record.channel, printed.record.number.as_str())
}

fn differences(before: &WorkRecord, after: &WorkRecord) -> Vec<FieldChange> {
    let (old, new) = (fields_of(before), fields_of(after));
    let value = |fields: &Map<String, Value>, name| fields.get(name).cloned().unwrap_or_default();
    let names = FieldSet::difference(before, after).names();
    let changes = names.into_iter().map(|name| FieldChange {
        name,
        before: value(&old, name),
        after: value(&new, name),
    });
    changes.collect()
}

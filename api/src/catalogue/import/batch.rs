//! Records for one transaction, each work once: a second line for the same work must see the first.

use std::collections::HashSet;

use super::fingerprint::Fingerprinted;
use super::record::WorkRecord;

/// Records for one transaction.
pub struct Batch {
    most: usize,
    records: Vec<Fingerprinted>,
    works: HashSet<(i16, String)>,
}

impl Batch {
    /// Of so many records at most.
    pub fn of(most: usize) -> Self {
        Self {
            most,
            records: Vec::new(),
            works: HashSet::new(),
        }
    }

    /// Whether this record has to wait for the next batch.
    pub fn is_full_for(&self, record: &WorkRecord) -> bool {
        self.records.len() >= self.most || self.works.contains(&identity(record))
    }

    /// Adds a record that it is not full for.
    pub fn push(&mut self, record: WorkRecord) {
        self.works.insert(identity(&record));
        self.records.push(record.into());
    }

    /// Its records; it is empty then.
    pub fn take(&mut self) -> Vec<Fingerprinted> {
        self.works.clear();
        std::mem::take(&mut self.records)
    }
}

impl Extend<WorkRecord> for Batch {
    fn extend<I: IntoIterator<Item = WorkRecord>>(&mut self, records: I) {
        records.into_iter().for_each(|record| self.push(record));
    }
}

fn identity(record: &WorkRecord) -> (i16, String) {
    (record.channel.code(), record.number.clone())
}

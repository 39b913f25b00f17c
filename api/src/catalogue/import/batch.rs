//! The records of one transaction. Each work comes once: a second line for the same work must see the first one written.

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
    /// An empty batch of at most `most` records.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            records: Vec::new(),
            works: HashSet::new(),
        }
    }

    /// Whether this record belongs into the next batch.
    pub fn is_full_for(&self, record: &WorkRecord) -> bool {
        self.records.len() >= self.most || self.works.contains(&identity(record))
    }

    /// Adds a record. Check [`Self::is_full_for`] first.
    pub fn push(&mut self, record: WorkRecord) {
        self.works.insert(identity(&record));
        self.records.push(record.into());
    }

    /// Empties the batch and returns its records.
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

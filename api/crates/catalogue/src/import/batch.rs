//! The records of one transaction. Each work comes once: a second line for the same work must see the first one
//! written.

use std::collections::HashSet;

use super::fingerprint::Fingerprinted;
use super::record::WorkRecord;

/// Records for one transaction.
pub struct Batch {
    max: usize,
    records: Vec<Fingerprinted>,
    works: HashSet<(i16, String)>,
}

impl Batch {
    /// An empty batch of at most `max` records.
    pub fn new(max: usize) -> Self {
        Self {
            max,
            records: Vec::new(),
            works: HashSet::new(),
        }
    }

    /// Whether this record must go into the next batch: this one is full, or has the same work.
    pub fn is_full_for(&self, work: &Fingerprinted) -> bool {
        self.records.len() >= self.max || self.works.contains(&identity(&work.record))
    }

    /// Adds a record. Check [`Self::is_full_for`] first.
    pub fn push(&mut self, work: Fingerprinted) {
        self.works.insert(identity(&work.record));
        self.records.push(work);
    }

    /// Empties the batch and returns its records.
    pub fn take(&mut self) -> Vec<Fingerprinted> {
        self.works.clear();
        std::mem::take(&mut self.records)
    }
}

fn identity(record: &WorkRecord) -> (i16, String) {
    (record.channel.code(), record.number.clone())
}

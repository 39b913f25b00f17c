//! What became of the records of an import.

use super::curated::Kept;

/// What became of the records of a batch.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Works that were not there.
    pub new: u64,
    /// Works that changed.
    pub updated: u64,
    /// Works that were the same.
    pub unchanged: u64,
    /// Changed works of which fields stay as operators have set them.
    pub kept_works: u64,
    /// These fields.
    pub kept_fields: u64,
}

impl Tally {
    /// Adds another batch.
    pub fn add(&mut self, other: Self) {
        self.new += other.new;
        self.updated += other.updated;
        self.unchanged += other.unchanged;
        self.kept_works += other.kept_works;
        self.kept_fields += other.kept_fields;
    }

    /// Adds what stays as operators have set it.
    pub fn keep(&mut self, kept: &[Kept]) {
        let fields = kept.iter().map(|work| work.fields.names().len());
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        self.kept_works += count(kept.len());
        self.kept_fields += count(fields.sum());
    }
}

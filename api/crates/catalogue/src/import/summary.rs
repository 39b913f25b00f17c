//! The counts of an import.

use super::fields::PreservedFields;

/// The number of records by result.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct ImportSummary {
    /// Works added.
    pub new: u64,
    /// Works changed.
    pub updated: u64,
    /// Works that did not change.
    pub unchanged: u64,
    /// Changed works with curated fields that differ from the line.
    pub kept_works: u64,
    /// How many such fields.
    pub kept_fields: u64,
}

impl ImportSummary {
    /// Adds the counts of another batch.
    pub fn add(&mut self, other: Self) {
        self.new += other.new;
        self.updated += other.updated;
        self.unchanged += other.unchanged;
        self.kept_works += other.kept_works;
        self.kept_fields += other.kept_fields;
    }

    /// Adds kept fields.
    pub fn add_preserved(&mut self, preserved: &[PreservedFields]) {
        let fields = preserved.iter().map(|work| work.fields.names().len());
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        self.kept_works += count(preserved.len());
        self.kept_fields += count(fields.sum());
    }
}

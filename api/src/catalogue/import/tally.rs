//! What became of the records of an import.

/// What became of the records of a batch.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Works that were not there.
    pub new: u64,
    /// Works that changed.
    pub updated: u64,
    /// Works that were the same.
    pub unchanged: u64,
}

impl Tally {
    /// Adds another batch.
    pub fn add(&mut self, other: Self) {
        self.new += other.new;
        self.updated += other.updated;
        self.unchanged += other.unchanged;
    }
}

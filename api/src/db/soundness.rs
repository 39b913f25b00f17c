//! What failed statements have said of the database's files, for probes: looking at every page would take too long to
//! be done when somebody asks.

use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;

/// What is wrong with the database's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The system fails to read or write them.
    Storage,
    /// Pages are not what SQLite wrote: some calls fail, others answer, and writing may make it worse.
    Damaged,
}

/// What SQLite says.
const SAID: [(&str, Fault); 3] = [
    ("disk I/O error", Fault::Storage),
    ("database disk image is malformed", Fault::Damaged),
    ("file is not a database", Fault::Damaged),
];

/// The worst that was said since the start; what is damaged is only whole again after somebody has put another file
/// there, and started the service.
#[derive(Debug, Default)]
pub struct Soundness(AtomicU8);

impl Soundness {
    /// A statement has failed, with these words.
    pub fn notice(&self, words: &str) {
        let said = SAID.iter().filter(|(text, _)| words.contains(text));
        for (_, fault) in said {
            let level = match fault {
                Fault::Storage => 1,
                Fault::Damaged => 2,
            };
            if self.0.fetch_max(level, Ordering::Relaxed) < level {
                tracing::error!(?fault, words, "the files of the database are not sound");
            }
        }
    }

    /// What is wrong, if anything is.
    pub fn fault(&self) -> Option<Fault> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Fault::Storage),
            _ => Some(Fault::Damaged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_stays() {
        let soundness = Soundness::default();
        soundness.notice("a statement failed: database is locked");
        assert_eq!(soundness.fault(), None);
        soundness.notice("a statement failed: disk I/O error");
        assert_eq!(soundness.fault(), Some(Fault::Storage));
        soundness.notice("a statement failed: database disk image is malformed");
        soundness.notice("a statement failed: disk I/O error");
        assert_eq!(soundness.fault(), Some(Fault::Damaged));
    }
}

//! Corruption of the database files as reported by failed statements, for the probes: an integrity check of every page
//! would take too long.

use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;

/// A fault of the database files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DatabaseFault {
    /// They cannot be read or written.
    Storage,
    /// They are corrupt: some requests fail, and writing may make it worse.
    Damaged,
}

/// SQLite's error messages.
const MESSAGES: [(&str, DatabaseFault); 3] = [
    ("disk I/O error", DatabaseFault::Storage),
    ("database disk image is malformed", DatabaseFault::Damaged),
    ("file is not a database", DatabaseFault::Damaged),
];

/// The worst fault since the start. It stays until a restart, after the disk is repaired or the file replaced.
#[derive(Debug, Default)]
pub struct IntegrityReport(AtomicU8);

impl IntegrityReport {
    /// Records the message of a failed statement.
    pub fn record_error(&self, message: &str) {
        let faults = MESSAGES.iter().filter(|(text, _)| message.contains(text));
        for (_, fault) in faults {
            let level = match fault {
                DatabaseFault::Storage => 1,
                DatabaseFault::Damaged => 2,
            };
            if self.0.fetch_max(level, Ordering::Relaxed) < level {
                match fault {
                    DatabaseFault::Storage => tracing::error!(
                        event = "database_storage_fault",
                        message,
                        "failed to read or write the files of the database"
                    ),
                    DatabaseFault::Damaged => {
                        tracing::error!(
                            event = "database_corrupt",
                            message,
                            "the files of the database are corrupt"
                        );
                    }
                }
            }
        }
    }

    /// The fault, if there is one.
    pub fn fault(&self) -> Option<DatabaseFault> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(DatabaseFault::Storage),
            _ => Some(DatabaseFault::Damaged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_finding_stays() {
        let integrity = IntegrityReport::default();
        integrity.record_error("a statement failed: database is locked");
        assert_eq!(integrity.fault(), None);
        integrity.record_error("a statement failed: disk I/O error");
        assert_eq!(integrity.fault(), Some(DatabaseFault::Storage));
        integrity.record_error("a statement failed: database disk image is malformed");
        integrity.record_error("a statement failed: disk I/O error");
        assert_eq!(integrity.fault(), Some(DatabaseFault::Damaged));
    }
}

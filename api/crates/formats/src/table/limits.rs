//! Limits of tables.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Reason;

/// Longest row of a text, in bytes. A quote that is not closed makes a row of the rest of the file.
pub const MAX_ROW_BYTES: u64 = 1 << 20;
/// Most columns of a table.
pub(super) const MAX_COLUMNS: usize = 1_000;
/// Largest workbook, in bytes.
pub const MAX_WORKBOOK_BYTES: u64 = 128 << 20;
/// Largest content of a workbook, unpacked, in bytes.
pub const MAX_UNPACKED_BYTES: u64 = 1 << 30;

/// With what a workbook of older programs begins, and one with a password.
pub(crate) const OLD_WORKBOOK: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Why reading ends at such a row of a workbook.
pub(super) fn row_too_long() -> Reason {
    Reason::new(
        format!("a row is longer than {MAX_ROW_BYTES} bytes"),
        "有一行超过 1 MB",
    )
}

/// Ends reading at a row that is too long.
pub(super) struct RowLimit<R> {
    source: R,
    /// Bytes since the beginning of the row, up to a buffer ahead.
    read: Arc<AtomicU64>,
}

impl<R> RowLimit<R> {
    /// The reader, and the count to set to 0 after each row.
    pub(super) fn new(source: R) -> (Self, Arc<AtomicU64>) {
        let read = Arc::<AtomicU64>::default();
        let limited = Self {
            source,
            read: Arc::clone(&read),
        };
        (limited, read)
    }
}

impl<R: Read> Read for RowLimit<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.read.load(Ordering::Relaxed) > MAX_ROW_BYTES {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "row too long"));
        }
        let count = self.source.read(into)?;
        let bytes = u64::try_from(count).unwrap_or(u64::MAX);
        self.read.fetch_add(bytes, Ordering::Relaxed);
        Ok(count)
    }
}

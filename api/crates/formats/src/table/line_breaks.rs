//! Texts whose lines end with a carriage return alone, as older programs for the Macintosh write them.

use std::io::{self, Read};

/// Reads a text with line feeds.
pub(super) struct LineBreaks<R> {
    source: R,
    /// Whether carriage returns are the line breaks.
    is_old: bool,
}

/// Whether a text that begins so has only carriage returns, in any encoding.
pub(super) fn has_old_breaks(start: &[u8]) -> bool {
    start.contains(&b'\r') && !start.contains(&b'\n')
}

impl<R> LineBreaks<R> {
    pub(super) const fn new(source: R, is_old: bool) -> Self {
        Self { source, is_old }
    }
}

impl<R: Read> Read for LineBreaks<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(into)?;
        if self.is_old {
            let read = into.iter_mut().take(count);
            read.filter(|byte| **byte == b'\r')
                .for_each(|byte| *byte = b'\n');
        }
        Ok(count)
    }
}

//! Texts with spaces between a delimiter and a quote, as people type them: `MZU-017, "山谷, 一"`.

use std::io::{self, Read};

/// Reads a text without the spaces at the beginning of its cells.
pub(super) struct Spaces<R> {
    source: R,
    /// The delimiter, if there are such spaces.
    delimiter: Option<u8>,
    is_start: bool,
    is_quoted: bool,
    /// Whether the last byte has closed a quote.
    was_quoted: bool,
}

/// Whether a delimiter has spaces before quotes behind it, and never a quote at once.
pub(super) fn has_spaces(sample: &[u8], delimiter: u8) -> bool {
    let has = |pattern: &[u8]| {
        sample
            .windows(pattern.len())
            .any(|window| window == pattern)
    };
    has(&[delimiter, b' ', b'"']) && !has(&[delimiter, b'"'])
}

impl<R> Spaces<R> {
    pub(super) const fn new(source: R, delimiter: Option<u8>) -> Self {
        Self {
            source,
            delimiter,
            is_start: true,
            is_quoted: false,
            was_quoted: false,
        }
    }

    /// Whether a byte stays.
    fn keeps(&mut self, byte: u8, delimiter: u8) -> bool {
        if self.is_start && byte == b' ' {
            return false;
        }
        // A quote that is written twice closes and opens again.
        if byte == b'"' && (self.is_start || self.is_quoted || self.was_quoted) {
            self.was_quoted = self.is_quoted;
            self.is_quoted = !self.is_quoted;
        } else {
            self.was_quoted = false;
        }
        self.is_start = !self.is_quoted && (byte == delimiter || byte == b'\n');
        true
    }
}

impl<R: Read> Read for Spaces<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.source.read(into)?;
            let Some(delimiter) = self.delimiter.filter(|_| count > 0) else {
                return Ok(count);
            };
            let read: Vec<u8> = into.iter().take(count).copied().collect();
            let kept = read.into_iter().filter(|byte| self.keeps(*byte, delimiter));
            let mut count = 0;
            for (place, byte) in into.iter_mut().zip(kept) {
                *place = byte;
                count += 1;
            }
            if count > 0 {
                return Ok(count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_before_quotes_are_not_of_the_cell() {
        let text = "a, b,  c\nMZU-1, \"x, \"\"y\"\", z\",   \"\n, w\"\n";
        assert!(has_spaces(text.as_bytes(), b','));
        let mut read = String::new();
        Spaces::new(text.as_bytes(), Some(b','))
            .read_to_string(&mut read)
            .unwrap();
        assert_eq!(read, "a,b,c\nMZU-1,\"x, \"\"y\"\", z\",\"\n, w\"\n");
        for text in ["a,\"b\", \"c\"\n", "a, b\n", "a \"b\"\n"] {
            assert!(!has_spaces(text.as_bytes(), b','), "{text}");
        }
    }
}

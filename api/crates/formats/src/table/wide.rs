//! Tables whose columns are separated by a full-width sign, `番号，标题，发行日期`, or by drawn lines, `│ 番号 │ 标题 │`. While they are read, a control character
//! stands for it.

use std::io::{self, Read};

/// What may separate columns, and is no ASCII character.
pub(super) const WIDE: [char; 4] = ['，', '；', '、', '│'];
/// What stands for it. It separates units in texts, and no text of people has it.
const STAND_IN: u8 = 0x1f;
const CHUNK: usize = 64 * 1024;

/// The byte that separates columns while a table is read.
pub(super) fn byte_of(delimiter: char) -> u8 {
    let own = u8::try_from(delimiter).ok().filter(u8::is_ascii);
    own.unwrap_or(STAND_IN)
}

/// Reads a text in UTF-8 with a control character in place of a full-width delimiter, unless it is within quotes.
pub(super) struct Wide<R> {
    source: R,
    /// The delimiter; empty for one of ASCII, and then nothing changes.
    delimiter: Vec<u8>,
    /// How many of its bytes were read and not yet passed on.
    matched: usize,
    is_start: bool,
    is_quoted: bool,
    /// Whether the last byte has closed a quote.
    was_quoted: bool,
    ready: Vec<u8>,
    ready_at: usize,
}

impl<R: Read> Wide<R> {
    pub(super) fn new(source: R, delimiter: char) -> Self {
        let is_wide = !delimiter.is_ascii();
        Self {
            source,
            delimiter: match is_wide {
                true => delimiter.to_string().into_bytes(),
                false => Vec::new(),
            },
            matched: 0,
            is_start: true,
            is_quoted: false,
            was_quoted: false,
            ready: Vec::new(),
            ready_at: 0,
        }
    }

    /// Takes the next bytes; none is the end.
    fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let next = self.delimiter.get(self.matched);
            if next == Some(byte) && !self.is_quoted {
                self.matched += 1;
                if self.matched == self.delimiter.len() {
                    self.ready.push(STAND_IN);
                    (self.matched, self.is_start, self.was_quoted) = (0, true, false);
                }
                continue;
            }
            self.release();
            // The first byte of a character is none of its others.
            if self.delimiter.first() == Some(byte) && !self.is_quoted {
                self.matched = 1;
                continue;
            }
            // A quote that is written twice closes and opens again.
            if *byte == b'"' && (self.is_start || self.is_quoted || self.was_quoted) {
                self.was_quoted = self.is_quoted;
                self.is_quoted = !self.is_quoted;
            } else {
                self.was_quoted = false;
            }
            let is_before = *byte == b'\n' || (*byte == b' ' && self.is_start);
            self.is_start = !self.is_quoted && is_before;
            self.ready.push(*byte);
        }
        if bytes.is_empty() {
            self.release();
        }
    }

    /// Passes on what has begun like the delimiter and is another character.
    fn release(&mut self) {
        let begun = self.delimiter.iter().take(self.matched);
        self.ready.extend(begun);
        self.is_start &= self.matched == 0;
        self.matched = 0;
    }
}

impl<R: Read> Read for Wide<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.delimiter.is_empty() {
            return self.source.read(into);
        }
        while self.ready_at == self.ready.len() {
            let mut chunk = vec![0; CHUNK];
            let count = self.source.read(&mut chunk)?;
            let is_done = count == 0 && self.matched == 0;
            if is_done {
                return Ok(0);
            }
            self.ready.clear();
            self.ready_at = 0;
            self.take(chunk.get(..count).unwrap_or_default());
        }
        let count = self
            .ready
            .get(self.ready_at..)
            .unwrap_or_default()
            .read(into)?;
        self.ready_at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that yields one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let one = self.0.len().min(1).min(into.len());
            let (first, rest) = self.0.split_at(one);
            into[..one].copy_from_slice(first);
            self.0 = rest;
            Ok(one)
        }
    }

    #[test]
    fn full_width_delimiters_separate_outside_of_quotes() {
        for (delimiter, text, read) in [
            (
                '，',
                "番号，标题\nA-1，\"山，谷\"，“河”\n",
                "番号\u{1f}标题\nA-1\u{1f}\"山，谷\"\u{1f}“河”\n",
            ),
            (
                '；',
                "a；b，c；\"x\"\"；y\"；；",
                "a\u{1f}b，c\u{1f}\"x\"\"；y\"\u{1f}\u{1f}",
            ),
            ('、', "一、二\u{3002}\u{ff0c}", "一\u{1f}二\u{3002}\u{ff0c}"),
            (',', "a，b", "a，b"),
        ] {
            let mut out = String::new();
            Wide::new(Slow(text.as_bytes()), delimiter)
                .read_to_string(&mut out)
                .unwrap();
            assert_eq!(out, read);
            out.clear();
            Wide::new(text.as_bytes(), delimiter)
                .read_to_string(&mut out)
                .unwrap();
            assert_eq!(out, read);
        }
    }
}

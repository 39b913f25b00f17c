//! Reads the lines of a file or standard input. Only one line is in memory. A line over the limit is rejected and
//! skipped.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

pub use super::unpacked::{Progress, Unpacked};
use super::validation_error::{At, ValidationError};

/// Maximum length of a line, in bytes, without its line break.
pub const MAX_LINE_BYTES: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why a file cannot be read, or not completely.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be opened.
    #[error("cannot open {path}")]
    Open {
        /// The path as given.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A disk error, or a compressed file that is truncated or damaged.
    #[error("cannot read on after line {line}")]
    Read {
        /// The last complete line; 0 if there was none.
        line: u64,
        /// The error of the system or the decompressor.
        source: io::Error,
    },
    /// The first line is not a JSON object: a table, a list, a picture.
    #[error(
        "not an import file: its first line is not a JSON object. Each line must be one, see docs/import-format.md; other formats are in docs/import-formats.md"
    )]
    Format,
}

/// A line that is not blank.
#[derive(Debug)]
pub struct Line<'a> {
    /// From 1; blank lines count.
    pub number: u64,
    /// The bytes without the line break, or why they are rejected.
    pub content: Result<&'a [u8], ValidationError>,
}

/// Reads the lines of one source.
pub struct LineReader {
    source: Box<dyn BufRead + Send>,
    buffer: Vec<u8>,
    line: u64,
    /// Whether the next line must be a JSON object.
    expects_object: bool,
    progress: Progress,
}

impl std::fmt::Debug for LineReader {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("LineReader")
            .field("line", &self.line)
            .field("progress", &self.progress)
            .finish()
    }
}

impl LineReader {
    /// Opens a file, or standard input for `-`.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let source = Unpacked::open(path).map_err(|source| ReadError::Open {
            path: path.to_owned(),
            source,
        })?;
        Ok(Self::of(source))
    }

    /// Reads from any source; `total` is its size in bytes, if known.
    pub fn new(source: impl Read + Send + 'static, total: Option<u64>) -> io::Result<Self> {
        Ok(Self::of(Unpacked::new(source, total)?))
    }

    /// Reads the lines of an open source.
    pub fn of(source: Unpacked) -> Self {
        Self {
            source: source.bytes,
            buffer: Vec::new(),
            line: 0,
            expects_object: false,
            progress: source.progress,
        }
    }

    /// Fails on a file whose first line is not a JSON object: a table, a list, a picture.
    #[must_use]
    pub fn of_objects(self) -> Self {
        Self {
            expects_object: true,
            ..self
        }
    }

    /// A handle on the position.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// The next line that is not blank; `None` at the end.
    pub fn next_line(&mut self) -> Result<Option<Line<'_>>, ReadError> {
        loop {
            let Some(too_long) = self.fill().map_err(|source| ReadError::Read {
                line: self.line,
                source,
            })?
            else {
                return Ok(None);
            };
            self.line += 1;
            if too_long {
                let validation_error = At::Line.error(format!("超过 {MAX_LINE_BYTES} 字节"));
                return Ok(Some(Line {
                    number: self.line,
                    content: Err(validation_error),
                }));
            }
            let begin = content(&self.buffer, self.line).trim_ascii_start();
            if !begin.is_empty() {
                if self.expects_object && !begin.starts_with(b"{") {
                    return Err(ReadError::Format);
                }
                self.expects_object = false;
                return Ok(Some(Line {
                    number: self.line,
                    content: Ok(content(&self.buffer, self.line)),
                }));
            }
        }
    }

    /// Reads a line into the buffer and returns whether it was too long; `None` at the end.
    fn fill(&mut self) -> io::Result<Option<bool>> {
        self.buffer.clear();
        // The longest line, a byte order mark and CRLF.
        let room = MAX_LINE_BYTES + BYTE_ORDER_MARK.len() + 2;
        let mut limited = self
            .source
            .by_ref()
            .take(u64::try_from(room).unwrap_or(u64::MAX));
        if limited.read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        let ended = self.buffer.ends_with(b"\n");
        if !ended && self.buffer.len() == room {
            self.source.skip_until(b'\n')?;
            return Ok(Some(true));
        }
        Ok(Some(
            content(&self.buffer, self.line + 1).len() > MAX_LINE_BYTES,
        ))
    }
}

/// The line without its line break; the first one also without a byte order mark.
fn content(raw: &[u8], number: u64) -> &[u8] {
    let line = raw.strip_suffix(b"\n").unwrap_or(raw);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if number == 1 {
        line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write};

    fn read(bytes: Vec<u8>) -> Vec<(u64, Result<String, String>)> {
        let mut reader = LineReader::new(Cursor::new(bytes), None).unwrap();
        let mut lines = Vec::new();
        while let Some(line) = reader.next_line().unwrap() {
            let content = line
                .content
                .map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            lines.push((
                line.number,
                content.map_err(|validation_error| validation_error.reason),
            ));
        }
        lines
    }

    fn ok(number: u64, text: &str) -> (u64, Result<String, String>) {
        (number, Ok(text.to_owned()))
    }

    #[test]
    fn blank_lines_count_and_are_skipped() {
        assert_eq!(
            read(b"\xef\xbb\xbfa\r\n\n  \t\r\nb\nc".to_vec()),
            [ok(1, "a"), ok(4, "b"), ok(5, "c")]
        );
        assert_eq!(read(Vec::new()), []);
        assert_eq!(read(b"\n".to_vec()), []);
        assert_eq!(read(b"x".to_vec()), [ok(1, "x")]);
    }

    #[test]
    fn compressed_files_are_detected_by_their_first_bytes() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"a\nb\n").unwrap();
        let first = gzip.finish().unwrap();
        assert_eq!(read(first.clone()), [ok(1, "a"), ok(2, "b")]);
        // Concatenated members are one file.
        assert_eq!(read([first.clone(), first].concat()).len(), 4);
        assert_eq!(
            read(zstd::encode_all(&b"a\n\nb"[..], 1).unwrap()),
            [ok(1, "a"), ok(3, "b")]
        );
    }

    #[test]
    fn a_truncated_file_is_an_error_after_its_last_whole_line() {
        let lines: String = (0..50_000u32)
            .map(|n| format!("line {}\n", n.wrapping_mul(2_654_435_761)))
            .collect();
        let mut whole = zstd::encode_all(lines.as_bytes(), 1).unwrap();
        whole.truncate(whole.len() - 10);
        let mut reader = LineReader::new(Cursor::new(whole), None).unwrap();
        let error = loop {
            match reader.next_line() {
                Ok(line) => assert!(line.is_some(), "the end came without an error"),
                Err(error) => break error,
            }
        };
        assert!(
            error.to_string().starts_with("cannot read on after line "),
            "{error}"
        );
    }

    #[test]
    fn a_line_too_long_is_rejected_and_reading_continues() {
        let max = "x".repeat(MAX_LINE_BYTES);
        let text = format!("{max}\r\n{max}y\n{}\nlast", max.repeat(3));
        let lines = read(text.into_bytes());
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0].1.as_ref().map(String::len), Ok(MAX_LINE_BYTES));
        assert_eq!(lines[1], (2, Err("超过 1048576 字节".into())));
        assert_eq!(lines[2], (3, Err("超过 1048576 字节".into())));
        assert_eq!(lines[3], ok(4, "last"));
    }

    #[test]
    fn progress_counts_the_bytes_on_disk() {
        let packed = zstd::encode_all("line\n".repeat(1000).as_bytes(), 1).unwrap();
        let size = u64::try_from(packed.len()).unwrap();
        let mut reader = LineReader::new(Cursor::new(packed), Some(size)).unwrap();
        let progress = reader.progress();
        while reader.next_line().unwrap().is_some() {}
        assert_eq!((progress.read(), progress.total()), (size, Some(size)));
    }

    #[test]
    fn a_file_that_does_not_open_is_named() {
        let error = LineReader::open(Path::new("no/such/file.ndjson")).unwrap_err();
        assert_eq!(error.to_string(), "cannot open no/such/file.ndjson");
        assert!(LineReader::open(Path::new(".")).is_err());
    }
}

//! CSV and TSV.

use std::borrow::Cow;
use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use csv::{ByteRecord, Reader};
use encoding_rs::UTF_8;

use super::cell::Cell;
use super::dialect::{Dialect, best_encoding, guess_delimiter};
use super::guess::plan;
use super::limits::{MAX_COLUMNS, MAX_ROW_BYTES, RowLimit};
use super::line_breaks::{LineBreaks, has_old_breaks};
use super::mapping::Mapping;
use super::rows::Rows;
use super::spaces::{Spaces, has_spaces};
use super::wide::{Wide, byte_of};
use crate::entry::{Entry, Note, Place, Source};
use crate::error::Error;
use crate::options::Options;
use crate::text::{Utf8Reader, decode_gb18030, encoding_of, is_utf8_within_utf8};

/// Bytes by which encoding, delimiter and columns are guessed.
const SAMPLE_BYTES: u64 = 256 * 1024;
const BUFFER: usize = 64 * 1024;

type Text = Box<dyn Read + Send>;

/// Opens a text that consists of rows of cells.
///
/// # Errors
/// It cannot be read, or its columns mean nothing.
pub fn open_csv(source: impl Read + Send + 'static, options: &Options) -> Result<Table, Error> {
    let given = options.mapping.as_ref();
    let mut source = source;
    let mut start = Vec::new();
    source.by_ref().take(SAMPLE_BYTES).read_to_end(&mut start)?;
    let (guessed, mark) = encoding_of(&start);
    let encoding = given.and_then(|mapping| mapping.encoding);
    let encoding = encoding.unwrap_or_else(|| best_encoding(guessed, &start, given));
    let is_old = has_old_breaks(&start);
    let mut raw = Cursor::new(start).chain(source);
    io::copy(
        &mut raw.by_ref().take(u64::try_from(mark).unwrap_or_default()),
        &mut io::sink(),
    )?;
    let text = Utf8Reader::new(raw, encoding);
    let mut text = LineBreaks::new(text, is_old);
    let mut sample = Vec::new();
    text.by_ref().take(SAMPLE_BYTES).read_to_end(&mut sample)?;
    let (named, skipped) = separator_line(&sample);
    let delimiter = given.and_then(|mapping| mapping.delimiter).or(named);
    let first = sample.get(skipped..).unwrap_or_default();
    let delimiter = delimiter.unwrap_or_else(|| guess_delimiter(first, given));
    let byte = byte_of(delimiter);
    let mut narrow = Vec::new();
    Wide::new(first, delimiter).read_to_end(&mut narrow)?;
    let spaced = Some(byte).filter(|byte| has_spaces(&narrow, *byte));
    let mut bare = Vec::new();
    Spaces::new(narrow.as_slice(), spaced).read_to_end(&mut bare)?;
    let dialect = Dialect::guess(&bare, byte);
    let rows = dialect.sample_rows(&bare);
    let mut plan = plan(&rows, options)?;
    plan.mapping.delimiter = Some(delimiter);
    plan.mapping.encoding = Some(encoding);
    let header = plan.header;
    let mut sample = Cursor::new(sample);
    sample.set_position(u64::try_from(skipped).unwrap_or_default());
    // Every row ends with a line break, also the last one.
    let whole = Spaces::new(Wide::new(sample.chain(text), delimiter), spaced);
    let whole: Text = Box::new(whole.chain(&b"\n"[..]));
    let (limited, row_bytes) = RowLimit::new(whole);
    let mut table = Table {
        reader: dialect
            .builder()
            .buffer_capacity(BUFFER)
            .from_reader(limited),
        record: ByteRecord::new(),
        row_bytes,
        rows: Rows::new(plan),
        skipped_lines: u64::from(skipped > 0),
        is_utf8: encoding == UTF_8,
    };
    for _ in 0..=header {
        table.advance()?;
    }
    Ok(table)
}

/// A table in a text.
pub struct Table {
    reader: Reader<RowLimit<Text>>,
    record: ByteRecord,
    /// Bytes of the current row.
    row_bytes: Arc<AtomicU64>,
    rows: Rows,
    /// Lines before the first row.
    skipped_lines: u64,
    /// Whether bytes are as in the file, so that a row may have another encoding.
    is_utf8: bool,
}

impl Table {
    /// What the columns mean.
    pub const fn mapping(&self) -> &Mapping {
        self.rows.mapping()
    }

    /// The line at which the last row began. Blank lines before it are not of it.
    fn line(&self) -> u64 {
        let breaks = self.record.as_slice().iter().filter(|byte| **byte == b'\n');
        let breaks = u64::try_from(breaks.count()).unwrap_or_default();
        let behind = self.reader.position().line() + self.skipped_lines;
        behind.saturating_sub(breaks + 1).max(1)
    }

    /// Reads the next row; false at the end.
    fn advance(&mut self) -> Result<bool, Error> {
        self.row_bytes.store(0, Ordering::Relaxed);
        let line = self.reader.position().line();
        let read = self.reader.read_byte_record(&mut self.record);
        read.map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) if error.kind() == ErrorKind::FileTooLarge => {
                let text = format!(
                    "the row that begins at line {line} is longer than {MAX_ROW_BYTES} bytes: is a quote not closed?"
                );
                Error::too_large(
                    text,
                    format!("从第 {line} 行开始的一行超过 1 MB，是不是引号没有成对？"),
                )
            }
            csv::ErrorKind::Io(error) => Error::Read(error),
            other => Error::Damaged(format!("line {line}: {other:?}").into()),
        })
    }
}

impl Source for Table {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        while self.advance()? {
            let line = self.line();
            let place = Place::Line(line);
            if self.record.len() > MAX_COLUMNS {
                let text = format!("超过 {MAX_COLUMNS} 列");
                return Ok(Some(Entry::rejected(place, Note::new("line", text))));
            }
            let (cells, is_other) = match cells(&self.record, self.is_utf8) {
                Some(cells) => cells,
                None => {
                    let note = Note::new("line", "既不是 UTF-8，也不是 GB18030");
                    return Ok(Some(Entry::rejected(place, note)));
                }
            };
            if let Some(mut entry) = self.rows.entry(place, &cells) {
                if is_other {
                    entry
                        .notes
                        .push(Note::new("line", "这一行不是 UTF-8，按 GB18030 读取"));
                }
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    fn problem(&self) -> Option<&Error> {
        self.rows.problem()
    }

    fn about(&self) -> Vec<String> {
        let mapping = self.mapping();
        let delimiter = match mapping.delimiter {
            Some('\t') => "tabs".to_owned(),
            Some(' ') => "spaces".to_owned(),
            Some(delimiter) => format!("{delimiter:?}"),
            None => String::new(),
        };
        let encoding = mapping
            .encoding
            .map_or("UTF-8", encoding_rs::Encoding::name);
        let mut about = vec![format!("a table in {encoding}, separated by {delimiter}")];
        about.extend(self.rows.about());
        about
    }
}

/// The cells of a row, and whether it is in GB18030 although the file is in UTF-8; `None` if it is in neither. Such a
/// file begins with rows in ASCII. A row with a broken character is in UTF-8 nevertheless.
fn cells(record: &ByteRecord, is_utf8: bool) -> Option<(Vec<Cell<'_>>, bool)> {
    let cell = |text| match text {
        Cow::Borrowed("") => Cell::Empty,
        text => Cell::Text(text),
    };
    let plain: Result<Vec<Cell<'_>>, _> = record
        .iter()
        .map(|bytes| std::str::from_utf8(bytes).map(|text| cell(Cow::Borrowed(text))))
        .collect();
    match plain {
        Ok(cells) => Some((cells, false)),
        Err(_) if is_utf8 && is_utf8_within_utf8(record.as_slice()) => {
            let broken = record.iter().map(String::from_utf8_lossy).map(cell);
            Some((broken.collect(), false))
        }
        Err(_) if is_utf8 => {
            let other = record.iter().map(|bytes| decode_gb18030(bytes).map(cell));
            other.collect::<Option<_>>().map(|cells| (cells, true))
        }
        Err(_) => None,
    }
}

/// The delimiter that a first line `sep=;` names, which Excel writes and reads, and the length of this line.
fn separator_line(sample: &[u8]) -> (Option<char>, usize) {
    let end = sample.iter().position(|byte| *byte == b'\n');
    let line = end.and_then(|end| sample.get(..end)).unwrap_or_default();
    match line.trim_ascii_end() {
        [b's', b'e', b'p', b'=', delimiter] => (Some(char::from(*delimiter)), line.len() + 1),
        _ if line.starts_with(b"sep=\t") => (Some('\t'), line.len() + 1),
        _ => (None, 0),
    }
}

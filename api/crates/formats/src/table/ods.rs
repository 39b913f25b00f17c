//! Reads the cells of an OpenDocument table (ODS), as LibreOffice writes it, row by row: a file of few bytes may repeat a
//! cell a million times.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Cursor};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::QName;

use super::cell::Cell;
use super::events::{attribute, reference};
use super::limits::{MAX_COLUMNS, MAX_ROW_BYTES, row_too_long};
use super::merged::Merged;
use super::sheet::{Found, Row, put};
use super::xlsx::target_of;
use crate::error::Reason;
use crate::values::decimal;

/// The part with the cells.
pub(super) const CONTENT: &str = "content.xml";
const MINUTES_OF_DAY: f64 = 1_440.0;

/// Sends the sheets that a person sees, and their rows.
pub(super) fn read(
    bytes: &[u8],
    found: &SyncSender<Found>,
    hidden: &AtomicUsize,
) -> Result<(), Reason> {
    let mut archive =
        zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let content = archive
        .by_name(CONTENT)
        .map_err(|error| error.to_string())?;
    read_content(BufReader::new(content), found, hidden)
}

/// The same of a file that is not packed.
pub(super) fn read_content(
    content: impl BufRead,
    found: &SyncSender<Found>,
    hidden: &AtomicUsize,
) -> Result<(), Reason> {
    let mut reader = Reader::from_reader(content);
    let mut sheets = Sheets::default();
    let mut buffer = Vec::new();
    loop {
        let event = next(&mut reader, &mut buffer)?;
        match &event {
            Event::Eof => break,
            Event::Start(start) => sheets.start(start, false),
            Event::Empty(start) => sheets.start(start, true),
            Event::Text(text) => sheets.text(text),
            Event::GeneralRef(name) => sheets.text(&reference(name)),
            Event::End(end) => sheets.end(end.name()),
            _ => {}
        }
        if sheets.bytes > MAX_ROW_BYTES {
            return Err(row_too_long());
        }
        sheets.merged.check()?;
        for one in sheets.ready.drain(..) {
            // The receiver is gone when the import has ended early.
            if found.send(one).is_err() {
                return Ok(());
            }
        }
        buffer.clear();
    }
    hidden.store(sheets.hidden_sheets, Ordering::Relaxed);
    Ok(())
}

fn next<'a>(
    reader: &mut Reader<impl BufRead>,
    buffer: &'a mut Vec<u8>,
) -> Result<Event<'a>, String> {
    reader
        .read_event_into(buffer)
        .map_err(|error| error.to_string())
}

#[derive(Default)]
struct Sheets {
    /// Styles of tables that are hidden.
    hidden_styles: HashSet<String>,
    /// The style that is being defined.
    style: String,
    hidden_sheets: usize,
    /// Whether the current sheet is read.
    is_shown: bool,
    /// How deep within comments, pictures, shapes and readings, whose text is not of the cell.
    asides: usize,
    row: Row,
    /// Bytes of the row.
    bytes: u64,
    column: usize,
    cell: Option<Open>,
    merged: Merged,
    /// Rows up to here are numbered.
    number: u64,
    repeats: u64,
    ready: Vec<Found>,
}

/// A cell that is being read.
#[derive(Default)]
struct Open {
    kind: String,
    value: String,
    text: String,
    has_paragraph: bool,
    link: String,
    repeats: u64,
    rows: u64,
    /// What it had before it was covered by a merged cell is kept, and nobody sees it.
    is_covered: bool,
}

impl Sheets {
    fn start(&mut self, start: &BytesStart<'_>, is_empty: bool) {
        let name = start.local_name();
        match name.as_ref() {
            "style" => self.style = attribute(start, "name"),
            "table-properties" if attribute(start, "display") == "false" => {
                self.hidden_styles.insert(self.style.clone());
            }
            "table" => self.begin_sheet(start),
            "table-row" => {
                self.repeats = count(&attribute(start, "number-rows-repeated"));
                self.merged.begin(self.number.saturating_add(1));
                if is_empty {
                    self.end_row();
                }
            }
            "table-cell" | "covered-table-cell" => {
                self.cell = Some(Open::of(start));
                if is_empty {
                    self.end_cell();
                }
            }
            _ if is_aside(start.name()) => self.asides += usize::from(!is_empty),
            "p" if self.asides == 0 => {
                if let Some(cell) = &mut self.cell {
                    if cell.has_paragraph {
                        cell.text.push('\n');
                    }
                    cell.has_paragraph = true;
                }
            }
            "s" | "tab" => self.text(" "),
            "line-break" => self.text("\n"),
            "a" if self.asides == 0 => {
                if let Some(cell) = &mut self.cell {
                    cell.link = attribute(start, "href");
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(cell) = self
            .cell
            .as_mut()
            .filter(|cell| cell.has_paragraph && self.asides == 0)
        {
            cell.text.push_str(text);
            self.bytes += u64::try_from(text.len()).unwrap_or_default();
        }
    }

    fn end(&mut self, name: QName<'_>) {
        match name.local_name().as_ref() {
            "table-cell" | "covered-table-cell" => self.end_cell(),
            "table-row" => self.end_row(),
            _ if is_aside(name) => self.asides = self.asides.saturating_sub(1),
            _ => {}
        }
    }

    fn begin_sheet(&mut self, start: &BytesStart<'_>) {
        self.is_shown = !self.hidden_styles.contains(&attribute(start, "style-name"));
        self.number = 0;
        self.merged = Merged::default();
        match self.is_shown {
            true => self.ready.push(Found::Sheet(attribute(start, "name"))),
            false => self.hidden_sheets += 1,
        }
    }

    fn end_cell(&mut self) {
        let Some(open) = self.cell.take() else {
            return;
        };
        let (repeats, rows) = (open.repeats, open.rows);
        let value = open.value();
        let is_filled = value != Cell::Empty;
        let last = self
            .column
            .saturating_add(usize::try_from(repeats).unwrap_or(usize::MAX));
        if is_filled {
            let columns = self.column..last.min(MAX_COLUMNS);
            let more = columns.len().saturating_sub(1);
            let bytes = more.saturating_mul(value.bytes());
            self.bytes += u64::try_from(bytes).unwrap_or(u64::MAX);
            if self.bytes > MAX_ROW_BYTES {
                return;
            }
            for column in columns {
                put(&mut self.row.cells, column, value.clone());
            }
        }
        if is_filled && rows > 1 {
            self.merged.add(self.column, 1, rows - 1, &value);
        }
        self.column = last;
    }

    /// A row that is repeated is the same film again.
    fn end_row(&mut self) {
        let mut row = std::mem::take(&mut self.row);
        row.number = self.number.saturating_add(1);
        self.merged.fill(&mut row.cells);
        self.number = self.number.saturating_add(self.repeats.max(1));
        (self.column, self.bytes) = (0, 0);
        if self.is_shown && !row.cells.is_empty() {
            self.ready.push(Found::Row(row));
        }
    }
}

/// Whether the text of an element is not of its cell: a comment, how characters are read, a picture or a shape.
fn is_aside(name: QName<'_>) -> bool {
    matches!(name.local_name().as_ref(), "annotation" | "ruby-text")
        || name
            .prefix()
            .is_some_and(|prefix| prefix.as_ref() == "draw")
}

impl Open {
    fn of(start: &BytesStart<'_>) -> Self {
        let kind = attribute(start, "value-type");
        let value = match kind.as_str() {
            "date" => attribute(start, "date-value"),
            "time" => attribute(start, "time-value"),
            "boolean" => attribute(start, "boolean-value"),
            _ => attribute(start, "value"),
        };
        Self {
            kind,
            value,
            repeats: count(&attribute(start, "number-columns-repeated")),
            rows: count(&attribute(start, "number-rows-spanned")),
            is_covered: start.local_name().as_ref() == "covered-table-cell",
            link: attribute(start, "formula")
                .split_once('=')
                .and_then(|(_, formula)| target_of(formula))
                .unwrap_or_default(),
            ..Self::default()
        }
    }

    fn value(self) -> Cell<'static> {
        let text = |text: String| match text.trim() {
            "" => Cell::Empty,
            _ => Cell::Text(text.into()),
        };
        match self.kind.as_str() {
            _ if self.is_covered => Cell::Empty,
            "date" => text(self.value),
            "boolean" => text(u8::from(self.value == "true").to_string()),
            "time" => match days(&self.value) {
                Some(days) => Cell::Days(days),
                None => text(self.text),
            },
            "float" => number(&self.value, &self.text).unwrap_or_else(|| text(self.text)),
            _ if self.text.starts_with("#") && self.text.ends_with(['!', '?', 'A']) => Cell::Error,
            _ if !self.link.is_empty() && !self.text.trim().is_empty() => Cell::Link {
                text: self.text.into(),
                address: self.link.into(),
            },
            _ => text(self.text),
        }
    }
}

/// A number, unless its format shows more than its digits: `MZU-017`. What is too wide for a cell is shown as `###`.
fn number(value: &str, shown: &str) -> Option<Cell<'static>> {
    let value: f64 = value.parse().ok()?;
    let shown = shown.trim();
    let is_digits = !shown.is_empty() && shown.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | 'E' | '#');
    let has_own = !shown.chars().all(is_number) || (shown.contains('-') && !shown.starts_with('-'));
    // SheetJS writes a date as a number that is shown so: 1/5/26.
    let is_day = |text: &str| (1..=4).contains(&text.len()) && text.parse::<u16>().is_ok();
    let is_date = shown.split('/').count() == 3 && shown.split('/').all(is_day);
    (!has_own || is_date).then_some(Cell::Number {
        value,
        digits: if is_digits { shown.len() } else { 0 },
        day: value,
    })
}

/// The days of `PT118H30M00S`.
fn days(text: &str) -> Option<f64> {
    let (hours, rest) = text.strip_prefix("PT")?.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds = rest.strip_suffix('S')?;
    let minutes = decimal(hours)? * 60.0 + decimal(minutes)? + decimal(seconds)? / 60.0;
    Some(minutes / MINUTES_OF_DAY)
}

/// A number of repetitions, 1 if none is stated.
fn count(text: &str) -> u64 {
    text.parse().unwrap_or(1)
}

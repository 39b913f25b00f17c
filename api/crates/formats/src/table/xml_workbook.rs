//! Reads the cells of an XML table of 2003 (SpreadsheetML), which Excel and many programs write as `.xls` or `.xml`.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::cell::Cell;
use super::events::{attribute, reference};
use super::limits::{MAX_ROW_BYTES, row_too_long};
use super::merged::Merged;
use super::number_format::NumberFormat;
use super::sheet::{Found, Row, put};
use crate::error::Reason;
use crate::text::{declared_encoding, decode};

/// Elements of a cell whose text is not of it: a note, and how to read it aloud.
const ASIDE: [&str; 2] = ["Comment", "PhoneticText"];

/// Sends the sheets that a person sees, and their rows.
pub(super) fn read(
    bytes: &[u8],
    found: &SyncSender<Found>,
    hidden: &AtomicUsize,
) -> Result<(), Reason> {
    let text = decode(bytes, declared_encoding(bytes).as_deref());
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let mut book = Book {
        hidden: hidden_sheets(text)?,
        ..Book::default()
    };
    hidden.store(book.hidden.len(), Ordering::Relaxed);
    let mut reader = reader(text);
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Eof => return Ok(()),
            Event::Start(start) => book.start(&start, false),
            Event::Empty(start) => book.start(&start, true),
            Event::Text(text) => book.text(&text),
            Event::CData(text) => book.text(&text),
            Event::GeneralRef(name) => book.text(&reference(&name)),
            Event::End(end) => book.end(end.local_name().as_ref()),
            _ => {}
        }
        if book.bytes > MAX_ROW_BYTES {
            return Err(row_too_long());
        }
        book.merged.check()?;
        for one in book.ready.drain(..) {
            // The receiver is gone when the import has ended early.
            if found.send(one).is_err() {
                return Ok(());
            }
        }
    }
}

fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    reader
}

/// The places of the sheets that a person does not see, from 1. It is said behind their rows.
fn hidden_sheets(text: &str) -> Result<HashSet<usize>, String> {
    let (mut reader, mut hidden) = (reader(text), HashSet::new());
    let (mut sheet, mut is_visible) = (0, false);
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Eof => return Ok(hidden),
            Event::Start(start) => match start.local_name().as_ref() {
                "Worksheet" => sheet += 1,
                "Visible" => is_visible = true,
                _ => {}
            },
            Event::Text(text) if is_visible && text.trim() != "SheetVisible" => {
                hidden.insert(sheet);
            }
            Event::End(_) => is_visible = false,
            _ => {}
        }
    }
}

#[derive(Default)]
struct Book {
    /// Places of hidden sheets, from 1.
    hidden: HashSet<usize>,
    sheet: usize,
    /// The style that is being defined, and the number formats of styles.
    style: String,
    formats: HashMap<String, NumberFormat>,
    row: Option<Row>,
    /// The number of the last row.
    number: u64,
    column: usize,
    cell: Option<Open>,
    /// How deep within elements whose text is not of the cell.
    aside: usize,
    merged: Merged,
    bytes: u64,
    ready: Vec<Found>,
}

/// A cell that is being read.
#[derive(Default)]
struct Open {
    kind: String,
    text: String,
    is_data: bool,
    style: String,
    link: String,
    /// Columns and rows beyond the first with which it is merged.
    across: usize,
    down: u64,
}

impl Book {
    fn start(&mut self, start: &BytesStart<'_>, is_empty: bool) {
        let name = start.local_name();
        match name.as_ref() {
            "Style" => self.style = attribute(start, "ID"),
            "NumberFormat" => {
                let format = NumberFormat::parse(&attribute(start, "Format"));
                self.formats.insert(self.style.clone(), format);
            }
            "Worksheet" => self.begin_sheet(&attribute(start, "Name")),
            "Row" => {
                self.begin_row(&attribute(start, "Index"));
                let more: u64 = attribute(start, "Span").parse().unwrap_or_default();
                if is_empty {
                    self.end_row();
                }
                self.number = self.number.saturating_add(more);
            }
            "Cell" => {
                self.begin_cell(start);
                if is_empty {
                    self.end_cell();
                }
            }
            "Data" if self.aside == 0 && !is_empty => {
                if let Some(cell) = &mut self.cell {
                    cell.kind = attribute(start, "Type");
                    cell.is_data = true;
                }
            }
            name if ASIDE.contains(&name) && !is_empty => self.aside += 1,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let cell = self.cell.as_mut().filter(|cell| cell.is_data);
        if let Some(cell) = cell.filter(|_| self.aside == 0) {
            cell.text.push_str(text);
            self.bytes += u64::try_from(text.len()).unwrap_or_default();
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "Data" if self.aside == 0 => {
                if let Some(cell) = &mut self.cell {
                    cell.is_data = false;
                }
            }
            "Cell" => self.end_cell(),
            "Row" => self.end_row(),
            name if ASIDE.contains(&name) => self.aside = self.aside.saturating_sub(1),
            _ => {}
        }
    }

    fn begin_sheet(&mut self, name: &str) {
        self.sheet += 1;
        self.number = 0;
        self.merged = Merged::default();
        if !self.hidden.contains(&self.sheet) {
            self.ready.push(Found::Sheet(name.to_owned()));
        }
    }

    fn begin_row(&mut self, index: &str) {
        self.number = index.parse().unwrap_or(self.number.saturating_add(1));
        self.column = 0;
        self.merged.begin(self.number);
        self.row = Some(Row {
            number: self.number,
            cells: Vec::new(),
        });
    }

    fn begin_cell(&mut self, start: &BytesStart<'_>) {
        let index: Option<usize> = attribute(start, "Index").parse().ok();
        let free = match (index, &mut self.row) {
            (Some(index), _) => index.saturating_sub(1),
            (None, Some(row)) => self.merged.pass(&mut row.cells, self.column),
            (None, None) => self.column,
        };
        self.column = free;
        self.cell = Some(Open {
            style: attribute(start, "StyleID"),
            link: attribute(start, "HRef"),
            across: attribute(start, "MergeAcross").parse().unwrap_or_default(),
            down: attribute(start, "MergeDown").parse().unwrap_or_default(),
            ..Open::default()
        });
    }

    fn end_cell(&mut self) {
        let (Some(open), Some(row)) = (self.cell.take(), &mut self.row) else {
            return;
        };
        let (columns, down) = (open.across.saturating_add(1), open.down);
        let value = open.value(&self.formats);
        if down > 0 {
            self.merged.add(self.column, columns, down, &value);
        }
        if value != Cell::Empty {
            put(&mut row.cells, self.column, value);
        }
        self.column = self.column.saturating_add(columns);
    }

    fn end_row(&mut self) {
        self.bytes = 0;
        let Some(mut row) = self.row.take() else {
            return;
        };
        self.merged.fill(&mut row.cells);
        if !row.cells.is_empty() && !self.hidden.contains(&self.sheet) {
            self.ready.push(Found::Row(row));
        }
    }
}

impl Open {
    fn value(self, formats: &HashMap<String, NumberFormat>) -> Cell<'static> {
        let text = |text: String| match text.trim() {
            "" => Cell::Empty,
            _ => Cell::Text(text.into()),
        };
        match self.kind.as_str() {
            "Error" => Cell::Error,
            "DateTime" => moment(&self.text).unwrap_or_else(|| text(self.text)),
            "Number" => {
                let format = formats.get(&self.style).cloned().unwrap_or_default();
                number(&self.text, &format).unwrap_or_else(|| text(self.text))
            }
            _ if !self.link.is_empty() && !self.text.trim().is_empty() => Cell::Link {
                text: self.text.into(),
                address: self.link.into(),
            },
            _ => text(self.text),
        }
    }
}

fn number(text: &str, format: &NumberFormat) -> Option<Cell<'static>> {
    let value: f64 = text.trim().parse().ok()?;
    Some(match format.text(value) {
        Some(text) => Cell::Text(text.into()),
        None => Cell::Number {
            value,
            digits: format.digits(),
            day: value,
        },
    })
}

/// The moment of `2026-01-05T20:30:00.000`.
fn moment(text: &str) -> Option<Cell<'static>> {
    let (day, time) = text.trim().split_once('T')?;
    let parts = day.split('-').chain(time.split(':'));
    // Of seconds the whole ones.
    let whole = |part: &str| part.split('.').next()?.parse().ok();
    let parts: Vec<u16> = parts.map(whole).collect::<Option<_>>()?;
    Some(Cell::Moment(parts.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read() {
        assert_eq!(
            moment("2026-01-05T20:30:01.500"),
            Some(Cell::Moment([2026, 1, 5, 20, 30, 1]))
        );
        assert_eq!(moment("2026-01-05"), None);
        assert_eq!(moment("2026-01-05T1:2"), None);
    }
}

//! Reads the tables of a page of HTML: what the back offices of many sites export "to Excel", and what Excel and WPS save as
//! a web page. Each table is a sheet.

use std::sync::mpsc::SyncSender;

use super::cell::Cell;
use super::html_parts::{Part, Tag, parts_of};
use super::limits::{MAX_COLUMNS, MAX_ROW_BYTES, row_too_long};
use super::merged::Merged;
use super::sheet::{Found, Row, put};
use crate::error::Reason;
use crate::text::{declared_encoding, decode};

/// Tables within tables; what is deeper is part of the cell.
const MAX_DEPTH: usize = 16;

/// Sends the tables and their rows. A table within a table comes behind it.
pub(super) fn read(bytes: &[u8], found: &SyncSender<Found>) -> Result<(), Reason> {
    let text = decode(bytes, declared_encoding(bytes).as_deref());
    let mut page = Page::default();
    for part in parts_of(&text) {
        match part {
            Part::Start(tag) => page.start(&tag),
            Part::End(name) => page.end(&name),
            Part::Text(text) => page.text(&text),
        }
        if page.bytes > MAX_ROW_BYTES {
            return Err(row_too_long());
        }
        if let Some(table) = page.open.last() {
            table.merged.check()?;
        }
        for one in page.ready.drain(..) {
            // The receiver is gone when the import has ended early.
            if found.send(one).is_err() {
                return Ok(());
            }
        }
    }
    if page.is_cut_off() {
        return Err(Reason::new(
            "the page ends within a cell",
            "网页不完整，断在一个单元格中间",
        ));
    }
    while !page.open.is_empty() {
        page.end_table();
    }
    if page.tables == 0 {
        return Err(Reason::new("the page has no table", "网页里没有表格"));
    }
    for one in page.ready {
        if found.send(one).is_err() {
            break;
        }
    }
    Ok(())
}

#[derive(Default)]
struct Page {
    /// The tables that are not closed.
    open: Vec<Table>,
    tables: usize,
    /// Whether cells have end tags.
    closes_cells: bool,
    /// What is found in tables within others.
    inner: Vec<Found>,
    ready: Vec<Found>,
    /// Bytes of the row.
    bytes: u64,
}

#[derive(Default)]
struct Table {
    /// Rows that wait, if it is within another.
    found: Vec<Found>,
    row: Option<Row>,
    number: u64,
    column: usize,
    cell: Option<Open>,
    merged: Merged,
}

/// A cell that is being read.
#[derive(Default)]
struct Open {
    text: String,
    links: Vec<String>,
    images: Vec<String>,
    columns: usize,
    rows: u64,
}

impl Page {
    /// Whether it has ended within a cell, although its cells have end tags.
    fn is_cut_off(&self) -> bool {
        self.closes_cells && self.open.iter().any(|table| table.cell.is_some())
    }

    fn start(&mut self, tag: &Tag) {
        if tag.name == "table" {
            self.begin_table();
            return;
        }
        if self.open.is_empty() && tag.name == "tr" {
            self.begin_table();
        }
        let Some(table) = self.open.last_mut() else {
            return;
        };
        match tag.name.as_str() {
            "tr" => {
                self.end_row();
                if let Some(table) = self.open.last_mut() {
                    table.begin_row();
                }
            }
            "td" | "th" => table.begin_cell(tag),
            "thead" | "tbody" | "tfoot" => self.end_row(),
            name => {
                if let Some(cell) = &mut table.cell {
                    cell.content(name, tag);
                }
            }
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "table" => self.end_table(),
            "tr" => self.end_row(),
            "td" | "th" => {
                self.closes_cells = true;
                if let Some(table) = self.open.last_mut() {
                    table.end_cell();
                }
            }
            "p" | "div" | "li" => {
                let cell = self.open.last_mut().and_then(|table| table.cell.as_mut());
                if let Some(cell) = cell {
                    cell.text.push('\n');
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let cell = self.open.last_mut().and_then(|table| table.cell.as_mut());
        if let Some(cell) = cell {
            self.bytes += u64::try_from(text.len()).unwrap_or_default();
            // Line breaks of the page are spaces.
            let text = text.replace(['\n', '\r'], " ");
            cell.text.push_str(&text);
        }
    }

    fn begin_table(&mut self) {
        if self.open.len() >= MAX_DEPTH {
            return;
        }
        self.tables += 1;
        let sheet = Found::Sheet(self.tables.to_string());
        match self.open.is_empty() {
            true => self.ready.push(sheet),
            false => self.open.push(Table {
                found: vec![sheet],
                ..Table::default()
            }),
        }
        if self.open.is_empty() {
            self.open.push(Table::default());
        }
    }

    fn end_row(&mut self) {
        self.bytes = 0;
        let is_inner = self.open.len() > 1;
        let Some(table) = self.open.last_mut() else {
            return;
        };
        let Some(row) = table.end_row() else {
            return;
        };
        match is_inner {
            true => table.found.push(Found::Row(row)),
            false => self.ready.push(Found::Row(row)),
        }
    }

    fn end_table(&mut self) {
        self.end_row();
        if let Some(table) = self.open.pop() {
            self.inner.extend(table.found);
        }
        if self.open.is_empty() {
            self.ready.append(&mut self.inner);
        }
    }
}

impl Table {
    fn begin_row(&mut self) {
        self.number += 1;
        self.column = 0;
        self.merged.begin(self.number);
        self.row = Some(Row {
            number: self.number,
            cells: Vec::new(),
        });
    }

    fn begin_cell(&mut self, tag: &Tag) {
        self.end_cell();
        if self.row.is_none() {
            self.begin_row();
        }
        let span = |name: &str| tag.attribute(name).and_then(|text| text.parse().ok());
        let columns = span("colspan").unwrap_or(1).clamp(1, MAX_COLUMNS);
        self.cell = Some(Open {
            columns,
            rows: tag
                .attribute("rowspan")
                .and_then(|text| text.parse().ok())
                .unwrap_or(1),
            ..Open::default()
        });
        if let Some(row) = &mut self.row {
            self.column = self.merged.pass(&mut row.cells, self.column);
        }
    }

    fn end_cell(&mut self) {
        let (Some(open), Some(row)) = (self.cell.take(), &mut self.row) else {
            return;
        };
        let (columns, rows) = (open.columns, open.rows);
        let value = open.value();
        if rows > 1 {
            self.merged.add(self.column, columns, rows - 1, &value);
        }
        if value != Cell::Empty {
            put(&mut row.cells, self.column, value);
        }
        self.column = self.column.saturating_add(columns);
    }

    /// The row, unless it is empty.
    fn end_row(&mut self) -> Option<Row> {
        self.end_cell();
        let mut row = self.row.take()?;
        self.merged.fill(&mut row.cells);
        (!row.cells.is_empty()).then_some(row)
    }
}

impl Open {
    /// Takes an element within the cell.
    fn content(&mut self, name: &str, tag: &Tag) {
        let address = |name| tag.attribute(name).filter(|address| !address.is_empty());
        match name {
            "br" | "p" | "div" | "li" => self.text.push('\n'),
            "a" => {
                let is_place = |link: &String| !link.starts_with(['#', '/']) && link.contains(':');
                let link = address("href").filter(is_place);
                self.links
                    .extend(link.filter(|link| !link.starts_with("javascript:")));
            }
            "img" => self.images.extend(address("src")),
            _ => {}
        }
    }

    fn value(self) -> Cell<'static> {
        let lines = self.text.split('\n').map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.join(" ")
        });
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        let text = lines.join("\n");
        let links = self.links.join("\n");
        match () {
            () if text.is_empty() && !links.is_empty() => Cell::Text(links.into()),
            () if text.is_empty() && !self.images.is_empty() => {
                Cell::Text(self.images.join("\n").into())
            }
            () if text.is_empty() => Cell::Empty,
            () if links.is_empty() => Cell::Text(text.into()),
            () => Cell::Link {
                text: text.into(),
                address: links.into(),
            },
        }
    }
}

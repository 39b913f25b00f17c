//! Reads the cells of a workbook of older Excel (XLS), which has at most 65,536 rows and is read as a whole.

use std::io::Cursor;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;

use calamine::{Data, DataRef, Reader as _, SheetType, SheetVisible, Xls};

use super::limits::MAX_COLUMNS;
use super::number_format::NumberFormat;
use super::sheet::{Found, Row, put};
use super::xlsx::{DAYS_TO_1904, value};
use crate::error::Reason;

/// Sends the sheets that a person sees, and their rows.
pub(super) fn read(
    bytes: Vec<u8>,
    found: &SyncSender<Found>,
    hidden: &AtomicUsize,
) -> Result<(), Reason> {
    let mut book: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(|error| {
        let text = format!("{error}. Does it have a password?");
        Reason::new(text, "工作簿打不开，是不是有密码？")
    })?;
    let day_one = if book.has_1904_epoch() {
        DAYS_TO_1904
    } else {
        0.0
    };
    let sheets = book.sheets_metadata().iter();
    let sheets = sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let (visible, others): (Vec<_>, Vec<_>) = sheets
        .map(|sheet| (sheet.name.clone(), sheet.visible == SheetVisible::Visible))
        .partition(|(_, is_visible)| *is_visible);
    hidden.store(others.len(), Ordering::Relaxed);
    for (name, _) in visible {
        let range = book
            .worksheet_range(&name)
            .map_err(|error| error.to_string())?;
        let (first_row, first_column) = range.start().unwrap_or_default();
        if found.send(Found::Sheet(name)).is_err() {
            return Ok(());
        }
        for (cells, number) in range.rows().zip(u64::from(first_row) + 1..) {
            let mut row = Row {
                number,
                cells: Vec::new(),
            };
            let first_column = usize::try_from(first_column).unwrap_or(MAX_COLUMNS);
            for (cell, column) in cells.iter().zip(first_column..) {
                if *cell != Data::Empty {
                    let cell = value(&borrowed(cell), &NumberFormat::Other, day_one);
                    put(&mut row.cells, column, cell);
                }
            }
            if !row.cells.is_empty() && found.send(Found::Row(row)).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn borrowed(data: &Data) -> DataRef<'_> {
    match data {
        Data::Int(number) => DataRef::Int(*number),
        Data::Float(number) => DataRef::Float(*number),
        Data::String(text) => DataRef::SharedString(text),
        Data::Bool(on) => DataRef::Bool(*on),
        Data::DateTime(moment) => DataRef::DateTime(*moment),
        Data::DateTimeIso(text) => DataRef::DateTimeIso(text.clone()),
        Data::DurationIso(text) => DataRef::DurationIso(text.clone()),
        Data::Error(error) => DataRef::Error(error.clone()),
        Data::Empty => DataRef::Empty,
    }
}

//! The first sheet of a workbook (XLSX), as Excel, WPS and LibreOffice write it.

use std::io::{self, Cursor, Read, Seek};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use calamine::{DataRef, ExcelDateTime, Reader as _, Style, Xlsx};

use super::cell::Cell;
use super::guess::plan;
use super::limits::{MAX_COLUMNS, MAX_UNPACKED_BYTES, MAX_WORKBOOK_BYTES};
use super::mapping::Mapping;
use super::rows::Rows;
use crate::{Entry, Error, Options, Place, Source};

/// Rows read ahead.
const WAITING: usize = 256;
/// Rows by which the columns are guessed.
const SAMPLE_ROWS: usize = 500;

/// A row: its number from 1, and its cells.
type Row = (u64, Vec<Cell<'static>>);

/// Opens a workbook.
///
/// # Errors
/// It cannot be read, is too large, or its columns mean nothing.
pub fn open_xlsx(source: impl Read, options: &Options) -> Result<Workbook, Error> {
    let mut bytes = Vec::new();
    source
        .take(MAX_WORKBOOK_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_WORKBOOK_BYTES {
        let text =
            format!("the workbook is larger than {MAX_WORKBOOK_BYTES} bytes: save it as CSV");
        return Err(Error::TooLarge(text));
    }
    check_unpacked(Cursor::new(&bytes), MAX_UNPACKED_BYTES)?;
    let (rows, received) = sync_channel(WAITING);
    // The cells borrow the workbook, so they are read on a thread that has both.
    let thread = std::thread::Builder::new().spawn(move || read(bytes, &rows))?;
    let mut reading = Reading {
        rows: Some(received),
        thread: Some(thread),
    };
    let mut first = Vec::new();
    while first.len() < SAMPLE_ROWS {
        match reading.next()? {
            Some(row) => first.push(row),
            None => break,
        }
    }
    let shown = |(_, cells): &Row| cells.iter().map(|cell| cell.shown().into_owned()).collect();
    let sample: Vec<Vec<String>> = first.iter().map(shown).collect();
    let plan = plan(&sample, options)?;
    first.drain(..=plan.header);
    Ok(Workbook {
        first: first.into_iter(),
        reading,
        rows: Rows::new(plan),
    })
}

/// Unpacks everything once without keeping it: the sizes that a file states may be wrong.
fn check_unpacked(bytes: Cursor<&Vec<u8>>, most: u64) -> Result<(), Error> {
    let damaged =
        |error: &dyn std::fmt::Display| Error::Damaged(format!("not a workbook: {error}"));
    let mut archive = zip::ZipArchive::new(bytes).map_err(|error| damaged(&error))?;
    let mut left = most;
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|error| damaged(&error))?;
        let read = io::copy(&mut file.take(left + 1), &mut io::sink());
        let read = read.map_err(|error| damaged(&error))?;
        left = left.checked_sub(read).ok_or_else(|| {
            Error::TooLarge(format!("the workbook has more than {most} bytes, unpacked"))
        })?;
    }
    Ok(())
}

/// The rows, from the thread that reads them.
struct Reading {
    rows: Option<Receiver<Row>>,
    thread: Option<JoinHandle<Result<(), String>>>,
}

impl Reading {
    fn next(&mut self) -> Result<Option<Row>, Error> {
        if let Some(row) = self.rows.as_ref().and_then(|rows| rows.recv().ok()) {
            return Ok(Some(row));
        }
        self.rows = None;
        match self.thread.take().map(JoinHandle::join) {
            None | Some(Ok(Ok(()))) => Ok(None),
            Some(Ok(Err(why))) => Err(Error::Damaged(format!("the workbook is damaged: {why}"))),
            Some(Err(_)) => Err(Error::Damaged("the workbook is damaged".to_owned())),
        }
    }
}

fn read(bytes: Vec<u8>, rows: &SyncSender<Row>) -> Result<(), String> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    read_sheet(&mut book, rows)
}

fn read_sheet<S: Read + Seek>(book: &mut Xlsx<S>, rows: &SyncSender<Row>) -> Result<(), String> {
    let names = book.sheet_names();
    let first = names.first().ok_or("it has no sheet")?;
    let cells = book.worksheet_cells_reader(first);
    let mut cells = cells.map_err(|error| error.to_string())?;
    let digits: Vec<usize> = cells.styles().iter().map(min_digits).collect();
    let mut row: Row = (0, Vec::new());
    loop {
        let next = cells.next_cell_with_style_id();
        let Some((cell, style)) = next.map_err(|error| error.to_string())? else {
            break;
        };
        let (number, column) = cell.get_position();
        let number = u64::from(number) + 1;
        if number != row.0 {
            let ended = std::mem::replace(&mut row, (number, Vec::new()));
            // The receiver is gone when the import has ended early.
            if !ended.1.is_empty() && rows.send(ended).is_err() {
                return Ok(());
            }
        }
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if column < MAX_COLUMNS {
            let digits = digits.get(style).copied().unwrap_or_default();
            place(&mut row.1, column, value(cell.get_value(), digits));
        }
    }
    if !row.1.is_empty() {
        let _ = rows.send(row);
    }
    Ok(())
}

fn place(cells: &mut Vec<Cell<'static>>, column: usize, value: Cell<'static>) {
    if cells.len() <= column {
        cells.resize(column + 1, Cell::Empty);
    }
    if let Some(cell) = cells.get_mut(column) {
        *cell = value;
    }
}

/// With how many digits a format such as `000000` shows a number at least.
fn min_digits(style: &Style) -> usize {
    let code = style
        .number_format
        .as_ref()
        .map(|format| format.format_code.as_str());
    let code = code.unwrap_or_default();
    match !code.is_empty() && code.bytes().all(|byte| byte == b'0') {
        true => code.len().min(32),
        false => 0,
    }
}

fn value(data: &DataRef<'_>, digits: usize) -> Cell<'static> {
    let text = |text: &str| match text {
        "" => Cell::Empty,
        text => Cell::Text(text.to_owned().into()),
    };
    match data {
        DataRef::Empty => Cell::Empty,
        DataRef::String(own) => text(own),
        DataRef::SharedString(shared) => text(shared),
        DataRef::Bool(on) => text(if *on { "1" } else { "0" }),
        DataRef::Int(number) => text(&number.to_string()),
        DataRef::Float(value) => Cell::Number {
            value: *value,
            digits,
        },
        DataRef::DateTime(moment) => moment_of(moment),
        DataRef::DateTimeIso(iso) | DataRef::DurationIso(iso) => text(iso),
        DataRef::Error(_) => Cell::Error,
    }
}

fn moment_of(moment: &ExcelDateTime) -> Cell<'static> {
    if moment.is_duration() || moment.as_f64() < 1.0 {
        return Cell::Days(moment.as_f64());
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    let [month, day, hour, minute, second] = [month, day, hour, minute, second].map(u16::from);
    Cell::Moment([year, month, day, hour, minute, second])
}

/// The first sheet of a workbook.
pub struct Workbook {
    /// The rows by which the columns were guessed.
    first: std::vec::IntoIter<Row>,
    reading: Reading,
    rows: Rows,
}

impl Workbook {
    /// What the columns mean.
    pub const fn mapping(&self) -> &Mapping {
        self.rows.mapping()
    }
}

impl Source for Workbook {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        loop {
            let row = match self.first.next() {
                Some(row) => row,
                None => match self.reading.next()? {
                    Some(row) => row,
                    None => return Ok(None),
                },
            };
            if let Some(entry) = self.rows.entry(Place::Row(row.0), &row.1) {
                return Ok(Some(entry));
            }
        }
    }

    fn about(&self) -> Vec<String> {
        let mut about = vec!["the first sheet of a workbook".to_owned()];
        about.extend(self.rows.about());
        about
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_workbook_that_unpacks_to_too_much_is_rejected() {
        let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["a", "b"] {
            let options = zip::write::SimpleFileOptions::default();
            packed.start_file(name, options).unwrap();
            packed.write_all(&[b' '; 600_000]).unwrap();
        }
        let bytes = packed.finish().unwrap().into_inner();
        assert!(bytes.len() < 10_000);
        assert!(check_unpacked(Cursor::new(&bytes), 1_200_000).is_ok());
        let error = check_unpacked(Cursor::new(&bytes), 1_199_999).unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
    }
}

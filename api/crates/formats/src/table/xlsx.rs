//! Reads the cells of a workbook (XLSX).

use std::collections::HashMap;
use std::io::{Cursor, Read, Seek};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;

use calamine::{DataRef, Dimensions, ExcelDateTime, Reader as _, SheetType, SheetVisible, Xlsx};

use super::cell::Cell;
use super::limits::{MAX_ROW_BYTES, row_too_long};
use super::merged::Merged;
use super::number_format::NumberFormat;
use super::sheet::{Found, Row, put};
use crate::error::Reason;
use crate::values::day_number::of_serial;

/// Most links of a sheet.
const MAX_LINKS: usize = 1_000_000;
/// Most bytes of the part with the settings of the workbook.
const MAX_SETTINGS_BYTES: u64 = 1 << 20;
/// Days between the two calendars that workbooks have.
pub(super) const DAYS_TO_1904: f64 = 1_462.0;

/// A minute, in days.
const MINUTE: f64 = 1.0 / 1_440.0;

/// Reads the sheets that a person sees; those that are hidden only if there is no other.
pub(super) fn read(
    bytes: Vec<u8>,
    found: &SyncSender<Found>,
    hidden: &AtomicUsize,
) -> Result<(), Reason> {
    let day_one = if is_of_1904(&bytes) {
        DAYS_TO_1904
    } else {
        0.0
    };
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let sheets = book.sheets_metadata().iter();
    let sheets = sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let (visible, others): (Vec<_>, Vec<_>) = sheets
        .map(|sheet| (sheet.name.clone(), sheet.visible == SheetVisible::Visible))
        .partition(|(_, is_visible)| *is_visible);
    let sheets = match visible.is_empty() {
        true => others,
        false => {
            hidden.store(others.len(), Ordering::Relaxed);
            visible
        }
    };
    for (name, _) in sheets {
        // The receiver is gone when the import has ended early.
        if found.send(Found::Sheet(name.clone())).is_err()
            || !read_sheet(&mut book, &name, day_one, found)?
        {
            return Ok(());
        }
    }
    Ok(())
}

/// Whether days count from 1904, as workbooks of older Excel for the Macintosh do.
fn is_of_1904(bytes: &[u8]) -> bool {
    let settings = zip::ZipArchive::new(Cursor::new(bytes))
        .ok()
        .and_then(|mut book| {
            let part = book.by_name("xl/workbook.xml").ok()?;
            let mut text = String::new();
            part.take(MAX_SETTINGS_BYTES)
                .read_to_string(&mut text)
                .ok()?;
            Some(text)
        });
    let on = ["date1904=\"1\"", "date1904=\"true\""];
    settings.is_some_and(|text| on.iter().any(|setting| text.contains(setting)))
}

/// Sends the rows of a sheet; false if nobody receives them.
fn read_sheet<S: Read + Seek>(
    book: &mut Xlsx<S>,
    name: &str,
    day_one: f64,
    found: &SyncSender<Found>,
) -> Result<bool, Reason> {
    let links = links(book, name);
    let mut areas = Areas::of(book, name);
    let cells = book.worksheet_cells_reader(name);
    let mut cells = cells.map_err(|error| error.to_string())?;
    let formats: Vec<NumberFormat> = cells.styles().iter().map(NumberFormat::of).collect();
    let mut row = Row::default();
    let mut bytes = 0;
    loop {
        let next = cells.next_cell_with_style_id();
        let Some((cell, style)) = next.map_err(|error| error.to_string())? else {
            break;
        };
        let (line, column) = cell.get_position();
        let number = u64::from(line) + 1;
        if number != row.number {
            bytes = 0;
            let cells = Vec::new();
            let mut ended = std::mem::replace(&mut row, Row { number, cells });
            areas.fill(&mut ended);
            areas.merged.check()?;
            if !ended.cells.is_empty() && found.send(Found::Row(ended)).is_err() {
                return Ok(false);
            }
        }
        let format = formats.get(style).unwrap_or(&NumberFormat::Other);
        let value = value(cell.get_value(), format, day_one);
        let value = linked(value, links.get(&(line, column)));
        // Many cells may share one text.
        bytes += u64::try_from(value.bytes()).unwrap_or(u64::MAX);
        if bytes > MAX_ROW_BYTES {
            return Err(row_too_long());
        }
        put(
            &mut row.cells,
            usize::try_from(column).unwrap_or(usize::MAX),
            value,
        );
    }
    areas.fill(&mut row);
    Ok(row.cells.is_empty() || found.send(Found::Row(row)).is_ok())
}

/// The addresses behind cells: of links, and of formulas that make one.
fn links<S: Read + Seek>(book: &mut Xlsx<S>, name: &str) -> HashMap<(u32, u32), String> {
    let mut links = HashMap::new();
    for link in book.hyperlinks_by_sheet_name(name).unwrap_or_default() {
        if let Some(target) = link.target.filter(|_| links.len() < MAX_LINKS) {
            links.insert(link.range.start, target);
        }
    }
    let Ok(mut cells) = book.worksheet_cells_reader(name) else {
        return links;
    };
    while let Ok(Some(formula)) = cells.next_formula() {
        if let Some(target) = target_of(formula.get_value()).filter(|_| links.len() < MAX_LINKS) {
            links.insert(formula.get_position(), target);
        }
    }
    links
}

/// The address in `HYPERLINK("https://…","封面")`.
pub(super) fn target_of(formula: &str) -> Option<String> {
    let (head, rest) = formula.trim_start_matches('=').split_once('(')?;
    let is_link = head.trim().eq_ignore_ascii_case("HYPERLINK");
    let (target, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    is_link.then(|| target.to_owned())
}

/// The cell with the address behind it. A cell with nothing but that is the address.
fn linked(cell: Cell<'static>, target: Option<&String>) -> Cell<'static> {
    match (cell, target) {
        (Cell::Text(text), Some(target)) => Cell::Link {
            text,
            address: target.clone().into(),
        },
        (Cell::Empty, Some(target)) => Cell::Text(target.clone().into()),
        (cell, _) => cell,
    }
}

/// Cells that are merged over several rows, of which only the first has the value: the areas by the rows with which they begin.
struct Areas {
    begins: HashMap<u64, Vec<Dimensions>>,
    merged: Merged,
}

impl Areas {
    fn of<S: Read + Seek>(book: &mut Xlsx<S>, name: &str) -> Self {
        let areas = book.merge_cells_by_sheet_name(name).unwrap_or_default();
        let mut begins: HashMap<u64, Vec<Dimensions>> = HashMap::new();
        for area in areas.into_iter().filter(|area| area.start.0 < area.end.0) {
            let row = u64::from(area.start.0) + 1;
            begins.entry(row).or_default().push(area);
        }
        Self {
            begins,
            merged: Merged::default(),
        }
    }

    /// Keeps the values of a row that are for those below, and takes those of the rows above.
    fn fill(&mut self, row: &mut Row) {
        self.merged.begin(row.number);
        self.merged.fill(&mut row.cells);
        for area in self.begins.remove(&row.number).into_iter().flatten() {
            let column = usize::try_from(area.start.1).unwrap_or(usize::MAX);
            let rows = u64::from(area.end.0.saturating_sub(area.start.0));
            if let Some(value) = row.cells.get(column) {
                self.merged.add(column, 1, rows, value);
            }
        }
    }
}

/// The cell of a value in this format.
pub(super) fn value(data: &DataRef<'_>, format: &NumberFormat, day_one: f64) -> Cell<'static> {
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
        DataRef::Float(value) => match format.text(*value) {
            Some(text) => Cell::Text(text.into()),
            None => Cell::Number {
                value: *value,
                digits: format.digits(),
                day: value + day_one,
            },
        },
        DataRef::DateTime(moment) => moment_of(moment, day_one),
        DataRef::DateTimeIso(iso) | DataRef::DurationIso(iso) => text(iso),
        DataRef::Error(_) => Cell::Error,
    }
}

fn moment_of(moment: &ExcelDateTime, day_one: f64) -> Cell<'static> {
    let days = moment.as_f64();
    if moment.is_duration() || days < 1.0 {
        return Cell::Days(days);
    }
    // Programs that count the time of Shanghai as it was before 1901 are 43 seconds beside midnight.
    let near = Some(days.round()).filter(|day| (days - day).abs() < MINUTE);
    if let Some(day) = near.and_then(|day| day_of(day + day_one)) {
        return day;
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    let [month, day, hour, minute, second] = [month, day, hour, minute, second].map(u16::from);
    Cell::Moment([year, month, day, hour, minute, second])
}

/// The cell of a day with this number.
fn day_of(serial: f64) -> Option<Cell<'static>> {
    let day = of_serial(serial)?;
    let mut parts = day.split('-').map(|part| part.parse::<u16>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    Some(Cell::Moment([year, month, day, 0, 0, 0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_beside_midnight_is_the_day() {
        let cell = |days: f64| {
            let kind = calamine::ExcelDateTimeType::DateTime;
            moment_of(&ExcelDateTime::new(days, kind, false), 0.0)
        };
        assert_eq!(cell(46_027.000_497_7), Cell::Moment([2026, 1, 5, 0, 0, 0]));
        assert_eq!(cell(46_026.999_502), Cell::Moment([2026, 1, 5, 0, 0, 0]));
        assert_eq!(cell(46_027.5), Cell::Moment([2026, 1, 5, 12, 0, 0]));
        assert_eq!(cell(0.5), Cell::Days(0.5));
    }

    #[test]
    fn a_formula_may_be_a_link() {
        let target = |formula| target_of(formula);
        assert_eq!(
            target("HYPERLINK(\"https://img.example/a.jpg\",\"封面\")").as_deref(),
            Some("https://img.example/a.jpg")
        );
        assert_eq!(target("UPPER(\"a\")"), None);
        assert_eq!(target("HYPERLINK(A1)"), None);
    }
}

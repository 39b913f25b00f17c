//! The sheets of a workbook (XLSX, ODS, XLS, XML), as Excel, WPS and LibreOffice write it, or the tables of a page of HTML: all
//! that have films.

use std::io::{Cursor, Read};

use super::cell::Cell;
use super::foreign::refused;
use super::limits::{MAX_WORKBOOK_BYTES, OLD_WORKBOOK};
use super::mapping::Mapping;
use super::reading::{Kind, Reading};
use super::sheet::{Found, Row};
use super::sheet_rows::SheetRows;
use super::sql::is_dump;
use super::transposed::upright;
use super::unpacked::{check_unpacked, most_unpacked};
use super::vertical::is_list_of_names;
use super::written::behind_comments;
use crate::entry::{Entry, Place, Source};
use crate::error::Error;
use crate::maccms::wrapper::unwrapped;
use crate::markup::is_records;
use crate::options::Options;
use crate::text::decode;

/// Bytes by which a text is told from others.
const MARKUP_BYTES: usize = 4_096;
/// Most sheets to name that are not read.
const MAX_NAMED: usize = 50;
/// The namespace of workbooks of Excel 2003.
const XML_WORKBOOK: &str = "urn:schemas-microsoft-com:office:spreadsheet";
/// Rows by which the columns are guessed.
const SAMPLE_ROWS: usize = 500;
/// So many bytes are enough of them.
const SAMPLE_BYTES: usize = 8 << 20;

/// Whether a file that begins so is a workbook of older Excel, which is read as a whole, or has a password.
pub fn is_old_workbook(start: &[u8]) -> bool {
    start.starts_with(OLD_WORKBOOK)
}

/// Opens a workbook.
///
/// # Errors
/// It cannot be read, is too large, or the columns of no sheet mean something.
pub fn open_xlsx(source: impl Read, options: &Options) -> Result<Workbook, Error> {
    let mut bytes = Vec::new();
    source
        .take(MAX_WORKBOOK_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_WORKBOOK_BYTES {
        let text =
            format!("the workbook is larger than {MAX_WORKBOOK_BYTES} bytes: save it as CSV");
        return Err(Error::too_large(text, "工作簿超过 128 MB，请另存为 CSV"));
    }
    if let Some(why) = refused(&bytes) {
        return Err(why);
    }
    let kind = match bytes.as_slice() {
        start if is_old_workbook(start) => Kind::Xls,
        text if is_json(text) => Kind::Json,
        text if is_markup(text) => kind_of_markup(text),
        text if is_vertical(text) => Kind::Vertical,
        text if !text.starts_with(b"PK") => Kind::Sql,
        packed => check_unpacked(Cursor::new(&bytes), most_unpacked(packed))?,
    };
    let mut sheets = Sheets {
        reading: Reading::start(bytes, kind)?,
        options: options.clone(),
        waiting: None,
        first_error: None,
        read: Vec::new(),
        others: Vec::new(),
    };
    match sheets.next_sheet()? {
        Some(sheet) => Ok(Workbook { sheets, sheet }),
        None => Err(sheets
            .first_error
            .unwrap_or_else(|| Error::damaged("the workbook has no sheet", "工作簿里没有工作表"))),
    }
}

/// Whether a file is a text of XML or HTML.
fn is_markup(bytes: &[u8]) -> bool {
    let start = bytes.get(..MARKUP_BYTES).unwrap_or(bytes);
    let text = decode(start, None);
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('<')
}

/// Whether a file is JSON, perhaps within the call of a function, or the like of another language.
fn is_json(bytes: &[u8]) -> bool {
    let start = bytes.get(..MARKUP_BYTES).unwrap_or(bytes);
    let text = decode(start, None);
    let text = behind_comments(text.trim_start_matches('\u{feff}'));
    text.starts_with("<?php") || (!is_dump(text) && unwrapped(text).starts_with(['{', '[']))
}

/// Whether a file is a text with each value on its own line.
fn is_vertical(bytes: &[u8]) -> bool {
    let start = bytes.get(..MARKUP_BYTES).unwrap_or(bytes);
    let text = decode(start, None);
    !bytes.starts_with(b"PK") && is_list_of_names(text.trim_start_matches('\u{feff}'))
}

/// LibreOffice and Excel also write tables as one XML file (.fods, .xml), and programs call pages of HTML workbooks.
fn kind_of_markup(text: &[u8]) -> Kind {
    let start = text.get(..MARKUP_BYTES).unwrap_or(text);
    let start = decode(start, None);
    match () {
        () if is_records(&start) => Kind::Records,
        () if start.contains("<office:document") => Kind::FlatOds,
        () if start.contains(XML_WORKBOOK) && !start.to_lowercase().contains("<html") => Kind::Xml,
        () => Kind::Html,
    }
}

/// The sheets, in their order.
struct Sheets {
    reading: Reading,
    options: Options,
    /// The name of the next sheet, once the rows of the last one have ended.
    waiting: Option<String>,
    first_error: Option<Error>,
    /// Names of sheets that are read, and of others.
    read: Vec<String>,
    others: Vec<String>,
}

/// A sheet with films.
struct Sheet {
    name: String,
    /// The rows by which the columns were guessed.
    first: std::vec::IntoIter<Row>,
    rows: SheetRows,
}

impl Sheets {
    /// The next row of the sheet; `None` at its end.
    fn next_row(&mut self) -> Result<Option<Row>, Error> {
        if self.waiting.is_some() {
            return Ok(None);
        }
        match self.reading.next()? {
            Some(Found::Row(row)) => Ok(Some(row)),
            Some(Found::Sheet(name)) => {
                self.waiting = Some(name);
                Ok(None)
            }
            None => Ok(None),
        }
    }

    /// The rows by which the columns are guessed, and whether they are all.
    fn first_rows(&mut self) -> Result<(Vec<Row>, bool), Error> {
        let (mut first, mut bytes) = (Vec::new(), 0);
        while first.len() < SAMPLE_ROWS && bytes < SAMPLE_BYTES {
            let Some(row) = self.next_row()? else {
                return Ok((first, true));
            };
            bytes += row.cells.iter().map(Cell::bytes).sum::<usize>();
            first.push(row);
        }
        Ok((first, false))
    }

    /// The next sheet with films. The others are passed over, as tables often have one with explanations.
    fn next_sheet(&mut self) -> Result<Option<Sheet>, Error> {
        loop {
            while self.next_row()?.is_some() {}
            let Some(name) = self.waiting.take() else {
                return Ok(None);
            };
            let (first, is_whole) = self.first_rows()?;
            match self.plan_either_way(first, is_whole) {
                Ok((mut first, rows, header)) => {
                    self.read.push(name.clone());
                    first.drain(..=header);
                    return Ok(Some(Sheet {
                        name,
                        first: first.into_iter(),
                        rows,
                    }));
                }
                Err(error) => {
                    // Columns that are known and of too few kinds say more than a sheet without any.
                    let is_better = matches!(
                        (&self.first_error, &error),
                        (None, _)
                            | (
                                Some(Error::Header(_)),
                                Error::MissingColumns(_) | Error::Channel
                            )
                    );
                    if is_better {
                        self.first_error = Some(error);
                    }
                    self.others.push(name);
                }
            }
        }
    }

    /// The rows that a sheet begins with and how they are read: also those of one that has a film in each column.
    fn plan_either_way(
        &self,
        first: Vec<Row>,
        is_whole: bool,
    ) -> Result<(Vec<Row>, SheetRows, usize), Error> {
        let planned = self.plan(&first);
        let is_clear = matches!(&planned, Ok((rows, _)) if rows.problem().is_none());
        let turned = (is_whole && !is_clear).then(|| upright(&first)).flatten();
        let of_turned = turned.map(|turned| (self.plan(&turned), turned));
        if let Some((Ok((rows, header)), turned)) = of_turned {
            return Ok((turned, rows, header));
        }
        planned.map(|(rows, header)| (first, rows, header))
    }

    fn plan(&self, first: &[Row]) -> Result<(SheetRows, usize), Error> {
        let texts = |row: &Row| {
            let cells = row.cells.iter();
            cells.map(|cell| cell.display().into_owned()).collect()
        };
        let sample: Vec<Vec<String>> = first.iter().map(texts).collect();
        SheetRows::of(&sample, &self.options)
    }
}

/// The sheets of a workbook that have films.
pub struct Workbook {
    sheets: Sheets,
    sheet: Sheet,
}

impl Workbook {
    /// What the columns mean, if it is not clear by itself.
    pub const fn mapping(&self) -> Option<&Mapping> {
        self.sheet.rows.mapping()
    }

    /// Where a row is. The first sheet needs no name.
    fn place(&self, row: u64) -> Place {
        match self.sheets.read.len() {
            0 | 1 => Place::Row(row),
            _ => Place::SheetRow(self.sheet.name.clone(), row),
        }
    }
}

impl Source for Workbook {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        loop {
            let row = match self.sheet.first.next() {
                Some(row) => Some(row),
                None => self.sheets.next_row()?,
            };
            let Some(row) = row else {
                match self.sheets.next_sheet()? {
                    Some(sheet) => self.sheet = sheet,
                    None => return Ok(None),
                }
                continue;
            };
            let place = self.place(row.number);
            if let Some(entry) = self.sheet.rows.entry(place, &row) {
                return Ok(Some(entry));
            }
        }
    }

    fn problem(&self) -> Option<&Error> {
        self.sheet.rows.problem()
    }

    fn about(&self) -> Vec<String> {
        let kind = self.sheets.reading.kind;
        let part = match kind {
            Kind::Json | Kind::Records | Kind::Vertical => "list",
            Kind::Sql => "table",
            _ => "sheet",
        };
        let mut about = vec![format!(
            "the {part} {:?} of {} {}",
            self.sheet.name,
            if kind == Kind::Records { "an" } else { "a" },
            kind.name()
        )];
        about.extend(self.sheet.rows.about());
        about
    }

    fn left_out(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.sheets.read.len() > 1 {
            sentences.push(format!("sheets read: {}", self.sheets.read.join(", ")));
        }
        if !self.sheets.others.is_empty() {
            let some = self.sheets.others.get(..MAX_NAMED);
            let mut others = some.unwrap_or(&self.sheets.others).join(", ");
            if some.is_some() {
                others.push('…');
            }
            sentences.push(format!("sheets without films: {others}"));
        }
        if self.sheets.reading.hidden() > 0 {
            let hidden = self.sheets.reading.hidden();
            sentences.push(format!("hidden sheets, not read: {hidden}"));
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_may_have_a_film_in_each_column() {
        let page = "<table><tr><td>番号<td>A-1<td>A-2<tr><td>标题<td>山谷<td>湖<tr><td>发行日期<td>2026-01-05<td>2025</table>";
        let options = Options {
            channel: Some("western".to_owned()),
            ..Options::default()
        };
        let mut source = open_xlsx(Cursor::new(page), &options).unwrap();
        let mut titles = Vec::new();
        while let Some(entry) = source.next_entry().unwrap() {
            titles.push(entry.work.unwrap().text("title").unwrap().to_owned());
        }
        assert_eq!(titles, ["山谷", "湖"]);
    }

    #[test]
    fn other_workbooks_are_named() {
        let error = |bytes: Vec<u8>| match open_xlsx(Cursor::new(bytes), &Options::default()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert!(error(OLD_WORKBOOK.to_vec()).contains("password"));
        assert!(error(b"{\\rtf1".to_vec()).contains("RTF"));
        assert!(error(b"<html><frameset>".to_vec()).contains("no table"));
        let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        packed.start_file("xl/workbook.bin", options).unwrap();
        assert!(error(packed.finish().unwrap().into_inner()).contains(".xlsb"));
    }
}

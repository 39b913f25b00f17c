//! Writes lines of the import format as a table that [`super::open_csv`] reads back as it was.

use std::io::Write;

use serde_json::{Map, Value, json};

use super::draft::title_cell;
use super::field::Field;
use super::json_cell::{cell_of, guarded, list_of, unguarded};
use super::limits::MAX_ROW_BYTES;
use super::lists::pictures_of;
use super::literal;
use super::names::{Names, names_of};
use super::scalars::is_error;
use super::terms::{term_of, text_of};
use crate::error::Error;
use crate::values::address::{address, addresses};
use crate::values::date::date;
use crate::values::is_nothing;
use crate::values::list::SEPARATORS;
use crate::values::magnet::{Magnet, link, magnets};
use crate::values::number::{as_cell, is_changed_by_spreadsheets};

/// So that spreadsheets read UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The columns: names that the import knows, in the order in which people read them.
const COLUMNS: [(Field, &str); 24] = [
    (Field::Channel, "频道"),
    (Field::Number, "番号"),
    (Field::Title, "标题"),
    (Field::PubTime, "发行日期"),
    (Field::Duration, "时长（分钟）"),
    (Field::Average, "评分/5"),
    (Field::Evaluates, "评分人数"),
    (Field::Performers, "演员"),
    (Field::Makers, "厂商"),
    (Field::Labels, "发行商"),
    (Field::Series, "系列"),
    (Field::Directors, "导演"),
    (Field::Tags, "标签"),
    (Field::Items, "项目"),
    (Field::IsOnline, "在线"),
    (Field::PicBig, "封面"),
    (Field::PicSmall, "小封面"),
    (Field::ImageBig, "剧照"),
    (Field::ImageSmall, "小剧照"),
    (Field::Mp4, "预告片"),
    (Field::M3u8, "m3u8"),
    (Field::Magnets, "磁力链接"),
    (Field::MagnetTime, "磁力时间"),
    (Field::Hidden, "隐藏"),
];

/// Writes a table.
pub struct CsvWriter<W: Write> {
    out: csv::Writer<W>,
    /// Whether spreadsheets open the table: with a byte order mark, and numbers that stay as they are.
    for_spreadsheets: bool,
    /// Rows that are too long to be read again.
    too_long: u64,
}

impl<W: Write> CsvWriter<W> {
    /// Writes the names of the columns.
    ///
    /// # Errors
    /// `out` fails.
    pub fn new(mut out: W, for_spreadsheets: bool) -> Result<Self, Error> {
        if for_spreadsheets {
            out.write_all(BYTE_ORDER_MARK)?;
        }
        let mut writer = Self::continued(out, for_spreadsheets);
        writer.record(&COLUMNS.map(|(_, name)| name.to_owned()))?;
        Ok(writer)
    }

    /// Continues a table whose columns were named before.
    pub fn continued(out: W, for_spreadsheets: bool) -> Self {
        Self {
            out: csv::Writer::from_writer(out),
            for_spreadsheets,
            too_long: 0,
        }
    }

    /// Writes a line of the import format.
    ///
    /// # Errors
    /// The table cannot be written.
    pub fn write(&mut self, line: &Map<String, Value>) -> Result<(), Error> {
        let links = links_of(line);
        let row = COLUMNS.map(|(field, _)| match (field, &links) {
            (Field::Magnets, Some((links, _))) => links.join("\n"),
            (Field::MagnetTime, Some((_, times))) => times.join("\n"),
            (Field::MagnetTime, None) => String::new(),
            _ => match line.get(field.name()) {
                Some(value) => self.cell(field, value),
                None => String::new(),
            },
        });
        let bytes: usize = row.iter().map(|cell| cell.len() + 3).sum();
        self.too_long += u64::from(u64::try_from(bytes).is_ok_and(|bytes| bytes > MAX_ROW_BYTES));
        self.record(&row)
    }

    /// Writes everything out, and returns the number of rows that are too long to be imported again.
    ///
    /// # Errors
    /// The table cannot be written.
    pub fn finish(mut self) -> Result<u64, Error> {
        self.out.flush()?;
        Ok(self.too_long)
    }

    fn record(&mut self, row: &[String]) -> Result<(), Error> {
        self.out
            .write_record(row)
            .map_err(|error| match error.into_kind() {
                csv::ErrorKind::Io(error) => Error::Read(error),
                other => Error::Damaged(format!("{other:?}").into()),
            })
    }

    fn cell(&self, field: Field, value: &Value) -> String {
        match (field, value) {
            (Field::Number, Value::String(number)) => self.number(number),
            (Field::Title, Value::String(title)) => title_cell(title),
            (Field::PubTime, Value::String(time)) => time_cell(time),
            (Field::PicBig | Field::PicSmall | Field::Mp4 | Field::M3u8, Value::String(text)) => {
                let is_read_back = addresses(text).first() == Some(&text.as_str())
                    && address(text).is_ok_and(|read| read == *text);
                match is_read_back && guarded(text) == *text {
                    true => text.clone(),
                    false => cell_of(&json!([text])),
                }
            }
            (Field::ImageBig | Field::ImageSmall, Value::Array(list)) => images(list, value),
            (_, Value::Array(list)) if field != Field::Magnets => terms(list, field, value),
            (_, Value::Array(_)) => cell_of(value),
            (_, Value::String(text)) => guarded(text),
            (_, Value::Bool(switch)) => u8::from(*switch).to_string(),
            (_, other) => other.to_string(),
        }
    }

    fn number(&self, number: &str) -> String {
        if self.for_spreadsheets && is_changed_by_spreadsheets(number) && !number.contains('"') {
            return format!("=\"{number}\"");
        }
        as_cell(number)
    }
}

/// Terms with separators between, or a list.
fn terms(list: &[Value], field: Field, value: &Value) -> String {
    let texts: Vec<String> = list.iter().map(text_of).collect();
    let cell = guarded(&texts.join("、"));
    // Where all cells of a column are in brackets, they are lists.
    let Names { names, addresses } = names_of(unguarded(&cell), SEPARATORS, true);
    let terms = names.iter().map(|text| term_of(text, field));
    let is_nothing = |text: &String| is_nothing(text) || is_error(text);
    let is_list = list_of(&cell).is_some() || literal::list_of(&cell).is_some();
    let is_read_back = terms.eq(list.iter().cloned())
        && addresses.is_empty()
        && !is_list
        && !texts.iter().any(is_nothing);
    match is_read_back {
        true => cell,
        false => cell_of(value),
    }
}

/// A day without its midnight, and a time without its seconds if they are 0, so that 16:00 is not taken for midnight of China.
fn time_cell(time: &str) -> String {
    let day = time.strip_suffix(" 00:00:00").unwrap_or(time);
    let cell = match day.len() {
        19 => day.strip_suffix(":00").unwrap_or(day),
        _ => day,
    };
    match date(cell, None) {
        Ok(read) if read == day => cell.to_owned(),
        _ => cell_of(&json!([time])),
    }
}

fn images(list: &[Value], value: &Value) -> String {
    let texts: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    let is_plain = |text: &&str| {
        pictures_of(text) == [*text]
            && !text.contains(char::is_whitespace)
            && address(text).is_ok_and(|read| read == *text)
    };
    match texts.iter().all(is_plain) && texts.len() == list.len() {
        true => guarded(&texts.join("\n")),
        false => cell_of(value),
    }
}

/// The links of a line and their times; `None` if they would not be read as they are.
fn links_of(line: &Map<String, Value>) -> Option<(Vec<String>, Vec<String>)> {
    let list = line.get("magnets")?.as_array()?;
    let (mut links, mut times) = (Vec::new(), Vec::new());
    for entry in list {
        let text = |field: &str| entry.get(field).and_then(Value::as_str);
        let magnet = Magnet {
            name: text("name")?.to_owned(),
            info_hash: text("infoHash")?.to_owned(),
            length: entry
                .get("length")
                .and_then(Value::as_u64)
                .filter(|length| *length > 0),
        };
        let link = link(&magnet);
        let time = text("createTime")?;
        let day = time.strip_suffix(" 00:00:00").unwrap_or(time);
        let is_read_back = magnets(&link) == (vec![magnet], 0);
        if !is_read_back || date(time, None).ok()? != day {
            return None;
        }
        links.push(link);
        times.push(day.to_owned());
    }
    Some((links, times))
}

//! The table `mac_vod` as CSV, as phpMyAdmin, Navicat and others export it.

use std::io::{Cursor, Read};

use csv::{ByteRecord, Reader, ReaderBuilder};
use serde_json::Value;

use super::film::{channel_of, entry, is_recycled};
use super::raw::{Film, Text};
use crate::entry::{Entry, Place};
use crate::error::Error;

/// The rows of the table.
pub(super) struct Rows {
    reader: Reader<Text>,
    names: Vec<String>,
    record: ByteRecord,
}

impl Rows {
    pub(super) fn open(mut text: Text) -> Result<Self, Error> {
        let mut start = Vec::new();
        // The first line, which has the names of the columns, tells what is between them.
        let delimiter = delimiter_of(&mut text, &mut start)?;
        let whole: Text = Box::new(Cursor::new(start).chain(text));
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .escape(Some(b'\\'))
            .flexible(true)
            .from_reader(whole);
        let names = reader.byte_headers().map_err(damaged)?;
        let names = names.iter().map(string).collect();
        Ok(Self {
            reader,
            names,
            record: ByteRecord::new(),
        })
    }

    pub(super) fn next_film(&mut self) -> Result<Option<Film>, Error> {
        if !self
            .reader
            .read_byte_record(&mut self.record)
            .map_err(damaged)?
        {
            return Ok(None);
        }
        let cells = self.names.iter().zip(self.record.iter());
        let cells = cells.map(|(name, cell)| (name.clone(), Value::from(string(cell))));
        Ok(Some(cells.collect()))
    }
}

fn string(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn damaged(error: csv::Error) -> Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Error::Read(error),
        other => Error::Damaged(format!("the table is damaged: {other:?}").into()),
    }
}

/// What is between the names of the first line.
fn delimiter_of(text: &mut Text, start: &mut Vec<u8>) -> Result<u8, Error> {
    text.take(64 * 1024).read_to_end(start)?;
    let first = start
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let count = |delimiter: &u8| first.iter().filter(|byte| *byte == delimiter).count();
    let best = [b';', b'\t', b','].into_iter().max_by_key(count);
    Ok(best.unwrap_or(b','))
}

/// Whether a text begins with the names of columns of `mac_vod`.
pub(crate) fn is_table(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let names = first.split([',', ';', '\t']);
    let names = names.map(|name| name.trim().trim_matches(['"', '`']));
    has_names(&names.collect::<Vec<_>>())
}

/// Whether a row has the names of columns of `mac_vod`.
pub(crate) fn has_names(row: &[impl AsRef<str>]) -> bool {
    let has = |wanted| row.iter().any(|name| name.as_ref().trim() == wanted);
    has("vod_id") && has("vod_name")
}

/// Whether the film of a row says its channel.
pub(crate) fn names_channel(names: &[String], cells: &[String]) -> bool {
    channel_of(&film_of(names, cells)).is_some()
}

/// The entry of the film in a row; `usual` is the channel of those that name none. `None` for one in the recycle bin.
pub(crate) fn entry_of(
    names: &[String],
    cells: &[String],
    place: Place,
    usual: Option<&'static str>,
) -> Option<Entry> {
    let film = film_of(names, cells);
    (!is_recycled(&film)).then(|| entry(&film, place, usual))
}

fn film_of(names: &[String], cells: &[String]) -> Film {
    let cells = names.iter().zip(cells);
    let cells = cells.map(|(name, cell)| (name.trim().to_owned(), Value::from(cell.as_str())));
    cells.collect()
}

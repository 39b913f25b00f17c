//! The table `mac_vod` as XML, as mysqldump, phpMyAdmin, Navicat, HeidiSQL and DBeaver export it.

use super::raw::Film;
use crate::xml::{Element, parse};

/// How a column of names stands in a row.
const NAME_COLUMNS: [&str; 2] = ["<vod_name>", " name=\"vod_name\">"];
/// Elements that are a row.
const ROWS: [&str; 5] = ["row", "RECORD", "DATA_RECORD", "table", "record"];

/// Whether a text has rows of the table, or says that they come.
pub(crate) fn has_rows(text: &str) -> bool {
    let is_row = NAME_COLUMNS.iter().any(|mark| text.contains(mark));
    is_row || text.contains("<field Field=\"vod_name\"")
}

/// The films, and whether the text ends within one; `None` if it has no such rows.
pub(super) fn films(text: &str) -> Option<(Vec<Film>, bool)> {
    let first = NAME_COLUMNS
        .iter()
        .filter_map(|mark| text.find(mark))
        .min()?;
    let head = text.get(..first)?;
    let begins = ROWS.iter().filter_map(|name| {
        let begin = [" ", ">"].map(|end| head.rfind(&format!("<{name}{end}")));
        Some((begin.into_iter().max()??, name))
    });
    let (_, name) = begins.max()?;
    let (begin, end) = (format!("<{name}"), format!("</{name}>"));
    let mut is_damaged = false;
    let films = text.split_inclusive(&end).filter_map(|part| {
        let row = part.get(part.rfind(&begin)?..)?;
        is_damaged = !row.ends_with(&end);
        film(parse(row).roots.first()?)
    });
    let films = films.collect();
    Some((films, is_damaged))
}

/// The film of a row; `None` if it is one of another table.
fn film(row: &Element) -> Option<Film> {
    let columns = row.children.iter().map(|column| {
        let name = column.attribute("name").unwrap_or(&column.name);
        (name.to_owned(), column.text.trim().into())
    });
    let film: Film = columns.collect();
    film.contains_key("vod_name").then_some(film)
}

//! Finds the names of the columns, and puts right what programs do to them.

use std::collections::{HashMap, HashSet};

use super::columns::{is_sure, meaning};
use super::field::Field;
use super::mapping::Mapping;
use crate::values::date::{DateError, date};

/// In how many first rows the names of the columns are looked for: some tables have a heading above them.
pub(super) const MAX_HEADER_ROW: usize = 20;

/// So few rows are all of a table.
const SURE_ROWS: usize = 20;

/// The best row for the names of columns, among the first ones, and how many of them are known.
pub(super) fn header_of(rows: &[Vec<String>], mapping: Option<&Mapping>) -> Option<(usize, usize)> {
    let known = |name: &&String| match mapping {
        Some(mapping) => mapping.columns.iter().any(|(column, _)| column == *name),
        None => is_sure(name),
    };
    let scores = rows
        .iter()
        .take(MAX_HEADER_ROW)
        .enumerate()
        .map(|(index, row)| {
            let names = unique(row);
            (index, names.iter().filter(known).count())
        });
    // Of equal rows the first.
    scores
        .rev()
        .max_by_key(|(_, score)| *score)
        .filter(|(_, score)| *score > 0)
}

/// The names of the columns in a row, and the index of the last row that has some.
pub(super) fn names_at(rows: &[Vec<String>], at: usize) -> (Vec<String>, usize) {
    let own = rows.get(at).map(Vec::as_slice).unwrap_or_default();
    let next = rows.get(at + 1).map(Vec::as_slice).unwrap_or_default();
    let (mut names, last) = match joined(own, next) {
        Some(names) => (names, at + 1),
        None => (own.to_vec(), at),
    };
    let sample = rows.get(last + 1..).unwrap_or_default();
    if lacks_row_names(&names, sample) {
        names.insert(0, String::new());
    }
    (unique(&names), last)
}

/// The names of two rows of which each has what the other lacks: pandas writes the name of an index below the others.
fn joined(above: &[String], below: &[String]) -> Option<Vec<String>> {
    let is_blank = |name: &&String| name.trim().is_empty();
    let mut filled = below.iter().filter(|name| !is_blank(name)).peekable();
    filled.peek()?;
    let is_known = |name: &String| meaning(name).is_some();
    if below.len() > above.len() || !filled.all(is_known) {
        return None;
    }
    let below = below.iter().map(Some).chain(std::iter::repeat(None));
    let names =
        above.iter().zip(below).map(
            |(above, below)| match below.filter(|name| !is_blank(name)) {
                None => Some(above.clone()),
                Some(below) => is_blank(&above).then(|| below.clone()),
            },
        );
    names.collect()
}

/// Whether each row has one cell more than there are names, the first one, as R writes the names of rows: so the dates stand
/// one column further.
fn lacks_row_names(names: &[String], sample: &[Vec<String>]) -> bool {
    let mut rows: Vec<&Vec<String>> = sample.iter().filter(|row| row.len() > 1).collect();
    if rows.len() > SURE_ROWS {
        // It may be cut off.
        rows.pop();
    }
    let is_of_date = |name: &String| {
        let field = meaning(name);
        field == Some(Field::PubTime)
    };
    let Some(column) = names.iter().position(is_of_date) else {
        return false;
    };
    let dates = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let is_date = |text: &str| !matches!(date(text, None), Err(DateError::Unknown));
        cells.filter(|text| is_date(text)).count()
    };
    let is_longer = |row: &&Vec<String>| row.len() == names.len() + 1;
    rows.iter().all(is_longer) && dates(column + 1) > dates(column)
}

/// Names of columns, each once: a second 演员 is 演员 (2). A column without a name is called by its place.
pub(super) fn unique(row: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(row.len());
    let mut taken = HashSet::new();
    // How often each name came until now.
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (name, place) in row.iter().zip(1..) {
        let name = match name.trim() {
            "" => format!("#{place}"),
            name => name.trim_start_matches('\u{feff}').to_owned(),
        };
        let nth = seen.entry(name.clone()).or_insert(0);
        let free = loop {
            *nth += 1;
            let free = match *nth {
                1 => name.clone(),
                nth => format!("{name} ({nth})"),
            };
            if taken.insert(free.clone()) {
                break free;
            }
        };
        names.push(free);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let cells = |line: &str| line.split(',').map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = text.lines().map(cells).collect();
        names_at(&rows, 0).0
    }

    #[test]
    fn rows_may_have_names_without_a_heading() {
        for text in [
            "number,title,date\n1,A-1,甲,2026-01-05\n2,A-2,乙,2026-01-06",
            "number,title,date\nA-1,A-1,甲,2026-01-05",
        ] {
            assert_eq!(names(text), ["#1", "number", "title", "date"], "{text}");
        }
        for text in [
            "number,title,date\nA-1,甲,2026-01-05,备注",
            "序号,番号,标题,发行日期\n1,A-1,甲,2026-01-05,备注",
            "number,title,date\n1,A-1,甲,2026-01-05\nA-2,乙,2026-01-06\nA-3",
        ] {
            assert!(names(text).len() < 5 && names(text)[0] != "#1", "{text}");
        }
    }

    #[test]
    fn names_may_be_in_two_rows() {
        assert_eq!(
            names(",标题,日期\n番号,,\nA-1,甲,2026"),
            ["番号", "标题", "日期"]
        );
        assert_eq!(names(",标题,日期\nA-1,,\n"), ["#1", "标题", "日期"]);
        assert_eq!(names("番号,标题,日期\n番号,,\n"), ["番号", "标题", "日期"]);
    }
}

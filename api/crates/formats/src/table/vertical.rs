//! Texts with each value on a line of its own, behind the name of its column: what databases show on request (`\x` of psql, `\G` of
//! mysql, `.mode line` of sqlite3), and lists that people write: `番号：MZU-017`.

use std::sync::mpsc::SyncSender;

use serde_json::{Map, Value};

use super::columns::{is_sure, meaning};
use super::drawn::{is_count, is_line};
use super::field::Field;
use super::json::{MAX_RECORDS, Rows, Table, check_size, send_all, too_many_records};
use super::sheet::Found;
use crate::error::Reason;
use crate::text::decode;

/// What may stand between a name and its value.
const SEPARATORS: [char; 5] = [':', '：', '=', '|', '\t'];
/// Lines by which such a text is recognised.
const SAMPLE_LINES: usize = 60;
/// So many names of columns make sure.
const SURE_NAMES: usize = 3;
/// Longest name of a column, in characters.
const MAX_NAME_CHARS: usize = 40;
/// Most columns of a record.
const MAX_NAMES: usize = 200;

/// Whether a text has each value on its own line.
pub(crate) fn is_list_of_names(text: &str) -> bool {
    separator_of(text).is_some()
}

/// Sends the records of such a text.
pub(super) fn read(bytes: &[u8], found: &SyncSender<Found>) -> Result<(), Reason> {
    check_size(bytes)?;
    let text = decode(bytes, None);
    let table = Table {
        name: "1".to_owned(),
        rows: Rows::Objects(records_of(&text)?),
    };
    send_all(vec![table], bytes.len(), found)
}

/// What stands between names and values: the sign before which most names of columns stand, if these have what a film has.
fn separator_of(text: &str) -> Option<char> {
    let lines: Vec<&str> = text.lines().take(SAMPLE_LINES).collect();
    let names = |separator: char| {
        let names = lines
            .iter()
            .filter_map(move |line| name_of(line, separator));
        let mut names: Vec<&str> = names.filter(|name| is_sure(name)).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let most = SEPARATORS
        .into_iter()
        .rev()
        .max_by_key(|one| names(*one).len())?;
    are_of_film(names(most)).then_some(most)
}

/// Whether names of columns that stand below each other are those of a film.
pub(super) fn are_of_film(mut names: Vec<&str>) -> bool {
    names.sort_unstable();
    names.dedup();
    let has = |field| names.iter().any(|name| meaning(name) == Some(field));
    let is_film = has(Field::Title) && (has(Field::Number) || has(Field::PubTime));
    names.len() >= SURE_NAMES && is_film
}

/// The name with which a line begins.
fn name_of(line: &str, separator: char) -> Option<&str> {
    let (name, value) = line.split_once(separator)?;
    let name = bare(name);
    let is_short = !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS;
    // Several cells are a row of a table.
    let is_one = separator != '\t' || !value.contains('\t');
    (is_short && is_one).then_some(name)
}

/// A name without what is around it: `【番号】`, `- 番号`, `"番号"`.
fn bare(name: &str) -> &str {
    name.trim()
        .trim_matches(['【', '】', '[', ']', '"', '*', '•', '·', ' '])
}

/// The records of a text.
fn records_of(text: &str) -> Result<Vec<Map<String, Value>>, Reason> {
    let Some(separator) = separator_of(text) else {
        return Ok(Vec::new());
    };
    let mut records = Records::default();
    for line in text.lines() {
        records.take(line, separator);
        if records.done.len() > MAX_RECORDS {
            return Err(too_many_records());
        }
    }
    records.end();
    Ok(records.done)
}

#[derive(Default)]
struct Records {
    done: Vec<Map<String, Value>>,
    record: Map<String, Value>,
    /// The column of the last line.
    last: String,
    /// The column with which the first record begins.
    first: Option<String>,
    is_after_blank: bool,
}

impl Records {
    fn take(&mut self, line: &str, separator: char) {
        if line.trim().is_empty() {
            self.is_after_blank = true;
            return;
        }
        if is_begin(line) {
            return self.end();
        }
        if is_line(line) || is_count(line) {
            return;
        }
        let is_after_blank = std::mem::take(&mut self.is_after_blank);
        let name = name_of(line, separator).filter(|name| self.is_column(name));
        let Some(name) = name else {
            return self.go_on(line, separator);
        };
        let is_known = self.record.contains_key(name);
        if is_known && (is_after_blank || self.first.as_deref() == Some(name)) {
            self.end();
        }
        let value = line.split_once(separator).map_or("", |(_, value)| value);
        self.put(name, without_mark(value));
    }

    /// Whether a name is that of a column: one of the first record, or a known one.
    fn is_column(&self, name: &str) -> bool {
        let is_of_first = self
            .done
            .first()
            .is_none_or(|first| first.contains_key(name));
        is_of_first || meaning(name).is_some()
    }

    /// Takes a further line of the last value.
    fn go_on(&mut self, line: &str, separator: char) {
        let Some(Value::String(value)) = self.record.get_mut(&self.last) else {
            return;
        };
        // psql has the line of the names before it.
        let blank = line
            .split_once(separator)
            .filter(|(name, _)| name.trim().is_empty());
        value.push('\n');
        value.push_str(without_mark(blank.map_or(line, |(_, rest)| rest)));
    }

    fn put(&mut self, name: &str, value: &str) {
        self.first.get_or_insert_with(|| name.to_owned());
        name.clone_into(&mut self.last);
        let is_list = meaning(name).is_some_and(Field::has_several);
        let has_room = self.record.len() < MAX_NAMES;
        match self.record.get_mut(name) {
            Some(Value::String(known)) if is_list => {
                known.push('\n');
                known.push_str(value);
            }
            Some(_) => {}
            None if has_room => {
                self.record.insert(name.to_owned(), value.into());
            }
            None => {}
        }
    }

    fn end(&mut self) {
        self.last.clear();
        let record = std::mem::take(&mut self.record);
        if !record.is_empty() {
            self.done.push(record);
        }
    }
}

/// Whether a line begins a record: `-[ RECORD 1 ]----` of psql, `****** 1. row ******` of mysql.
fn is_begin(line: &str) -> bool {
    let line = line.trim();
    let is_of_mysql = line.starts_with("***") && line.ends_with("***");
    (line.starts_with("-[ ") && line.contains(" ]")) || is_of_mysql
}

/// A value without the mark that psql draws where it goes on.
fn without_mark(value: &str) -> &str {
    let value = value.trim();
    value.strip_suffix('+').map_or(value, str::trim_end)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn records(text: &str) -> Value {
        let records = records_of(text).unwrap().into_iter().map(Value::Object);
        records.collect()
    }

    #[test]
    fn records_of_databases_are_read() {
        let films = json!([
            { "number": "MZU-1", "title": "山谷: 上\n二", "release_date": "2026-01-05" },
            { "number": "MZU-2", "title": "湖", "release_date": "" },
        ]);
        for text in [
            "-[ RECORD 1 ]+------\nnumber       | MZU-1\ntitle        | 山谷: 上 +\n             | 二\nrelease_date | 2026-01-05\n-[ RECORD 2 ]+------\nnumber       | MZU-2\ntitle        | 湖\nrelease_date | \n",
            "*** 1. row ***\n      number: MZU-1\n       title: 山谷: 上\n二\nrelease_date: 2026-01-05\n*** 2. row ***\n      number: MZU-2\n       title: 湖\nrelease_date: \n2 rows in set (0.00 sec)\n",
            "      number = MZU-1\n       title = 山谷: 上\n二\nrelease_date = 2026-01-05\n\n      number = MZU-2\n       title = 湖\nrelease_date = \n",
        ] {
            assert_eq!(records(text), films, "{text}");
        }
    }

    #[test]
    fn lists_of_people_are_read() {
        let text = "我的片单\n\n【番号】：MZU-1\n【片名】：山谷\n【日期】：2026-01-05\n【演员】：林晓月\n【演员】：江白\n\n【番号】：MZU-2\n【片名】：湖\n【导演】：何青\n";
        assert_eq!(
            records(text),
            json!([
                { "番号": "MZU-1", "片名": "山谷", "日期": "2026-01-05", "演员": "林晓月\n江白" },
                { "番号": "MZU-2", "片名": "湖", "导演": "何青" },
            ])
        );
    }

    #[test]
    fn other_texts_are_no_lists() {
        for text in [
            "番号,标题,发行日期\nMZU-1,山谷,2026",
            "番号: MZU-1\n备注: x\n标题: 山谷",
            "title: a\nactor: b\ngenre: c",
            "番号\tMZU-1\tMZU-2\n标题\t山谷\t湖\n发行日期\t2026\t2025",
            "",
        ] {
            assert!(!is_list_of_names(text), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "(番号|标题|日期|[:：=|, ]|-\\[ RECORD 1 \\]|\\*{9}|\n|a){0,60}") {
            let _ = records_of(&text);
        }
    }
}

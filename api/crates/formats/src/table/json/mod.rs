//! JSON of other programs as tables: each list of objects in it is as a sheet, whose columns are what the objects have. So come
//! the exports of databases, of sites and of spreadsheets, with one document or one on each line.

mod cells;
mod foreign;
mod lists;
mod plain;
mod record;
mod references;
mod servers;

use std::collections::HashMap;
use std::sync::mpsc::SyncSender;

use serde_json::{Deserializer, Value};

pub(super) use self::lists::{Rows, Table, tables_of};
use self::references::{is_of_terms, name_references};
use super::cell::Cell;
use super::field::Field;
use super::limits::{MAX_COLUMNS, MAX_ROW_BYTES, row_too_long};
use super::sheet::{Found, Row, put};
use super::written;
use crate::error::Reason;
use crate::maccms::wrapper::unwrapped;
use crate::text::decode;

pub(crate) use self::foreign::{has_records, is_foreign};

/// Largest text, in bytes. All of it is in memory at once.
const MAX_BYTES: usize = 64 << 20;
/// Most records. Small ones take a hundred times their text.
pub(super) const MAX_RECORDS: usize = 1_000_000;
/// The only column of scenes of Stash, which are read as a whole.
pub(super) const SCENES: &str = "scenes of Stash";

/// Sends the lists and their records.
pub(super) fn read(bytes: &[u8], found: &SyncSender<Found>) -> Result<(), Reason> {
    check_size(bytes)?;
    if bytes.iter().filter(|byte| **byte == b'{').count() > MAX_RECORDS {
        return Err(too_many_records());
    }
    let text = decode(bytes, None);
    let text = unwrapped(&text);
    let (documents, damage) = match documents(text) {
        (read, Some(damage)) => match written::documents(text) {
            Some(read) => (read, None),
            None => (read, Some(damage)),
        },
        whole => whole,
    };
    let tables = tables_of(documents);
    match (tables.is_empty(), damage) {
        (true, Some(damage)) => Err(damage),
        (_, damage) => {
            send_all(tables, bytes.len(), found)?;
            damage.map_or(Ok(()), Err)
        }
    }
}

/// Checks that a text is not too large to be read at once.
pub(super) fn check_size(bytes: &[u8]) -> Result<(), Reason> {
    match bytes.len() <= MAX_BYTES {
        true => Ok(()),
        false => Err(Reason::new(
            format!("more than {MAX_BYTES} bytes: split it, or export CSV"),
            "超过 64 MB，请分成几个文件，或导出 CSV",
        )),
    }
}

pub(super) fn too_many_records() -> Reason {
    Reason::new(
        format!("more than {MAX_RECORDS} records: split it, or export CSV"),
        format!("超过 {MAX_RECORDS} 条记录，请分成几个文件，或导出 CSV"),
    )
}

/// Sends the tables of a file of so many bytes, with names in place of ids.
pub(super) fn send_all(
    mut tables: Vec<Table>,
    bytes: usize,
    found: &SyncSender<Found>,
) -> Result<(), Reason> {
    if tables.is_empty() {
        return Err(Reason::new(
            "no list of records in it",
            "里面没有由记录组成的列表",
        ));
    }
    name_references(&mut tables, bytes)?;
    if tables.iter().any(|table| !is_of_terms(table)) {
        tables.retain(|table| !is_of_terms(table));
    }
    for table in tables {
        if !send(table, found)? {
            break;
        }
    }
    Ok(())
}

/// The documents of a text, and why it ends early if it does.
fn documents(text: &str) -> (Vec<Value>, Option<Reason>) {
    let mut read = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(value) => read.push(value),
            Err(error) => {
                let why = Reason::new(
                    format!("not JSON: {error}"),
                    format!("不是完整的 JSON：{error}"),
                );
                return (read, Some(why));
            }
        }
    }
    (read, None)
}

/// Sends a table; false if nobody reads on.
fn send(table: Table, found: &SyncSender<Found>) -> Result<bool, Reason> {
    if found.send(Found::Sheet(table.name)).is_err() {
        return Ok(false);
    }
    let mut number = 0;
    let mut send = |cells: Vec<Cell<'static>>| {
        let bytes: usize = cells.iter().map(|cell| cell.display().len()).sum();
        if u64::try_from(bytes).unwrap_or(u64::MAX) > MAX_ROW_BYTES {
            return Err(row_too_long());
        }
        let row = Row { number, cells };
        number += 1;
        Ok(found.send(Found::Row(row)).is_ok())
    };
    match table.rows {
        Rows::Scenes(scenes) => {
            if !send(vec![cells::text(SCENES)])? {
                return Ok(false);
            }
            for scene in scenes {
                if !send(vec![cells::text(&scene.to_string())])? {
                    return Ok(false);
                }
            }
        }
        Rows::Arrays(rows) => {
            for row in rows {
                let cells = row.into_iter().take(MAX_COLUMNS);
                if !send(cells.map(|value| cells::cell_of(value, None)).collect())? {
                    return Ok(false);
                }
            }
        }
        Rows::Objects(records) => {
            let names = record::names_of(&records);
            if !send(names.iter().map(|name| cells::text(name)).collect())? {
                return Ok(false);
            }
            let columns = names.iter().map(|name| record::meaning(name)).enumerate();
            let columns: HashMap<&String, (usize, Option<Field>)> =
                names.iter().zip(columns).collect();
            for record in records {
                let mut row = Vec::new();
                for (name, value) in record {
                    if let Some((column, field)) = columns.get(&name) {
                        put(&mut row, *column, cells::cell_of(value, *field));
                    }
                }
                if !send(row)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::open_xlsx;
    use crate::{Options, Source as _};

    /// The lines that come of a text.
    fn lines(text: &str) -> Vec<String> {
        let options = Options {
            channel: Some("western".to_owned()),
            ..Options::default()
        };
        let mut source = open_xlsx(Cursor::new(text.to_owned()), &options).unwrap();
        let mut lines = Vec::new();
        while let Some(entry) = source.next_entry().unwrap() {
            lines.push(match entry.work {
                Ok(work) => work.line(),
                Err(note) => format!("x {}: {}", note.field, note.text),
            });
        }
        lines
    }

    #[test]
    fn a_list_of_films_is_found_wherever_it_is() {
        let film = r#"{"number":"A-1","title":"山谷","date":"2026-01-05"}"#;
        let line = r#"{"channel":"western","number":"A-1","pubTime":"2026-01-05","title":"山谷"}"#;
        for text in [
            format!("[{film}]"),
            film.to_owned(),
            format!("{{\"code\":0,\"data\":{{\"total\":1,\"items\":[{film}]}}}}"),
            format!("{{\"a1\":{film}}}"),
            format!("{{\"hits\":{{\"hits\":[{{\"_id\":\"x\",\"_source\":{film}}}]}}}}"),
            format!("{{\"index\":{{\"_id\":\"1\"}}}}\n{film}\n"),
            format!("[{{\"model\":\"films.film\",\"pk\":1,\"fields\":{film}}},{{\"model\":\"films.tag\",\"pk\":1,\"fields\":{{\"name\":\"a\"}}}}]"),
            format!("{{\"records\":[{{\"id\":\"rec1\",\"createdTime\":\"2026\",\"fields\":{film}}}]}}"),
            format!("{{\"data\":{{\"films\":{{\"edges\":[{{\"node\":{film}}}]}}}}}}"),
            format!("[{{\"type\":\"header\"}},{{\"type\":\"table\",\"name\":\"films\",\"data\":[{film}]}}]"),
            format!("[{{\"studio\":\"四季社\",\"films\":[{film}]}}]"),
            r#"{"columns":["number","title","date"],"index":[0],"data":[["A-1","山谷","2026-01-05"]]}"#.to_owned(),
            r#"{"values":[["number","title","date"],["A-1","山谷","2026-01-05"]]}"#.to_owned(),
            r#"{"number":{"0":"A-1"},"title":{"0":"山谷"},"date":{"0":"2026-01-05"}}"#.to_owned(),
            r#"{"number":["A-1"],"title":["山谷"],"date":["2026-01-05"]}"#.to_owned(),
            r#"{"number":{"S":"A-1"},"title":{"S":"山谷"},"date":{"S":"2026-01-05"}}"#.to_owned(),
            r#"[{"_id":{"$oid":"65a"},"number":"A-1","title":"山谷","date":{"$date":{"$numberLong":"1767542400000"}}}]"#.to_owned(),
            r#"[{"info":{"number":"A-1","title":{"rendered":"山谷"}},"date":{"start":"2026-01-05"}}]"#.to_owned(),
        ] {
            assert_eq!(lines(&text), [line], "{text}");
        }
    }

    #[test]
    fn values_may_be_objects() {
        let text = r#"[{"number":"A-1","title":"山谷","date":"2026-01-05","performers":[{"id":1,"name":"林晓月"},{"person":{"name":"江白"}},"何青",7],
            "studio":{"data":{"id":1,"attributes":{"name":"四季社"}}},"cover":{"url":"https://i.example/a.jpg"},
            "images":{"poster":"https://i.example/p.jpg"},"rating":{"value":4.5,"votes":12},"tags":{"nodes":[{"title":"剧情"}]},
            "magnets":[{"link":"magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a","size":"1GB"}]}]"#;
        assert_eq!(
            lines(text),
            [concat!(
                r#"{"average":4.5,"channel":"western","evaluates":12,"magnets":[{"createTime":"2026-01-05","infoHash":"c12fe1c06bba254a9dc9f519b335aa7c1367a88a","#,
                r#""length":1073741824,"name":"A-1 山谷"}],"makers":[{"name":"四季社"}],"number":"A-1","#,
                r#""performers":[{"name":"林晓月"},{"name":"江白"},{"name":"何青"}],"picBig":"https://i.example/a.jpg","#,
                r#""picSmall":"https://i.example/p.jpg","pubTime":"2026-01-05","tags":[{"name":"剧情"}],"title":"山谷"}"#
            )]
        );
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let error = |text: &str| match open_xlsx(Cursor::new(text.to_owned()), &Options::default())
        {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert!(error("[{\"number\":").contains("not JSON"));
        assert!(error("{\"a\":1}").contains("no list of records"));
        assert!(error(&"[".repeat(100_000)).contains("not JSON"));
    }
}

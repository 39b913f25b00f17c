//! What is written is read back as it was: tables and NFO files.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and says where"
)]

use std::io::Cursor;

use serde_json::{Map, Value};
use yingku_formats::nfo::{file_name, film_file, open_folder};
use yingku_formats::table::{CsvWriter, open_csv};
use yingku_formats::{Options, Source};

/// Works with values that tables and NFO files make something else of if nobody takes care.
fn awkward() -> Vec<Map<String, Value>> {
    let lines = include_str!("awkward.ndjson").lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Days without their midnight, as both are the same to the import.
fn comparable(works: &[Map<String, Value>]) -> Vec<Value> {
    let text = serde_json::to_string(works).unwrap();
    serde_json::from_str(&text.replace(" 00:00:00\"", "\"")).unwrap()
}

fn read(mut source: impl Source) -> Vec<Map<String, Value>> {
    let mut works = Vec::new();
    while let Some(entry) = source.next_entry().unwrap() {
        let work = entry.work.map_err(|note| (entry.place, note)).unwrap();
        works.push(serde_json::from_str(&work.line()).unwrap());
    }
    works
}

fn assert_same(read: &[Map<String, Value>], written: &[Map<String, Value>]) {
    let (read, written) = (comparable(read), comparable(written));
    for (read, written) in read.iter().zip(&written) {
        assert_eq!(read, written);
    }
    assert_eq!(read.len(), written.len());
}

#[test]
fn a_table_is_read_as_it_was_written() {
    for for_spreadsheets in [false, true] {
        let mut bytes = Vec::new();
        let mut table = CsvWriter::new(&mut bytes, for_spreadsheets).unwrap();
        let works = awkward();
        for work in &works {
            table.write(work).unwrap();
        }
        assert_eq!(table.finish().unwrap(), 0);
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert_eq!(text.starts_with('\u{feff}'), for_spreadsheets);
        assert_eq!(
            text.contains("\"=\"\"00123\"\"\""),
            for_spreadsheets,
            "{text}"
        );
        // No cell but such a number begins like a formula.
        let mut rows = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        for row in rows.records() {
            for cell in row.unwrap().iter().filter(|cell| !cell.starts_with("=\"")) {
                assert!(!cell.starts_with(['=', '+', '-', '@']), "{cell}");
            }
        }
        let table = open_csv(Cursor::new(bytes), &Options::default()).unwrap();
        assert_same(&read(table), &works);
    }
}

#[test]
fn nfo_files_are_read_as_they_were_written() {
    for work in awkward() {
        let folder = tempfile::tempdir().unwrap();
        let stem = file_name(work.get("number").and_then(Value::as_str).unwrap());
        let of_film = folder.path().join(&stem);
        std::fs::create_dir(&of_film).unwrap();
        std::fs::write(of_film.join(format!("{stem}.nfo")), film_file(&work, &stem)).unwrap();
        let source = open_folder(folder.path(), &Options::default()).unwrap();
        assert_same(&read(source), &[work]);
    }
}

//! Recognises a format by the first bytes of a file, and by its name where they leave it open.

use std::path::Path;

use crate::maccms::rows::is_table as is_table_of_maccms;
use crate::maccms::wrapper::unwrapped;
use crate::maccms::xml_rows::has_rows;
use crate::markup::{is_records, root_of};
use crate::table::limits::OLD_WORKBOOK;
use crate::table::{has_records, has_spaces_between, is_dump, is_foreign, is_foreign_json};
use crate::text::{decode, encoding_of};

/// With what an NFO file, or a library of Kodi, begins.
const NFO_ROOTS: [&str; 4] = ["<movie", "<episodedetails", "<musicvideo", "<videodb"];

/// What workbooks have that are one text: of LibreOffice, of older Excel, and pages of HTML, in lower case.
const WORKBOOKS: [&str; 6] = [
    "<office:document",
    "office:spreadsheet",
    "<table",
    "<tr>",
    "<html",
    "<!doctype html",
];

/// A format that can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object per line: the product's own.
    Lines,
    /// CSV, TSV or another separated text.
    Csv,
    /// A workbook, or another file with tables: a page of HTML, JSON of other programs.
    Xlsx,
    /// An NFO file, or a folder of them.
    Nfo,
    /// Films of MacCMS: a page of its collect interface as JSON or XML, a dump of its database, its table as CSV.
    Maccms,
}

/// The format of a file that has this name and begins with `start`; `None` if it is none of them.
pub fn detect(name: &Path, start: &[u8]) -> Option<Format> {
    if start.starts_with(b"PK\x03\x04") || start.starts_with(OLD_WORKBOOK) {
        return Some(Format::Xlsx);
    }
    // Which says how to save it.
    if is_foreign(start) {
        return Some(Format::Xlsx);
    }
    let extension = inner_extension(name);
    let wide = encoding_of(start).0.name().starts_with("UTF-16");
    let is_table = matches!(extension.as_str(), "csv" | "tsv" | "tab");
    if start.contains(&0) && !wide && !is_table {
        return None;
    }
    let text = decode(start, None);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    match extension.as_str() {
        "nfo" => return Some(Format::Nfo),
        "ndjson" | "jsonl" if !text.starts_with(['{', '[']) => return Some(Format::Lines),
        _ => {}
    }
    if extension == "sql" || is_dump(text) {
        // A large dump has the films of MacCMS far behind its beginning.
        let is_of_maccms = text.is_empty() || has_films(text) || text.contains("mac_");
        return Some(match is_of_maccms {
            true => Format::Maccms,
            false => Format::Xlsx,
        });
    }
    if is_table_of_maccms(text) {
        return Some(Format::Maccms);
    }
    let page = unwrapped(text);
    if page.starts_with(['{', '[']) && (page.len() == text.len() || !text.starts_with('[')) {
        let found = of_json(page, text, &extension);
        if found.is_some() || !text.starts_with(['[', '<']) {
            return found;
        }
    }
    if text.starts_with('<') {
        return of_markup(text);
    }
    // Databases draw a line above the names of columns.
    let mut lines = text.split(['\n', '\r']);
    let first = lines
        .find(|line| !line.starts_with("+--"))
        .unwrap_or_default();
    let separated = has_spaces_between(first.as_bytes())
        || first.contains([',', ';', '\t', '|', '，', '；', '、']) && !text.starts_with('[');
    (separated || is_table).then_some(Format::Csv)
}

/// The format of JSON, perhaps with something before it.
fn of_json(page: &str, text: &str, extension: &str) -> Option<Format> {
    // The last is the answer of an interface that is closed.
    let pages = [["\"list\"", "\"pagecount\""], ["\"code\"", "\"msg\""]];
    let has_all = |names: &[&str; 2]| names.iter().all(|name| text.contains(name));
    let is_page = page.starts_with('{') && !has_records(text) && pages.iter().any(has_all);
    match text.starts_with('{') {
        _ if is_page || has_films(text) => Some(Format::Maccms),
        true if is_foreign_json(text, extension) => Some(Format::Xlsx),
        true => Some(Format::Lines),
        false => {
            let inner = text.strip_prefix('[')?.trim_start();
            inner.starts_with(['{', '[']).then_some(Format::Xlsx)
        }
    }
}

/// The format of a text that begins with an element.
fn of_markup(text: &str) -> Option<Format> {
    let has = |tag: &str| text.contains(tag);
    match () {
        () if has("<rss") && has("<list") => Some(Format::Maccms),
        () if has_rows(text) => Some(Format::Maccms),
        () if NFO_ROOTS.iter().any(|root| has(root)) && !has_list_of_films(text) => {
            Some(Format::Nfo)
        }
        () if is_workbook(text) || is_records(text) => Some(Format::Xlsx),
        () => None,
    }
}

/// Whether a text has films of MacCMS.
fn has_films(text: &str) -> bool {
    text.contains("vod_id") || text.contains("vod_name")
}

/// Whether films stand in an element that no NFO file has.
fn has_list_of_films(text: &str) -> bool {
    let is_of_nfo = |root: &str| NFO_ROOTS.iter().any(|known| known.get(1..) == Some(root));
    root_of(text).is_some_and(|root| !is_of_nfo(&root) && root != "xml" && !root.contains(':'))
}

fn is_workbook(text: &str) -> bool {
    let text = text.to_lowercase();
    WORKBOOKS.iter().any(|mark| text.contains(mark))
}

/// The extension, without the one of a compression.
fn inner_extension(name: &Path) -> String {
    let of = |path: &Path| {
        path.extension()
            .map(|extension| extension.to_string_lossy().to_lowercase())
            .unwrap_or_default()
    };
    match of(name).as_str() {
        "gz" | "zst" => name.file_stem().map(Path::new).map(of).unwrap_or_default(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workbooks_may_be_texts() {
        let start = b"<?xml version=\"1.0\"?>\n<office:document xmlns";
        assert_eq!(detect(Path::new("films.fods"), start), Some(Format::Xlsx));
        let start = b"<html><table><tr>";
        assert_eq!(detect(Path::new("films.xls"), start), Some(Format::Xlsx));
        let start = b"\xef\xbb\xbf\r\n<!DOCTYPE HTML><TABLE BORDER=1>";
        assert_eq!(detect(Path::new("films.xls"), start), Some(Format::Xlsx));
        let start = b"<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">";
        assert_eq!(detect(Path::new("films.xls"), start), Some(Format::Xlsx));
    }

    #[test]
    fn pages_may_be_wrapped_in_a_call() {
        let of = |start: &str| detect(Path::new("a.js"), start.as_bytes());
        let page = "cb({\"code\":1,\"pagecount\":1,\"list\":[]})";
        assert_eq!(of(page), Some(Format::Maccms));
        assert_eq!(of("cb({\"number\":1})"), None);
    }

    #[test]
    fn tables_may_be_drawn() {
        for start in [
            "number|title\n",
            "| number | title |\n",
            "+---+---+\n| number | title |\n",
            "\"number\" \"title\"\n",
        ] {
            let found = detect(Path::new("films.txt"), start.as_bytes());
            assert_eq!(found, Some(Format::Csv), "{start}");
        }
    }

    #[test]
    fn formats_are_recognised() {
        for (name, start, format) in [
            (
                "films",
                &b"{\"channel\":\"western\"}\n"[..],
                Some(Format::Lines),
            ),
            ("films.ndjson.gz", b"", Some(Format::Lines)),
            ("films.txt", b"number,title\n", Some(Format::Csv)),
            ("films.txt", b"number\ttitle\n", Some(Format::Csv)),
            ("films.csv.gz", b"number\n", Some(Format::Csv)),
            ("films", b"\xff\xfen\0,\0t\0", Some(Format::Csv)),
            ("films.xlsx", b"PK\x03\x04", Some(Format::Xlsx)),
            (
                "films.xls",
                b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0",
                Some(Format::Xlsx),
            ),
            ("a.nfo", b"https://films.example/1", Some(Format::Nfo)),
            (
                "a.xml",
                b"<?xml version=\"1.0\"?><movie>",
                Some(Format::Nfo),
            ),
            (
                "a.xml",
                b"<rss version=\"5.1\"><list><video>",
                Some(Format::Maccms),
            ),
            (
                "a.json",
                b"{\"code\":1,\"list\":[{\"vod_id\":1",
                Some(Format::Maccms),
            ),
            (
                "a.json",
                b"{\"code\":1,\"page\":\"1\",\"pagecount\":0,\"list\":[]}",
                Some(Format::Maccms),
            ),
            (
                "a.xml",
                b"<rss><list page=\"1\"/></rss>",
                Some(Format::Maccms),
            ),
            ("a.json", b"[{\"vod_name\":\"a\"}]", Some(Format::Maccms)),
        ] {
            assert_eq!(detect(Path::new(name), start), format, "{name} {start:?}");
        }
    }

    #[test]
    fn exports_and_other_files_are_recognised() {
        for (name, start, format) in [
            ("films.sql.gz", &b""[..], Some(Format::Maccms)),
            (
                "films",
                b"-- MySQL dump 10.13\nCREATE TABLE `mac_actor`",
                Some(Format::Maccms),
            ),
            (
                "films",
                b"-- MySQL dump 10.13\nCREATE TABLE `films`",
                Some(Format::Xlsx),
            ),
            ("a.xml", b"<films><film><title>a", Some(Format::Xlsx)),
            ("a.xml", b"<movies><movie><title>a", Some(Format::Xlsx)),
            ("a.xml", b"<rss><channel><item>", Some(Format::Xlsx)),
            ("a.csv", b"\"vod_id\",\"vod_name\"\n", Some(Format::Maccms)),
            ("a.csv", b"number,title\r1,2", Some(Format::Csv)),
            ("videodb.xml", b"<videodb><version>1", Some(Format::Nfo)),
            ("a.xml", b"<episodedetails>", Some(Format::Nfo)),
            ("a.xml", b"<?xml version=\"1.0\"?>", None),
            ("a.json", b"[{\"number\":\"A-1\"}]", Some(Format::Xlsx)),
            ("a.txt", b"[a] b", None),
            ("a.rtf", b"{\\rtf1\\ansi", Some(Format::Xlsx)),
            ("a.db", b"SQLite format 3\0", Some(Format::Xlsx)),
            ("a.png", b"\x89PNG\r\n\x1a\n\0\0", None),
            ("a.txt", b"one word", None),
        ] {
            assert_eq!(detect(Path::new(name), start), format, "{name} {start:?}");
        }
    }

    #[test]
    fn json_of_other_programs_is_no_lines() {
        let of = |name: &str, text: &str| detect(Path::new(name), text.as_bytes());
        for text in [
            "{\"_id\":{\"$oid\":\"1\"},\"title\":\"a\",\"date\":\"2026\"}\n{",
            "{\"_index\":\"a\",\"_source\":{\"title\":\"a\",\"date\":\"2026\"}}\n",
            "{\"index\":{\"_id\":\"1\"}}\n{\"title\":\"a\"}\n",
            "{\"data\":[{\"title\":\"a\"}]}",
            "{\n  \"data\": [\n",
            "{\"data\":{\"findScenes\":{\"count\":1,\"scenes\":[",
        ] {
            assert_eq!(of("a.json", text), Some(Format::Xlsx), "{text}");
        }
        for text in [
            "{\"number\":\"A-1\",\"title\":\"a\",\"pubTime\":\"2026\"}",
            "{\"channel\":\"western\",\"number\":\"A-1\",\"date\":\"2026\",\"title\":\"a\"}\n",
            "{\"channel\":\"western\",\"number",
            "{}",
            "{\"a\":1}",
        ] {
            assert_eq!(of("a.json", text), Some(Format::Lines), "{text}");
            assert_eq!(of("a.ndjson", text), Some(Format::Lines), "{text}");
        }
    }

    #[test]
    fn warnings_and_other_programs_hide_no_format() {
        for (name, start, format) in [
            (
                "a.json",
                &b"<br />\n<b>Warning</b>:  a in <b>/a.php</b> on line <b>9</b><br />\n{\"vod_name\":\"a\"}"[..],
                Some(Format::Maccms),
            ),
            (
                "a.json",
                b"\nWarning: a in /a.php on line 9\n{\"code\":1,\"msg\":\"\"}",
                Some(Format::Maccms),
            ),
            (
                "a.json",
                b"{\"RECORDS\":[{\"vod_id\":1",
                Some(Format::Maccms),
            ),
            (
                "a.xml",
                b"<?xml?><RECORDS><RECORD><vod_id>1</vod_id><vod_name>",
                Some(Format::Maccms),
            ),
            (
                "a.xml",
                b"<?xml?><mysqldump><table_data><row><field name=\"vod_name\">",
                Some(Format::Maccms),
            ),
            ("a.html", b"<b>a</b>\n[b]\n<table>", Some(Format::Xlsx)),
        ] {
            assert_eq!(detect(Path::new(name), start), format, "{name} {start:?}");
        }
    }
}

//! Recognises a format by the first bytes of a file, and by its name where they leave it open.

use std::path::Path;

use crate::maccms::rows::is_table as is_table_of_maccms;
use crate::maccms::wrapper::unwrapped;
use crate::maccms::xml_rows::has_rows;
use crate::markup::{is_records, root_of};
use crate::table::limits::OLD_WORKBOOK;
use crate::table::{
    behind_comments, has_records, has_spaces_between, is_dump, is_foreign, is_foreign_json,
    is_line, is_list_of_names, is_written,
};
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
    let code = behind_comments(text);
    if code.starts_with("<?php") || is_written(code) {
        return Some(Format::Xlsx);
    }
    if extension == "sql" || is_dump(text) {
        // A large dump has the films of MacCMS far behind its beginning.
        let is_of_maccms = text.is_empty() || has_films(text) || has_tables_of_maccms(text);
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
    if is_list_of_names(text) {
        return Some(Format::Xlsx);
    }
    // Databases draw a line above the names of columns.
    let mut lines = text.split(['\n', '\r']);
    let first = lines.find(|line| !is_line(line)).unwrap_or_default();
    let signs = [',', ';', '\t', '|', '│', '，', '；', '、'];
    let separated =
        has_spaces_between(first.as_bytes()) || first.contains(signs) && !text.starts_with('[');
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
        // A variable that gets it may be before it.
        false if page.starts_with('{') => has_records(page).then_some(Format::Xlsx),
        false => {
            let inner = behind_comments(page.strip_prefix('[')?);
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

/// Whether a dump begins with tables of MacCMS, in whichever order, whatever their prefix.
fn has_tables_of_maccms(text: &str) -> bool {
    let tables = [
        "mac_actor",
        "mac_admin",
        "mac_annex",
        "mac_art",
        "mac_type",
        "mac_vod",
    ];
    let columns = [
        "actor_blurb",
        "admin_pwd",
        "annex_file",
        "art_blurb",
        "type_mid",
    ];
    tables
        .iter()
        .chain(&columns)
        .any(|name| text.contains(name))
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

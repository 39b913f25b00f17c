//! Recognises a format by the first bytes of a file, and by its name where they leave it open.

use std::path::Path;

use crate::text::{decode, encoding_of};

/// A format that can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object per line: the product's own.
    Lines,
    /// CSV, TSV or another separated text.
    Csv,
    /// An Excel workbook.
    Xlsx,
    /// An NFO file, or a folder of them.
    Nfo,
    /// A page of a MacCMS collect interface, as JSON or XML.
    Maccms,
}

/// The format of a file that has this name and begins with `start`; `None` if it is none of them.
pub fn detect(name: &Path, start: &[u8]) -> Option<Format> {
    if start.starts_with(b"PK\x03\x04") {
        return Some(Format::Xlsx);
    }
    let extension = inner_extension(name);
    let wide = encoding_of(start).0.name().starts_with("UTF-16");
    if start.contains(&0) && !wide {
        return None;
    }
    let text = decode(start, None);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    match extension.as_str() {
        "nfo" => return Some(Format::Nfo),
        "ndjson" | "jsonl" => return Some(Format::Lines),
        _ => {}
    }
    if text.starts_with('{') {
        let collects = text.contains("\"vod_id\"") || text.contains("\"vod_name\"");
        return Some(if collects {
            Format::Maccms
        } else {
            Format::Lines
        });
    }
    if text.starts_with('<') {
        let has = |tag: &str| text.contains(tag);
        return match () {
            () if has("<rss") && has("<video>") => Some(Format::Maccms),
            () if has("<movie") => Some(Format::Nfo),
            () => None,
        };
    }
    let first = text.lines().next().unwrap_or_default();
    let separated = first.contains([',', ';', '\t', '，', '；']) && !text.starts_with('[');
    (separated || matches!(extension.as_str(), "csv" | "tsv" | "tab")).then_some(Format::Csv)
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
            ("a.xml", b"<?xml version=\"1.0\"?>", None),
            ("a.json", b"[{\"number\":\"A-1\"}]", None),
            ("a.png", b"\x89PNG\r\n\x1a\n\0\0", None),
            ("a.txt", b"one word", None),
        ] {
            assert_eq!(detect(Path::new(name), start), format, "{name} {start:?}");
        }
    }
}

//! Samples of what people have, in the shapes that programs write. Beside each is what must come out of it: the lines,
//! the notes (`!`) and the rejected entries (`x`). With UPDATE_SAMPLES set, the test writes these files; read the
//! difference.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and says where"
)]

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use yingku_formats::table::{Mapping, open_csv, open_xlsx};
use yingku_formats::{Error, Format, Options, Source, detect, maccms, nfo};

fn samples(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/samples")
        .join(folder)
}

/// The paths in a folder, in their order, without what must come out.
fn inputs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(samples(folder)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        let name = path.to_string_lossy();
        !name.ends_with(".expected") && !name.ends_with(".mapping.json")
    });
    paths.sort();
    paths
}

/// A text in the encoding that its name tells. The samples are in UTF-8, so that they can be read.
fn bytes_of(path: &Path) -> Vec<u8> {
    let text = fs::read(path).unwrap();
    let name = path.to_string_lossy();
    let plain = || String::from_utf8(text.clone()).unwrap();
    for encoding in [
        encoding_rs::GB18030,
        encoding_rs::GBK,
        encoding_rs::BIG5,
        encoding_rs::SHIFT_JIS,
        encoding_rs::EUC_JP,
        encoding_rs::WINDOWS_1252,
    ] {
        if name.contains(&format!(".{}.", encoding.name().to_lowercase())) {
            return encoding.encode(&plain()).0.into_owned();
        }
    }
    let wide = || plain().encode_utf16().flat_map(u16::to_le_bytes).collect();
    if name.contains(".utf16le.") {
        return [b"\xff\xfe".to_vec(), wide()].concat();
    }
    if name.contains(".utf16plain.") {
        return wide();
    }
    if name.contains(".cut.") {
        // Programs that count bytes cut off a part of a character.
        let parts = plain()
            .replace(char::REPLACEMENT_CHARACTER, "\0")
            .into_bytes();
        let bytes: Vec<&[u8]> = parts.split(|byte| *byte == 0).collect();
        return bytes.join(&b"\xe4\xbb"[..]);
    }
    if name.contains(".bom.") {
        return [b"\xef\xbb\xbf".to_vec(), text].concat();
    }
    text
}

fn outcome<S: Source>(source: Result<S, Error>) -> String {
    let mut out = String::new();
    let mut source = match source {
        Ok(source) => source,
        Err(error) => return format!("{error}\n"),
    };
    for sentence in source.about() {
        writeln!(out, "{sentence}").unwrap();
    }
    loop {
        let entry = match source.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => break,
            Err(error) => {
                writeln!(out, "ends: {error}").unwrap();
                break;
            }
        };
        match &entry.work {
            Ok(work) => writeln!(out, "{} {}", entry.place, work.line()).unwrap(),
            Err(note) => writeln!(out, "{} x {}: {}", entry.place, note.field, note.text).unwrap(),
        }
        for note in &entry.notes {
            writeln!(out, "{} ! {}: {}", entry.place, note.field, note.text).unwrap();
        }
        for picture in &entry.pictures {
            let name = picture.path.file_name().unwrap().to_string_lossy();
            writeln!(out, "{} + {}: {name}", entry.place, picture.field).unwrap();
        }
    }
    for sentence in source.left_out() {
        writeln!(out, "{sentence}").unwrap();
    }
    out
}

fn compare(path: &Path, outcome: &str) {
    let expected = PathBuf::from(format!("{}.expected", path.display()));
    if std::env::var_os("UPDATE_SAMPLES").is_some() {
        fs::write(&expected, outcome).unwrap();
    }
    let wanted = fs::read_to_string(&expected).unwrap_or_default();
    assert_eq!(outcome, wanted, "{}", path.display());
}

fn censored() -> Options {
    Options {
        channel: Some("censored".to_owned()),
        ..Options::default()
    }
}

#[test]
fn tables_of_text() {
    let inputs = inputs("csv");
    assert!(inputs.len() >= 8);
    for path in inputs {
        let stem = path.to_string_lossy();
        let stem = stem.rsplit('/').next().unwrap().split('.').next().unwrap();
        let mapping = fs::read_to_string(path.with_file_name(format!("{stem}.mapping.json")));
        let options = match mapping {
            Ok(text) => Options {
                channel: None,
                mapping: Some(Mapping::parse(&text).unwrap()),
                ..Options::default()
            },
            Err(_) if stem.starts_with("no-channel") => Options::default(),
            Err(_) => censored(),
        };
        let source = open_csv(Cursor::new(bytes_of(&path)), &options);
        compare(&path, &outcome(source));
    }
}

#[test]
fn workbooks() {
    let inputs = inputs("xlsx");
    assert!(inputs.len() >= 4);
    for path in inputs {
        let source = open_xlsx(Cursor::new(workbook(&path)), &censored());
        compare(&path, &outcome(source));
    }
}

#[test]
fn workbooks_of_older_excel() {
    for path in inputs("xls") {
        let source = open_xlsx(fs::File::open(&path).unwrap(), &censored());
        compare(&path, &outcome(source));
    }
}

#[test]
fn pages_of_html_and_tables_of_2003() {
    for folder in ["html", "xml"] {
        let inputs = inputs(folder);
        assert!(inputs.len() >= 12);
        for path in inputs {
            let bytes = bytes_of(&path);
            assert_eq!(detect(&path, &bytes), Some(Format::Xlsx), "{path:?}");
            compare(&path, &outcome(open_xlsx(Cursor::new(bytes), &censored())));
        }
    }
}

#[test]
fn records_of_other_programs() {
    for folder in ["json", "records", "sql", "text"] {
        for path in inputs(folder) {
            let bytes = bytes_of(&path);
            assert_eq!(detect(&path, &bytes), Some(Format::Xlsx), "{path:?}");
            compare(&path, &outcome(open_xlsx(Cursor::new(bytes), &censored())));
        }
    }
}

#[test]
fn tables_of_open_document() {
    for path in inputs("ods") {
        let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        packed.start_file("content.xml", options).unwrap();
        packed.write_all(&fs::read(&path).unwrap()).unwrap();
        let bytes = packed.finish().unwrap().into_inner();
        let packed = outcome(open_xlsx(Cursor::new(bytes), &censored()));
        compare(&path, &packed);
        let flat = fs::read_to_string(&path).unwrap();
        let flat = flat.replace("office:document-content", "office:document");
        assert_eq!(outcome(open_xlsx(Cursor::new(flat), &censored())), packed);
    }
}

/// Packs the parts of a workbook.
fn workbook(folder: &Path) -> Vec<u8> {
    let relations = |of: &[(&str, &str)]| {
        let list: String = of
            .iter()
            .zip(1..)
            .map(|((kind, target), id)| {
                format!("<Relationship Id=\"rId{id}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}\" Target=\"{target}\"/>")
            })
            .collect();
        format!(
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{list}</Relationships>"
        )
    };
    let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, content: &[u8]| {
        let options = zip::write::SimpleFileOptions::default();
        packed.start_file(name, options).unwrap();
        packed.write_all(content).unwrap();
    };
    add(
        "_rels/.rels",
        relations(&[("officeDocument", "xl/workbook.xml")]).as_bytes(),
    );
    let sheets: Vec<String> = (1..=9)
        .map(|sheet| format!("sheet{sheet}.xml"))
        .filter(|name| folder.join(name).exists())
        .collect();
    let targets: Vec<String> = sheets
        .iter()
        .map(|name| format!("worksheets/{name}"))
        .collect();
    let mut parts: Vec<(&str, &str)> = targets
        .iter()
        .map(|name| ("worksheet", name.as_str()))
        .collect();
    parts.extend([
        ("styles", "styles.xml"),
        ("sharedStrings", "sharedStrings.xml"),
    ]);
    add("xl/_rels/workbook.xml.rels", relations(&parts).as_bytes());
    let mut names = vec!["workbook.xml", "styles.xml", "sharedStrings.xml"];
    names.extend(targets.iter().map(String::as_str));
    for name in names {
        let file = folder.join(name.rsplit('/').next().unwrap());
        add(&format!("xl/{name}"), &fs::read(file).unwrap());
    }
    for name in sheets {
        if let Ok(links) = fs::read(folder.join(format!("{name}.rels"))) {
            add(&format!("xl/worksheets/_rels/{name}.rels"), &links);
        }
    }
    packed.finish().unwrap().into_inner()
}

#[test]
fn nfo_files() {
    let folder = tempfile::tempdir().unwrap();
    let root = samples("nfo");
    for entry in walkdir::WalkDir::new(&root) {
        let entry = entry.unwrap();
        let name = entry.path().strip_prefix(&root).unwrap();
        if entry.file_type().is_file() && name.extension().is_some_and(|end| end != "expected") {
            let to = folder.path().join(
                name.to_string_lossy()
                    .replace(".gb18030", "")
                    .replace(".utf16le", "")
                    .replace(".cut", ""),
            );
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, bytes_of(entry.path())).unwrap();
        }
    }
    // A link to elsewhere, a file that is too large, and a folder that is hidden.
    std::os::unix::fs::symlink("/etc/hostname", folder.path().join("odd/link.nfo")).unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("odd/loop")).unwrap();
    fs::write(folder.path().join("odd/large.nfo"), vec![b' '; 2 << 20]).unwrap();
    fs::create_dir(folder.path().join(".trash")).unwrap();
    fs::write(folder.path().join(".trash/MZU-099.nfo"), "<movie/>").unwrap();
    compare(
        &root.join("all"),
        &outcome(nfo::open_folder(folder.path(), &censored())),
    );
    let one = folder.path().join("kodi/MZU-036.nfo");
    let mut source = nfo::open_folder(&one, &Options::default()).unwrap();
    let entry = source.next_entry().unwrap().unwrap();
    assert_eq!(entry.work.unwrap_err().field, "channel");
}

#[test]
fn libraries() {
    for path in inputs("library") {
        compare(&path, &outcome(nfo::open_folder(&path, &censored())));
    }
}

#[test]
fn films_of_maccms() {
    for path in inputs("maccms") {
        let source = maccms::open(Cursor::new(bytes_of(&path)), &censored());
        compare(&path, &outcome(source));
    }
}

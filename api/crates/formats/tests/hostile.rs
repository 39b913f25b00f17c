//! Files that are wrong, by accident or on purpose: nothing panics, nothing grows without a limit.

use std::io::{Cursor, Read, Write as _};

use proptest::prelude::*;
use yingku_formats::table::{MAX_ROW_BYTES, Mapping, open_csv, open_xlsx};
use yingku_formats::{Error, Options, Source, detect, maccms, nfo, values};

fn options() -> Options {
    Options {
        channel: Some("censored".to_owned()),
        ..Options::default()
    }
}

/// Reads to the end, and returns the number of entries or the error.
fn drain<S: Source>(source: Result<S, Error>) -> Result<usize, Error> {
    let mut source = source?;
    let mut count = 0;
    while source.next_entry()?.is_some() {
        count += 1;
    }
    Ok(count)
}

#[test]
fn a_quote_that_is_not_closed_ends_the_import_in_time() {
    let start = Cursor::new("番号,标题,日期\nMZU-001,一,2026-01-01\nMZU-002,\"二");
    let endless = std::io::repeat(b'x').take(1 << 34);
    let error = drain(open_csv(start.chain(endless), &options())).unwrap_err();
    let message = format!("the row that begins at line 3 is longer than {MAX_ROW_BYTES} bytes");
    assert!(error.to_string().starts_with(&message), "{error}");
}

#[test]
fn rows_of_another_encoding_are_read_with_a_warning() {
    let row = encoding_rs::GB18030
        .encode("MZU-002,山谷,2026-01-02\n")
        .0
        .into_owned();
    let rows = format!(
        "number,title,date\n{}",
        "MZU-001,Valley,2026-01-01\n".repeat(20_000)
    );
    let bytes = [
        rows.into_bytes(),
        row,
        b"MZU-003,\xff\xff,2026-01-03\n".to_vec(),
    ]
    .concat();
    let mut source = open_csv(Cursor::new(bytes), &options()).unwrap();
    let mut entries = Vec::new();
    while let Some(entry) = source.next_entry().unwrap() {
        entries.push(entry);
    }
    let rejected = entries.pop().unwrap();
    assert!(rejected.work.is_err());
    let read = entries.pop().unwrap();
    assert_eq!(read.work.unwrap().text("title"), Some("山谷"));
    assert!(read.notes[0].text.contains("GB18030"));
}

#[test]
fn a_cell_in_the_last_corner_costs_nothing() {
    let sheet = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>番号</t></is></c></row>\
        <row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row></sheetData></worksheet>";
    let workbook = "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>";
    let relations = "<Relationships><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>";
    let package = "<Relationships><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>";
    let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [
        ("xl/worksheets/sheet1.xml", sheet),
        ("xl/workbook.xml", workbook),
        ("xl/_rels/workbook.xml.rels", relations),
        ("_rels/.rels", package),
    ] {
        let options = zip::write::SimpleFileOptions::default();
        packed.start_file(name, options).unwrap();
        packed.write_all(content.as_bytes()).unwrap();
    }
    let bytes = packed.finish().unwrap().into_inner();
    let error = drain(open_xlsx(Cursor::new(bytes), &options())).unwrap_err();
    assert!(matches!(error, Error::MissingColumns(_)), "{error}");
}

#[test]
fn records_within_records_cost_nothing() {
    for text in [
        "[".repeat(200_000),
        "{\"a\":".repeat(200_000),
        format!("{}{}", "[".repeat(100), "]".repeat(100)),
        format!("{}1{}", "{\"a\":[".repeat(50), "]}".repeat(50)),
        format!("<films>{}", "<b>".repeat(100_000)),
        format!("<films>{}</films>", "<b c=\"d\"/>".repeat(50_000)),
        format!("INSERT INTO a (b) VALUES ({}", "(".repeat(200_000)),
        format!("INSERT INTO a (b) VALUES {}", "('x'),".repeat(20_000)),
        format!(
            "[{}{{\"title\":\"a\",\"date\":\"2026\"}}]",
            "{\"title\":\"a\"},".repeat(5_000)
        ),
    ] {
        let _ = drain(open_xlsx(Cursor::new(text), &options()));
    }
    let wide: String = (0..20_000).map(|at| format!("\"c{at}\":1,")).collect();
    let text = format!("[{{{wide}\"number\":\"A-1\",\"title\":\"a\",\"date\":\"2026\"}}]");
    assert!(drain(open_xlsx(Cursor::new(text), &options())).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = detect("a.csv".as_ref(), &bytes);
        let _ = drain(open_csv(Cursor::new(bytes.clone()), &options()));
        let _ = drain(open_csv(Cursor::new([b"number,title,date\n", &bytes[..]].concat()), &options()));
        let _ = drain(maccms::open(Cursor::new(bytes.clone()), &options()));
        let _ = drain(maccms::open(Cursor::new([b"vod_id,vod_name\n", &bytes[..]].concat()), &options()));
        let _ = drain(open_xlsx(Cursor::new([b"PK\x03\x04", &bytes[..]].concat()), &options()));
        let _ = drain(open_xlsx(Cursor::new([b"INSERT INTO a ", &bytes[..]].concat()), &options()));
        let _ = Mapping::parse(&String::from_utf8_lossy(&bytes));
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.nfo"), &bytes).unwrap();
        let _ = drain(nfo::open_folder(folder.path(), &options()));
    }

    #[test]
    fn no_records_panic(text in "([\\[\\]{},:]|\"(number|title|date|id|data|fields|type|a)\"|1|null|</?(film|films|title|row)( name=\"a\")?/?>|山){0,60}") {
        for begin in ["", "[", "{", "<films>", "[{\"number\":\"A-1\",\"title\":\"a\",\"date\":\"2026\",\"tags\":"] {
            let _ = drain(open_xlsx(Cursor::new(format!("{begin}{text}")), &options()));
        }
    }

    #[test]
    fn no_table_panics(text in "[a-z0-9,;\t\"\n番号标题日期./:年月日分磁力-]{0,200}") {
        let text = format!("番号,标题,日期,时长,评分,磁力,演员,频道\n{text}");
        let count = drain(open_csv(Cursor::new(text.clone().into_bytes()), &options()));
        prop_assert!(count.is_ok(), "{count:?}");
    }

    #[test]
    fn no_value_panics(text in "[0-9a-zA-Z./:年月日分小时万%+\" E-]{0,30}|\\PC{0,30}") {
        for order in [None, Some(values::date::DateOrder::DayFirst)] {
            if let Ok(date) = values::date::date(&text, order) {
                prop_assert!(date.len() >= 4, "{date}");
            }
        }
        let _ = values::duration::minutes(&text);
        let _ = values::rating::rating(&text, 5.0);
        let _ = values::count::count(&text);
        let _ = values::count::bytes(&text);
        let _ = values::find::find(&text);
        let _ = values::number::damage(&text);
        let _ = values::find::without_number(&text, "ABC-1");
        let _ = values::magnet::magnets(&text);
        let _ = values::address::address(&text);
    }

    #[test]
    fn no_element_panics(text in "(<[a-z]{1,6}( (type|max)=\"[^\"]{0,4}\")?>|</?(movie|title|num|actor|rating|set|year)>|[^<]{0,10}){0,30}") {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.nfo"), format!("<movie>{text}")).unwrap();
        let read = drain(nfo::open_folder(folder.path(), &options()));
        prop_assert_eq!(read.unwrap(), 1);
    }
}

#[test]
fn texts_of_other_kinds_end() {
    let film = "番号：MZU-1\n标题：山谷\n发行日期：2026\n";
    let names: String = (0..100_000).map(|at| format!("k{at}：a\n")).collect();
    let deep = |open: &str| open.repeat(100_000);
    let plist = format!("<plist><dict>{}", deep("<key>a</key><dict>"));
    for (text, works) in [
        (format!("{film}{names}"), Some(1)),
        (format!("{film}{}", "演员：a\n".repeat(600_000)), None),
        (format!("[{{'number': 'MZU-1'}},{}", deep("[")), None),
        (format!("<?php $a = {};", deep("array(")), None),
        (plist, None),
    ] {
        let read = drain(open_xlsx(Cursor::new(text), &options()));
        assert_eq!(read.ok(), works);
    }
}

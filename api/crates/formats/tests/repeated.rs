//! Files that repeat something very often, on purpose: the work grows with the file, not with its square, and the memory neither.

use std::io::{Cursor, Write as _};
use std::time::{Duration, Instant};

use yingku_formats::table::{open_csv, open_xlsx};
use yingku_formats::{Entry, Error, Options, Source};

/// A reader whose work grows with the square takes minutes for these files; on a slow machine others take a few seconds.
const IN_TIME: Duration = Duration::from_secs(30);

fn options() -> Options {
    Options {
        channel: Some("western".to_owned()),
        ..Options::default()
    }
}

/// The entries, and why it ends early if it does.
fn entries<S: Source>(source: Result<S, Error>) -> (Vec<Entry>, Option<String>) {
    let mut entries = Vec::new();
    let mut source = match source {
        Ok(source) => source,
        Err(error) => return (entries, Some(error.to_string())),
    };
    loop {
        match source.next_entry() {
            Ok(Some(entry)) => entries.push(entry),
            Ok(None) => return (entries, None),
            Err(error) => return (entries, Some(error.to_string())),
        }
    }
}

/// The number of entries of a file, and why it ends early; in time.
fn read(bytes: impl Into<Vec<u8>>) -> (usize, String) {
    let begin = Instant::now();
    let (entries, error) = entries(open_xlsx(Cursor::new(bytes.into()), &options()));
    assert!(begin.elapsed() < IN_TIME, "{:?}", begin.elapsed());
    (entries.len(), error.unwrap_or_default())
}

/// So many bytes of a text again and again.
fn many(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

#[test]
fn cells_are_decoded_once() {
    let begin = Instant::now();
    let escaped = format!("&{}", "amp;".repeat(100_000));
    for (cell, title) in [
        (escaped.as_str(), format!("&{}", "amp;".repeat(99_999))),
        ("Tom &amp; Jerry", "Tom & Jerry".to_owned()),
        ("&amp;lt;3", "&lt;3".to_owned()),
    ] {
        let text = format!("番号,标题,发行日期,时长\nA-1,{cell},2026-01-05,{cell}\n");
        let (entries, error) = entries(open_csv(Cursor::new(text.into_bytes()), &options()));
        assert_eq!(error, None);
        let work = entries[0].work.as_ref().unwrap();
        assert!(work.text("title") == Some(title.as_str()));
        assert!(!work.has("duration"));
    }
    assert!(begin.elapsed() < IN_TIME);
}

#[test]
fn cells_of_one_sign_are_read_in_time() {
    let fields = "番号,标题,发行日期,时长,评分,评分人数,磁力,频道,演员,封面,剧照,预告片,在线,大小";
    for part in [
        "(",
        "[",
        "{",
        "<",
        "&",
        "&amp;amp;",
        "\"\"",
        "'",
        "-",
        "1-",
        "/",
        " ",
        "\n",
        "、",
        "年",
        "http://",
        "(https://",
        "magnet:?",
        "\u{300}",
        "ﷺ",
        "#",
        "['",
    ] {
        let cell = format!("\"{}\"", many(part, 60_000));
        let row = vec![cell; fields.split(',').count()].join(",");
        // Behind the rows by which the table is guessed, which are read several times.
        let blank = "\n".repeat(300_000);
        let text = format!("{fields}\nA-1,甲,2026-01-05\n{blank}{row}\n");
        let begin = Instant::now();
        let (entries, error) = entries(open_csv(Cursor::new(text.into_bytes()), &options()));
        assert_eq!(error, None);
        let rejected = entries.iter().filter(|entry| entry.work.is_err()).count();
        assert!(entries.len() - rejected == 1, "{part}");
        assert!(begin.elapsed() < IN_TIME, "{part}: {:?}", begin.elapsed());
    }
}

#[test]
fn names_of_columns_may_be_the_same() {
    let text = format!("{}\n", many("a,", 2_000)).repeat(500);
    let begin = Instant::now();
    assert!(open_csv(Cursor::new(text.into_bytes()), &options()).is_err());
    assert!(begin.elapsed() < IN_TIME);
}

#[test]
fn values_of_json_are_looked_for_down_to_a_depth() {
    let film = "\"number\":\"A-1\",\"title\":\"a\",\"date\":\"2026\"";
    for (begin, end) in [
        ("{\"zh\":", "}"),
        ("[", "]"),
        ("{\"value\":{\"cn\":", "}}"),
        ("{\"S\":", "}"),
    ] {
        let depth = 110 / end.len();
        let value = format!("{}true{}", begin.repeat(depth), end.repeat(depth));
        for field in ["duration", "rating", "tags", "magnets", "cover", "other"] {
            let text = format!("[{{{film},\"{field}\":{value}}}]");
            assert_eq!(read(text), (1, String::new()), "{field} {begin}");
        }
    }
}

#[test]
fn names_in_place_of_ids_have_a_limit() {
    let name = many("名", 300_000);
    let film = "\"number\":\"A-1\",\"title\":\"a\",\"date\":\"2026\"";
    let studios = format!("\"studios\":[{{\"id\":1,\"name\":\"{name}\"}}]");
    let cast = many("{\"film_id\":1,\"actor\":\"b\"},", 200_000);
    let films = many(&format!("{{{film},\"id\":1}},"), 200_000);
    for text in [
        format!(
            "{{{studios},\"films\":[{{{film},\"studio_ids\":[{}1]}}]}}",
            many("1,", 300_000)
        ),
        format!(
            "{{{studios},\"films\":[{}{{{film}}}]}}",
            many(&format!("{{{film},\"studio_id\":1}},"), 300_000)
        ),
        format!("{{\"cast\":[{cast}{{}}],\"films\":[{films}{{{film}}}]}}"),
    ] {
        let (_, error) = read(text);
        assert!(error.contains("names in place of ids"), "{error}");
    }
}

#[test]
fn columns_of_json_are_read_in_time() {
    let keys: String = (0..20_000)
        .map(|at| format!("\"{at}\":\"2026\","))
        .collect();
    let columns: String = (0..900).map(|at| format!(",\"z{at}\":{{}}")).collect();
    let list = format!("{{{keys}\"20000\":\"a\"}}");
    let text = format!("{{\"number\":{list},\"title\":{list},\"date\":{list}{columns}}}");
    assert_eq!(read(text), (20_001, String::new()));
}

#[test]
fn columns_of_a_dump_are_not_copied_for_each_row() {
    let long = many("名", 300_000);
    let one = format!(
        "CREATE TABLE films (number int, title int, date int, `{long}` int);INSERT INTO films VALUES {}(1,2,2026,3);",
        many("(1,2,2026,3),", 100_000)
    );
    assert_eq!(read(one).1, "");
    let columns: String = (0..30_000).map(|at| format!(",c{at} int")).collect();
    let several = format!(
        "CREATE TABLE films (number int, title int, date int{columns});{}",
        many("INSERT INTO films VALUES (1,2,2026);", 100_000)
    );
    assert_eq!(read(several), (2_777, String::new()));
}

/// A table of LibreOffice that is not packed.
fn ods(rows: &str) -> String {
    let names = ["番号", "标题", "日期", "系列"].map(|name| cell(name, ""));
    format!(
        "<office:document><table:table table:name=\"a\"><table:table-row>{}</table:table-row>{rows}</table:table></office:document>",
        names.concat()
    )
}

fn cell(text: &str, attributes: &str) -> String {
    format!("<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>")
}

#[test]
fn repetitions_of_a_table_have_a_limit() {
    let film = [cell("A-1", ""), cell("甲", ""), cell("2026-01-05", "")].concat();
    let long = many("名", 300_000);
    let wide = cell(&long, "table:number-columns-repeated=\"999999999\"");
    let (_, error) = read(ods(&format!("<table:table-row>{wide}</table:table-row>")));
    assert!(error.contains("a row is longer"), "{error}");
    let tall = cell(&long, "table:number-rows-spanned=\"999999999\"");
    let rows = many(
        &format!("<table:table-row>{film}</table:table-row>"),
        600_000,
    );
    let (_, error) = read(ods(&format!(
        "<table:table-row>{film}{tall}</table:table-row>{rows}"
    )));
    assert!(error.contains("merged cells repeat"), "{error}");
    let empty = "<table:table-row table:number-rows-repeated=\"18446744073709551615\"><table:table-cell table:number-columns-repeated=\"18446744073709551615\"/></table:table-row>";
    let film = format!("<table:table-row>{film}</table:table-row>");
    assert_eq!(
        read(ods(&format!("{film}{}", many(empty, 600_000)))),
        (1, String::new())
    );
    let attributes: String = (0..50_000).map(|at| format!("a{at}=\"\" ")).collect();
    let row = format!(
        "<table:table-row>{}</table:table-row>",
        cell("", &attributes)
    );
    assert_eq!(read(ods(&format!("{film}{row}"))), (1, String::new()));
}

#[test]
fn a_merged_cell_ends_with_its_last_row_also_where_rows_are_repeated() {
    let film = |number: u8| {
        [
            cell(&format!("A-{number}"), ""),
            cell("甲", ""),
            cell("2026-01-05", ""),
        ]
        .concat()
    };
    let series = cell("四季", "table:number-rows-spanned=\"3\"");
    let blank = "<table:table-row table:number-rows-repeated=\"2\"><table:table-cell table:number-columns-repeated=\"3\"/><table:covered-table-cell/></table:table-row>";
    let rows = format!(
        "<table:table-row>{}{series}</table:table-row>{blank}<table:table-row>{}</table:table-row>",
        film(2),
        film(5)
    );
    let excel = "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"><Worksheet Name=\"a\"><Table>\
        <Row><Cell><Data>番号</Data></Cell><Cell><Data>标题</Data></Cell><Cell><Data>日期</Data></Cell><Cell><Data>系列</Data></Cell></Row>\
        <Row><Cell><Data>A-2</Data></Cell><Cell><Data>甲</Data></Cell><Cell><Data>2026-01-05</Data></Cell><Cell MergeDown=\"2\"><Data>四季</Data></Cell></Row>\
        <Row Index=\"5\"><Cell><Data>A-5</Data></Cell><Cell><Data>甲</Data></Cell><Cell><Data>2026-01-05</Data></Cell></Row></Table></Worksheet></Workbook>";
    for text in [ods(&rows), excel.to_owned()] {
        let (entries, error) = entries(open_xlsx(Cursor::new(text), &options()));
        assert_eq!(error, None);
        let lines: Vec<String> = entries
            .iter()
            .filter_map(|entry| Some(entry.work.as_ref().ok()?.line()))
            .collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("四季"), "{}", lines[0]);
        assert!(!lines[1].contains("四季"), "{}", lines[1]);
    }
}

#[test]
fn spans_of_a_page_have_a_limit() {
    let text = format!(
        "<table><tr><td>番号<td>标题<td>日期<td>演员<tr><td>A-1<td>a<td>2026<td rowspan=9999999>{}{}",
        many("名", 300_000),
        many("<tr><td>a", 300_000)
    );
    let (_, error) = read(text);
    assert!(error.contains("merged cells repeat"), "{error}");
}

#[test]
fn shared_texts_of_a_workbook_have_a_limit() {
    let names = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>番号</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>标题</t></is></c><c r=\"C1\" t=\"inlineStr\"><is><t>日期</t></is></c></row>";
    let cells = "<c t=\"s\"><v>0</v></c>".repeat(900);
    let sheet =
        format!("<worksheet><sheetData>{names}<row r=\"2\">{cells}</row></sheetData></worksheet>");
    let strings = format!("<sst><si><t>{}</t></si></sst>", many("名", 300_000));
    let base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let book = format!(
        "<workbook xmlns:r=\"{base}\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    );
    let relation = |id: u8, kind: &str, target: &str| {
        format!("<Relationship Id=\"rId{id}\" Type=\"{base}/{kind}\" Target=\"{target}\"/>")
    };
    let parts = [
        ("xl/worksheets/sheet1.xml", sheet),
        ("xl/sharedStrings.xml", strings),
        ("xl/workbook.xml", book),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships>{}{}</Relationships>",
                relation(1, "worksheet", "worksheets/sheet1.xml"),
                relation(2, "sharedStrings", "sharedStrings.xml")
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships>{}</Relationships>",
                relation(1, "officeDocument", "xl/workbook.xml")
            ),
        ),
    ];
    let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        let options = zip::write::SimpleFileOptions::default();
        packed.start_file(name, options).unwrap();
        packed.write_all(content.as_bytes()).unwrap();
    }
    let (_, error) = read(packed.finish().unwrap().into_inner());
    assert!(error.contains("a row is longer"), "{error}");
}

//! Beginnings of files, and what they are recognised as.

use std::path::Path;

use crate::{Format, detect};

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
        (
            "a.sql",
            b"CREATE TABLE `site_admin` (`admin_pwd` char(32))",
            Some(Format::Maccms),
        ),
        (
            "a.sql",
            b"CREATE TABLE hosts (mac_address text)",
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

#[test]
fn other_languages_than_json_are_told_by_their_beginning() {
    for start in [
        "<?php\n$films = array(",
        "var films = [\n  {number: \"A-1\"",
        "cb({\"films\":[{\"number\":1}]})",
        "[{'number': 'A-1'",
        "{'number': 'A-1', 'title'",
        "/* 1 */\n{ \"_id\" : ObjectId(\"1\")",
        "[\n  // films\n  {",
    ] {
        let found = detect(Path::new("films.txt"), start.as_bytes());
        assert_eq!(found, Some(Format::Xlsx), "{start}");
    }
}

#[test]
fn values_may_be_below_each_other() {
    for start in [
        "-[ RECORD 1 ]---\nnumber | A-1\ntitle | a\ndate | 2026\n",
        "*** 1. row ***\nnumber: A-1\n title: a\n  date: 2026\n",
        "番号：A-1\n片名：山谷\n发行日期：2026-01-05\n",
    ] {
        let found = detect(Path::new("films.txt"), start.as_bytes());
        assert_eq!(found, Some(Format::Xlsx), "{start}");
    }
}

#[test]
fn columns_and_rows_of_pandas_are_no_line_of_the_import_format() {
    let start = b"{\"columns\":[\"number\",\"title\"],\"index\":[0],\"data\":[[\"A-1\",\"a\"]]}";
    let found = detect(Path::new("films.json"), start);
    assert_eq!(found, Some(Format::Xlsx));
}

//! Every rule of the import format at the level of a line, and property tests over generated lines.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::text::visible;
use super::*;
use crate::import::fingerprint::Fingerprinted;

fn base() -> Value {
    json!({"channel": "western", "number": "FILM-0001", "title": "The Land Girls", "pubTime": "1998-06-12"})
}

fn parse(value: &Value) -> Result<WorkRecord, String> {
    parse_line(value.to_string().as_bytes())
        .map_err(|validation_error| validation_error.to_string())
}

fn with(field: &str, value: Value) -> Result<WorkRecord, String> {
    let mut line = base();
    line[field] = value;
    parse(&line)
}

#[test]
fn the_smallest_line_has_every_default() {
    let record = parse(&base()).unwrap();
    assert_eq!(
        (record.channel, record.number.as_str()),
        (Channel::Western, "FILM-0001")
    );
    assert_eq!(record.pub_time, 897_580_800);
    assert_eq!(
        (
            record.duration,
            record.average,
            record.evaluates,
            record.is_online
        ),
        (0, 0.0, 0, 0)
    );
    assert!(record.terms.is_empty() && !record.is_dht() && !record.hidden);
}

#[test]
fn lines_of_a_real_catalogue_are_read() {
    let line = r#"{"channel": "western", "number": "FILM-0005", "title": "Slam", "pubTime": "1998-10-09", "average": 1.7, "evaluates": 165, "tags": [{"name": "Drama", "group": "Genre"}, {"name": "Contemporary Fiction", "group": "Type"}, {"name": "Original Screenplay", "group": "Source"}], "makers": [{"name": "Trimark"}]}"#;
    let record = parse_line(line.as_bytes()).unwrap();
    assert_eq!(record.terms.len(), 4);
    assert_eq!(
        (record.terms[0].kind, record.terms[0].group.as_str()),
        (TermKind::Tag, "Genre")
    );
    assert_eq!(
        (record.terms[3].kind, record.terms[3].name.as_str()),
        (TermKind::Maker, "Trimark")
    );
    let line = r#"{"channel": "western", "number": "FILM-0022", "title": 1776, "pubTime": "1972-11-09", "average": 3.5}"#;
    assert_eq!(
        parse_line(line.as_bytes()).unwrap_err().to_string(),
        "title: 应为文字，实际是数字"
    );
}

#[test]
fn every_field_is_read() {
    let line = json!({
        "channel": "censored", "number": " ABCD-001 ", "title": "海边的\n一天", "pubTime": "2024-02-29 10:20:30",
        "duration": 120, "average": 4, "evaluates": 15133, "isOnline": 2, "picBig": "a.svg", "picSmall": "https://i.example/s.svg",
        "imageBig": ["1,b.svg"], "imageSmall": ["1s.svg", "2s.svg"], "mp4": "clips/test-pattern.mp4", "m3u8": "",
        "items": [{"name": "i"}], "series": [{"name": "s"}], "directors": [{"name": "d"}], "labels": [{"name": "l"}],
        "makers": [{"name": "m"}], "performers": [{"name": "p", "nameCn": "人", "aliases": ["q"]}], "tags": [{"name": "t", "group": "g"}],
        "magnets": [{"name": "x", "infoHash": "00".repeat(20), "length": 5, "createTime": "2024-03-01"}], "hidden": true,
    });
    let record = parse(&line).unwrap();
    assert_eq!(
        (record.number.as_str(), record.title.as_str()),
        ("ABCD-001", "海边的 一天")
    );
    assert_eq!(
        (
            record.duration,
            record.average,
            record.evaluates,
            record.is_online
        ),
        (120, 4.0, 15133, 2)
    );
    assert_eq!(
        (record.image_big, record.image_small.len()),
        (vec!["1%2Cb.svg".to_owned()], 2)
    );
    assert_eq!(
        (record.mp4.as_str(), record.m3u8.as_str()),
        ("clips/test-pattern.mp4", "")
    );
    let kinds: Vec<_> = record.terms.iter().map(|term| term.kind).collect();
    assert_eq!(kinds, TermKind::ALL);
    assert!(record.hidden && record.magnets[0].length == 5);
}

#[test]
fn lines_that_are_not_objects_are_rejected() {
    for (line, reason) in [
        ("[]", "列表"),
        ("null", "null"),
        ("\"x\"", "文字"),
        ("12", "数字"),
        ("true", "true 或 false"),
    ] {
        let validation_error = parse_line(line.as_bytes()).unwrap_err();
        assert_eq!(
            validation_error.to_string(),
            format!("line: 应为对象，实际是{reason}")
        );
    }
    assert!(
        parse_line(b"{not json}")
            .unwrap_err()
            .reason
            .starts_with("不是有效的 JSON：")
    );
}

#[test]
fn syntax_errors_have_a_position() {
    let reason = |line: &[u8]| parse_line(line).unwrap_err().to_string();
    assert_eq!(
        reason(b"{\"hidden\":\xff}"),
        "line: 第 11 个字节起不是有效的 UTF-8"
    );
    assert_eq!(
        reason(b"{\"hidden\":true"),
        "line: 不是有效的 JSON：EOF while parsing an object at column 14"
    );
    assert_eq!(
        reason(b"{} {}"),
        "line: 不是有效的 JSON：trailing characters at column 4"
    );
    assert!(reason(b"{\"average\":1e999}").contains("number out of range"));
    assert!(reason(b"{\"title\":\"\\ud800\"}").starts_with("line: 不是有效的 JSON"));
}

#[test]
fn large_and_negative_numbers_are_bounded() {
    let huge = with("evaluates", json!(u64::MAX));
    assert_eq!(
        huge.unwrap_err(),
        "evaluates: 应为 0 到 2147483647，实际是 18446744073709551615"
    );
    let huge = with("average", json!(99_999_999_999_u64));
    assert_eq!(
        huge.unwrap_err(),
        "average: 应为 0 到 5，实际是 99999999999"
    );
    assert_eq!(with("average", json!(-0.0)).unwrap().average.to_bits(), 0);
}

#[test]
fn long_names_of_unknown_fields_are_cut() {
    let rejected = with(&"长".repeat(50), json!(1)).unwrap_err();
    assert_eq!(rejected, format!("{}…: 未知字段", "长".repeat(40)));
}

#[test]
fn missing_required_fields_are_reported() {
    for field in ["channel", "number", "title", "pubTime"] {
        let mut line = base();
        line.as_object_mut().unwrap().remove(field);
        assert_eq!(parse(&line), Err(format!("{field}: 缺少该字段")));
    }
}

#[test]
fn wrong_types_are_rejected() {
    let wanted = [
        ("channel", "文字"),
        ("number", "文字"),
        ("title", "文字"),
        ("pubTime", "文字"),
        ("duration", "整数"),
        ("average", "数字"),
        ("evaluates", "整数"),
        ("isOnline", "整数"),
        ("picBig", "文字"),
        ("picSmall", "文字"),
        ("imageBig", "列表"),
        ("imageSmall", "列表"),
        ("mp4", "文字"),
        ("m3u8", "文字"),
        ("tags", "列表"),
        ("performers", "列表"),
        ("makers", "列表"),
        ("labels", "列表"),
        ("directors", "列表"),
        ("series", "列表"),
        ("items", "列表"),
        ("magnets", "列表"),
        ("hidden", "true 或 false"),
    ];
    for (field, expected) in wanted {
        let required = ["channel", "number", "title", "pubTime"];
        let without = match required.contains(&field) {
            true => Err(format!("{field}: 应为{expected}，实际是null")),
            false => with("hidden", json!(false)),
        };
        assert_eq!(with(field, Value::Null), without);
        assert_eq!(
            with(field, json!({})),
            Err(format!("{field}: 应为{expected}，实际是对象"))
        );
    }
    assert_eq!(
        with("hidden", json!(1)),
        Err("hidden: 应为true 或 false，实际是数字".into())
    );
    assert_eq!(
        with("imageBig", json!(["a", 1])),
        Err("imageBig[1]: 应为文字，实际是数字".into())
    );
}

#[test]
fn values_out_of_bounds_are_rejected() {
    for (field, value, reason) in [
        ("duration", json!(6001), "应为 0 到 6000，实际是 6001"),
        ("duration", json!(-1), "应为 0 到 6000，实际是 -1"),
        (
            "duration",
            json!(90.5),
            "应为 0 到 6000 的整数，实际是 90.5",
        ),
        ("average", json!(5.01), "应为 0 到 5，实际是 5.01"),
        ("average", json!(-1), "应为 0 到 5，实际是 -1"),
        ("evaluates", json!(-1), "应为 0 到 2147483647，实际是 -1"),
        (
            "evaluates",
            json!(3_000_000_000_u64),
            "应为 0 到 2147483647，实际是 3000000000",
        ),
        ("isOnline", json!(3), "应为 0 到 2，实际是 3"),
        ("number", json!(""), "不能为空"),
        (
            "number",
            json!("9".repeat(65)),
            "应为 1 到 64 个字符，实际是 65 个",
        ),
        ("title", json!(" \u{3000}"), "不能为空"),
        (
            "title",
            json!("长".repeat(301)),
            "应为 1 到 300 个字符，实际是 301 个",
        ),
        ("title", json!("a\0"), "含有 NUL 字符"),
        (
            "channel",
            json!("Western"),
            "应为 censored、uncensored 或 western，实际是 \"Western\"",
        ),
        (
            "pubTime",
            json!("1998-02-30"),
            "没有这个日期或时间：1998-02-30",
        ),
        ("picBig", json!("../a"), "路径不能有空的、. 或 .. 部分"),
        (
            "imageSmall",
            json!(vec!["a"; 201]),
            "最多 200 项，实际有 201 项",
        ),
    ] {
        assert_eq!(with(field, value), Err(format!("{field}: {reason}")));
    }
}

#[test]
fn bounds_themselves_are_allowed() {
    for (field, value) in [
        ("duration", json!(6000)),
        ("duration", json!(120.0)),
        ("evaluates", json!(5.0)),
        ("isOnline", json!(1.0)),
        ("average", json!(0)),
        ("average", json!(5.0)),
        ("evaluates", json!(2_147_483_647)),
        ("number", json!("九".repeat(64))),
        ("title", json!("长".repeat(300))),
        ("imageSmall", json!(vec!["a"; 200])),
    ] {
        assert!(with(field, value).is_ok(), "{field}");
    }
}

#[test]
fn unknown_and_repeated_fields_are_rejected() {
    assert_eq!(with("colour", json!(1)), Err("colour: 未知字段".into()));
    assert_eq!(
        with("pub_time", json!("x")),
        Err("pub_time: 未知字段，是否想写 pubTime？".into())
    );
    let twice =
        r#"{"channel":"western","number":"A","number":"B","title":"t","pubTime":"2024-01-01"}"#;
    assert_eq!(
        parse_line(twice.as_bytes()).unwrap_err().to_string(),
        "number: 重复出现"
    );
    let twice = r#"{"channel":"western","tags":[],"tags":[],"number":"B","title":"t","pubTime":"2024-01-01"}"#;
    assert_eq!(
        parse_line(twice.as_bytes()).unwrap_err().to_string(),
        "tags: 重复出现"
    );
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(line in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse_line(&line);
    }

    #[test]
    fn arbitrary_values_never_panic(field in 0..4_usize, text in ".*", number in any::<f64>(), whole in any::<i64>()) {
        for value in [json!(text), json!(number), json!(whole), json!([text]), json!([{"name": text, "length": whole}])] {
            let _ = with(["title", "average", "imageBig", "magnets"][field], value);
        }
    }

    #[test]
    fn titles_within_bounds_are_accepted(title in "a[^\\p{C}\\s]{0,99}") {
        let record = with("title", json!(title)).unwrap();
        prop_assert_eq!(record.title, visible(&title));
    }

    #[test]
    fn field_order_does_not_change_the_record(seed in any::<u64>()) {
        let line = json!({"channel": "censored", "number": "A-1", "title": "t", "pubTime": "2024-01-01",
            "tags": [{"name": "a"}, {"name": "b"}], "makers": [{"name": "m"}], "items": [{"name": "i"}]});
        let mut fields: Vec<_> = line.as_object().unwrap().iter().collect();
        fields.sort_by_key(|(name, _)| (seed ^ u64::from(name.as_bytes()[0])).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let written: Vec<_> = fields.iter().map(|(name, value)| format!("{name:?}:{value}")).collect();
        let shuffled = parse_line(format!("{{{}}}", written.join(",")).as_bytes()).unwrap();
        let plain = parse(&line).unwrap();
        let print = |record: &WorkRecord| Fingerprinted::from(record.clone()).fingerprint;
        prop_assert_eq!(print(&shuffled), print(&plain));
        prop_assert_eq!(shuffled, plain);
    }
}

#[test]
fn a_rejected_line_tells_all_its_faults() {
    let all = |line: &str| super::parse(line.as_bytes()).unwrap_err().to_string();
    assert_eq!(all("{}").matches("缺少该字段").count(), 4);
    let line = r#"{"channel":"western","number":"A","duration":"x","tags":[{"name":"a"},{},{"nameCn":"b"}],"average":9,"titel":"t"}"#;
    let faults = all(line);
    let fields = faults
        .split('；')
        .map(|fault| fault.split(':').next().unwrap());
    let fields: Vec<&str> = fields.collect();
    assert_eq!(fields.first(), Some(&"duration"), "{faults}");
    for field in [
        "average",
        "tags[1].name",
        "tags[2].name",
        "titel",
        "title",
        "pubTime",
    ] {
        assert!(fields.contains(&field), "{field} in {faults}");
    }
    assert_eq!(fields.len(), 7, "{faults}");
    assert!(all("{").starts_with("line: 不是有效的 JSON"));
}

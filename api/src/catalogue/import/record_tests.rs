//! Every rule of the import format at the level of a line, and properties over made-up lines.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::catalogue::import::fingerprint::fingerprint;

fn base() -> Value {
    json!({"channel": "western", "number": "FILM-0001", "title": "The Land Girls", "pubTime": "1998-06-12"})
}

fn parse(value: &Value) -> Result<WorkRecord, String> {
    parse_line(value.to_string().as_bytes()).map_err(|refusal| refusal.to_string())
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
        "title: expected text, found a number"
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
fn lines_that_are_no_object_are_refused() {
    for (line, reason) in [
        ("[]", "a list"),
        ("null", "null"),
        ("\"x\"", "text"),
        ("12", "a number"),
        ("true", "true or false"),
    ] {
        let refusal = parse_line(line.as_bytes()).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            format!("line: expected an object, found {reason}")
        );
    }
    assert!(
        parse_line(b"{not json}")
            .unwrap_err()
            .reason
            .starts_with("not valid JSON: ")
    );
}

#[test]
fn required_fields_are_missed() {
    for field in ["channel", "number", "title", "pubTime"] {
        let mut line = base();
        line.as_object_mut().unwrap().remove(field);
        assert_eq!(parse(&line), Err(format!("{field}: missing")));
    }
}

#[test]
fn wrong_types_are_refused() {
    let wanted = [
        ("channel", "text"),
        ("number", "text"),
        ("title", "text"),
        ("pubTime", "text"),
        ("duration", "a whole number"),
        ("average", "a number"),
        ("evaluates", "a whole number"),
        ("isOnline", "a whole number"),
        ("picBig", "text"),
        ("picSmall", "text"),
        ("imageBig", "a list"),
        ("imageSmall", "a list"),
        ("mp4", "text"),
        ("m3u8", "text"),
        ("tags", "a list"),
        ("performers", "a list"),
        ("makers", "a list"),
        ("labels", "a list"),
        ("directors", "a list"),
        ("series", "a list"),
        ("items", "a list"),
        ("magnets", "a list"),
        ("hidden", "true or false"),
    ];
    assert_eq!(
        wanted.map(|(field, _)| field),
        FIELDS.map(|field| field).into_iter().collect::<Vec<_>>()[..]
    );
    for (field, expected) in wanted {
        assert_eq!(
            with(field, Value::Null),
            Err(format!("{field}: expected {expected}, found null"))
        );
        assert_eq!(
            with(field, json!({})),
            Err(format!("{field}: expected {expected}, found an object"))
        );
    }
    assert_eq!(
        with("hidden", json!(1)),
        Err("hidden: expected true or false, found a number".into())
    );
    assert_eq!(
        with("imageBig", json!(["a", 1])),
        Err("imageBig[1]: expected text, found a number".into())
    );
}

#[test]
fn what_lies_beyond_a_bound_is_refused() {
    for (field, value, reason) in [
        ("duration", json!(6001), "expected 0 to 6000, found 6001"),
        ("duration", json!(-1), "expected 0 to 6000, found -1"),
        (
            "duration",
            json!(90.5),
            "expected a whole number of 0 to 6000, found 90.5",
        ),
        ("average", json!(5.01), "expected 0 to 5, found 5.01"),
        ("average", json!(-1), "expected 0 to 5, found -1"),
        ("evaluates", json!(-1), "expected 0 to 2147483647, found -1"),
        (
            "evaluates",
            json!(3_000_000_000_u64),
            "expected 0 to 2147483647, found 3000000000",
        ),
        ("isOnline", json!(3), "expected 0 to 2, found 3"),
        ("number", json!(""), "is empty"),
        (
            "number",
            json!("9".repeat(65)),
            "expected 1 to 64 characters, found 65",
        ),
        ("title", json!(" \u{3000}"), "is empty"),
        (
            "title",
            json!("长".repeat(301)),
            "expected 1 to 300 characters, found 301",
        ),
        ("title", json!("a\0"), "contains a NUL character"),
        (
            "channel",
            json!("Western"),
            "expected censored, uncensored or western, found \"Western\"",
        ),
        (
            "pubTime",
            json!("1998-02-30"),
            "no such date or time: 1998-02-30",
        ),
        (
            "picBig",
            json!("../a"),
            "a path may not have empty, . or .. parts",
        ),
        (
            "imageSmall",
            json!(vec!["a"; 201]),
            "expected at most 200 entries, found 201",
        ),
    ] {
        assert_eq!(with(field, value), Err(format!("{field}: {reason}")));
    }
}

#[test]
fn bounds_themselves_are_allowed() {
    for (field, value) in [
        ("duration", json!(6000)),
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
fn unknown_and_repeated_fields_are_refused() {
    assert_eq!(
        with("colour", json!(1)),
        Err("colour: unknown field".into())
    );
    assert_eq!(
        with("pub_time", json!("x")),
        Err("pub_time: unknown field; did you mean pubTime?".into())
    );
    let twice =
        r#"{"channel":"western","number":"A","number":"B","title":"t","pubTime":"2024-01-01"}"#;
    assert_eq!(
        parse_line(twice.as_bytes()).unwrap_err().to_string(),
        "number: given twice"
    );
    let twice = r#"{"channel":"western","tags":[],"tags":[],"number":"B","title":"t","pubTime":"2024-01-01"}"#;
    assert_eq!(
        parse_line(twice.as_bytes()).unwrap_err().to_string(),
        "tags: given twice"
    );
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(line in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse_line(&line);
    }

    #[test]
    fn no_value_makes_it_panic(field in 0..FIELDS.len(), text in ".*", number in any::<f64>(), whole in any::<i64>()) {
        for value in [json!(text), json!(number), json!(whole), json!([text]), json!([{"name": text, "length": whole}])] {
            let _ = with(FIELDS[field], value);
        }
    }

    #[test]
    fn titles_within_bounds_are_kept(title in "[^\\p{C}\\s][^\\p{C}\\s]{0,299}") {
        let record = with("title", json!(title)).unwrap();
        prop_assert_eq!(record.title, title);
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
        prop_assert_eq!(fingerprint(&shuffled), fingerprint(&plain));
        prop_assert_eq!(shuffled, plain);
    }
}

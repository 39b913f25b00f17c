//! Editing by the rules of an import.

use serde_json::json;

use super::*;
use crate::import::record::parse_line;
use crate::works::admin::form::EditWorkForm;

fn record() -> WorkRecord {
    let line = json!({
        "channel": "censored", "number": "ABC-1", "title": "甲", "pubTime": "2026-09-01", "duration": 95,
        "mp4": "clips/a.mp4", "tags": [{ "name": "剧情" }], "makers": [{ "name": "远山" }],
    });
    parse_line(line.to_string().as_bytes()).unwrap()
}

fn edited(before: &WorkRecord, value: Value) -> Result<WorkRecord, ApiError> {
    let mut form = value;
    form["id"] = json!("910000000000000001");
    form["version"] = json!(1);
    let form: EditWorkForm = serde_json::from_value(form).unwrap();
    form.parse()?.fields.applied_to(before).map_err(rejected)
}

#[test]
fn only_sent_fields_change() {
    let before = record();
    let sent = json!({ "title": "乙", "mp4": "", "tags": [{ "name": "风景" }] });
    let after = edited(&before, sent).unwrap();
    assert_eq!(
        difference(&before, &after),
        (
            json!({ "title": "甲", "mp4": "clips/a.mp4", "tags": [{ "name": "剧情" }] }),
            json!({ "title": "乙", "tags": [{ "name": "风景" }] })
        )
    );
    assert_eq!((after.duration, after.number.as_str()), (95, "ABC-1"));
    assert_eq!(edited(&before, json!({})).unwrap(), before);
}

#[test]
fn import_rules_apply() {
    for (sent, field) in [
        (json!({ "title": " " }), "title"),
        (json!({ "pubTime": "2026-02-30" }), "pubTime"),
        (json!({ "picBig": "../x" }), "picBig"),
        (json!({ "average": 5.5 }), "average"),
        (
            json!({ "makers": [{ "name": "远山", "group": "x" }] }),
            "makers[0].group",
        ),
    ] {
        let rejected = edited(&record(), sent).unwrap_err();
        assert_eq!(rejected.kind, ErrorKind::WorkRefused);
        let text = rejected.body("").msg;
        assert!(text.contains(field.split('[').next().unwrap()), "{text}");
    }
}

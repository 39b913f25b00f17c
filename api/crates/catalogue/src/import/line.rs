//! Writes a record as a line of the import format: the inverse of `record::parse_line`.

use serde_json::{Map, Value, json};
use yingku_base::time::format_shanghai;

use super::record::{TermKind, TermRecord, WorkRecord};

/// The line without its line break. Empty fields are omitted.
pub fn line_of(work: &WorkRecord) -> String {
    Value::Object(fields_of(work)).to_string()
}

/// The fields of a line. Empty ones are omitted.
pub fn fields_of(work: &WorkRecord) -> Map<String, Value> {
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| {
        let empty = match &value {
            Value::String(text) => text.is_empty(),
            Value::Array(entries) => entries.is_empty(),
            other => *other == json!(0) || *other == json!(0.0) || *other == json!(false),
        };
        if !empty {
            line.insert(name.to_owned(), value);
        }
    };
    put("channel", json!(work.channel.as_str()));
    put("number", json!(work.number));
    put("title", json!(work.title));
    put("pubTime", json!(work.pub_precision.format(work.pub_time)));
    put("duration", json!(work.duration));
    put("average", json!(work.average));
    put("evaluates", json!(work.evaluates));
    put("isOnline", json!(work.is_online));
    put("picBig", json!(work.pic_big));
    put("picSmall", json!(work.pic_small));
    put("imageBig", json!(work.image_big));
    put("imageSmall", json!(work.image_small));
    put("mp4", json!(work.mp4));
    put("m3u8", json!(work.m3u8));
    put("hidden", json!(work.hidden));
    for kind in TermKind::ALL {
        let terms = work.terms.iter().filter(|term| term.kind == kind);
        put(kind.field(), terms.map(entry).collect());
    }
    let magnets = work.magnets.iter().map(|magnet| {
        json!({
            "name": magnet.name,
            "infoHash": magnet.info_hash,
            "length": magnet.length,
            "createTime": format_shanghai(magnet.create_time),
        })
    });
    put("magnets", magnets.collect());
    line
}

fn entry(term: &TermRecord) -> Value {
    let mut fields = Map::from_iter([("name".to_owned(), json!(term.name))]);
    if !term.name_cn.is_empty() {
        fields.insert("nameCn".to_owned(), json!(term.name_cn));
    }
    if !term.group.is_empty() {
        fields.insert("group".to_owned(), json!(term.group));
    }
    if !term.aliases.is_empty() {
        fields.insert("aliases".to_owned(), json!(term.aliases));
    }
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::super::record::parse_line;
    use super::super::term::MAX_ALIASES;
    use super::*;

    #[test]
    fn the_largest_work_round_trips() {
        let line = r#"{"channel":"censored","number":"ABC-1","title":"山谷","pubTime":"2024-02-20","performers":[{"name":"霧原","nameCn":"雾原"}]}"#;
        let mut work = parse_line(line.as_bytes()).unwrap();
        let performer = TermRecord {
            aliases: (0..MAX_ALIASES).map(|n| format!("別名{n}")).collect(),
            ..work.terms.remove(0)
        };
        work.terms = (0..TermKind::Performer.max_per_work())
            .map(|n| TermRecord {
                name: format!("霧原{n}"),
                ..performer.clone()
            })
            .collect();
        assert_eq!(parse_line(line_of(&work).as_bytes()), Ok(work));
    }

    #[test]
    fn a_score_of_many_digits_round_trips() {
        let score = "1.06666666666666666666666666666666666666666666666666666666666666666666";
        let line = format!(
            r#"{{"channel":"censored","number":"ABC-1","title":"山谷","pubTime":"2024-02-20","average":{score}}}"#
        );
        let work = parse_line(line.as_bytes()).unwrap();
        assert_eq!(parse_line(line_of(&work).as_bytes()), Ok(work));
    }
}

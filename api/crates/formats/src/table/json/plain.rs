//! Values without what programs put around them: `{"$oid":"…"}` of MongoDB, `{"S":"…"}` of DynamoDB, properties of Notion.

use serde_json::{Map, Value};

/// Names of objects that only have one value, which they say the type of or where it is from.
const TYPES: [&str; 23] = [
    "$oid",
    "$date",
    "$numberLong",
    "$numberInt",
    "$numberDouble",
    "$numberDecimal",
    "$symbol",
    "$uuid",
    "S",
    "N",
    "BOOL",
    "L",
    "M",
    "SS",
    "NS",
    "stringValue",
    "integerValue",
    "doubleValue",
    "booleanValue",
    "timestampValue",
    "data",
    "rendered",
    "nodes",
];

/// A value without what is around it.
pub(super) fn plain(value: Value) -> Value {
    match value {
        Value::Array(list) => match text_of(&list) {
            Some(text) => Value::String(text),
            None => {
                let values = list.into_iter().map(plain);
                Value::Array(values.filter(|value| !value.is_null()).collect())
            }
        },
        Value::Object(object) => of_object(object),
        other => other,
    }
}

fn of_object(mut object: Map<String, Value>) -> Value {
    let is_typed = object.len() == 1 || (object.len() == 2 && object.contains_key("meta"));
    if is_typed {
        let name = TYPES.iter().find(|name| object.contains_key(**name));
        if let Some(value) = name.and_then(|name| object.remove(*name)) {
            return plain(value);
        }
        let nothing = ["NULL", "nullValue", "$undefined"];
        if nothing.iter().any(|name| object.contains_key(*name)) {
            return Value::Null;
        }
        for (name, inner) in [("arrayValue", "values"), ("mapValue", "fields")] {
            if let Some(value) = object.get_mut(name) {
                return plain(value.get_mut(inner).map(Value::take).unwrap_or_default());
            }
        }
    }
    if let Some(inner @ Value::Object(_)) = object.get_mut("attributes") {
        return plain(inner.take());
    }
    if let Some(Value::Array(edges)) = object.get_mut("edges") {
        let nodes = edges.iter_mut().filter_map(|edge| edge.get_mut("node"));
        return plain(nodes.map(Value::take).collect());
    }
    if let Some(value) = of_notion(&mut object) {
        return value;
    }
    // {"林晓月":true,"江白":true}
    if !object.is_empty() && object.values().all(|value| *value == true) {
        return object
            .into_iter()
            .map(|(name, _)| Value::String(name))
            .collect();
    }
    let values = object.into_iter().map(|(name, value)| (name, plain(value)));
    Value::Object(values.collect())
}

/// The value of a property of Notion, which says its type: `{"type":"select","select":{"name":"剧情"}}`.
fn of_notion(object: &mut Map<String, Value>) -> Option<Value> {
    if let (Some(Value::String(start)), true) = (object.get("start"), object.contains_key("end")) {
        return Some(Value::String(start.clone()));
    }
    let kind = object.get("type")?.as_str()?.to_owned();
    // Files keep their names.
    if matches!(kind.as_str(), "file" | "external" | "text") {
        return None;
    }
    if kind == "relation" {
        return Some(Value::Null);
    }
    object.get_mut(&kind).map(Value::take).map(plain)
}

/// The text of a list of its parts, as Notion and Feishu have it: `[{"text":"山","type":"text"},{"text":"谷","type":"text"}]`.
fn text_of(list: &[Value]) -> Option<String> {
    if list.is_empty() {
        return None;
    }
    let part = |value: &Value| {
        let text = value.get("plain_text").or_else(|| {
            value.get("type")?.as_str()?;
            value.get("text")
        });
        Some(text?.as_str()?.to_owned())
    };
    list.iter().map(part).collect()
}

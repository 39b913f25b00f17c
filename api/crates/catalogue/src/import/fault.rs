//! Where and why serde rejects a line, in Chinese. Our rules give reasons; for serde's own messages there is one here.

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::{Map, Value};
use serde_path_to_error::Path;
use yingku_http_kit::json::Object;

use super::validation_error::{At, ValidationError, excerpt};

/// Why a field is rejected that a line must have.
const MISSING: &str = "缺少该字段";
/// Most faults of a line that are told, and of one of its lists.
const MAX_FAULTS: usize = 20;
const MAX_OF_LIST: usize = 5;

/// Reads a line: strict JSON in valid UTF-8, with nothing after it, at most 127 levels deep.
pub(super) fn read<'de, T: Deserialize<'de>>(line: &'de [u8]) -> Result<T, ValidationError> {
    let text = std::str::from_utf8(line).map_err(|error| {
        At::Line.error(format!(
            "第 {} 个字节起不是有效的 UTF-8",
            error.valid_up_to() + 1
        ))
    })?;
    serde_json::from_str::<Object<T>>(text)
        .map(|Object(value)| value)
        .map_err(|error| {
            // The path costs time, so only a rejected line is read with it.
            let mut again = serde_json::Deserializer::from_str(text);
            match serde_path_to_error::deserialize::<_, Object<T>>(&mut again) {
                Err(error) => fault(error.path(), error.inner()),
                Ok(_) => syntax(&error),
            }
        })
}

/// All faults of a line, if it is an object: of each field, and of each entry of a list, the first one. `first` is the one with
/// which reading has ended, and `required` are fields that a line must have.
pub(super) fn all<T: for<'de> Deserialize<'de>>(
    line: &[u8],
    first: ValidationError,
    required: &[&str],
) -> ValidationError {
    let Ok(Object(fields)) = serde_json::from_slice::<Object<Map<String, Value>>>(line) else {
        return first;
    };
    let mut faults = vec![first];
    let missing = required.iter().filter(|name| !fields.contains_key(**name));
    let missing = missing.map(|name| At::Line.field(name).error(MISSING));
    let missing: Vec<ValidationError> = missing.collect();
    let found = fields
        .into_iter()
        .flat_map(|(name, value)| of_field::<T>(&name, value));
    for fault in found.chain(missing) {
        if faults.len() < MAX_FAULTS && faults.iter().all(|known| known.field != fault.field) {
            faults.push(fault);
        }
    }
    ValidationError::joined(faults)
}

/// The faults of a field.
fn of_field<T: for<'de> Deserialize<'de>>(name: &str, value: Value) -> Vec<ValidationError> {
    let read = |value: Value| read_fields::<T>(Map::from_iter([(name.to_owned(), value)])).err();
    let begin = format!("{name}[0]");
    let of_entries = value.as_array().into_iter().flatten().enumerate();
    let of_entries = of_entries.filter_map(|(index, entry)| {
        let mut fault = read(Value::Array(vec![entry.clone()]))?;
        let behind = fault.field.strip_prefix(&begin)?;
        fault.field = format!("{name}[{index}]{behind}");
        Some(fault)
    });
    let of_entries: Vec<ValidationError> = of_entries.take(MAX_OF_LIST).collect();
    match of_entries.is_empty() {
        true => read(value).into_iter().collect(),
        false => of_entries,
    }
}

/// Reads the fields of a line.
pub(super) fn read_fields<T: for<'de> Deserialize<'de>>(
    fields: serde_json::Map<String, serde_json::Value>,
) -> Result<T, ValidationError> {
    serde_path_to_error::deserialize(serde_json::Value::Object(fields))
        .map_err(|error| fault(error.path(), error.inner()))
}

fn syntax(error: &serde_json::Error) -> ValidationError {
    let reason = error.to_string();
    let reason = reason.replace(" at line 1 column ", " at column ");
    At::Line.error(format!("不是有效的 JSON：{reason}"))
}

fn fault(path: &Path, error: &serde_json::Error) -> ValidationError {
    if matches!(error.classify(), Category::Syntax | Category::Eof) {
        return syntax(error);
    }
    let message = error.to_string();
    let message = match (error.line(), message.rsplit_once(" at line ")) {
        (1.., Some((message, _))) => message,
        _ => &message,
    };
    let (name, reason) = reason(message);
    let mut place = path.iter().next().map(|_| path.to_string());
    if let (Some(above), Some(name)) = (&mut place, name) {
        // The path of an unknown field ends with it.
        let end = above
            .strip_suffix(name)
            .unwrap_or(above)
            .trim_end_matches('.');
        above.truncate(end.len());
    }
    let parts = place.filter(|above| !above.is_empty()).into_iter();
    let parts: Vec<String> = parts.chain(name.map(excerpt)).collect();
    let field = match parts.is_empty() {
        true => At::Line.to_string(),
        false => parts.join("."),
    };
    ValidationError { field, reason }
}

/// The field below the path, if it is about one, and the reason.
fn reason(message: &str) -> (Option<&str>, String) {
    let named = |start| message.strip_prefix(start)?.rsplit_once('`');
    if let Some((name, _)) = named("missing field `") {
        return (Some(name), MISSING.to_owned());
    }
    if let Some((name, _)) = named("duplicate field `") {
        return (Some(name), "重复出现".to_owned());
    }
    let Some((found, expected)) = message.rsplit_once(", expected ") else {
        return (None, message.to_owned());
    };
    if let Some(name) = found.strip_prefix("unknown field `") {
        let name = name.trim_end_matches('`');
        return (
            Some(name),
            unknown(name, expected.split('`').skip(1).step_by(2)),
        );
    }
    let Some(found) = found.strip_prefix("invalid type: ") else {
        return (None, message.to_owned());
    };
    let expected = match expected {
        "a boolean" => "true 或 false",
        "a string" => "文字",
        "a sequence" => "列表",
        other => other,
    };
    let found = match found.split([' ', ',']).next() {
        Some("boolean") => "true 或 false",
        Some("integer" | "floating") => "数字",
        Some("string") => "文字",
        Some("sequence") => "列表",
        Some("map") => "对象",
        _ => "null",
    };
    (None, format!("应为{expected}，实际是{found}"))
}

/// The reason for an unknown field, with the most similar known one.
fn unknown<'a>(name: &str, mut known: impl Iterator<Item = &'a str>) -> String {
    let plain = |text: &str| text.replace(['_', '-', ' '], "").to_lowercase();
    let wanted = plain(name);
    match known.find(|candidate| plain(candidate) == wanted) {
        Some(suggestion) => format!("未知字段，是否想写 {suggestion}？"),
        None => "未知字段".to_owned(),
    }
}

//! Whether a text is JSON of another program, and no lines of the import format.

use serde_json::{Map, Value};

use super::record::{is_film, unwrapped};
use crate::table::field::Field;

/// A first line of so many bytes may go on behind the beginning that was read.
const LONG_LINE: usize = 4_096;

/// Whether a text that begins with an object is of another program.
pub(crate) fn is_foreign(text: &str, extension: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    if let Ok(object) = serde_json::from_str(first) {
        return is_foreign_object(&object);
    }
    // A document on several lines, or on one that is longer than the beginning that was read.
    let begin = text.get(1..).unwrap_or_default();
    let own = begin.split(['{', '[']).next().unwrap_or_default();
    let is_long = first.len() == text.len() && first.len() > LONG_LINE;
    let is_whole = first.trim_end() == "{" || is_long;
    (is_whole || extension == "json") && !own.contains("\"channel\"")
}

fn is_foreign_object(object: &Map<String, Value>) -> bool {
    let is_own = |name: &String| Field::named(name).is_some();
    if object.contains_key("channel") || object.keys().all(is_own) {
        return false;
    }
    let has_parts = |value: &Value| match value {
        Value::Array(list) => list
            .first()
            .is_some_and(|one| one.is_object() || one.is_array()),
        value => value.is_object(),
    };
    is_film(&unwrapped(object.clone())) || object.values().any(has_parts)
}

/// Whether a text has a list of objects.
pub(crate) fn has_records(text: &str) -> bool {
    let mut lists = text.split('[').skip(1);
    lists.any(|behind| behind.trim_start().starts_with('{'))
}

//! The cell of a value, by what its column means.

use serde_json::{Map, Value, json};

use crate::table::cell::Cell;
use crate::table::field::Field;
use crate::values::count::bytes;
use crate::values::magnet::{self, magnets};

/// Where objects have their name, from the best on, in lower case.
const NAMES: [&str; 15] = [
    "term",
    "name",
    "title",
    "label",
    "value",
    "text",
    "display_name",
    "displayname",
    "name_zh",
    "name_cn",
    "zh",
    "cn",
    "ja",
    "en",
    "tag",
];
/// Where objects have a value that is one of several things, from the best on.
const VALUES: [&str; 14] = [
    "value", "average", "score", "minutes", "rendered", "text", "date", "start", "zh", "zh_cn",
    "zh-CN", "cn", "ja", "en",
];
/// Where objects have other names.
const ALIASES: [&str; 4] = ["aliases", "alias_list", "alias", "aka"];
/// What objects have besides a name that is not of a name.
const IDS: [&str; 23] = [
    "id",
    "Id",
    "_id",
    "pk",
    "uuid",
    "key",
    "slug",
    "url",
    "type",
    "color",
    "__typename",
    "created_at",
    "updated_at",
    "role",
    "order",
    "character",
    "thumb",
    "thumbnail",
    "profile_path",
    "avatar",
    "avatars",
    "gender",
    "tmdbId",
];
/// Where objects have the highest rating.
const SCALES: [&str; 4] = ["max", "scale", "out_of", "best"];
/// Where objects have the size of a file.
const SIZES: [&str; 4] = ["size", "length", "filesize", "file_size"];
/// Where objects have a magnet link.
const LINKS: [&str; 9] = [
    "link",
    "magnet",
    "magnetLink",
    "magnet_link",
    "url",
    "uri",
    "hash",
    "info_hash",
    "infohash",
];

/// Values within values.
const MAX_DEPTH: usize = 5;

pub(super) fn text(text: &str) -> Cell<'static> {
    match text {
        "" => Cell::Empty,
        text => Cell::Text(text.to_owned().into()),
    }
}

/// The cell of a value in a column of this meaning.
pub(super) fn cell_of(value: Value, field: Option<Field>) -> Cell<'static> {
    match value {
        Value::Null => Cell::Empty,
        Value::String(own) => text(&own),
        Value::Bool(own) => text(&own.to_string()),
        // A number in place of a name is the id of something.
        Value::Number(own) if !field.is_some_and(Field::is_of_terms) => text(&own.to_string()),
        several => match field {
            None => text(&several.to_string()),
            Some(field) if field.is_of_terms() => text(&terms(several).to_string()),
            Some(Field::Magnets) => text(&links(several).to_string()),
            Some(field) if field.is_of_address() => text(&several.to_string()),
            Some(Field::MagnetLength | Field::MagnetTime) => text(&lines(&several)),
            Some(Field::Duration) => text(&length(&several).unwrap_or_else(|| several.to_string())),
            Some(Field::Average) => text(&rating(&several).unwrap_or_else(|| several.to_string())),
            Some(_) => text(&scalar(&several).unwrap_or_else(|| several.to_string())),
        },
    }
}

/// The first text or number of a value.
fn scalar(value: &Value) -> Option<String> {
    scalar_within(value, MAX_DEPTH)
}

/// The same, down to a depth: of each object several values are tried.
fn scalar_within(value: &Value, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(list) if list.is_empty() => Some(String::new()),
        Value::Array(list) => list.iter().find_map(|value| scalar_within(value, depth)),
        Value::Object(object) => {
            let mut names = VALUES.iter().chain(&NAMES);
            names.find_map(|name| scalar_within(object.get(*name)?, depth))
        }
        _ => None,
    }
}

/// The texts and numbers of a list, one on each line.
fn lines(value: &Value) -> String {
    let list = value
        .as_array()
        .map_or(std::slice::from_ref(value), Vec::as_slice);
    let texts: Vec<String> = list.iter().filter_map(scalar).collect();
    texts.join("\n")
}

/// A length, also in hours and minutes: `{"hours":1,"minutes":58}`.
fn length(value: &Value) -> Option<String> {
    let part = |name: &str| value.get(name).and_then(Value::as_u64);
    match part("hours").or_else(|| part("hour")) {
        Some(hours) => {
            let minutes = part("minutes").or_else(|| part("minute"));
            Some(format!("{hours}h{}m", minutes.unwrap_or_default()))
        }
        None => scalar(value),
    }
}

/// A rating with the highest one, if it is said: `{"average":8.6,"max":10}`.
fn rating(value: &Value) -> Option<String> {
    let own = scalar(value)?;
    let scale = SCALES.iter().find_map(|name| value.get(*name)?.as_f64());
    Some(scale.map_or(own.clone(), |scale| format!("{own}/{scale}")))
}

fn terms(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(term).collect(),
        other => json!([term(other)]),
    }
}

/// A term by its name, wherever that is, without ids.
fn term(value: Value) -> Value {
    let Value::Object(mut object) = value else {
        return value;
    };
    let Some((place, name)) = name_of(&object) else {
        // {"person":{"name":"林晓月"},"role":"a"}
        let inner = object.values().find(|inner| is_named(inner));
        return inner.cloned().map_or(Value::Object(object), term);
    };
    object.remove(&place);
    object.retain(|name, value| !IDS.contains(&name.as_str()) && !is_empty(value));
    object.insert("name".to_owned(), name.into());
    if let Some(aliases) = ALIASES.iter().find_map(|name| object.remove(*name)) {
        let aliases = match aliases {
            Value::String(alias) => json!([alias]),
            other => other,
        };
        object.insert("aliases".to_owned(), aliases);
    }
    Value::Object(object)
}

/// The name of an object, and where it is.
fn name_of(object: &Map<String, Value>) -> Option<(String, String)> {
    NAMES.iter().find_map(|wanted| {
        let mut names = object
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        names.find_map(|(place, name)| Some((place.clone(), name.as_str()?.to_owned())))
    })
}

fn is_named(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|object| name_of(object).is_some())
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

fn links(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(link).collect(),
        other => json!([link(other)]),
    }
}

/// A link of another program as its text; one of the import format stays.
fn link(value: Value) -> Value {
    let Some(object) = value
        .as_object()
        .filter(|object| !object.contains_key("infoHash"))
    else {
        return value;
    };
    let Some(found) = LINKS.iter().find_map(|name| object.get(*name)?.as_str()) else {
        return value;
    };
    let Some(mut one) = magnets(found).0.into_iter().next() else {
        return found.into();
    };
    let size = SIZES.iter().find_map(|name| scalar(object.get(*name)?));
    one.length = one.length.or_else(|| bytes(&size?));
    if one.name.is_empty() {
        one.name = name_of(object).map(|(_, name)| name).unwrap_or_default();
    }
    magnet::link(&one).into()
}

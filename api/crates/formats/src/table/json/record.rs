//! A record without what programs put around it, and what its columns mean.

use serde_json::{Map, Value};

use super::plain::plain;
use super::servers::of_media_server;
pub(super) use crate::table::columns::meaning;
use crate::table::field::Field;
use crate::table::limits::MAX_COLUMNS;

/// What a record is within: of Elasticsearch, Airtable and Django, Strapi, GraphQL, Notion, CouchDB and DynamoDB.
const WRAPPERS: [&str; 8] = [
    "_source",
    "fields",
    "attributes",
    "node",
    "properties",
    "doc",
    "document",
    "Item",
];
/// Objects whose values are columns of their own.
const CONTAINERS: [&str; 24] = [
    "info", "data", "meta", "metadata", "detail", "details", "movie", "film", "video", "item",
    "work", "acf", "basic", "base", "image", "images", "picture", "pictures", "media", "paths",
    "urls", "links", "stats", "release",
];
/// Objects with pictures by their sizes.
const PICTURES: [&str; 5] = ["image", "images", "picture", "pictures", "media"];
/// Objects within objects.
const MAX_NESTED: usize = 3;

/// A record without what it is within, and with plain values.
pub(super) fn unwrapped(record: Map<String, Value>) -> Map<String, Value> {
    let mut record = record;
    for _ in 0..MAX_NESTED {
        let within = WRAPPERS
            .iter()
            .find(|name| record.get(**name).is_some_and(Value::is_object));
        let Some(Value::Object(inner)) = within.and_then(|name| record.remove(*name)) else {
            break;
        };
        let outer = std::mem::replace(&mut record, inner);
        // How well a film fits a search is not its rating.
        let outer = outer.into_iter().filter(|(name, _)| name != "_score");
        for (name, value) in outer {
            record.entry(name).or_insert(value);
        }
    }
    let mut flat = Map::new();
    of_media_server(&mut record);
    flatten(record, "", MAX_NESTED, &mut flat);
    without_posting(&mut flat);
    flat
}

/// Removes when something was posted, if it says when it was released.
fn without_posting(record: &mut Map<String, Value>) {
    const POSTED: [&str; 5] = [
        "pubdate",
        "published",
        "published_at",
        "publishdate",
        "date",
    ];
    let is_release = |name: &String| {
        let name = name.to_lowercase();
        let is_named = ["release", "premiere", "发行", "發行", "発売"]
            .iter()
            .any(|part| name.contains(part));
        is_named && meaning(&name) == Some(Field::PubTime)
    };
    if record.keys().any(is_release) {
        record.retain(|name, _| !POSTED.contains(&name.to_lowercase().as_str()));
    }
}

/// Puts the values of a record into columns, also those of objects that are only containers.
fn flatten(record: Map<String, Value>, prefix: &str, depth: usize, flat: &mut Map<String, Value>) {
    for (name, value) in record.into_iter().flat_map(pairs) {
        let own = match name.as_str() {
            "large" | "original" | "big" | "full" if PICTURES.contains(&prefix) => {
                "cover".to_owned()
            }
            _ if prefix.is_empty() || meaning(&name).is_some() => name.clone(),
            _ => format!("{prefix}.{name}"),
        };
        match plain(value) {
            Value::Object(inner) if depth > 0 && is_container(&name, &inner) => {
                flatten(inner, &name, depth - 1, flat);
            }
            value => {
                if let Some(votes) = votes_of(&name, &value) {
                    flat.entry("votes").or_insert(votes);
                }
                flat.entry(own).or_insert(value);
            }
        }
    }
}

/// The columns of a list of names and values, as WordPress has them: `[{"meta_key":"runtime","meta_value":"118"}]`.
fn pairs((name, value): (String, Value)) -> Vec<(String, Value)> {
    let columns = value.as_array().filter(|list| !list.is_empty());
    let columns: Option<Vec<(String, Value)>> = columns.and_then(|list| {
        let pair = |one: &Value| {
            let (key, value) = [("meta_key", "meta_value"), ("key", "value")]
                .into_iter()
                .find_map(|(key, value)| Some((one.get(key)?, one.get(value)?)))?;
            Some((key.as_str()?.to_owned(), value.clone()))
        };
        list.iter().map(pair).collect()
    });
    columns.unwrap_or_else(|| vec![(name, value)])
}

/// How many have rated, if it is within the rating: `{"average":8.6,"count":12}`.
fn votes_of(name: &str, value: &Value) -> Option<Value> {
    let rating = value
        .as_object()
        .filter(|_| meaning(name) == Some(Field::Average))?;
    let names = ["count", "votes", "vote_count", "numRaters", "total"];
    let votes = names.iter().find_map(|name| rating.get(*name));
    votes.filter(|votes| votes.is_number()).cloned()
}

fn is_container(name: &str, object: &Map<String, Value>) -> bool {
    CONTAINERS.contains(&name.to_lowercase().as_str()) && !object.contains_key("url")
}

/// The columns of records, in the order in which they come.
pub(super) fn names_of(records: &[Map<String, Value>]) -> Vec<String> {
    let mut known = std::collections::HashSet::new();
    let names = records.iter().flat_map(Map::keys);
    let names = names.filter(|name| known.insert(name.as_str()));
    names.take(MAX_COLUMNS).cloned().collect()
}

/// Whether a record has what a film has, at least: a title and a date or a number.
pub(super) fn is_film(record: &Map<String, Value>) -> bool {
    let has = |field| record.keys().any(|name| meaning(name) == Some(field));
    has(Field::Title) && has(Field::PubTime)
}

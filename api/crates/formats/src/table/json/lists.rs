//! Where the lists of records are in a document.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::record::{is_film, meaning, unwrapped};
use crate::table::field::Field;
use crate::table::limits::MAX_COLUMNS;

/// How deep lists are looked for.
const MAX_DEPTH: usize = 8;
/// Most kinds of records in a list.
const MAX_KINDS: usize = 100;

/// A list of records.
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) rows: Rows,
}

pub(crate) enum Rows {
    Objects(Vec<Map<String, Value>>),
    /// The first row has the names.
    Arrays(Vec<Vec<Value>>),
    /// Scenes of Stash.
    Scenes(Vec<Value>),
}

/// The tables of documents, of which several are one list.
pub(crate) fn tables_of(documents: Vec<Value>) -> Vec<Table> {
    let whole = match <[Value; 1]>::try_from(documents) {
        Ok([one]) => one,
        Err(several) => Value::Array(several),
    };
    let mut tables = Vec::new();
    collect(whole, "1", MAX_DEPTH, &mut tables);
    tables
}

/// Looks for tables in a value, down to a depth.
fn collect(value: Value, name: &str, depth: usize, tables: &mut Vec<Table>) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    match value {
        Value::Array(list) => of_list(list, name, depth, tables),
        Value::Object(object) => of_object(object, name, depth, tables),
        _ => {}
    }
}

fn of_list(list: Vec<Value>, name: &str, depth: usize, tables: &mut Vec<Table>) {
    if list.len() > 1 && list.iter().all(Value::is_array) {
        let rows = list.into_iter().filter_map(|row| match row {
            Value::Array(row) => Some(row),
            _ => None,
        });
        push(tables, name, Rows::Arrays(rows.collect()));
        return;
    }
    let objects = list.into_iter().filter_map(|one| match one {
        Value::Object(object) if !is_action(&object) => Some(object),
        _ => None,
    });
    let objects: Vec<Map<String, Value>> = objects.collect();
    if objects.first().is_some_and(is_scene) {
        let scenes = objects.into_iter().map(Value::Object);
        push(tables, name, Rows::Scenes(scenes.collect()));
        return;
    }
    for (kind, records) in by_kind(objects) {
        let name = kind.as_deref().unwrap_or(name);
        let flat: Vec<Map<String, Value>> = records.iter().cloned().map(unwrapped).collect();
        if flat.iter().take(50).any(is_film) {
            push(tables, name, Rows::Objects(flat));
            continue;
        }
        let before = tables.len();
        for record in records {
            if let Some(rows) = split(&record) {
                push(tables, name, rows);
                continue;
            }
            let own = record.get("name").and_then(Value::as_str);
            let own = own.map(str::to_owned);
            for (key, value) in record {
                collect(value, own.as_deref().unwrap_or(&key), depth, tables);
            }
        }
        if tables.len() == before && !flat.is_empty() {
            push(tables, name, Rows::Objects(flat));
        }
    }
}

fn of_object(mut object: Map<String, Value>, name: &str, depth: usize, tables: &mut Vec<Table>) {
    if let Some(scenes) = scenes_of(&mut object) {
        push(tables, name, Rows::Scenes(scenes));
        return;
    }
    if let Some(rows) = split(&object).or_else(|| by_column(&object)) {
        push(tables, name, rows);
        return;
    }
    let own = unwrapped(object.clone());
    let has_number = own.keys().any(|name| meaning(name) == Some(Field::Number));
    if is_film(&own) && (has_number || !object.values().any(has_films)) {
        push(tables, name, Rows::Objects(vec![own]));
        return;
    }
    // Records by their ids.
    let records: Option<Vec<Value>> = object
        .values()
        .map(|value| value.is_object().then(|| value.clone()))
        .collect();
    let is_list = |records: &Vec<Value>| records.iter().take(50).any(has_films);
    if let Some(records) = records.filter(is_list) {
        of_list(records, name, depth, tables);
        return;
    }
    if meaning(name).is_some_and(Field::is_of_terms) && object.values().all(Value::is_object) {
        push(tables, name, Rows::Objects(with_ids(object)));
        return;
    }
    for (key, value) in object {
        collect(value, &key, depth, tables);
    }
}

/// Records that have their ids before them.
fn with_ids(object: Map<String, Value>) -> Vec<Map<String, Value>> {
    let records = object.into_iter().filter_map(|(id, record)| match record {
        Value::Object(mut record) => {
            record.entry("id").or_insert(id.into());
            Some(record)
        }
        _ => None,
    });
    records.collect()
}

/// Whether a value is a film, or a list of them.
fn has_films(value: &Value) -> bool {
    let is_one = |value: &Value| {
        let object = value.as_object().cloned();
        object.is_some_and(|object| is_film(&unwrapped(object)))
    };
    match value {
        Value::Array(list) => list.iter().take(50).any(is_one),
        value => is_one(value),
    }
}

fn push(tables: &mut Vec<Table>, name: &str, rows: Rows) {
    let name = name.to_owned();
    tables.push(Table { name, rows });
}

/// Whether a record is a scene of Stash.
fn is_scene(object: &Map<String, Value>) -> bool {
    let own = ["rating100", "o_counter", "organized", "play_count"];
    let file = object.get("files").and_then(|files| files.get(0));
    let has_file = file.is_some_and(|file| file.get("duration").is_some());
    has_file && own.iter().any(|name| object.contains_key(*name))
}

/// The scenes of an answer of Stash.
fn scenes_of(object: &mut Map<String, Value>) -> Option<Vec<Value>> {
    let found = object
        .get_mut("findScenes")
        .and_then(|found| found.get_mut("scenes"));
    let scenes = match found {
        Some(scenes) => scenes.take(),
        None => match object.get_mut("findScene") {
            Some(scene) => Value::Array(vec![scene.take()]),
            None => object.get_mut("allScenes")?.take(),
        },
    };
    match scenes {
        Value::Array(scenes) => Some(scenes),
        _ => None,
    }
}

/// Whether a line says what to do with the next one, as bulk files of Elasticsearch have it, or is of a file of WordPress.
fn is_action(object: &Map<String, Value>) -> bool {
    let kind = object.get("post_type").and_then(Value::as_str);
    let others = [
        "attachment",
        "revision",
        "page",
        "nav_menu_item",
        "custom_css",
    ];
    if kind.is_some_and(|kind| others.contains(&kind)) {
        return true;
    }
    let actions = ["index", "create", "update", "delete"];
    let is_one = |name| object.get(name).is_some_and(Value::is_object);
    object.len() == 1 && actions.into_iter().any(is_one)
}

/// The name of a kind, and its records.
type Kind = (Option<String>, Vec<Map<String, Value>>);

/// Records apart by what they are, where one file has several kinds, as Django writes it.
fn by_kind(objects: Vec<Map<String, Value>>) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for object in objects {
        let kind = object
            .get("model")
            .filter(|_| object.contains_key("fields"));
        let kind = kind.and_then(Value::as_str).map(str::to_owned);
        let is_new = kinds.len() < MAX_KINDS;
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, records)) => records.push(object),
            None if is_new => kinds.push((kind, vec![object])),
            None => {}
        }
    }
    kinds
}

/// Rows as arrays, with the names of the columns beside them: `{"columns":[…],"data":[[…]]}` of pandas and of databases.
fn split(object: &Map<String, Value>) -> Option<Rows> {
    let names = ["columns", "header", "headers", "cols"];
    let names = names
        .iter()
        .find_map(|name| object.get(*name)?.as_array())?;
    let names: Option<Vec<Value>> = names
        .iter()
        .map(|name| match name {
            Value::String(_) => Some(name.clone()),
            // {"name":"title","type":"text"}
            other => ["name", "title", "label", "field"]
                .iter()
                .find_map(|name| other.get(*name))
                .cloned(),
        })
        .collect();
    let names = names?;
    let data = ["data", "rows", "values"];
    let data = data.iter().find_map(|name| object.get(*name)?.as_array())?;
    // {"c":[{"v":"MZU-1"}]} of Google Sheets
    let cells = |row: &Value| {
        let cells = row.get("c")?.as_array()?.iter();
        Some(
            cells
                .map(|cell| {
                    cell.get("f")
                        .or_else(|| cell.get("v"))
                        .cloned()
                        .unwrap_or_default()
                })
                .collect(),
        )
    };
    let rows = data
        .iter()
        .map(|row| row.as_array().cloned().or_else(|| cells(row)));
    let rows: Option<Vec<Vec<Value>>> = std::iter::once(Some(names)).chain(rows).collect();
    rows.map(Rows::Arrays)
}

/// Columns with their values, by number or in order: `{"title":{"0":"山谷"}}`, as pandas writes it.
fn by_column(object: &Map<String, Value>) -> Option<Rows> {
    let of_title = object
        .iter()
        .find(|(name, _)| meaning(name) == Some(Field::Title));
    let of_date = object
        .iter()
        .find(|(name, _)| meaning(name) == Some(Field::PubTime));
    let (_, titles) = of_title.filter(|(_, titles)| titles.is_array() || has_numbers(titles))?;
    of_date.filter(|(_, dates)| dates.is_array() == titles.is_array() && !dates.is_string())?;
    let keys: Vec<String> = match titles {
        Value::Array(list) => (0..list.len()).map(|at| at.to_string()).collect(),
        other => other.as_object()?.keys().cloned().collect(),
    };
    let mut records: Vec<Map<String, Value>> = vec![Map::new(); keys.len()];
    let places = keys.iter().map(String::as_str).zip(0..);
    let places: HashMap<&str, usize> = places.collect();
    for (name, column) in object.iter().take(MAX_COLUMNS) {
        let values: Vec<(usize, &Value)> = match column {
            Value::Array(list) => (0..).zip(list).collect(),
            Value::Object(values) => values
                .iter()
                .filter_map(|(key, value)| Some((*places.get(key.as_str())?, value)))
                .collect(),
            _ => continue,
        };
        for (at, value) in values {
            if let Some(record) = records.get_mut(at) {
                record.insert(name.clone(), value.clone());
            }
        }
    }
    Some(Rows::Objects(records.into_iter().map(unwrapped).collect()))
}

/// Whether an object has numbers for names.
fn has_numbers(value: &Value) -> bool {
    let object = value.as_object().filter(|object| !object.is_empty());
    object.is_some_and(|object| {
        object
            .keys()
            .all(|key| key.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

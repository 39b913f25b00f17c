//! Records that other records name by their ids, as databases have them: `"studio": 7` is the record 7 of the list of studios.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::lists::{Rows, Table};
use super::record::meaning;
use crate::table::field::Field;

/// Names by the ids of records, of the lists that have a field's terms.
type Names = Vec<(Field, HashMap<String, Value>)>;

/// Puts names in place of ids.
pub(super) fn name_references(tables: &mut [Table]) {
    let names: Names = tables.iter().filter_map(names_of).collect();
    if names.is_empty() {
        return;
    }
    for table in tables {
        let Rows::Objects(records) = &mut table.rows else {
            continue;
        };
        for record in records {
            name(record, &names);
        }
    }
}

/// The names of a list such as `films.studio` or `studios`.
fn names_of(table: &Table) -> Option<(Field, HashMap<String, Value>)> {
    let Rows::Objects(records) = &table.rows else {
        return None;
    };
    let own = table.name.rsplit('.').next().unwrap_or_default();
    let field = meaning_of_list(own).filter(|field| field.is_of_terms())?;
    let names = records.iter().filter_map(|record| {
        let id = ["pk", "id", "_id"]
            .iter()
            .find_map(|name| id_of(record.get(*name)?))?;
        let name = ["name", "title"]
            .iter()
            .find_map(|name| record.get(*name))?;
        name.is_string().then(|| (id, name.clone()))
    });
    let names: HashMap<String, Value> = names.collect();
    (!names.is_empty()).then_some((field, names))
}

/// What a list is of: `performers`, `film_performer`, `companies`.
fn meaning_of_list(name: &str) -> Option<Field> {
    let last = name.rsplit('_').next().unwrap_or_default();
    [name, last].into_iter().find_map(|name| {
        let one = name.strip_suffix("ies").map(|stem| format!("{stem}y"));
        meaning(name).or_else(|| meaning(&one?))
    })
}

/// An id as a text.
fn id_of(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// Puts names in place of the ids of a record, and `studio` in place of `studio_id`.
fn name(record: &mut Map<String, Value>, names: &Names) {
    let keys: Vec<String> = record.keys().cloned().collect();
    for key in keys {
        let ends = ["_ids", "_id", "Ids", "Id"];
        let base = ends.iter().find_map(|end| key.strip_suffix(end));
        let field = meaning(base.unwrap_or(&key));
        let Some((_, known)) = names.iter().find(|(of, _)| Some(*of) == field) else {
            continue;
        };
        let named = |id: &Value| known.get(&id_of(id)?).cloned();
        let value = match record.get(&key) {
            Some(Value::Array(ids)) => Value::Array(
                ids.iter()
                    .map(|id| named(id).unwrap_or_else(|| id.clone()))
                    .collect(),
            ),
            Some(id) => named(id).unwrap_or_else(|| id.clone()),
            None => continue,
        };
        match base {
            Some(base) if !record.contains_key(base) => {
                record.insert(base.to_owned(), value);
            }
            Some(_) => {}
            None => {
                record.insert(key, value);
            }
        }
    }
}

//! Records that other records name by their ids, as databases have them: `"studio": 7` is the record 7 of the list of studios.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::lists::{Rows, Table};
use super::record::{is_film, meaning};
use crate::error::Reason;
use crate::table::columns::field_of;
use crate::table::field::Field;

/// Bytes that names may take in any case, how many times the file, and what each takes besides its text.
const FREE_BYTES: usize = 1 << 20;
const MAX_TIMES: usize = 4;
const VALUE_BYTES: usize = 4;

/// Names of the records of a film, by its id: the name of the column, and its values.
type Joined = HashMap<String, Vec<(String, Value)>>;
/// What a film is called in the names of columns.
const FILMS: [&str; 7] = ["film", "movie", "video", "work", "item", "vod", "title"];

/// Names by the ids of records, of the lists that have a field's terms.
type Names = Vec<(Field, HashMap<String, Value>)>;

/// What names may still take. Ids are short, and the same long name for each of many would fill the memory.
struct Budget(usize);

impl Budget {
    /// Takes the place of a name.
    fn take(&mut self, name: &Value) -> Result<(), Reason> {
        let bytes = name.as_str().map_or(0, str::len);
        let left = self.0.checked_sub(bytes.saturating_add(VALUE_BYTES));
        self.0 = left.ok_or_else(|| {
            Reason::new(
                "the names in place of ids would be much more than the file",
                "用名称代替编号后，内容比文件大得多",
            )
        })?;
        Ok(())
    }
}

/// Puts names in place of ids, in a file of so many bytes.
pub(super) fn name_references(tables: &mut [Table], bytes: usize) -> Result<(), Reason> {
    let names: Names = tables.iter().filter_map(names_of).collect();
    let most = bytes.saturating_mul(MAX_TIMES);
    let mut budget = Budget(most.saturating_add(FREE_BYTES));
    let joined = joined(tables, &names, &mut budget)?;
    for table in tables {
        let Rows::Objects(records) = &mut table.rows else {
            continue;
        };
        let is_of_films = records.iter().take(50).any(is_film);
        for record in records {
            name(record, &names, &mut budget)?;
            let id = own_id(record).filter(|_| is_of_films);
            for (column, value) in id.and_then(|id| joined.get(&id)).into_iter().flatten() {
                budget.take(value)?;
                let list = record
                    .entry(column.clone())
                    .or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(list) = list {
                    list.push(value.clone());
                }
            }
        }
    }
    Ok(())
}

/// What tables say of films that have one row for each performer, tag and the like: `film_id, actor_id`.
fn joined(tables: &[Table], names: &Names, budget: &mut Budget) -> Result<Joined, Reason> {
    let mut joined = Joined::new();
    for table in tables {
        let Rows::Objects(records) = &table.rows else {
            continue;
        };
        if records.iter().take(50).any(is_film) {
            continue;
        }
        for record in records {
            let is_film_id =
                |name: &&String| base_of(name).is_some_and(|base| FILMS.contains(&base));
            let Some(film) = record
                .keys()
                .find(is_film_id)
                .and_then(|name| id_of(record.get(name)?))
            else {
                continue;
            };
            let values = record.iter().filter_map(|(column, value)| {
                let base = base_of(column);
                let field = meaning(base.unwrap_or(column)).filter(|field| field.is_of_terms())?;
                let known = names.iter().find(|(of, _)| *of == field);
                let named = known.and_then(|(_, names)| names.get(&id_of(value)?).cloned());
                let text = || {
                    value
                        .is_string()
                        .then(|| value.clone())
                        .filter(|_| base.is_none())
                };
                Some((base.unwrap_or(column).to_owned(), named.or_else(text)?))
            });
            let values: Vec<(String, Value)> = values.collect();
            for (_, value) in &values {
                budget.take(value)?;
            }
            joined.entry(film).or_default().extend(values);
        }
    }
    Ok(joined)
}

/// The name of a column without what says that it has an id: `actor_id`, `actorIds`.
fn base_of(name: &str) -> Option<&str> {
    let ends = ["_ids", "_id", "Ids", "Id"];
    ends.iter().find_map(|end| name.strip_suffix(end))
}

fn own_id(record: &Map<String, Value>) -> Option<String> {
    let names = ["pk", "id", "_id", "Id", "ID"];
    names.iter().find_map(|name| id_of(record.get(*name)?))
}

/// The names of a list such as `films.studio` or `studios`.
fn names_of(table: &Table) -> Option<(Field, HashMap<String, Value>)> {
    let Rows::Objects(records) = &table.rows else {
        return None;
    };
    let own = table.name.rsplit('.').next().unwrap_or_default();
    let field = meaning_of_list(own).filter(|field| field.is_of_terms())?;
    let names = records.iter().filter_map(|record| {
        let id = own_id(record)?;
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

/// Whether a list is of performers, studios and the like, which also have a name and a date, but no number.
pub(super) fn is_of_terms(table: &Table) -> bool {
    let kinds = [
        Field::Performers,
        Field::Directors,
        Field::Makers,
        Field::Labels,
        Field::Tags,
    ];
    let own = table.name.rsplit('.').next().unwrap_or_default();
    let Rows::Objects(records) = &table.rows else {
        return false;
    };
    let has_number = |record: &Map<String, Value>| {
        record
            .keys()
            .any(|name| field_of(name) == Some(Field::Number))
    };
    meaning_of_list(own).is_some_and(|field| kinds.contains(&field))
        && !records.iter().take(50).any(has_number)
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
fn name(record: &mut Map<String, Value>, names: &Names, budget: &mut Budget) -> Result<(), Reason> {
    let keys: Vec<String> = record.keys().cloned().collect();
    for key in keys {
        let base = base_of(&key);
        let field = meaning(base.unwrap_or(&key));
        let Some((_, known)) = names.iter().find(|(of, _)| Some(*of) == field) else {
            continue;
        };
        let mut named = |id: &Value| match id_of(id).and_then(|id| known.get(&id)) {
            Some(name) => budget.take(name).map(|()| Some(name.clone())),
            None => Ok(None),
        };
        let value = match record.get(&key) {
            Some(Value::Array(ids)) => {
                let names = ids
                    .iter()
                    .map(|id| named(id).map(|name| name.unwrap_or_else(|| id.clone())));
                Value::Array(names.collect::<Result<_, _>>()?)
            }
            // 1,2
            Some(Value::String(ids)) if base.is_some() => {
                let ids = ids.split(',').map(|id| named(&Value::from(id.trim())));
                match ids.collect::<Result<Option<Vec<Value>>, _>>()? {
                    Some(names) => Value::Array(names),
                    None => continue,
                }
            }
            Some(id) => match named(id)? {
                Some(name) => name,
                None => continue,
            },
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
    Ok(())
}

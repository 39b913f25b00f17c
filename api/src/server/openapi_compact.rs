//! Makes the contract short without changing what it says: what stands in it more than once becomes a component.

use std::collections::HashMap;

use yaml_serde::Value;

use super::openapi_tree::{components, entries_mut, operations_mut, reference, text};

/// The document, each thing once.
pub(super) fn compact(mut document: Value) -> Value {
    refer_to_schemas(&mut document);
    for section in [PARAMETERS, RESPONSES] {
        share(&mut document, section);
    }
    document
}

/// Puts references where utoipa writes the schema of a generic type's content once more.
fn refer_to_schemas(document: &mut Value) {
    let Some(schemas) = components(document, "schemas") else {
        return;
    };
    let mut names: HashMap<Value, Vec<String>> = HashMap::new();
    for (name, schema) in schemas.iter() {
        let known = names.entry(schema.clone()).or_default();
        known.extend(name.as_str().map(str::to_owned));
    }
    for (owner, schema) in schemas.iter_mut() {
        refer_below(schema, owner.as_str().unwrap_or_default(), &names);
    }
    for operation in operations_mut(document) {
        refer_below(operation, "", &names);
    }
}

fn refer_below(value: &mut Value, owner: &str, names: &HashMap<Value, Vec<String>>) {
    let parts: Vec<&mut Value> = match value {
        Value::Mapping(fields) => fields.values_mut().collect(),
        Value::Sequence(entries) => entries.iter_mut().collect(),
        _ => return,
    };
    for part in parts {
        match names.get(part).and_then(|same| named_by(owner, same)) {
            Some(name) => *part = reference("schemas", name),
            None => refer_below(part, owner, names),
        }
    }
}

/// Which of several schemas that look the same is meant inside of `owner`: `Rows_Work` is about `Work`.
fn named_by<'a>(owner: &str, same: &'a [String]) -> Option<&'a String> {
    match same {
        [one] => Some(one),
        several => several
            .iter()
            .find(|name| owner.ends_with(&format!("_{name}"))),
    }
}

/// What may become a component of a kind: where it stands, and what it is called.
struct Section {
    name: &'static str,
    /// Shows every use in an operation with its names, the best first.
    uses: fn(&mut Value, &mut dyn FnMut([String; 2], &mut Value)),
}

const PARAMETERS: Section = Section {
    name: "parameters",
    uses: |operation, see| {
        let id = id_of(operation);
        let list = operation.get_mut("parameters");
        for parameter in list.and_then(Value::as_sequence_mut).into_iter().flatten() {
            let name = text(parameter, &["name"]).unwrap_or_default().to_owned();
            see([name.clone(), format!("{id}.{name}")], parameter);
        }
    },
};

const RESPONSES: Section = Section {
    name: "responses",
    uses: |operation, see| {
        let id = id_of(operation);
        for (status, response) in entries_mut(operation.get_mut("responses")) {
            let meaning = text(response, &["description"]).unwrap_or_default();
            see([short_name(meaning), format!("{id}.{status}")], response);
        }
    },
};

fn id_of(operation: &Value) -> String {
    text(operation, &["operationId"])
        .unwrap_or_default()
        .to_owned()
}

/// `No such work` is `NoSuchWork`; a response that names its error word has its name.
fn short_name(meaning: &str) -> String {
    let mut quoted = meaning.split('`').skip(1).step_by(2);
    let words = match (quoted.next(), quoted.next()) {
        (Some(word), None) => word,
        _ => meaning,
    };
    let words = words.split(|sign: char| !sign.is_ascii_alphanumeric());
    let capital = |word: &str| {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        first.to_ascii_uppercase() + rest
    };
    words.map(capital).collect()
}

/// Makes components of what is used more than once.
fn share(document: &mut Value, section: Section) {
    let mut count: HashMap<Value, usize> = HashMap::new();
    for operation in operations_mut(document) {
        (section.uses)(operation, &mut |_, part| {
            *count.entry(part.clone()).or_default() += 1;
        });
    }
    count.retain(|part, uses| *uses > 1 && part.get("$ref").is_none());
    let mut given: HashMap<Value, [String; 2]> = HashMap::new();
    for operation in operations_mut(document) {
        (section.uses)(operation, &mut |names, part| {
            if count.contains_key(part) && !given.contains_key(part) {
                given.insert(part.clone(), names);
            }
        });
    }
    let Some(known) = components(document, section.name) else {
        return;
    };
    let mut holders: HashMap<&str, usize> = HashMap::new();
    for [best, _] in given.values() {
        *holders.entry(best).or_default() += 1;
    }
    let mut names: HashMap<Value, String> = HashMap::new();
    for (part, [best, other]) in &given {
        let is_free = holders.get(best.as_str()) == Some(&1) && !known.contains_key(best.as_str());
        names.insert(part.clone(), if is_free { best } else { other }.clone());
    }
    let mut made: Vec<(&String, &Value)> = names.iter().map(|(part, name)| (name, part)).collect();
    made.sort_unstable_by_key(|(name, _)| *name);
    known.extend(
        made.into_iter()
            .map(|(name, part)| (Value::from(name.as_str()), part.clone())),
    );
    for operation in operations_mut(document) {
        (section.uses)(operation, &mut |_, part| {
            if let Some(name) = names.get(part) {
                *part = reference(section.name, name);
            }
        });
    }
}

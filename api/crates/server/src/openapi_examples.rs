//! An example of every request body in the contract, built from the examples of its fields.

use yaml_serde::{Mapping, Value};

use super::openapi_tree::{at, at_mut, entries, entries_mut, operations_mut, resolved, set};

/// Most optional fields of an example.
const MAX_FIELDS: usize = 6;

/// Adds the examples. Files have none.
pub(super) fn add(document: &mut Value) {
    let known = document.clone();
    for operation in operations_mut(document) {
        for (_, content) in entries_mut(at_mut(operation, &["requestBody", "content"])) {
            let example = content.get("schema").and_then(|form| example(&known, form));
            if let Some(example) = example {
                set(content, "example", example);
            }
        }
    }
}

/// A value that a schema allows.
fn example(document: &Value, schema: &Value) -> Option<Value> {
    if let Some(own) = given(schema) {
        return Some(own);
    }
    let schema = resolved(document, schema);
    if let Some(own) = given(schema) {
        return Some(own);
    }
    if let Some(items) = schema.get("items") {
        return Some(vec![example(document, items)?].into());
    }
    if schema.get("properties").is_none() && schema.get("allOf").is_none() {
        return None;
    }
    let mut fields = Mapping::new();
    fill(document, schema, &mut fields);
    Some(fields.into())
}

fn given(schema: &Value) -> Option<Value> {
    let first = |list| at(schema, &[list])?.as_sequence()?.first().cloned();
    let own = ["example", "default"]
        .iter()
        .find_map(|name| schema.get(name));
    own.cloned()
        .or_else(|| first("examples"))
        .or_else(|| first("enum"))
}

/// Adds the fields of an object, required ones first.
fn fill(document: &Value, schema: &Value, fields: &mut Mapping) {
    let parts = schema.get("allOf").and_then(Value::as_sequence);
    // The object's own fields come last.
    for part in parts.into_iter().flatten().rev() {
        fill(document, resolved(document, part), fields);
    }
    let required = schema.get("required").and_then(Value::as_sequence);
    let is_required = |name: &str| {
        let mut names = required.into_iter().flatten();
        names.any(|one| one.as_str() == Some(name))
    };
    for wanted in [true, false] {
        for (name, property) in entries(schema.get("properties")) {
            let is_wanted = is_required(name) == wanted && (wanted || fields.len() < MAX_FIELDS);
            if let Some(value) = example(document, property).filter(|_| is_wanted) {
                fields.insert(name.into(), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::openapi_tree::{operations, text};
    use super::*;

    #[test]
    fn every_body_but_a_file_has_a_complete_example() {
        let document = crate::openapi::document();
        for (path, operation) in operations(&document) {
            for (kind, content) in entries(at(operation, &["requestBody", "content"])) {
                if kind == "application/octet-stream" {
                    continue;
                }
                let example = content.get("example");
                let example = example.unwrap_or_else(|| panic!("{path} has no example"));
                let form = resolved(&document, &content["schema"]);
                for name in form["required"].as_sequence().into_iter().flatten() {
                    let name = name.as_str().unwrap();
                    assert!(example.get(name).is_some(), "{path} {name}");
                }
                assert!(text(operation, &["summary"]).is_some());
            }
        }
    }
}

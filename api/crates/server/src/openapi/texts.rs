//! Leaves out of the contract what its names say already; `/docs` shows every text.

use std::collections::HashSet;

use yaml_serde::Value;

use super::responses;
use super::tree::{
    at, at_mut, entries, entries_mut, leave_out, operations, operations_mut, set, text, walk,
};

/// Words that say nothing alone.
const FILLERS: [&str; 29] = [
    "1", "a", "an", "and", "at", "by", "for", "from", "has", "have", "if", "in", "is", "it", "its",
    "of", "on", "or", "s", "that", "the", "this", "to", "was", "were", "when", "whether", "which",
    "with",
];
/// Longest and shortest part of a word that is compared: `created` is `creation`, and `pub` is `publish`.
const STEM: usize = 5;
const SHORT_STEM: usize = 3;
/// What follows is the name of a schema.
const SCHEMAS: &str = "#/components/schemas/";

/// Shortens the texts of a document whose schemas refer to each other.
pub(super) fn shorten(document: &mut Value) {
    let sent = sent_schemas(document);
    for operation in operations_mut(document) {
        let parameters = operation.get_mut("parameters");
        let parameters = parameters.and_then(Value::as_sequence_mut);
        // The parameter itself is described.
        for schema in parameters
            .into_iter()
            .flatten()
            .filter_map(|one| one.get_mut("schema"))
        {
            leave_out(schema, "description");
        }
        for (status, response) in entries_mut(operation.get_mut("responses")) {
            responses::shorten(status, response);
        }
    }
    if let Some(schemas) = at_mut(document, &["components", "schemas"]) {
        // The table in its description has the same codes.
        if let Some(code) = at_mut(schemas, &["ErrorBody", "properties", "error"]) {
            leave_out(code, "x-extensible-enum");
        }
        drop_repeated(schemas);
        for (name, schema) in entries_mut(Some(&mut *schemas)) {
            shorten_schema(name, schema);
        }
        keep_one_example(schemas, &sent);
    }
    walk(document, &mut join_lines);
}

/// Removes descriptions next to a reference that say what the component itself says.
fn drop_repeated(schemas: &mut Value) {
    let known = schemas.clone();
    let own = |location: &str| text(&known, &[location.rsplit('/').next()?, "description"]);
    walk(schemas, &mut |schema| {
        let location = text(schema, &["$ref"]);
        let said = text(schema, &["description"]);
        if said.is_some() && said == location.and_then(own) {
            leave_out(schema, "description");
        }
    });
}

fn shorten_schema(name: &str, schema: &mut Value) {
    shorten_fields(name, schema);
    let parts = schema.get_mut("allOf").and_then(Value::as_sequence_mut);
    for part in parts.into_iter().flatten() {
        if part.get("$ref").is_some() {
            leave_out(part, "description");
        }
        shorten_fields(name, part);
    }
    let is_object = schema.get("properties").or(schema.get("allOf")).is_some();
    let is_envelope = name.starts_with("Data_") || name.starts_with("Rows_");
    let meaning = text(schema, &["description"]).unwrap_or_default();
    if is_object && (is_envelope || is_phrase(meaning)) {
        leave_out(schema, "description");
    }
}

/// `An order to cancel.`, which `CancelOrderForm` says too; facts need a clause of their own.
pub(super) fn is_phrase(meaning: &str) -> bool {
    let phrase = meaning.strip_suffix('.').unwrap_or(meaning);
    !phrase.contains(['.', ',', ';', ':', '(', '`', '\n'])
}

/// Removes the descriptions of fields whose words are in the names of the field, its owner or its type.
fn shorten_fields(owner: &str, schema: &mut Value) {
    for (name, field) in entries_mut(schema.get_mut("properties")) {
        let kind = at(field, &["$ref"]).or(at(field, &["items", "$ref"]));
        let kind = kind.and_then(Value::as_str).unwrap_or_default();
        let kind = kind.strip_prefix(SCHEMAS).unwrap_or_default();
        let is_number = kind == "Count" || text(field, &["type"]) == Some("integer");
        let number = if is_number { "number" } else { "" };
        let names: HashSet<String> = [name, owner, kind, number]
            .into_iter()
            .flat_map(stems)
            .collect();
        let meaning = text(field, &["description"]);
        let is_named = |stem: String| {
            names.contains(&stem)
                || names
                    .iter()
                    .any(|name| name.len() >= SHORT_STEM && stem.starts_with(name))
        };
        if meaning.is_some_and(|meaning| stems(meaning).all(is_named)) {
            leave_out(field, "description");
        }
    }
}

/// The beginnings of the words of a name or a text, without fillers.
fn stems(text: &str) -> impl Iterator<Item = String> {
    let mut spaced = String::new();
    for sign in text.chars() {
        match sign {
            _ if sign.is_uppercase() => spaced.push(' '),
            _ if !sign.is_alphanumeric() => spaced.push(' '),
            _ => {}
        }
        spaced.extend(sign.to_lowercase());
    }
    let words: Vec<String> = spaced
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty() && !FILLERS.contains(word))
        .map(|word| {
            word.strip_suffix('s')
                .unwrap_or(word)
                .chars()
                .take(STEM)
                .collect()
        })
        .collect();
    words.into_iter()
}

/// Keeps the examples of request bodies, which callers compose from them. A field that is only received needs none if
/// it is a number, a boolean or empty, or if another field of its name has one, unless the same field is sent.
fn keep_one_example(schemas: &mut Value, sent: &HashSet<String>) {
    let mut known = HashSet::new();
    let mut fields = HashSet::new();
    for (name, schema) in entries_mut(Some(&mut *schemas)) {
        if sent.contains(name) {
            each_field(schema, &mut |name, field| {
                known.extend(field.get("example").map(|_| name.to_owned()));
                fields.insert(field.clone());
            });
        }
    }
    for (name, schema) in entries_mut(Some(schemas)) {
        if !sent.contains(name) {
            each_field(schema, &mut |name, field| {
                let example = field.get("example");
                let Some(example) = example.filter(|_| !fields.contains(field)) else {
                    return;
                };
                if !tells_something(example) || !known.insert(name.to_owned()) {
                    leave_out(field, "example");
                }
            });
        }
    }
}

fn tells_something(example: &Value) -> bool {
    match example {
        Value::String(text) => !text.is_empty(),
        Value::Sequence(entries) => !entries.is_empty(),
        other => !other.is_number() && !other.is_bool(),
    }
}

fn each_field(schema: &mut Value, see: &mut impl FnMut(&str, &mut Value)) {
    entries_mut(schema.get_mut("properties")).for_each(|(name, field)| see(name, field));
    let parts = schema.get_mut("allOf").and_then(Value::as_sequence_mut);
    for part in parts.into_iter().flatten() {
        entries_mut(part.get_mut("properties")).for_each(|(name, field)| see(name, field));
    }
}

/// The names of the schemas of request bodies.
fn sent_schemas(document: &Value) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut found = vec![];
    for (_, operation) in operations(document) {
        if let Some(body) = operation.get("requestBody") {
            references(body, &mut found);
        }
    }
    while let Some(name) = found.pop() {
        let schema = at(document, &["components", "schemas", &name]);
        if let Some(schema) = schema.filter(|_| names.insert(name)) {
            references(schema, &mut found);
        }
    }
    names
}

/// Adds the names of the schemas that a value refers to.
fn references(value: &Value, found: &mut Vec<String>) {
    let location = text(value, &["$ref"]);
    found.extend(location.and_then(|location| Some(location.strip_prefix(SCHEMAS)?.to_owned())));
    match value {
        Value::Sequence(parts) => parts.iter().for_each(|part| references(part, found)),
        other => entries(Some(other)).for_each(|(_, part)| references(part, found)),
    }
}

/// Puts a paragraph on one line; tables and code keep their lines.
fn join_lines(value: &mut Value) {
    let Some(meaning) = text(value, &["description"]).filter(|text| text.contains('\n')) else {
        return;
    };
    let mut joined = String::new();
    let mut is_prose = false;
    for line in meaning.lines() {
        let continues = is_prose && !line.is_empty() && !line.starts_with([' ', '|']);
        joined.push_str(if continues { " " } else { "\n" });
        joined.push_str(line);
        is_prose = !line.is_empty() && !line.starts_with([' ', '|']);
    }
    set(value, "description", joined.trim_start_matches('\n'));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(yaml: &str) -> Value {
        let mut schemas: Value = yaml_serde::from_str(yaml).unwrap();
        for (name, schema) in entries_mut(Some(&mut schemas)) {
            shorten_schema(name, schema);
        }
        schemas
    }

    #[test]
    fn what_a_name_says_is_left_out() {
        let shortened = |field: &str| {
            let yaml =
                format!("CancelOrderForm: {{description: An order., properties: {{{field}}}}}");
            let order = schema(&yaml)["CancelOrderForm"].clone();
            assert_eq!(order.get("description"), None);
            order["properties"].clone()
        };
        for repeated in [
            "createTime: {description: When it was created.}",
            "price: {$ref: '#/components/schemas/Yuan', description: The price in yuan.}",
            "id: {description: Id of the order.}",
            "views: {type: integer, description: Number of views.}",
            "takenDown: {type: integer, description: 1 if it is taken down.}",
            "pubTime: {description: Publish time.}",
        ] {
            let field = shortened(repeated);
            assert!(
                !yaml_serde::to_string(&field)
                    .unwrap()
                    .contains("description"),
                "{field:?}"
            );
        }
        for fact in [
            "paidTime: {description: When it was paid; empty if unpaid.}",
            "items: {description: Items (相同系列).}",
            "kind: {description: '0 time, 1 code.'}",
            "number: {description: Number of the work.}",
        ] {
            let expected: Value = yaml_serde::from_str(&format!("{{{fact}}}")).unwrap();
            assert_eq!(shortened(fact), expected);
        }
    }

    #[test]
    fn objects_keep_facts() {
        let kept = |text: &str| {
            let yaml = format!("Plan: {{description: '{text}', properties: {{}}}}");
            schema(&yaml)["Plan"].get("description").is_some()
        };
        assert!(!kept("A plan of the shop."));
        assert!(kept("A plan, with prices in yuan."));
        assert!(kept("Changes to a plan. Omitted fields stay."));
    }

    #[test]
    fn examples_stay_in_bodies_and_once_elsewhere() {
        let yaml = "\
paths: {/a: {post: {requestBody: {schema: {$ref: '#/components/schemas/AForm'}}}}}
components:
  schemas:
    AForm: {properties: {a: {example: 1}, b: {example: x}}}
    B: {properties: {b: {example: w}, c: {example: y}, d: {example: 2}}}
    C: {allOf: [{properties: {c: {example: z}, e: {example: ''}}}]}
";
        let mut document: Value = yaml_serde::from_str(yaml).unwrap();
        shorten(&mut document);
        let written = yaml_serde::to_string(&document).unwrap();
        let examples: Vec<&str> = written
            .lines()
            .filter(|line| line.contains("example"))
            .map(str::trim)
            .collect();
        assert_eq!(examples, ["example: 1", "example: x", "example: y"]);
    }

    #[test]
    fn paragraphs_are_joined_and_tables_are_not() {
        let mut value = crate::openapi::tree::mapping([(
            "description",
            "One\ntwo.\n\nThree\nfour.\n\n    code\n    more\n|a|\n|b|".into(),
        )]);
        join_lines(&mut value);
        assert_eq!(
            text(&value, &["description"]),
            Some("One two.\n\nThree four.\n\n    code\n    more\n|a|\n|b|")
        );
    }
}

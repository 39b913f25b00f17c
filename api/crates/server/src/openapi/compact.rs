//! Shortens the contract without changing its meaning: what occurs more than once becomes a component.

use std::collections::{HashMap, HashSet};

use yaml_serde::Value;

use super::tree::{
    at, at_mut, capital, components, entries, entries_mut, mapping, operations_mut, reference, set,
    text,
};
use super::yaml::flow;
use super::{names, responses, texts};

/// Longest name derived from a description.
const MAX_NAME_LENGTH: usize = 40;

/// The errors that others refer to: those that only say what is wrong, when to try again, or how to authenticate.
const ERRORS: [&str; 4] = ["Error", "NotFound", "TooMany", "BadSignature"];

/// The document without repetitions.
pub(super) fn compact(mut document: Value) -> Value {
    refer_to_schemas(&mut document);
    texts::shorten(&mut document);
    leave_out_usual_security(&mut document);
    share(&mut document, &PROPERTIES);
    share(&mut document, &PARAMETERS);
    refer_to_errors(&mut document);
    share(&mut document, &RESPONSES);
    document
}

/// Most errors differ only in their description. It goes next to the reference to a component, where OpenAPI 3.1 lets
/// it override the component's own.
fn refer_to_errors(document: &mut Value) {
    let Some(known) = components(document, RESPONSES.name) else {
        return;
    };
    known.insert("Error".into(), plain_error());
    known.insert("NotFound".into(), described(plain_error(), "Not found"));
    let errors = ERRORS.map(|name| (name, known.get(name).cloned().unwrap_or_default()));
    for operation in operations_mut(document) {
        for (_, response) in entries_mut(operation.get_mut("responses")) {
            let Some(meaning) = text(response, &["description"]).map(str::to_owned) else {
                continue;
            };
            let is_same = |error: &Value| text(error, &["description"]) == Some(&meaning);
            let mut fitting: Vec<&(&str, Value)> = errors
                .iter()
                .filter(|(_, error)| described(error.clone(), &meaning) == *response)
                .collect();
            fitting.sort_by_key(|(_, error)| !is_same(error));
            if let Some((name, error)) = fitting.first() {
                *response = reference(RESPONSES.name, name);
                if !is_same(error) {
                    set(response, "description", meaning);
                }
            }
        }
    }
}

/// An error that only says what is wrong.
fn plain_error() -> Value {
    let schema = mapping([("schema", reference("schemas", "ErrorBody"))]);
    mapping([
        ("description", "Error".into()),
        ("content", mapping([("application/json", schema)])),
        (
            "headers",
            mapping([("X-Request-Id", reference("headers", "X-Request-Id"))]),
        ),
    ])
}

/// The response with another description.
fn described(mut response: Value, meaning: &str) -> Value {
    set(&mut response, "description", meaning);
    response
}

/// Omits security requirements that equal the document's default.
fn leave_out_usual_security(document: &mut Value) {
    let usual = document.get("security").cloned();
    for operation in operations_mut(document) {
        let is_usual = operation.get("security") == usual.as_ref();
        if let Some(fields) = operation.as_mapping_mut().filter(|_| is_usual) {
            fields.shift_remove("security");
        }
    }
}

/// Puts references where utoipa repeats the schema of a generic type's content.
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

/// Which of several equal schemas is meant inside `owner`: `Rows_Work` contains `Work`.
fn named_by<'a>(owner: &str, same: &'a [String]) -> Option<&'a String> {
    match same {
        [one] => Some(one),
        several => several
            .iter()
            .find(|name| owner.ends_with(&format!("_{name}"))),
    }
}

/// A section of components: where its values occur, and how they are named.
struct Section {
    name: &'static str,
    /// Visits every use with its candidate names, the best first.
    uses: fn(&mut Value, &mut Seen<'_>),
}

/// Receives a use and its names.
type Seen<'a> = dyn FnMut([String; 2], &mut Value) + 'a;

const PROPERTIES: Section = Section {
    name: "schemas",
    uses: |document, see| {
        for (owner, schema) in entries_mut(at_mut(document, &["components", "schemas"])) {
            let mut show = |part: &mut Value| {
                for (name, property) in entries_mut(part.get_mut("properties")) {
                    if let Some(name) = short_name(name) {
                        see([name.clone(), format!("{owner}{name}")], property);
                    }
                }
            };
            show(schema);
            let parts = schema.get_mut("allOf").and_then(Value::as_sequence_mut);
            parts.into_iter().flatten().for_each(show);
        }
    },
};

const PARAMETERS: Section = Section {
    name: "parameters",
    uses: |document, see| {
        let schemas = entries(at(document, &["components", "schemas"]));
        let schemas: HashSet<String> = schemas.map(|(name, _)| name.to_lowercase()).collect();
        for operation in operations_mut(document) {
            let id = id_of(operation);
            let list = operation.get_mut("parameters");
            for parameter in list.and_then(Value::as_sequence_mut).into_iter().flatten() {
                let name = text(parameter, &["name"]).unwrap_or_default();
                // Some generators confuse it with a schema whose name differs only in case.
                let is_taken = schemas.contains(&name.to_lowercase());
                let best = format!("{name}{}", if is_taken { "Param" } else { "" });
                see([best, format!("{id}.{name}")], parameter);
            }
        }
    },
};

const RESPONSES: Section = Section {
    name: "responses",
    uses: |document, see| {
        for operation in operations_mut(document) {
            let id = id_of(operation);
            let all = entries_mut(operation.get_mut("responses"));
            for (status, response) in all {
                // Generators name the types of other successes after the call.
                if status.starts_with('2') && !responses::is_done(response) {
                    continue;
                }
                let meaning = text(response, &["description"]).unwrap_or_default();
                let other = format!("{id}.{status}");
                let best = short_name(meaning).unwrap_or_else(|| other.clone());
                see([best, other], response);
            }
        }
    },
};

fn id_of(operation: &Value) -> String {
    text(operation, &["operationId"])
        .unwrap_or_default()
        .to_owned()
}

/// Whether the document gets shorter when this is a component that its uses refer to.
fn is_shorter_as_component(part: &Value, uses: usize, name: &str) -> bool {
    let location = "{$ref: '#/components/parameters/'}".len() + name.len();
    let length = match flow(part) {
        Ok(Some(line)) => line.chars().count(),
        _ => return uses > 1,
    };
    uses * length > uses * location + name.len() + length
}

/// `Unchanged since then` becomes `UnchangedSinceThen`; `None` for a sentence.
fn short_name(meaning: &str) -> Option<String> {
    let text = meaning.replace('\'', "");
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    let name: String = words.map(capital).collect();
    (name.len() <= MAX_NAME_LENGTH).then_some(name)
}

/// Turns what is repeated into components.
fn share(document: &mut Value, section: &Section) {
    let names = names_of_repeated(document, section);
    (section.uses)(document, &mut |_, part| {
        if let Some(name) = names.get(part) {
            *part = reference(section.name, name);
        }
    });
    if let Some(known) = components(document, section.name) {
        let mut made: Vec<(String, Value)> =
            names.into_iter().map(|(part, name)| (name, part)).collect();
        made.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        known.extend(made.into_iter().map(|(name, part)| (name.into(), part)));
    }
}

/// What is used so often that a component is shorter, with a unique name.
fn names_of_repeated(document: &mut Value, section: &Section) -> HashMap<Value, String> {
    let mut uses: HashMap<Value, (usize, [String; 2])> = HashMap::new();
    (section.uses)(document, &mut |names, part| {
        if part.get("$ref").is_none() {
            uses.entry(part.clone()).or_insert((0, names)).0 += 1;
        }
    });
    uses.retain(|part, (count, [name, _])| is_shorter_as_component(part, *count, name));
    let mut max: HashMap<String, Vec<usize>> = HashMap::new();
    for (count, [best, _]) in uses.values() {
        max.entry(best.clone()).or_default().push(*count);
    }
    let known = components(document, section.name);
    let is_free = |name: &str| known.as_ref().is_none_or(|known| !known.contains_key(name));
    // Of several values with the same name, the most used one gets it.
    let leads = |name: &str, count: usize| {
        let rivals = max.get(name).into_iter().flatten();
        rivals.filter(|rival| **rival >= count).count() == 1
    };
    let named = uses.into_iter().map(|(part, (count, [best, other]))| {
        let name = if is_free(&best) && leads(&best, count) {
            best
        } else {
            other
        };
        (part, names::better(name))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::tree::{operations, resolved, walk};

    /// Inlines every component of these sections.
    fn inline_components(document: &Value, part: &Value) -> Value {
        let mut part = part.clone();
        let (mut ways, mut fields) = (vec![], vec![]);
        match &mut part {
            Value::Mapping(all) => fields.extend(all.values_mut()),
            Value::Sequence(all) => ways.extend(all.iter_mut()),
            _ => {}
        }
        for below in fields.into_iter().chain(ways) {
            *below = inline_components(document, below);
        }
        if let Some(meaning) = part
            .get("description")
            .filter(|_| part.get("$ref").is_some())
        {
            let mut component = inline_components(document, resolved(document, &part));
            set(&mut component, "description", meaning.clone());
            return component;
        }
        match part.as_mapping().map(yaml_serde::Mapping::len) {
            Some(1) => match resolved(document, &part) {
                same if *same == part => part,
                component => inline_components(document, component),
            },
            _ => part,
        }
    }

    #[test]
    fn the_compact_contract_is_equivalent() {
        let (mut long, short) = (crate::openapi::document(), crate::openapi::contract());
        refer_to_schemas(&mut long);
        texts::shorten(&mut long);
        for ((path, one), (_, other)) in operations(&long).zip(operations(&short)) {
            let mut other = inline_components(&short, other);
            let fields = other.as_mapping_mut().unwrap();
            let usual = short["security"].clone();
            fields.entry("security".into()).or_insert(usual);
            assert_eq!(inline_components(&long, one), other, "{path}");
        }
        assert_eq!(operations(&long).count(), operations(&short).count());
    }

    #[test]
    fn every_component_is_used() {
        let mut contract = crate::openapi::contract();
        let mut used = HashSet::new();
        walk(&mut contract, &mut |value| {
            used.extend(text(value, &["$ref"]).map(str::to_owned));
        });
        for (section, all) in entries(contract.get("components")) {
            for (name, _) in entries(Some(all)) {
                let location = format!("#/components/{section}/{name}");
                assert!(
                    section == "securitySchemes" || used.contains(&location),
                    "{location}"
                );
            }
        }
    }

    #[test]
    fn a_component_is_named_after_its_content() {
        let named = |meaning| short_name(meaning).unwrap_or_default();
        assert_eq!(named("No such work"), "NoSuchWork");
        assert_eq!(named("Not the caller's"), "NotTheCallers");
        assert_eq!(
            short_name("Something that takes a whole long sentence to say it"),
            None
        );
    }
}

//! Normalizes the contract's schemas: one form for the same thing, and one that all generators understand.

use yaml_serde::Value;

use super::tree::{
    at, at_mut, capital, entries_mut, leave_out, mapping, reference, set, text, walk,
};

/// Longest name of an enumeration's number.
const MAX_NAME_LENGTH: usize = 20;
/// Most numbers that are listed individually.
const FEW: i64 = 3;
/// Names of an enumeration's numbers for generators; otherwise they become NUMBER_0 and Variant0.
const NAMES: &str = "x-enum-varnames";
/// The pattern of a time that may be empty.
const TIME_OR_EMPTY: &str = "^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})?$";

/// Rewrites the schemas.
pub(super) fn simplify(document: &mut Value) {
    for operation in super::tree::operations_mut(document) {
        let list = operation
            .get_mut("parameters")
            .and_then(Value::as_sequence_mut);
        for parameter in list.into_iter().flatten() {
            leave_out_default(parameter);
        }
    }
    let Some(schemas) = at_mut(document, &["components", "schemas"]) else {
        return;
    };
    walk(schemas, &mut |schema| {
        let required = schema.get("required").cloned();
        let is_required = |name: &str| {
            let names = required.as_ref().and_then(Value::as_sequence);
            names.is_some_and(|names| names.iter().any(|one| one.as_str() == Some(name)))
        };
        for (name, property) in entries_mut(schema.get_mut("properties")) {
            if !is_required(name) {
                without_null(property);
            }
            list_numbers(property);
            refer_to_time(property);
        }
    });
    set(schemas, "TimeOrEmpty", time_or_empty());
    walk(document, &mut name_numbers);
}

fn time_or_empty() -> Value {
    mapping([
        ("type", "string".into()),
        ("description", "As `Time`, or empty.".into()),
        ("pattern", TIME_OR_EMPTY.into()),
    ])
}

/// Names the numbers of an enumeration from its description, `1 censored, 2 uncensored`; 0 and 1 alone are no and yes. One
/// with a default keeps its numbers: Python's generator would write the name alone as the default.
fn name_numbers(schema: &mut Value) {
    let values = schema.get("enum").and_then(Value::as_sequence);
    let numbers: Option<Vec<i64>> = values.and_then(|all| all.iter().map(Value::as_i64).collect());
    let is_unnamed = schema.get(NAMES).is_none() && schema.get("default").is_none();
    let Some(numbers) = numbers.filter(|_| is_unnamed) else {
        return;
    };
    let meaning = text(schema, &["description"]).unwrap_or_default();
    let named: Option<Vec<String>> = numbers
        .iter()
        .map(|number| name_in(meaning, *number))
        .collect();
    let usual = || vec!["No".to_owned(), "Yes".to_owned()];
    let names = named.or_else(|| (numbers == [0, 1]).then(usual));
    if let Some(names) = names {
        let names: Vec<Value> = names.into_iter().map(Value::from).collect();
        set(schema, NAMES, names);
    }
}

/// The name of a number: `WatchOnline` for 1 in `0 none, 1 watch online, 2 transcoding.`
fn name_in(meaning: &str, number: i64) -> Option<String> {
    let parts = meaning.split([',', '.', ':', ';']).map(str::trim);
    let number = format!("{number} ");
    let words = parts.filter_map(|part| part.strip_prefix(&number)).next()?;
    let name: String = words.split(' ').map(capital).collect();
    let is_name = name.len() <= MAX_NAME_LENGTH && name.chars().all(|c| c.is_ascii_alphanumeric());
    match name.as_str() {
        // Words of Python and Rust: a generated enumeration with them does not compile.
        "None" | "True" | "False" | "Self" => Some(format!("{name}Value")),
        _ => is_name.then_some(name),
    }
}

/// Omits `required: false`, the default.
fn leave_out_default(parameter: &mut Value) {
    if parameter.get("required") == Some(&false.into()) {
        leave_out(parameter, "required");
    }
}

/// Optional values are never null: responses omit them, and so should callers.
fn without_null(property: &mut Value) {
    if let Some(Value::Sequence(types)) = property.get_mut("type") {
        types.retain(|one| one.as_str() != Some("null"));
        if let [only] = types.as_slice() {
            let only = only.clone();
            set(property, "type", only);
        }
    }
    if let Some(Value::Sequence(ways)) = property.get_mut("oneOf") {
        ways.retain(|way| text(way, &["type"]) != Some("null"));
        if let [only] = ways.as_slice() {
            *property = only.clone();
        }
    }
}

/// Lists the values of an integer that has only a few.
fn list_numbers(property: &mut Value) {
    let bound = |name| at(property, &[name]).and_then(Value::as_i64);
    let (Some(min), Some(max)) = (bound("minimum"), bound("maximum")) else {
        return;
    };
    if max - min >= FEW {
        return;
    }
    for bound in ["minimum", "maximum", "format"] {
        leave_out(property, bound);
    }
    let all: Vec<Value> = (min..=max).map(Value::from).collect();
    set(property, "enum", all);
}

/// A string whose example is a time refers to the time schema, or to that of times that may be empty.
fn refer_to_time(property: &mut Value) {
    let is_time = text(property, &["example"]).is_some_and(|example| {
        example.len() == "2026-11-01 08:00:00".len() && example.starts_with("20")
    });
    let is_text = text(property, &["type"]) == Some("string") && property.get("pattern").is_none();
    if !is_time || !is_text {
        return;
    }
    let meaning = text(property, &["description"])
        .unwrap_or_default()
        .to_owned();
    let name = if meaning.contains("empty") {
        "TimeOrEmpty"
    } else {
        "Time"
    };
    let location = reference("schemas", name);
    let location = location.get("$ref").cloned().unwrap_or_default();
    *property = mapping([("$ref", location), ("description", meaning.into())]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplified(property: &str, required: &str) -> Value {
        let yaml = format!(
            "components: {{schemas: {{A: {{properties: {{b: {property}}}, required: [{required}]}}}}}}"
        );
        let mut document: Value = yaml_serde::from_str(&yaml).unwrap();
        simplify(&mut document);
        at(
            &document,
            &["components", "schemas", "A", "properties", "b"],
        )
        .unwrap()
        .clone()
    }

    #[test]
    fn optional_fields_are_not_nullable() {
        let cases = [
            ("{type: [string, 'null']}", "", "{type: string}"),
            ("{type: [string, 'null']}", "b", "{type: [string, 'null']}"),
            ("{oneOf: [{$ref: C}, {type: 'null'}]}", "", "{$ref: C}"),
        ];
        for (property, required, expected) in cases {
            let expected: Value = yaml_serde::from_str(expected).unwrap();
            assert_eq!(simplified(property, required), expected, "{property}");
        }
    }

    #[test]
    fn small_ranges_are_enumerated_and_large_ones_are_bounded() {
        let listed = |property: &str, expected: &str| {
            let expected: Value = yaml_serde::from_str(expected).unwrap();
            assert_eq!(simplified(property, ""), expected);
        };
        listed(
            "{type: integer, minimum: 0, maximum: 1}",
            "{type: integer, enum: [0, 1], x-enum-varnames: [No, Yes]}",
        );
        let channel = "description: 'Channel: 1 censored, 2 sent away, 3 western.'";
        listed(
            &format!("{{type: integer, minimum: 1, maximum: 3, {channel}}}"),
            &format!(
                "{{type: integer, {channel}, enum: [1, 2, 3], x-enum-varnames: [Censored, SentAway, Western]}}"
            ),
        );
        listed(
            "{type: integer, minimum: 1, maximum: 2}",
            "{type: integer, enum: [1, 2]}",
        );
        let private = "{type: integer, minimum: 0, maximum: 1, default: 1}";
        listed(private, "{type: integer, default: 1, enum: [0, 1]}");
        let stream = "description: '0 none, 1 watch online.'";
        listed(
            &format!("{{type: integer, minimum: 0, maximum: 1, {stream}}}"),
            &format!(
                "{{type: integer, {stream}, enum: [0, 1], x-enum-varnames: [NoneValue, WatchOnline]}}"
            ),
        );
        let many = "{type: integer, minimum: 0, maximum: 9}";
        assert_eq!(
            simplified(many, ""),
            yaml_serde::from_str::<Value>(many).unwrap()
        );
    }

    #[test]
    fn times_are_recognized_by_their_example() {
        let time = simplified(
            "{type: string, example: '2026-11-01 08:00:00', description: Then.}",
            "b",
        );
        assert_eq!(text(&time, &["$ref"]), Some("#/components/schemas/Time"));
        let none = simplified(
            "{type: string, example: '2026-11-01 08:00:00', description: Or empty.}",
            "b",
        );
        assert_eq!(
            text(&none, &["$ref"]),
            Some("#/components/schemas/TimeOrEmpty")
        );
    }
}

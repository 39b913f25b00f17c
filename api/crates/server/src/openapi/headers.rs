//! Response headers in the contract: each is described once, and declared wherever it is sent.

use yaml_serde::Value;

use super::tree::{at_mut, components, entries_mut, mapping, operations_mut, reference, set, text};

/// Name, type, description.
const HEADERS: [(&str, &str, &str); 4] = [
    ("ETag", "string", "For `If-None-Match`."),
    ("Retry-After", "integer", "Seconds to wait before a retry."),
    (
        "WWW-Authenticate",
        "string",
        "`Bearer` or `AV1`, with the error code.",
    ),
    (
        "X-Request-Id",
        "string",
        "Id of this request, as in the body.",
    ),
];

/// Declares them.
pub(super) fn declare(document: &mut Value) {
    for operation in operations_mut(document) {
        if at_mut(operation, &["responses", "304"]).is_some() {
            declare_etag(operation);
        }
        if let Some(response) = at_mut(operation, &["responses", "429"]) {
            add_header(response, "Retry-After");
        }
        for (_, response) in entries_mut(operation.get_mut("responses")) {
            if is_error(response) {
                add_header(response, "X-Request-Id");
            }
            refer(response);
        }
    }
    for (_, response) in entries_mut(at_mut(document, &["components", "responses"])) {
        add_header(response, "X-Request-Id");
        refer(response);
    }
    let Some(known) = components(document, "headers") else {
        return;
    };
    for (name, kind, meaning) in HEADERS {
        let form = mapping([("type", kind.into())]);
        let header = mapping([("description", meaning.into()), ("schema", form)]);
        known.insert(name.into(), header);
    }
}

/// Whether its body is an error.
fn is_error(response: &Value) -> bool {
    let schema = ["content", "application/json", "schema", "$ref"];
    text(response, &schema) == Some("#/components/schemas/ErrorBody")
}

fn declare_etag(operation: &mut Value) {
    for status in ["200", "304"] {
        if let Some(response) = at_mut(operation, &["responses", status]) {
            add_header(response, "ETag");
        }
    }
    let parameter = mapping([
        ("name", "If-None-Match".into()),
        ("in", "header".into()),
        (
            "description",
            "ETags of answers that the caller has; 304 when one of them is current.".into(),
        ),
        ("schema", mapping([("type", "string".into())])),
        ("example", "W/\"d41d8cd98f00b204\"".into()),
    ]);
    match operation.get_mut("parameters") {
        Some(Value::Sequence(list)) => list.push(parameter),
        _ => set(operation, "parameters", vec![parameter]),
    }
}

fn add_header(response: &mut Value, name: &str) {
    if response.get("$ref").is_some() {
        return;
    }
    match response.get_mut("headers") {
        Some(headers) => set(headers, name, reference("headers", name)),
        None => {
            let headers = mapping([(name, reference("headers", name))]);
            set(response, "headers", headers);
        }
    }
}

/// Turns the headers that are described here into references.
fn refer(response: &mut Value) {
    for (name, header) in entries_mut(response.get_mut("headers")) {
        if HEADERS.iter().any(|(known, ..)| *known == name) {
            *header = reference("headers", name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::tree::{at, operations, resolved};

    #[test]
    fn headers_are_declared_wherever_they_are_sent() {
        let document = crate::openapi::document();
        for (path, operation) in operations(&document) {
            let sends = |status: &str, name: &str| {
                let response = at(operation, &["responses", status]);
                let response = response.map(|response| resolved(&document, response));
                response.is_none_or(|response| at(response, &["headers", name]).is_some())
            };
            assert!(sends("429", "Retry-After"), "{path}");
            if at(operation, &["responses", "304"]).is_none() {
                continue;
            }
            assert!(sends("200", "ETag") && sends("304", "ETag"), "{path}");
            let mut parameters = operation["parameters"].as_sequence().unwrap().iter();
            let is_asked = parameters.any(|one| text(one, &["name"]) == Some("If-None-Match"));
            assert!(is_asked, "{path}");
        }
    }
}

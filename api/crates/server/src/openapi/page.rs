//! The contract as one plain page, rendered on the server without scripts or other hosts.

use std::fmt::Write as _;

use serde_json::Value;

const STYLE: &str = "\
:root{color-scheme:dark light}body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}\
h1{font-size:1.75rem}h2{font-size:1.15rem;margin:2.5rem 0 .25rem}code,pre{font-family:ui-monospace,monospace;font-size:.9em}\
pre{overflow:auto;padding:1rem;border:1px solid #8886;border-radius:8px}table{border-collapse:collapse;width:100%}\
td,th{border-bottom:1px solid #8886;padding:.4rem .75rem .4rem 0;text-align:left;vertical-align:top}\
.method{font-weight:600;margin-right:.5rem}summary{cursor:pointer;padding:.5rem 0}";

/// How to use the API, for authors of clients.
const GUIDE: &str = include_str!("../../../../../docs/api.md");

/// The page.
pub(super) fn html(document: &yaml_serde::Value) -> String {
    let document = serde_json::to_value(document).unwrap_or_default();
    let mut page = String::new();
    let title = text(&document, "/info/title");
    let _ = write!(
        page,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style><body><main><h1>{title}</h1>\
         <p>The contract itself: <a href=\"/openapi.yaml\">openapi.yaml</a></p><pre style=\"white-space:pre-wrap\">{}</pre>\
         <details id=\"guide\"><summary>How to call the API, with a worked request</summary>\
         <pre style=\"white-space:pre-wrap\">{}</pre></details>",
        text(&document, "/info/description"),
        escape(GUIDE),
    );
    for (path, methods) in object(document.get("paths")) {
        for (method, operation) in object(Some(methods)) {
            operation_html(&mut page, &document, (path, method), operation);
        }
    }
    page.push_str("<h2>Schemas</h2>");
    for (name, schema) in object(document.pointer("/components/schemas")) {
        let body = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = write!(
            page,
            "<details><summary><code>{}</code></summary><pre>{}</pre></details>",
            escape(name),
            escape(&body)
        );
    }
    page.push_str("</main></body></html>");
    page
}

fn operation_html(
    page: &mut String,
    document: &Value,
    (path, method): (&str, &str),
    operation: &Value,
) {
    let permission = operation.get("x-permission").and_then(Value::as_str);
    let needs = permission.map(|word| format!(" Needs <code>{}</code>.", escape(word)));
    let _ = write!(
        page,
        "<h2><span class=\"method\">{}</span><code>{}</code></h2><p>{} {}{}</p>",
        escape(&method.to_uppercase()),
        escape(path),
        text(operation, "/summary"),
        text(operation, "/description"),
        needs.unwrap_or_default(),
    );
    let parameters = operation
        .get("parameters")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    if !parameters.is_empty() {
        page.push_str("<table><tr><th>Parameter</th><th>In</th><th>Meaning</th><th>Form</th></tr>");
        for parameter in parameters {
            let form = parameter
                .get("schema")
                .map(Value::to_string)
                .unwrap_or_default();
            let _ = write!(
                page,
                "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>",
                text(parameter, "/name"),
                text(parameter, "/in"),
                text(parameter, "/description"),
                escape(&form),
            );
        }
        page.push_str("</table>");
    }
    page.push_str("<table><tr><th>Answer</th><th>Meaning</th></tr>");
    for (status, answer) in object(operation.get("responses")) {
        let named = answer.get("$ref").and_then(Value::as_str);
        let named = named.and_then(|name| document.pointer(name.trim_start_matches('#')));
        let answer = named.unwrap_or(answer);
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{}</td></tr>",
            escape(status),
            text(answer, "/description")
        );
    }
    page.push_str("</table>");
}

fn object(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

fn text(value: &Value, pointer: &str) -> String {
    escape(
        value
            .pointer(pointer)
            .and_then(Value::as_str)
            .unwrap_or_default(),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_the_guide_as_text() {
        let page = html(&yaml_serde::Value::default());
        assert!(page.contains("# Calling the API"));
        assert!(page.contains("Authorization: Bearer &lt;accessToken&gt;"));
        assert!(!page.contains("<accessToken>"));
    }

    #[test]
    fn the_page_names_the_permission_of_an_operation() {
        let page = html(&crate::openapi::document());
        assert!(page.contains(" Needs <code>audit:view</code>.</p>"));
    }
}

//! Cells with a JSON list: what plain texts cannot express, such as names with several aliases.

use serde_json::{Map, Value};

/// The list in a cell, if it has one, or its one object.
pub(super) fn list_of(text: &str) -> Option<Vec<Value>> {
    let text = text.trim();
    if text.starts_with('{') && text.ends_with('}') {
        let object: Map<String, Value> = serde_json::from_str(text).ok()?;
        return (!object.is_empty()).then(|| vec![Value::Object(object)]);
    }
    if !text.starts_with('[') || !text.ends_with(']') {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// The text of a cell of which parts have a format, as ExcelJS writes it: `{"richText":[{"text":"山"},{"text":"谷"}]}`.
pub(super) fn plain_text(text: &str) -> Option<String> {
    if !text.starts_with("{\"richText\":[") {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let parts = value.get("richText")?.as_array()?;
    let parts = parts.iter().map(|part| part.get("text")?.as_str());
    parts.collect()
}

/// The cell of a list. It has no backslash before a quote, which some programs take for the end of a cell.
pub(super) fn cell_of(list: &Value) -> String {
    let text = list.to_string();
    let mut cell = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        match (escaped, c) {
            (false, '\\') => {
                escaped = true;
                continue;
            }
            (true, '"') => cell.push_str("\\u0022"),
            (true, '\\') => cell.push_str("\\u005c"),
            (true, other) => cell.extend(['\\', other]),
            (false, other) => cell.push(other),
        }
        escaped = false;
    }
    cell
}

/// A text that spreadsheets would take for a formula, with an apostrophe before it.
pub(super) fn guarded(text: &str) -> String {
    match is_formula(text.trim_start_matches('\'')) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

/// A text without the apostrophe of [`guarded`].
pub(super) fn unguarded(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => text,
    }
}

fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@'])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_survives_its_cell() {
        let list = json!(["a\"b", "c\\d", "e\\", "\n", { "name": "林晓月、江白" }]);
        let cell = cell_of(&list);
        assert!(!cell.contains("\\\""), "{cell}");
        assert_eq!(list_of(&cell).map(Value::Array), Some(list));
        for text in ["[剧情] 山谷", "[1, 2", "剧情", ""] {
            assert_eq!(list_of(text), None, "{text}");
        }
    }

    #[test]
    fn formulas_are_texts_and_other_apostrophes_stay() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("'=1+1", "''=1+1"),
            ("-山谷", "'-山谷"),
            ("'山谷", "'山谷"),
            ("山谷", "山谷"),
        ] {
            assert_eq!(guarded(text), cell);
            assert_eq!(unguarded(cell), text);
        }
    }
}

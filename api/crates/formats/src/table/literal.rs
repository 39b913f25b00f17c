//! Lists as programs write them in their own language: `['林晓月', '江白']` of Python, which pandas puts into cells, also sets in
//! braces and arrays of NumPy, which have no commas, and `{林晓月,"Xia, Lin"}` of PostgreSQL.

use serde_json::Value;

use super::written::Reader;

/// Lists within lists.
const MAX_DEPTH: usize = 4;

/// The list in a cell, without what stands for nothing, if all of it are texts or objects.
pub(super) fn list_of(text: &str) -> Option<Vec<Value>> {
    let text = text.trim();
    if text == "set()" {
        return Some(Vec::new());
    }
    let mut reader = Reader::new(text, MAX_DEPTH);
    let mut list = match (text.chars().next()?, text.chars().next_back()?) {
        ('[', ']') | ('(', ')') => match reader.value()? {
            Value::Array(list) => list,
            _ => return None,
        },
        ('{', '}') => array(&mut reader)?,
        _ => return None,
    };
    list.retain(|value| !value.is_null());
    let is_whole = reader.is_at_end();
    let is_readable = |value: &Value| value.is_string() || value.is_object();
    (is_whole && list.iter().all(is_readable)).then_some(list)
}

/// A list of PostgreSQL, whose texts need no quotes, or a set of Python.
fn array(reader: &mut Reader<'_>) -> Option<Vec<Value>> {
    reader.takes("{");
    let mut list = Vec::new();
    while reader.peek()? != '}' {
        list.push(match reader.peek()? {
            '"' | '\'' => Value::String(reader.quoted()?),
            _ => match reader.until(|c| matches!(c, ',' | '}')) {
                "NULL" => Value::Null,
                word if word.is_empty() || word.contains([':', '{', '"', '\'']) => return None,
                word => Value::String(word.to_owned()),
            },
        });
        reader.comma('}')?;
    }
    reader.takes("}");
    Some(list)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_of_programs_are_read() {
        for (text, list) in [
            ("['林晓月', '江白']", json!(["林晓月", "江白"])),
            ("['O\\'Neil', \"it's\"]", json!(["O'Neil", "it's"])),
            ("('何青',)", json!(["何青"])),
            ("['何青', None, nan]", json!(["何青"])),
            ("{'江白', '林晓月'}", json!(["江白", "林晓月"])),
            (
                "['林晓月' '江白'\n \"O'Neil\"]",
                json!(["林晓月", "江白", "O'Neil"]),
            ),
            ("set()", json!([])),
            ("[]", json!([])),
            ("{}", json!([])),
            (
                "[{'id': 18, 'name': '剧情', 'adult': False}]",
                json!([{ "id": 18, "name": "剧情", "adult": false }]),
            ),
            (
                "{林晓月,\"Xia, \\\"Lin\\\"\",NULL}",
                json!(["林晓月", "Xia, \"Lin\""]),
            ),
            ("{Lin Xia, 江白}", json!(["Lin Xia", "江白"])),
        ] {
            assert_eq!(list_of(text).map(Value::Array), Some(list), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_lists() {
        for text in [
            "[剧情]",
            "[剧情] 山谷]",
            "[1, 2]",
            "['a'] ['b']",
            "['a'",
            "{a:b}",
            "{'a': 1}",
            "{a}{b}",
            "(山谷)",
            "",
        ] {
            assert_eq!(list_of(text), None, "{text}");
        }
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(list_of(&deep), None);
    }
}

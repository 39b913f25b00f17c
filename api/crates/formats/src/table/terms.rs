//! A term in a cell: its name, and in braces what else is known of it. `林晓月{小月:Wavelet}` has a Chinese name and an alias,
//! `剧情{:题材}` is a tag of a group.

use serde_json::{Map, Value, json};

use super::field::Field;
use crate::text::clean;
use crate::values::channel::channel_of_word;
use crate::work::Work;

/// The term of a text.
pub(super) fn term_of(text: &str, field: Field) -> Value {
    let split = text.strip_suffix('}').and_then(|text| text.split_once('{'));
    let Some((name, details)) = split.filter(|(name, _)| !clean(name).is_empty()) else {
        return json!({ "name": clean(text) });
    };
    let mut parts = details.split(':').map(clean);
    let mut term = Map::from_iter([("name".to_owned(), json!(clean(name)))]);
    let chinese = parts.next().unwrap_or_default();
    if !chinese.is_empty() {
        term.insert("nameCn".to_owned(), chinese.into());
    }
    let mut others = parts.filter(|part| !part.is_empty());
    match field {
        Field::Tags => {
            if let Some(group) = others.next() {
                term.insert("group".to_owned(), group.into());
            }
        }
        _ => {
            let aliases: Vec<String> = others.collect();
            if !aliases.is_empty() {
                term.insert("aliases".to_owned(), aliases.into());
            }
        }
    }
    Value::Object(term)
}

/// A term with only the fields that the import format knows, and the names of the others, such as the `id` of another catalogue.
pub(super) fn known_of(mut term: Map<String, Value>) -> (Value, String) {
    let is_known = |name: &str| matches!(name, "name" | "nameCn" | "group" | "aliases");
    let others: Vec<String> = term
        .keys()
        .filter(|name| !is_known(name))
        .cloned()
        .collect();
    term.retain(|name, _| is_known(name));
    (Value::Object(term), others.join(", "))
}

/// The channel that a tag names, which is none then, unless the work has one.
pub(super) fn channel_of_tags(work: &mut Work) -> Option<&'static str> {
    let tags = work
        .field("tags")
        .filter(|_| !work.has("channel"))?
        .as_array()?
        .clone();
    let channel = |tag: &Value| channel_of_word(tag.get("name")?.as_str()?);
    let found = tags.iter().find_map(channel)?;
    work.remove("tags");
    for tag in tags.into_iter().filter(|tag| channel(tag).is_none()) {
        work.push_term("tags", tag);
    }
    Some(found)
}

/// The text of a term, which may be read as something else if its names have odd characters.
pub(super) fn text_of(term: &Value) -> String {
    let text = |field: &str| term.get(field).and_then(Value::as_str).unwrap_or_default();
    let aliases = term.get("aliases").and_then(Value::as_array);
    let aliases = aliases.into_iter().flatten().filter_map(Value::as_str);
    let mut details = vec![text("nameCn")];
    details.extend(Some(text("group")).filter(|group| !group.is_empty()));
    details.extend(aliases);
    match details.as_slice() {
        [""] => text("name").to_owned(),
        _ => format!("{}{{{}}}", text("name"), details.join(":")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_of_a_term_stand_in_braces() {
        for (text, field, term) in [
            ("林晓月", Field::Performers, json!({ "name": "林晓月" })),
            (
                "林晓月{小月:Wavelet:月}",
                Field::Performers,
                json!({ "name": "林晓月", "nameCn": "小月", "aliases": ["Wavelet", "月"] }),
            ),
            (
                "剧情{:题材}",
                Field::Tags,
                json!({ "name": "剧情", "group": "题材" }),
            ),
        ] {
            assert_eq!(term_of(text, field), term);
            assert_eq!(text_of(&term), text);
        }
        assert_eq!(term_of("{a}", Field::Tags), json!({ "name": "{a}" }));
    }
}

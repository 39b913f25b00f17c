//! XML of other programs as the value that JSON of the same would be: elements that come several times are lists.

use std::sync::mpsc::SyncSender;

use serde_json::{Map, Value};

use super::columns::meaning;
use super::json::{check_size, send_all, tables_of};
use super::plist;
use super::sheet::Found;
use crate::error::Reason;
use crate::text::{declared_encoding, decode};
use crate::xml::{Document, Element, parse_with};

/// Most elements of a document.
const MAX_ELEMENTS: usize = 1_000_000;
/// Attributes by which elements say what they are: `<field name="title">` of mysqldump, `<column name="title">` of phpMyAdmin.
const NAMED: [&str; 10] = [
    "field",
    "column",
    "col",
    "property",
    "attribute",
    "attr",
    "data",
    "value",
    "cell",
    "param",
];

/// Sends the lists of a document, and their records.
pub(super) fn read(bytes: &[u8], found: &SyncSender<Found>) -> Result<(), Reason> {
    check_size(bytes)?;
    let text = decode(bytes, declared_encoding(bytes).as_deref());
    let document = parse_with(&text, MAX_ELEMENTS);
    send_all(tables_of(vec![value_of(&document)]), bytes.len(), found)?;
    match document {
        Document {
            is_damaged: false, ..
        } => Ok(()),
        Document {
            is_too_large: true, ..
        } => Err(Reason::new(
            format!("more than {MAX_ELEMENTS} elements: split it, or export CSV"),
            format!("超过 {MAX_ELEMENTS} 个元素，请分成几个文件，或导出 CSV"),
        )),
        _ => Err(Reason::new(
            "it ends early, or is not XML from some place on",
            "XML 不完整，只读到出错的地方",
        )),
    }
}

/// Elements with a name that is that of a table.
const TABLES: [&str; 2] = ["table_data", "table"];
/// Elements that say what columns a table has.
const STRUCTURE: [&str; 3] = ["table_structure", "structure_schemas", "options"];
/// Attributes with the name of a column, or of a table.
const NAMES: [&str; 3] = ["name", "field", "key"];

/// The value of a document.
fn value_of(document: &Document) -> Value {
    let roots = document
        .roots
        .iter()
        .map(|root| (root.name.clone(), value(root)));
    Value::Object(roots.collect())
}

fn value(element: &Element) -> Value {
    if element.name == "plist" {
        return plist::value(element);
    }
    // What names a column is no value of it: <property name="title" value="山谷"/>.
    let is_column = NAMED.contains(&element.name.as_str());
    if let Some(text) = element.attribute("value").filter(|_| is_column) {
        return text.into();
    }
    let is_name = |name: &str| is_of_xml(name) || (is_column && NAMES.contains(&name));
    let attributes = element.attributes.iter();
    let attributes = attributes.filter(|(name, _)| !is_name(name));
    if element.children.is_empty() {
        let text = element.text.trim();
        if !text.is_empty() {
            return text.into();
        }
        let attributes = attributes.map(|(name, text)| (name.clone(), text.as_str().into()));
        let attributes: Map<String, Value> = attributes.collect();
        return match attributes.len() {
            0 => Value::Null,
            _ => Value::Object(attributes),
        };
    }
    if let Some(list) = list_of(element) {
        return list;
    }
    let mut object: Map<String, Value> = Map::new();
    // The name of a table or a database is none of its rows: <table name="films"><column name="title">.
    let has_parts = has_columns(element) || element.children.iter().any(is_table);
    for (name, text) in attributes.filter(|(name, _)| !(has_parts && name == "name")) {
        object.insert(name.clone(), text.as_str().into());
    }
    let children = element.children.iter();
    for child in children.filter(|child| !STRUCTURE.contains(&child.name.as_str())) {
        let (name, value) = (name_of(child), value(child));
        match object.get_mut(name) {
            // A table of one row is a list as well.
            None => {
                let is_row = is_table(child) && has_columns(child);
                let value = if is_row { vec![value].into() } else { value };
                object.insert(name.to_owned(), value);
            }
            Some(Value::Array(list)) => list.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    Value::Object(object)
}

/// Whether an element is a table, or one of the rows of it.
fn is_table(element: &Element) -> bool {
    TABLES.contains(&element.name.as_str())
}

/// Whether the children of an element are columns by their names.
fn has_columns(element: &Element) -> bool {
    let mut children = element.children.iter();
    children.any(|child| NAMED.contains(&child.name.as_str()))
}

/// The children of an element that only has those of one name, which is its own in the singular: `<actors><actor>`.
fn list_of(element: &Element) -> Option<Value> {
    let first = name_of(element.children.first()?);
    let is_same = element.children.iter().all(|child| name_of(child) == first);
    let is_plural = element
        .name
        .strip_prefix(first)
        .is_some_and(|rest| !rest.is_empty() && rest.len() <= 4);
    let is_list = is_same && (element.children.len() > 1 || is_plural || first == "item");
    is_list.then(|| element.children.iter().map(value).collect())
}

/// What an element is called: by its attribute, if its own name says nothing.
fn name_of(element: &Element) -> &str {
    let own = element.name.as_str();
    // <category domain="performer">林晓月</category> of WordPress
    let domain = element.attribute("domain").filter(|_| own == "category");
    let is_known = |name: &&str| meaning(name).is_some();
    let named = || {
        NAMES
            .iter()
            .find_map(|name| element.attribute(name))
            .filter(|_| NAMED.contains(&own) || is_table(element))
    };
    domain.filter(is_known).or_else(named).unwrap_or(own)
}

/// Whether an attribute says something about the XML, not about the film.
fn is_of_xml(name: &str) -> bool {
    name.starts_with("xmlns") || name.starts_with("xml:") || name.starts_with("xsi:")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn elements_are_values() {
        for (text, value) in [
            (
                "<films><film id=\"1\"><title>山谷</title><actors><actor>林晓月</actor></actors><tag>a</tag><tag>b</tag></film></films>",
                json!({ "films": [{ "id": "1", "title": "山谷", "actors": ["林晓月"], "tag": ["a", "b"] }] }),
            ),
            (
                "<r><row><field name=\"title\">山谷</field><field name=\"date\"/></row><row><field name=\"title\">湖</field></row></r>",
                json!({ "r": [{ "title": "山谷", "date": null }, { "title": "湖" }] }),
            ),
            (
                "<x><database name=\"site\"><table name=\"films\"><column name=\"title\">山谷</column></table></database></x>",
                json!({ "x": { "database": { "films": [{ "title": "山谷" }] } } }),
            ),
            (
                "<root xmlns=\"a\"><row title=\"山谷\" date=\"2026\"/><row title=\"湖\"/></root>",
                json!({ "root": [{ "title": "山谷", "date": "2026" }, { "title": "湖" }] }),
            ),
        ] {
            assert_eq!(value_of(&parse_with(text, 100)), value, "{text}");
        }
    }
}

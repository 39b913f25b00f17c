//! The element `<yingku>`: what the elements of other programs cannot express, in JSON, as in the import format.
//!
//! It has whole fields, and below `details` what is known of names that the other elements have: so names that were edited
//! elsewhere stay edited.

use serde_json::{Map, Value};

use super::film::Film;
use crate::xml::Element;

/// The element.
pub(super) const ELEMENT: &str = "yingku";
/// Details of terms, by field.
pub(super) const DETAILS: &str = "details";

impl Film {
    /// Takes what the element says.
    pub(super) fn own(&mut self, root: &Element) {
        let Some(text) = root.first(ELEMENT) else {
            return;
        };
        let Ok(Value::Object(fields)) = serde_json::from_str(text) else {
            self.note(ELEMENT, "不是 JSON，没有导入");
            return;
        };
        for (name, value) in fields {
            match value {
                Value::Object(details) if name == DETAILS => self.details(&details),
                Value::Null => self.work.remove(&name),
                value => self.work.replace(&name, value),
            }
        }
    }

    fn details(&mut self, details: &Map<String, Value>) {
        for (field, known) in details {
            let Some(Value::Array(list)) = self.work.field(field) else {
                continue;
            };
            let known = known.as_array().map(Vec::as_slice).unwrap_or_default();
            let detailed = |entry: &Value| {
                let name = entry.get("name");
                let found = known.iter().find(|one| one.get("name") == name);
                found.unwrap_or(entry).clone()
            };
            let list: Vec<Value> = list.iter().map(detailed).collect();
            self.work.replace(field, list);
        }
    }
}

//! A work on its way into a line of the import format.

use serde_json::{Map, Value, json};

use crate::text::clean;

/// Most names of a list to look for a new one among.
const MAX_COMPARED: usize = 300;

/// The fields of a line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Work(Map<String, Value>);

impl Work {
    /// Whether a field is set.
    pub fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// A field that is a text.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field)?.as_str()
    }

    /// A field.
    pub(crate) fn field(&self, field: &str) -> Option<&Value> {
        self.0.get(field)
    }

    /// Removes a field.
    pub(crate) fn remove(&mut self, field: &str) {
        self.0.remove(field);
    }

    /// The names of the fields that are set.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Sets a field, unless it is set.
    pub fn put(&mut self, field: &str, value: impl Into<Value>) {
        if !self.has(field) {
            self.0.insert(field.to_owned(), value.into());
        }
    }

    /// Replaces a field.
    pub fn replace(&mut self, field: &str, value: impl Into<Value>) {
        self.0.insert(field.to_owned(), value.into());
    }

    /// Sets a field to a text, unless it is empty or the field is set.
    pub(crate) fn put_text(&mut self, field: &str, text: &str) {
        let text = clean(text);
        if !text.is_empty() {
            self.put(field, text);
        }
    }

    /// Appends to a list.
    pub fn push(&mut self, field: &str, value: Value) {
        let list = self.0.entry(field).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(value);
        }
    }

    /// Appends a name to a list of terms, unless it is empty or there already.
    pub(crate) fn push_name(&mut self, field: &str, name: &str, group: Option<&str>) {
        let name = clean(name);
        if name.is_empty() || self.has_name(field, &name) {
            return;
        }
        self.push(
            field,
            match group {
                Some(group) => json!({ "name": name, "group": group }),
                None => json!({ "name": name }),
            },
        );
    }

    /// Appends a term to a list, unless its name is empty or there already.
    pub(crate) fn push_term(&mut self, field: &str, term: Value) {
        let name = term.get("name").and_then(Value::as_str).unwrap_or_default();
        if !name.is_empty() && !self.has_name(field, name) {
            self.push(field, term);
        }
    }

    /// Whether a list of terms has a name, among the first ones: no work has so many.
    pub(crate) fn has_name(&self, field: &str, name: &str) -> bool {
        let mut names = self.names(field).take(MAX_COMPARED);
        names.any(|known| known == name)
    }

    /// The names of a list of terms.
    pub(crate) fn names(&self, field: &str) -> impl Iterator<Item = &str> {
        let list = self.0.get(field).and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .filter_map(|term| term.get("name")?.as_str())
    }

    /// The names of the fields in which a character is broken, so that U+FFFD stands for it.
    pub(crate) fn broken(&self) -> impl Iterator<Item = &str> {
        let is_broken = |value: &Value| value.to_string().contains(char::REPLACEMENT_CHARACTER);
        let fields = self.0.iter().filter(move |(_, value)| is_broken(value));
        fields.map(|(field, _)| field.as_str())
    }

    /// The line, without its line break.
    pub fn line(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }
}

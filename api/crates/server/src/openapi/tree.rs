//! Helpers for the contract as a tree of values.

use yaml_serde::{Mapping, Value};

/// Key of the components.
const COMPONENTS: &str = "components";

/// The value below `path`.
pub(super) fn at<'a>(tree: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(tree, |value, name| value.get(name))
}

/// [`at`], mutable.
pub(super) fn at_mut<'a>(tree: &'a mut Value, path: &[&str]) -> Option<&'a mut Value> {
    path.iter()
        .try_fold(tree, |value, name| value.get_mut(name))
}

/// The string below `path`.
pub(super) fn text<'a>(tree: &'a Value, path: &[&str]) -> Option<&'a str> {
    at(tree, path)?.as_str()
}

/// Sets a field of a mapping; does nothing to other values.
pub(super) fn set(tree: &mut Value, name: &str, value: impl Into<Value>) {
    if let Value::Mapping(fields) = tree {
        fields.insert(name.into(), value.into());
    }
}

/// Removes a field of a mapping.
pub(super) fn leave_out(tree: &mut Value, name: &str) {
    if let Some(fields) = tree.as_mapping_mut() {
        fields.shift_remove(name);
    }
}

/// A mapping of the given fields.
pub(super) fn mapping<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let fields = fields.into_iter().map(|(name, value)| (name.into(), value));
    Value::Mapping(fields.collect())
}

/// The entries of a mapping.
pub(super) fn entries(tree: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    let fields = tree.and_then(Value::as_mapping).into_iter().flatten();
    fields.filter_map(|(name, value)| Some((name.as_str()?, value)))
}

/// [`entries`], mutable.
pub(super) fn entries_mut(tree: Option<&mut Value>) -> impl Iterator<Item = (&str, &mut Value)> {
    let fields = tree.and_then(Value::as_mapping_mut).into_iter().flatten();
    fields.filter_map(|(name, value)| Some((name.as_str()?, value)))
}

/// The components of a section such as `schemas`, which is created if missing.
pub(super) fn components<'a>(document: &'a mut Value, section: &str) -> Option<&'a mut Mapping> {
    let all = document.as_mapping_mut()?;
    let all = all.entry(COMPONENTS.into()).or_insert_with(empty);
    let section = all.as_mapping_mut()?.entry(section.into());
    section.or_insert_with(empty).as_mapping_mut()
}

fn empty() -> Value {
    Value::Mapping(Mapping::new())
}

/// A reference to a component.
pub(super) fn reference(section: &str, name: &str) -> Value {
    let location = format!("#/{COMPONENTS}/{section}/{name}");
    mapping([("$ref", location.into())])
}

/// The component that a reference names; other values as they are.
#[cfg(test)]
pub(super) fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let location = text(value, &["$ref"]).and_then(|location| location.strip_prefix("#/"));
    let named = location.and_then(|location| {
        let path: Vec<&str> = location.split('/').collect();
        at(document, &path)
    });
    named.unwrap_or(value)
}

/// Capitalizes a word.
pub(super) fn capital(word: &str) -> String {
    let (first, rest) = word.split_at_checked(1).unwrap_or_default();
    first.to_ascii_uppercase() + rest
}

/// Every operation with its path.
pub(super) fn operations(document: &Value) -> impl Iterator<Item = (&str, &Value)> {
    entries(document.get("paths"))
        .flat_map(|(path, methods)| entries(Some(methods)).map(move |(_, one)| (path, one)))
}

/// Every operation, mutable.
pub(super) fn operations_mut(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    entries_mut(document.get_mut("paths"))
        .flat_map(|(_, methods)| entries_mut(Some(methods)).map(|(_, one)| one))
}

/// Passes every value below `tree`, and finally `tree` itself, to `see`.
pub(super) fn walk(tree: &mut Value, see: &mut impl FnMut(&mut Value)) {
    match tree {
        Value::Mapping(fields) => fields.values_mut().for_each(|value| walk(value, see)),
        Value::Sequence(values) => values.iter_mut().for_each(|value| walk(value, see)),
        _ => {}
    }
    see(tree);
}

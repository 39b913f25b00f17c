//! What readers of XML need of its events.

use quick_xml::events::{BytesRef, BytesStart};

/// A character that is written as `&amp;` or `&#20;`.
pub(super) fn reference(name: &BytesRef<'_>) -> String {
    if let Ok(Some(letter)) = name.resolve_char_ref() {
        return letter.to_string();
    }
    let known = quick_xml::escape::resolve_predefined_entity(name);
    known.unwrap_or_default().to_owned()
}

/// An attribute by its name without the prefix; empty if it is not there.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> String {
    let found = start
        .attributes()
        // Each would be compared with all before it.
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name);
    found
        .and_then(|attribute| {
            Some(
                quick_xml::escape::unescape(&attribute.value)
                    .ok()?
                    .into_owned(),
            )
        })
        .unwrap_or_default()
}

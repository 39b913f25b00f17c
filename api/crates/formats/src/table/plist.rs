//! Property lists of Apple as the values that they stand for.

use serde_json::{Map, Value};

use crate::xml::Element;

/// The value of an element: `<dict>` has names before its values, and the names of the others say their types.
pub(super) fn value(element: &Element) -> Value {
    match element.name.as_str() {
        "plist" => element.children.first().map(value).unwrap_or_default(),
        "array" => element.children.iter().map(value).collect(),
        "dict" => Value::Object(dictionary(&element.children)),
        "true" => true.into(),
        "false" => false.into(),
        // A picture.
        "data" => Value::Null,
        _ => element.text.trim().into(),
    }
}

fn dictionary(children: &[Element]) -> Map<String, Value> {
    let mut object = Map::new();
    let mut name = None;
    for child in children {
        match (child.name.as_str(), name.take()) {
            ("key", _) => name = Some(child.text.trim().to_owned()),
            (_, Some(name)) => {
                object.insert(name, value(child));
            }
            (_, None) => {}
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::xml::parse;

    #[test]
    fn types_are_names_of_elements() {
        let text = "<plist version=\"1.0\"><dict><key>films</key><array><dict><key>title</key><string>山谷</string><key>runtime</key><integer>118</integer>\
            <key>seen</key><true/><key>cover</key><data>AA==</data><key>note</key><string/></dict></array><key>last</key></dict></plist>";
        assert_eq!(
            value(&parse(text).roots[0]),
            json!({ "films": [{ "title": "山谷", "runtime": "118", "seen": true, "cover": null, "note": "" }] })
        );
    }
}

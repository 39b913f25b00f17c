//! Writes XML: elements with attributes and text, escaped, and without the characters that XML does not allow.

use std::fmt::Write as _;

/// A document being written.
#[derive(Debug)]
pub struct Xml(String);

impl Xml {
    /// A document with its declaration.
    pub fn new() -> Self {
        Self("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned())
    }

    /// An element with attributes and what `inside` writes.
    pub fn element(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        inside: impl FnOnce(&mut Self),
    ) {
        self.begin(name, attributes);
        self.0.push('>');
        inside(self);
        let _ = write!(self.0, "</{name}>");
    }

    /// An element with text.
    pub fn text(&mut self, name: &str, text: &str) {
        self.element(name, &[], |xml| xml.write(text));
    }

    /// An element with attributes alone.
    pub fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.begin(name, attributes);
        self.0.push_str("/>");
    }

    /// The document.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.into_bytes()
    }

    fn begin(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let _ = write!(self.0, "<{name}");
        for (name, value) in attributes {
            let _ = write!(self.0, " {name}=\"");
            self.write(value);
            self.0.push('"');
        }
    }

    /// Text inside an element or an attribute.
    pub fn write(&mut self, text: &str) {
        self.0.push_str(&escaped(text));
    }
}

impl Default for Xml {
    fn default() -> Self {
        Self::new()
    }
}

/// Escapes text for an element or attribute, also in HTML.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().filter(|c| is_carried(*c)) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Whether XML 1.0 allows a character.
fn is_carried(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let mut xml = Xml::new();
        xml.element("a", &[("b", "\"<&>\u{1}\u{ffff}")], |xml| {
            xml.text("c", "</c>&\u{0}山");
            xml.empty("d", &[]);
        });
        let text = String::from_utf8(xml.into_bytes()).unwrap();
        let (_, body) = text.split_once('\n').unwrap();
        assert_eq!(
            body,
            "<a b=\"&quot;&lt;&amp;&gt;\"><c>&lt;/c&gt;&amp;山</c><d/></a>"
        );
    }
}

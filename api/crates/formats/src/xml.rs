//! Reads XML of careless writers into a small tree: wrong end tags, bare `&`, text around the root, entities of HTML.
//! Entities of a document type are never expanded, and nothing is fetched.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::{resolve_html5_entity, unescape};
use quick_xml::events::{BytesStart, Event};

/// Deepest element.
const MAX_DEPTH: usize = 64;
/// Longest name of an entity that is looked for.
const MAX_ENTITY_BYTES: usize = 10;
/// Most elements.
const MAX_ELEMENTS: usize = 100_000;

/// An element.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Element {
    /// In lower case, without the prefix of a namespace.
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    /// Its own text, without that of its children.
    pub(crate) text: String,
    pub(crate) children: Vec<Element>,
}

impl Element {
    /// The trimmed text; `None` if there is none.
    pub(crate) fn value(&self) -> Option<&str> {
        Some(self.text.trim()).filter(|text| !text.is_empty())
    }

    /// An attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let known = self.attributes.iter().find(|(own, _)| own == name);
        known.map(|(_, value)| value.trim())
    }

    /// The children of a name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The text of the first child of a name that has one.
    pub(crate) fn first(&self, name: &str) -> Option<&str> {
        self.children
            .iter()
            .filter(|child| child.name == name)
            .find_map(Self::value)
    }
}

/// The elements of a text that have no parent.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(crate) roots: Vec<Element>,
    /// It ended early, or is not XML from some place on; what was read until then is there.
    pub(crate) is_damaged: bool,
    /// It has more elements than are read, and ends there.
    pub(crate) is_too_large: bool,
}

/// Parses a text. What is before the first `<` is skipped.
pub(crate) fn parse(text: &str) -> Document {
    parse_with(text, MAX_ELEMENTS)
}

/// Parses a text of at most so many elements.
pub(crate) fn parse_with(text: &str, most: usize) -> Document {
    let start = text.find('<').unwrap_or(text.len());
    let text = with_signs(text.get(start..).unwrap_or_default());
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut tree = Tree::default();
    while tree.count <= most {
        match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(event) => tree.take(&event),
            Err(_) => {
                tree.document.is_damaged = true;
                break;
            }
        }
    }
    tree.document.is_too_large = tree.count > most;
    tree.document.is_damaged |= tree.document.is_too_large || !tree.open.is_empty();
    while !tree.open.is_empty() {
        tree.close();
    }
    tree.document
}

/// A text in which each `<` that begins nothing is written as XML wants it: `A <3 B`.
fn with_signs(text: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let mut done = 0;
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('<')) {
        at += next;
        let rest = text.get(at..).unwrap_or_default();
        let end_of = |mark: &str| rest.find(mark).unwrap_or(rest.len());
        let begins = |c: char| c.is_alphabetic() || matches!(c, '_' | '/' | '!' | '?');
        at += match rest.get(1..) {
            _ if rest.starts_with("<![CDATA[") => end_of("]]>"),
            _ if rest.starts_with("<!--") => end_of("-->"),
            Some(behind) if behind.starts_with(begins) => 1,
            _ => {
                plain.push_str(text.get(done..at).unwrap_or_default());
                plain.push_str("&lt;");
                done = at + 1;
                1
            }
        };
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    plain.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(plain)
}

#[derive(Default)]
struct Tree {
    document: Document,
    /// From the root to the current element.
    open: Vec<Element>,
    count: usize,
}

impl Tree {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(start) => self.open(start),
            Event::Empty(start) => {
                self.open(start);
                self.close();
            }
            Event::End(end) => {
                let name = end.local_name().as_ref().to_lowercase();
                // An end tag closes what is open inside; one that nothing opened is skipped.
                if self.open.iter().any(|element| element.name == name) {
                    while self.open.last().is_some_and(|element| element.name != name) {
                        self.close();
                    }
                    self.close();
                }
            }
            Event::Text(text) => self.text(text),
            Event::CData(text) => self.text(text),
            Event::GeneralRef(reference) => {
                let letter = reference.resolve_char_ref().ok().flatten();
                match letter {
                    Some(letter) => self.text(letter.encode_utf8(&mut [0; 4])),
                    None => self.text(&entity(reference)),
                }
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Eof => {}
        }
    }

    fn open(&mut self, start: &BytesStart<'_>) {
        self.count += 1;
        let mut attributes = start.html_attributes();
        let attributes = attributes.with_checks(false).flatten().map(|attribute| {
            let raw: &str = &attribute.value;
            let value = unescape(raw).unwrap_or(Cow::Borrowed(raw)).into_owned();
            (attribute.key.as_ref().to_lowercase(), value)
        });
        self.open.push(Element {
            name: start.local_name().as_ref().to_lowercase(),
            attributes: attributes.collect(),
            ..Element::default()
        });
        if self.open.len() > MAX_DEPTH {
            self.document.is_damaged = true;
            self.close();
        }
    }

    fn close(&mut self) {
        let Some(element) = self.open.pop() else {
            return;
        };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(element),
            None => self.document.roots.push(element),
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(element) = self.open.last_mut() {
            element.text.push_str(text);
        }
    }
}

/// The text of a named entity, of XML or of HTML; others stay as they are written.
fn entity(name: &str) -> Cow<'_, str> {
    match (name, resolve_html5_entity(name)) {
        // Writers mean a space.
        ("nbsp", _) => Cow::Borrowed(" "),
        (_, Some(text)) => Cow::Borrowed(text),
        (other, None) => Cow::Owned(format!("&{other};")),
    }
}

/// A text without the entities that are left in it when a writer has escaped it twice: `Salt &amp; Sea`, `it&#39;s`.
pub(crate) fn without_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        plain.push_str(before);
        rest = behind;
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
        let length = behind
            .bytes()
            .take(MAX_ENTITY_BYTES)
            .take_while(is_of_name)
            .count();
        let name = behind.split_at_checked(length);
        let name = name.and_then(|(name, end)| Some((name, end.strip_prefix(';')?)));
        let known = name.and_then(|(name, behind)| Some((character(name)?, behind)));
        match known {
            Some((text, behind)) => {
                plain.push_str(&text);
                rest = behind;
            }
            None => plain.push('&'),
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Whether an entity is left in a text: `&who;`.
pub(crate) fn has_entity(text: &str) -> bool {
    let mut names = text.split('&').skip(1);
    names.any(|behind| {
        let name = behind.split_once(';').map_or("", |(name, _)| name);
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// The character of `#39`, `#x27` or `amp`.
fn character(name: &str) -> Option<Cow<'_, str>> {
    let Some(code) = name.strip_prefix('#') else {
        return Some(entity(name)).filter(|text| !text.starts_with('&') || name == "amp");
    };
    let code = match code.strip_prefix(['x', 'X']) {
        Some(code) => u32::from_str_radix(code, 16).ok()?,
        None => code.parse().ok()?,
    };
    char::from_u32(code).map(|letter| Cow::Owned(letter.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(text: &str) -> Element {
        parse(text).roots.remove(0)
    }

    #[test]
    fn malformed_xml_is_read() {
        let document = parse(
            "https://films.example/?a=1&b=2\n<?xml version=\"1.0\"?><Movie><title>Salt &amp; Sea &nbsp;&#x5C71; <![CDATA[<谷>]]></title><plot>Tom & Jerry</plot><b>x</movie><other/>\nhttps://films.example/?a=1&b=2",
        );
        assert!(!document.is_damaged);
        let movie = &document.roots[0];
        assert_eq!(movie.name, "movie");
        assert_eq!(movie.first("title"), Some("Salt & Sea  山 <谷>"));
        assert_eq!(movie.first("plot"), Some("Tom & Jerry"));
        assert_eq!(movie.first("b"), Some("x"));
        assert_eq!(document.roots[1].name, "other");
    }

    #[test]
    fn a_part_is_read_up_to_where_it_ends() {
        let document = parse("<movie><title>山谷</title><plot>and th");
        assert!(document.is_damaged);
        assert_eq!(document.roots[0].first("title"), Some("山谷"));
    }

    #[test]
    fn a_sign_that_begins_nothing_is_text() {
        let text = "<a>A & B <3 < x<!-- <4 --><b><![CDATA[<5 <c>]]></b>&lt;6</a>";
        let root = root(text);
        assert_eq!(root.text, "A & B <3 < x<6");
        assert_eq!(root.first("b"), Some("<5 <c>"));
        assert!(parse("<a><![CDATA[<5").is_damaged);
    }

    #[test]
    fn a_name_may_have_a_prefix() {
        let root = root("<k:movie xmlns:k='a'><k:title>山谷</k:title></k:movie>");
        assert_eq!(root.name, "movie");
        assert_eq!(root.first("title"), Some("山谷"));
    }

    #[test]
    fn attributes_are_read() {
        let rating = root("<rating name='a' max=10 default=\"t&amp;u\">8</rating>");
        assert_eq!(rating.attribute("name"), Some("a"));
        assert_eq!(rating.attribute("max"), Some("10"));
        assert_eq!(rating.attribute("default"), Some("t&u"));
    }

    #[test]
    fn an_entity_bomb_stays_small() {
        let bomb = "<!DOCTYPE m [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/hostname\">]><movie><title>&b;&c;</title></movie>";
        assert_eq!(root(bomb).first("title"), Some("&b;&c;"));
    }

    #[test]
    fn entities_of_html_are_known_also_escaped_twice() {
        let text = "<a>Caf&eacute; &bull; &lsquo;x&rsquo; &amp;amp; it&amp;#39;s &none; &</a>";
        let text = root(text).text;
        assert_eq!(text, "Café • ‘x’ &amp; it&#39;s &none; &");
        assert_eq!(without_entities(&text), "Café • ‘x’ & it's &none; &");
        assert_eq!(
            without_entities("A & B; &#xD800; &#x5C71;"),
            "A & B; &#xD800; 山"
        );
    }

    #[test]
    fn deep_and_wide_trees_end() {
        let deep = "<a>".repeat(100_000);
        assert!(parse(&deep).is_damaged);
        let wide = format!("<a>{}</a>", "<b/>".repeat(200_000));
        assert!(parse(&wide).is_damaged);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "[<>&;/a-c!\\[\\]\"'= #x山-]{0,200}") {
            let _ = parse(&text);
        }
    }
}

//! The tags and texts of a page of HTML, as browsers read them.

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

/// Elements whose content is no text of the page.
const HIDDEN: [&str; 3] = ["script", "style", "title"];

/// What comes next in a page.
pub(super) enum Part {
    Start(Tag),
    /// The name of an end tag, in lower case.
    End(String),
    /// Without entities.
    Text(String),
}

/// A start tag.
pub(super) struct Tag {
    /// In lower case.
    pub(super) name: String,
    tag: StartTag<()>,
}

impl Tag {
    /// An attribute, by its name in lower case.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let value = self.tag.attributes.get(name.as_bytes())?;
        Some(String::from_utf8_lossy(value).trim().to_owned())
    }
}

/// The parts of a page. Comments and declarations are passed over.
pub(super) fn parts_of(page: &str) -> impl Iterator<Item = Part> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut is_hidden = false;
    Tokenizer::new_with_emitter(page, emitter).filter_map(move |token| {
        // Reading from memory does not fail.
        let part = match token.ok()? {
            Token::StartTag(tag) => Part::Start(Tag {
                name: text_of(&tag.name),
                tag,
            }),
            Token::EndTag(tag) => Part::End(text_of(&tag.name)),
            Token::String(_) if is_hidden => return None,
            Token::String(text) => Part::Text(text_of(&text)),
            _ => return None,
        };
        match &part {
            Part::Start(tag) => is_hidden = HIDDEN.contains(&tag.name.as_str()),
            Part::End(_) => is_hidden = false,
            Part::Text(_) => {}
        }
        Some(part)
    })
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(page: &str) -> String {
        let parts = parts_of(page).map(|part| match part {
            Part::Start(tag) => format!("<{}>", tag.name),
            Part::End(name) => format!("</{name}>"),
            Part::Text(text) => text,
        });
        parts.collect()
    }

    #[test]
    fn tags_and_texts_come_in_their_order() {
        let page = "<!DOCTYPE html><!-- <td> --><STYLE>td{a:b}</STYLE ><TD x='>' y=1>1 < 2&nbsp;&amp;3</td><![if x]><br/>";
        assert_eq!(shown(page), "<style></style><td>1 < 2\u{a0}&3</td><br>");
        assert_eq!(shown("a</"), "a</");
        assert_eq!(shown("<script>a</b>"), "<script>");
    }

    #[test]
    fn attributes_need_no_quotes() {
        let page = "<td nowrap colspan=3 ROWSPAN = '2' href=\"a?b=1&amp;c=2\" class=xl24/>";
        let Some(Part::Start(tag)) = parts_of(page).next() else {
            panic!("no tag");
        };
        let value = |name: &str| tag.attribute(name);
        assert_eq!(value("colspan").as_deref(), Some("3"));
        assert_eq!(value("rowspan").as_deref(), Some("2"));
        assert_eq!(value("href").as_deref(), Some("a?b=1&c=2"));
        assert_eq!(value("nowrap").as_deref(), Some(""));
        assert_eq!(value("style"), None);
    }
}

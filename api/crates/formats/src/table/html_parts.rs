//! The tags and texts of a page of HTML, however carelessly it is written.

use crate::xml::without_entities;

/// Elements whose content is no text of the page.
const RAW: [&str; 3] = ["script", "style", "title"];

/// What comes next in a page.
pub(super) enum Part<'a> {
    Start(Tag<'a>),
    /// The name of an end tag, in lower case.
    End(String),
    /// With its entities.
    Text(&'a str),
}

/// A start tag.
pub(super) struct Tag<'a> {
    /// In lower case.
    pub(super) name: String,
    attributes: &'a str,
}

impl Tag<'_> {
    /// An attribute, by its name in lower case.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if rest.is_empty() {
                return None;
            }
            let (own, behind) = split_before(rest, |c| c.is_whitespace() || c == '=' || c == '/');
            let (value, behind) = match behind.trim_start().strip_prefix('=') {
                Some(value) => value_of(value.trim_start()),
                // A stray sign is passed over.
                None if own.is_empty() => ("", behind.get(1..).unwrap_or_default()),
                None => ("", behind),
            };
            if own.eq_ignore_ascii_case(name) {
                return Some(without_entities(value).trim().to_owned());
            }
            rest = behind;
        }
    }
}

fn split_before(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(ends).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// The value with which a text begins, and what is behind it.
fn value_of(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(inside) = text.strip_prefix(quote) {
            return inside.split_once(quote).unwrap_or((inside, ""));
        }
    }
    split_before(text, char::is_whitespace)
}

/// Reads a page part by part. Comments and declarations are passed over.
pub(super) struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Parts<'a> {
    pub(super) const fn of(page: &'a str) -> Self {
        Self { rest: page }
    }

    /// Goes behind the next `end`, or to the end of the page.
    fn pass(&mut self, end: &str) {
        self.rest = self.rest.split_once(end).map_or("", |(_, behind)| behind);
    }

    fn text(&mut self) -> Part<'a> {
        let from = self.rest.chars().next().map_or(0, char::len_utf8);
        let end = self.rest.get(from..).and_then(|text| text.find('<'));
        let end = end.map_or(self.rest.len(), |end| from + end);
        let (text, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        Part::Text(text)
    }

    fn tag(&mut self, inside: &'a str) -> Part<'a> {
        let end = tag_end(inside).unwrap_or(inside.len());
        let (tag, rest) = inside.split_at_checked(end).unwrap_or((inside, ""));
        self.rest = rest.get(1..).unwrap_or_default();
        let (is_end, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let (name, attributes) = split_before(tag, |c| c.is_whitespace() || c == '/');
        let name = name.to_ascii_lowercase();
        if is_end {
            return Part::End(name);
        }
        if RAW.contains(&name.as_str()) {
            self.pass_content(&name);
        }
        Part::Start(Tag { name, attributes })
    }

    /// Goes behind the end tag of an element that has no tags in it.
    fn pass_content(&mut self, name: &str) {
        let ends = self.rest.match_indices("</").find(|(at, _)| {
            let own = self.rest.get(at + 2..at + 2 + name.len());
            own.is_some_and(|own| own.eq_ignore_ascii_case(name))
        });
        let from = ends.map_or(self.rest.len(), |(at, _)| at);
        self.rest = self.rest.get(from..).unwrap_or_default();
        self.pass(">");
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            let Some(inside) = self.rest.strip_prefix('<') else {
                return Some(self.text());
            };
            let begins_tag = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
            match inside {
                _ if inside.starts_with("!--") => self.pass("-->"),
                _ if inside.starts_with(['!', '?']) => self.pass(">"),
                _ if begins_tag(inside.strip_prefix('/').unwrap_or(inside)) => {
                    return Some(self.tag(inside));
                }
                _ => return Some(self.text()),
            }
        }
    }
}

/// Where a tag ends: at the first `>` that is not within quotes.
fn tag_end(tag: &str) -> Option<usize> {
    let (mut quote, mut last) = (None, ' ');
    for (at, c) in tag.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') if last == '=' => quote = Some(c),
            (Some(own), c) if own == c => quote = None,
            _ => {}
        }
        if !c.is_whitespace() {
            last = c;
        }
    }
    // A quote that is not closed.
    tag.find('>')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(page: &str) -> Vec<String> {
        let parts = Parts::of(page).map(|part| match part {
            Part::Start(tag) => format!("<{}>", tag.name),
            Part::End(name) => format!("</{name}>"),
            Part::Text(text) => text.to_owned(),
        });
        parts.collect()
    }

    #[test]
    fn tags_and_texts_come_in_their_order() {
        let page = "<!DOCTYPE html><!-- <td> --><STYLE>td{a:b}</STYLE ><TD x='>' y=1>1 < 2</td><![if x]><br/>";
        assert_eq!(
            shown(page),
            ["<style>", "<td>", "1 ", "< 2", "</td>", "<br>"]
        );
        assert_eq!(shown("<td a=\"b>c"), ["<td>", "c"]);
        assert_eq!(shown("a</"), ["a", "</"]);
        assert_eq!(shown("<script>"), ["<script>"]);
    }

    #[test]
    fn attributes_need_no_quotes() {
        let page = "<td nowrap colspan=3 ROWSPAN = '2' href=\"a?b=1&amp;c=2\" class=xl24/>";
        let Some(Part::Start(tag)) = Parts::of(page).next() else {
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

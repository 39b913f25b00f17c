//! HTML within a value, as exports of web pages have it: tags and entities.

use std::borrow::Cow;

use crate::xml::without_entities;

/// Elements that stand for themselves: what is within one is another value than what is behind it.
const APART: [&str; 14] = [
    "a", "br", "div", "dd", "dt", "li", "ol", "option", "p", "span", "td", "th", "tr", "ul",
];
/// Elements within a text.
const WITHIN: [&str; 14] = [
    "b", "code", "em", "font", "i", "label", "mark", "nobr", "s", "small", "strong", "sub", "sup",
    "u",
];

/// A text without tags and entities of HTML. `between` takes the place of tags that separate values. What is no tag of a
/// text stays: `A < B`, `<山谷>`.
pub(crate) fn without_markup(text: &str, between: char) -> Cow<'_, str> {
    if !text.contains(['<', '&']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('<') {
        plain.push_str(before);
        let Some(separates) = is_separating(behind) else {
            plain.push('<');
            rest = behind;
            continue;
        };
        // Without an end in all of the rest there is no other tag either.
        let Some((_, after)) = behind.split_once('>') else {
            rest = rest.get(before.len()..).unwrap_or_default();
            break;
        };
        if separates {
            plain.push(between);
        }
        rest = after;
    }
    plain.push_str(rest);
    Cow::Owned(without_entities(&plain).into_owned())
}

/// A title without entities, and without tags of which one is closed, or that are breaks.
pub(crate) fn plain_title(text: &str) -> Cow<'_, str> {
    match text.contains("</") || text.contains("<br") {
        true => without_markup(text, ' '),
        false => without_entities(text),
    }
}

/// Whether the tag with which the text behind `<` begins separates values; `None` for what is no tag.
fn is_separating(text: &str) -> Option<bool> {
    let tag = text.strip_prefix('/').unwrap_or(text);
    let end = tag
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(tag.len());
    let (name, behind) = tag.split_at_checked(end)?;
    if !behind.starts_with([' ', '/', '>', '\n', '\r', '\t']) {
        return None;
    }
    let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    match (is(&APART), is(&WITHIN)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn tags_and_entities_are_no_text() {
        for (text, plain) in [
            (
                "<a href=\"/1\">林晓月</a> <a href='/2'>江白</a>",
                "|林晓月| |江白|",
            ),
            ("林晓月<br>江白<BR/>何青", "林晓月|江白|何青"),
            ("<b>林</b>晓月", "林晓月"),
            ("剧情&amp;自然", "剧情&自然"),
            ("A < B & <山谷> <abc>", "A < B & <山谷> <abc>"),
            ("<a <a <a", "<a <a <a"),
        ] {
            assert_eq!(without_markup(text, '|'), plain);
        }
        for (text, plain) in [
            ("林&amp;江", "林&江"),
            ("A <b> C", "A <b> C"),
            ("<a href=\"/1\">山谷</a>", " 山谷 "),
        ] {
            assert_eq!(plain_title(text), plain);
        }
    }

    #[test]
    fn hostile_texts_are_read_in_time() {
        for part in ["<a ", "<x", "<", "&", "&amp", "&#1", "</", "a&;"] {
            let begin = Instant::now();
            let many = part.repeat(1_000_000 / part.len());
            assert_eq!(without_markup(&many, '|'), many, "{part}");
            assert_eq!(plain_title(&many), many, "{part}");
            assert!(begin.elapsed() < Duration::from_secs(10), "{part}");
        }
        let many = "<a ".repeat(300_000) + ">";
        assert_eq!(without_markup(&many, '|'), "|");
        let many = "&amp;".repeat(200_000);
        assert_eq!(without_markup(&many, '|'), "&".repeat(200_000));
    }
}

//! Names in a cell, without what programs write around them: brackets of lists, addresses behind names, tags of HTML.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::values::is_nothing;
use crate::values::list::{SEPARATORS, values};
use crate::values::markup::without_markup;

/// Where an address ends that stands among names.
const ADDRESS_ENDS: [char; 13] = [
    ',', '，', '、', ';', '；', '|', '"', '<', '>', ')', '）', ']', '》',
];

/// The names of a cell.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) names: Vec<String>,
    /// Addresses that stand in place of a name.
    pub(super) addresses: Vec<String>,
}

/// The names in a text. `is_list` says that all cells of the column are in brackets.
pub(super) fn names_of(text: &str, separators: &str, is_list: bool) -> Names {
    let text = without_markup(text, '\n');
    let text = without_brackets(&text, is_list);
    let (text, addresses) = without_addresses(&text);
    let text = without_hashes(&text);
    let names = values(&text, separators);
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    if matches!(names.as_slice(), [name] if is_nothing(name)) {
        names.clear();
    }
    Names { names, addresses }
}

/// Hashtags as values on lines of their own: `#剧情 #自然`.
fn without_hashes(text: &str) -> Cow<'_, str> {
    let tags = text
        .split([' ', '\u{3000}', ',', '，', '\n'])
        .filter(|tag| !tag.is_empty());
    let tags: Option<Vec<&str>> = tags
        .map(|tag| tag.strip_prefix('#').filter(|tag| !tag.is_empty()))
        .collect();
    match tags {
        Some(tags) if text.contains('#') => Cow::Owned(tags.join("\n")),
        _ => Cow::Borrowed(text),
    }
}

/// Whether a text is in brackets as a whole.
pub(super) fn is_in_brackets(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('[') && text.ends_with(']')
}

/// A list in brackets as its values with separators between: `[林晓月, 江白]` of Java, `[剧情][自然]`. A single name keeps its
/// brackets unless it is known to be a list.
pub(super) fn without_brackets(text: &str, is_list: bool) -> Cow<'_, str> {
    let mut rest = text.trim();
    let mut groups = Vec::new();
    while !rest.is_empty() {
        let end = match rest.chars().next() {
            Some('[') => ']',
            Some('【') => '】',
            _ => return Cow::Borrowed(text),
        };
        let mut inner = rest.chars();
        inner.next();
        let Some((group, behind)) = inner.as_str().split_once(end) else {
            return Cow::Borrowed(text);
        };
        if group.contains(['[', '【']) {
            return Cow::Borrowed(text);
        }
        groups.push(group);
        rest = behind.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '、'));
    }
    match groups.as_slice() {
        [] => Cow::Borrowed(text),
        [one] if is_list || values(one, SEPARATORS).count() > 1 => Cow::Owned((*one).to_owned()),
        [_] => Cow::Borrowed(text),
        several => Cow::Owned(several.join("\n")),
    }
}

/// A text without the addresses in brackets behind names, as Notion and Markdown write them, and the addresses that stand
/// there alone.
fn without_addresses(text: &str) -> (Cow<'_, str>, Vec<String>) {
    if !text.contains("://") && !text.contains(".md)") {
        return (Cow::Borrowed(text), Vec::new());
    }
    let (mut plain, mut found) = (String::with_capacity(text.len()), Vec::new());
    let closed = brackets_of(text);
    let mut opened = None;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let behind = rest.get(letter.len_utf8()..).unwrap_or_default();
        let end = closed.get(&(text.len() - rest.len()));
        if let Some(after) = end.and_then(|end| behind_address(rest, text.len() - end)) {
            plain.truncate(plain.trim_end().len());
            // [name](address)
            if let Some(at) = opened.filter(|_| plain.ends_with(']')) {
                plain.pop();
                plain.remove(at);
                opened = None;
            }
            rest = after;
        } else if is_address(rest) {
            let ends = |c: char| c.is_whitespace() || ADDRESS_ENDS.contains(&c);
            let (address, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
            found.push(address.to_owned());
            plain.push('\n');
            rest = after;
        } else {
            if letter == '[' {
                opened = Some(plain.len());
            }
            plain.push(letter);
            rest = behind;
        }
    }
    (Cow::Owned(plain), found)
}

/// Where each bracket is closed that has no space within it. They are found at once: looking behind each one takes too long if
/// there are many.
fn brackets_of(text: &str) -> HashMap<usize, usize> {
    let (mut open, mut closed) = (Vec::new(), HashMap::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(at),
            ')' => {
                closed.extend(open.pop().map(|begin| (begin, at)));
            }
            c if c.is_whitespace() => open.clear(),
            _ => {}
        }
    }
    closed
}

/// What is behind the brackets with which a text begins if an address is in them, or the path of a page of Notion. `left` is
/// the length of the text from the closing one on.
fn behind_address(text: &str, left: usize) -> Option<&str> {
    let (inside, after) = text.split_at_checked(text.len().checked_sub(left)?)?;
    let address = inside.strip_prefix('(')?;
    let is_one = is_address(address) || address.ends_with(".md");
    after.strip_prefix(')').filter(|_| is_one)
}

fn is_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn read(text: &str) -> Vec<String> {
        names_of(text, SEPARATORS, false).names
    }

    #[test]
    fn brackets_around_lists_are_no_names() {
        for text in [
            "[林晓月, 江白]",
            "[林晓月][江白]",
            "【林晓月】 【江白】",
            "[林晓月], [江白]",
            "林晓月 (https://a.example/1?pvs=21), 江白 (https://a.example/2_(3))",
            concat!("林晓月 (Performers/%E6%9E%97%201f0a.md", "), 江白"),
            "[林晓月](https://a.example/1) / [江白](https://a.example/2)",
            "<a href=\"/1\">林晓月</a> <a href=\"/2\">江白</a>",
            "林晓月<br>江白",
        ] {
            assert_eq!(read(text), ["林晓月", "江白"], "{text}");
        }
        for text in [
            "[REC]",
            "[剧情] 山谷]",
            "(山谷)",
            "林晓月 (28)",
            "A (b 1f0a.md",
        ] {
            assert_eq!(read(text), [text], "{text}");
        }
        assert_eq!(names_of("[林晓月]", SEPARATORS, true).names, ["林晓月"]);
        assert_eq!(read("剧情&amp;自然"), ["剧情&自然"]);
        assert!(read("<i>-</i>").is_empty());
    }

    #[test]
    fn hashtags_are_several_values() {
        assert_eq!(read("#剧情 #自然"), ["剧情", "自然"]);
        assert_eq!(read("#剧情"), ["剧情"]);
        for text in ["C# 入门", "#1 山谷", "#"] {
            assert_eq!(read(text), [text]);
        }
    }

    #[test]
    fn an_address_is_no_name() {
        let found = names_of("https://a.example/1?b=2, 江白", SEPARATORS, false);
        assert_eq!(found.names, ["江白"]);
        assert_eq!(found.addresses, ["https://a.example/1?b=2"]);
    }

    #[test]
    fn hostile_cells_are_read_in_time() {
        for (part, names) in [
            ("(http://", 1),
            ("(", 1),
            ("a(http://b),", 83_333),
            ("[a](http://b)", 1),
            ("[", 1),
            ("](http://a)", 1),
            ("&amp;", 1),
            ("&amp;amp;", 111_111),
            ("\n", 0),
            ("\"", 1),
            // The comma is the name in quotes of every second.
            ("\",", 250_000),
            ("<", 1),
        ] {
            let begin = Instant::now();
            let many = part.repeat(1_000_000 / part.len());
            assert_eq!(read(&many).len(), names, "{part}");
            let with_address = read(&(many + "\n(https://a.example/1)"));
            assert_eq!(with_address.len(), names, "{part}");
            assert!(begin.elapsed() < Duration::from_secs(10), "{part}");
        }
    }
}

//! Lists as programs write them in their own language: `['林晓月', '江白']` of Python, which pandas puts into cells, also sets in
//! braces and arrays of NumPy, which have no commas, and `{林晓月,"Xia, Lin"}` of PostgreSQL.

use std::iter::Peekable;
use std::str::Chars;

use serde_json::{Map, Value};

/// Lists within lists.
const MAX_DEPTH: usize = 4;

/// The list in a cell, without what stands for nothing, if all of it are texts or objects.
pub(super) fn list_of(text: &str) -> Option<Vec<Value>> {
    let text = text.trim();
    if text == "set()" {
        return Some(Vec::new());
    }
    let mut reader = Reader {
        rest: text.chars().peekable(),
        depth: 0,
    };
    let mut list = match (text.chars().next()?, text.chars().next_back()?) {
        ('[', ']') | ('(', ')') => match reader.value()? {
            Value::Array(list) => list,
            _ => return None,
        },
        ('{', '}') => reader.array()?,
        _ => return None,
    };
    list.retain(|value| !value.is_null());
    let is_whole = reader.rest.next().is_none();
    let is_readable = |value: &Value| value.is_string() || value.is_object();
    (is_whole && list.iter().all(is_readable)).then_some(list)
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    depth: usize,
}

impl Reader<'_> {
    /// A value of Python.
    fn value(&mut self) -> Option<Value> {
        match self.peek()? {
            '[' => self.list(']').map(Value::Array),
            '(' => self.list(')').map(Value::Array),
            '{' => self.object(),
            '\'' | '"' => self.quoted().map(Value::String),
            _ => {
                let word = self.word(|c| matches!(c, ',' | ']' | ')' | '}' | ':'));
                match word.as_str() {
                    "None" | "nan" | "NaN" => Some(Value::Null),
                    "True" => Some(true.into()),
                    "False" => Some(false.into()),
                    number => number.parse::<f64>().ok().map(Value::from),
                }
            }
        }
    }

    fn list(&mut self, end: char) -> Option<Vec<Value>> {
        self.rest.next();
        self.enter()?;
        let mut list = Vec::new();
        while self.peek()? != end {
            list.push(self.value()?);
            self.comma(end)?;
        }
        self.rest.next();
        self.depth -= 1;
        Some(list)
    }

    fn object(&mut self) -> Option<Value> {
        self.rest.next();
        self.enter()?;
        let mut object = Map::new();
        while self.peek()? != '}' {
            let name = self.quoted()?;
            if self.peek()? != ':' {
                return None;
            }
            self.rest.next();
            object.insert(name, self.value()?);
            self.comma('}')?;
        }
        self.rest.next();
        self.depth -= 1;
        Some(Value::Object(object))
    }

    /// A list of PostgreSQL, whose texts need no quotes, or a set of Python.
    fn array(&mut self) -> Option<Vec<Value>> {
        self.rest.next();
        let mut list = Vec::new();
        while self.peek()? != '}' {
            list.push(match self.peek()? {
                '"' | '\'' => Value::String(self.quoted()?),
                _ => match self.word(|c| matches!(c, ',' | '}')).as_str() {
                    "NULL" => Value::Null,
                    word if word.is_empty() || word.contains([':', '{', '"', '\'']) => return None,
                    word => Value::String(word.to_owned()),
                },
            });
            self.comma('}')?;
        }
        self.rest.next();
        Some(list)
    }

    fn quoted(&mut self) -> Option<String> {
        let quote = self.peek().filter(|c| matches!(c, '\'' | '"'))?;
        self.rest.next();
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '\\' => match self.rest.next()? {
                    'n' | 'r' | 't' => text.push(' '),
                    other => text.push(other),
                },
                c if c == quote => return Some(text),
                c => text.push(c),
            }
        }
    }

    fn word(&mut self, ends: impl Fn(char) -> bool) -> String {
        let mut word = String::new();
        while let Some(c) = self.rest.next_if(|c| !ends(*c)) {
            word.push(c);
        }
        word.trim().to_owned()
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {}
        self.rest.peek().copied()
    }

    /// The comma behind a value, unless it is the last one. NumPy has only spaces between texts.
    fn comma(&mut self, end: char) -> Option<()> {
        match self.peek()? {
            ',' => self.rest.next().map(|_| ()),
            '\'' | '"' if end == ']' => Some(()),
            c => (c == end).then_some(()),
        }
    }

    fn enter(&mut self) -> Option<()> {
        self.depth += 1;
        (self.depth <= MAX_DEPTH).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_of_programs_are_read() {
        for (text, list) in [
            ("['林晓月', '江白']", json!(["林晓月", "江白"])),
            ("['O\\'Neil', \"it's\"]", json!(["O'Neil", "it's"])),
            ("('何青',)", json!(["何青"])),
            ("['何青', None, nan]", json!(["何青"])),
            ("{'江白', '林晓月'}", json!(["江白", "林晓月"])),
            (
                "['林晓月' '江白'\n \"O'Neil\"]",
                json!(["林晓月", "江白", "O'Neil"]),
            ),
            ("set()", json!([])),
            ("[]", json!([])),
            ("{}", json!([])),
            (
                "[{'id': 18, 'name': '剧情', 'adult': False}]",
                json!([{ "id": 18.0, "name": "剧情", "adult": false }]),
            ),
            (
                "{林晓月,\"Xia, \\\"Lin\\\"\",NULL}",
                json!(["林晓月", "Xia, \"Lin\""]),
            ),
            ("{Lin Xia, 江白}", json!(["Lin Xia", "江白"])),
        ] {
            assert_eq!(list_of(text).map(Value::Array), Some(list), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_lists() {
        for text in [
            "[剧情]",
            "[剧情] 山谷]",
            "[1, 2]",
            "['a'] ['b']",
            "['a'",
            "{a:b}",
            "{'a': 1}",
            "{a}{b}",
            "(山谷)",
            "",
        ] {
            assert_eq!(list_of(text), None, "{text}");
        }
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(list_of(&deep), None);
    }
}

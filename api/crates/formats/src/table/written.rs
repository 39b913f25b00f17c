//! Values as programs write them in their own language, where that is not quite JSON: of Python, of PHP (phpMyAdmin, HeidiSQL), of
//! JavaScript and of the shells of MongoDB, and JSON with comments or needless commas.

use serde_json::{Map, Number, Value};

/// Deepest list or object of a document.
const MAX_DEPTH: usize = 64;
/// Most lists and objects of a document.
const MAX_LISTS: usize = 4_000_000;
/// Longest name of a variable with what is before it.
const MAX_VARIABLE_BYTES: usize = 200;

/// The values of a text that is not JSON; `None` if it is not such a text to its end.
pub(super) fn documents(text: &str) -> Option<Vec<Value>> {
    let lists = text
        .bytes()
        .filter(|byte| matches!(byte, b'[' | b'{' | b'('));
    if lists.count() > MAX_LISTS {
        return None;
    }
    let mut reader = Reader::new(text, MAX_DEPTH);
    let mut values = Vec::new();
    loop {
        reader.rest = behind_variable(reader.rest);
        if reader.rest.is_empty() {
            return (!values.is_empty()).then_some(values);
        }
        let value = reader.value()?;
        if !value.is_array() && !value.is_object() {
            return None;
        }
        values.push(value);
    }
}

/// A text behind its comments.
pub(crate) fn behind_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let end = match () {
            () if rest.starts_with("/*") => "*/",
            () if rest.starts_with("//") || rest.starts_with('#') => "\n",
            () => return rest,
        };
        let behind = rest.split_once(end).map_or("", |(_, behind)| behind);
        rest = behind.trim_start();
    }
}

/// A text behind the variable that gets the value: `<?php $films =`, `export default`, and behind what ends a value before.
fn behind_variable(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = behind_comments(rest);
        let begins = ["<?php", "?>", ";", ",", "return ", "export default "];
        let known = begins.iter().find_map(|begin| rest.strip_prefix(begin));
        let variable = || {
            let begin = rest.get(..rest.floor_char_boundary(MAX_VARIABLE_BYTES))?;
            let head = begin.get(..begin.find('=')?)?;
            let behind = rest.get(head.len() + 1..)?;
            let is_name = |c: char| c.is_alphanumeric() || "$_.:<>|[] ".contains(c);
            let begins = head.starts_with(|c: char| c.is_alphabetic() || c == '$');
            let is_variable = begins && head.chars().all(is_name);
            (is_variable && !behind.starts_with('>')).then_some(behind)
        };
        match known.or_else(variable) {
            Some(behind) => rest = behind,
            None => return rest,
        }
    }
}

/// Whether a text that begins like JSON goes on as another language: `[{'number': …`, `{number: …`.
pub(crate) fn is_written(text: &str) -> bool {
    let inner = text.trim_start_matches(|c: char| matches!(c, '[' | '{') || c.is_whitespace());
    let word = inner.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (name, behind) = inner
        .split_at_checked(word.unwrap_or_default())
        .unwrap_or_default();
    let is_name = !name.is_empty() && behind.trim_start().starts_with(':');
    text.starts_with(['[', '{']) && (is_name || inner.starts_with('\'') && inner.contains("':"))
}

/// Reads values from the beginning of a text.
pub(super) struct Reader<'a> {
    rest: &'a str,
    depth: usize,
    most: usize,
}

impl<'a> Reader<'a> {
    /// A reader of values that are at most so deep.
    pub(super) const fn new(rest: &'a str, most: usize) -> Self {
        let depth = 0;
        Self { rest, depth, most }
    }

    /// The next character that is neither a space nor in a comment.
    pub(super) fn peek(&mut self) -> Option<char> {
        self.rest = behind_comments(self.rest);
        self.rest.chars().next()
    }

    /// Whether nothing is left, not even a space.
    pub(super) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Takes a sign, if it comes next.
    pub(super) fn takes(&mut self, sign: &str) -> bool {
        self.peek();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The next value; `None` if it is none.
    pub(super) fn value(&mut self) -> Option<Value> {
        match self.peek()? {
            '[' => self.list(']'),
            '(' => self.list(')'),
            '{' => self.object(),
            '\'' | '"' | '`' => self.quoted().map(Value::String),
            _ => self.named(),
        }
    }

    /// A list up to its end; of PHP also one with names: `['number' => 'MZU-017']`.
    fn list(&mut self, end: char) -> Option<Value> {
        self.enter()?;
        let (mut list, mut object) = (Vec::new(), Map::new());
        while self.peek()? != end {
            let value = self.value()?;
            match self.takes("=>") {
                true if value.is_number() => list.push(self.value()?),
                true => {
                    object.insert(value.as_str()?.to_owned(), self.value()?);
                }
                false => list.push(value),
            }
            self.comma(end)?;
        }
        self.leave();
        Some(match object.is_empty() {
            true => Value::Array(list),
            false => Value::Object(object),
        })
    }

    fn object(&mut self) -> Option<Value> {
        self.enter()?;
        let mut object = Map::new();
        while self.peek()? != '}' {
            let name = match self.quoted() {
                Some(name) => name,
                None => Some(self.word())
                    .filter(|name| !name.is_empty())?
                    .to_owned(),
            };
            let is_named = self.takes(":") || self.takes("=");
            object.insert(name, is_named.then(|| self.value())??);
            self.comma('}')?;
        }
        self.leave();
        Some(Value::Object(object))
    }

    /// A number, a constant, or the call of a function: `ISODate("2026-01-05")`, `array('a')`, `datetime.date(2026, 1, 5)`.
    fn named(&mut self) -> Option<Value> {
        let word = self.word();
        match word {
            "new" => return self.named(),
            // u'山谷' of Python 2.
            "u" | "b" | "r" | "f" if self.rest.starts_with(['\'', '"']) => {
                return self.quoted().map(Value::String);
            }
            _ => {}
        }
        if !word.is_empty()
            && self.peek() == Some('(')
            && !word.starts_with(|c: char| c.is_ascii_digit())
        {
            let inside = self.list(')')?;
            return Some(match word.to_ascii_lowercase().as_str() {
                "array" => inside,
                name => argument(name, inside),
            });
        }
        match word {
            "null" | "NULL" | "None" | "nil" | "undefined" | "nan" | "NaN" => Some(Value::Null),
            "true" | "True" | "TRUE" => Some(true.into()),
            "false" | "False" | "FALSE" => Some(false.into()),
            number => {
                let whole = number.parse::<i64>().ok().map(Number::from);
                let number = whole.or_else(|| Number::from_f64(number.parse().ok()?));
                number.map(Value::Number)
            }
        }
    }

    /// The text in quotes that comes next.
    pub(super) fn quoted(&mut self) -> Option<String> {
        let quote = self.peek().filter(|c| matches!(c, '\'' | '"' | '`'))?;
        let mut rest = self.rest.chars();
        rest.next();
        let mut text = String::new();
        loop {
            match rest.next()? {
                '\\' => match rest.next()? {
                    'n' => text.push('\n'),
                    'r' => {}
                    't' => text.push('\t'),
                    'u' => {
                        let digits = rest.as_str().get(..4)?;
                        text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                        rest = rest.as_str().get(4..)?.chars();
                    }
                    other => text.push(other),
                },
                c if c == quote => break,
                c => text.push(c),
            }
        }
        self.rest = rest.as_str();
        Some(text)
    }

    /// The letters, digits and signs of a name or number that come next.
    fn word(&mut self) -> &'a str {
        let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '-' | '+');
        self.until(|c| !is_of_word(c))
    }

    /// What comes next up to a character, without spaces around it.
    pub(super) fn until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        self.peek();
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or_default();
        self.rest = rest;
        word.trim()
    }

    /// The comma behind a value, unless it is the last one. NumPy has only spaces between texts.
    pub(super) fn comma(&mut self, end: char) -> Option<()> {
        match self.peek()? {
            ',' | ';' => self.takes_one(),
            '\'' | '"' if end == ']' => Some(()),
            c => (c == end).then_some(()),
        }
    }

    fn enter(&mut self) -> Option<()> {
        self.depth += 1;
        self.takes_one()?;
        (self.depth <= self.most).then_some(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
        self.takes_one();
    }

    fn takes_one(&mut self) -> Option<()> {
        let mut rest = self.rest.chars();
        rest.next()?;
        self.rest = rest.as_str();
        Some(())
    }
}

/// What a call stands for: its first argument, or the day of `datetime.date(2026, 1, 5)`.
fn argument(name: &str, inside: Value) -> Value {
    let Value::Array(mut list) = inside else {
        return inside;
    };
    let numbers: Option<Vec<u64>> = list.iter().map(Value::as_u64).collect();
    if let (true, Some([year, month, day, time @ ..])) = (name.contains("date"), numbers.as_deref())
    {
        let part = |at: usize| time.get(at).copied().unwrap_or_default();
        let [hour, minute, second] = [part(0), part(1), part(2)];
        return format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}").into();
    }
    match list.is_empty() {
        true => Value::Null,
        false => list.swap_remove(0),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_of_several_languages_are_read() {
        let films = json!([
            { "number": "MZU-1", "title": "it's", "runtime": 118, "tags": ["剧情"], "cover": null },
            { "number": "MZU-2", "title": "湖", "online": true },
        ]);
        for text in [
            "[{'number': 'MZU-1', 'title': \"it's\", 'runtime': 118, 'tags': ['剧情'], 'cover': None}, {'number': u'MZU-2', 'title': '\\u6e56', 'online': True}]",
            "<?php\n/* films */\n$films = array(\n  array('number' => 'MZU-1','title' => 'it\\'s','runtime' => 118,'tags' => ['剧情'],'cover' => NULL),\n  ['number' => 'MZU-2', 'title' => '湖', 'online' => true],\n);\n?>",
            "// films\nexport default [{number: 'MZU-1', title: `it's`, runtime: 118, tags: ['剧情',], cover: undefined}, {number: \"MZU-2\", title: '湖', online: true,},];",
            "const films: Film[] = [{\"number\": \"MZU-1\", title: 'it\\'s', runtime: NumberInt(118), tags: [/* one */ '剧情'], cover: null}, {number: 'MZU-2', title: '湖', online: true}]",
        ] {
            assert_eq!(documents(text), Some(vec![films.clone()]), "{text}");
        }
    }

    #[test]
    fn several_documents_may_have_commas_between() {
        let two = Some(vec![
            json!({ "a": 1 }),
            json!({ "b": "2026-01-05 00:00:00" }),
        ]);
        assert_eq!(
            documents("{\"a\": 1},\n{\"b\": \"2026-01-05 00:00:00\"}"),
            two
        );
        assert_eq!(
            documents("/* 1 */\n{a: 1}\n/* 2 */ {b: datetime.date(2026, 1, 5)}"),
            two
        );
    }

    #[test]
    fn what_is_cut_off_or_too_deep_is_not_read() {
        for text in ["", "[{'a': 1}", "[1] x", "山谷", "{'a'}", "$a = 1;"] {
            assert_eq!(documents(text), None, "{text}");
        }
        assert_eq!(documents(&"[".repeat(100_000)), None);
        assert_eq!(documents(&("[".repeat(100) + &"]".repeat(100))), None);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "(array\\(|=>|<\\?php|\\$a =|new |u'|\\\\u|/\\*|//|[\\[\\](){}:,;'\"\\\\`a1 -]|山|\n){0,60}") {
            let _ = documents(&text);
            let _ = is_written(&text);
        }
    }
}

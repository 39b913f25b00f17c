//! The words, names, texts and signs of an SQL dump.

use serde_json::{Number, Value};

use crate::sql::{escaped, of_hex};

/// A part of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A keyword, a number or a name without quotes.
    Word(String),
    /// A name in quotes or brackets.
    Name(String),
    Text(String),
    Sign(char),
}

/// A dump that is read from its beginning to its end.
pub(super) struct SqlText<'a> {
    rest: &'a str,
    /// Whether a backslash in a text escapes the character behind it, as in MySQL.
    has_escapes: bool,
    /// Whether statements end with a line that is GO, as in SQL Server.
    has_go: bool,
}

impl<'a> SqlText<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text.trim_start_matches('\u{feff}'),
            has_escapes: text.contains('`'),
            has_go: text.lines().any(|line| line.trim() == "GO"),
        }
    }

    /// The next token; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Token> {
        self.skip_blanks();
        let first = self.rest.chars().next()?;
        self.advance(first.len_utf8());
        Some(match first {
            '\'' => Token::Text(self.quoted('\'', self.has_escapes)),
            '`' => Token::Name(self.quoted('`', false)),
            '"' => Token::Name(self.quoted('"', self.has_escapes)),
            '[' => Token::Name(self.quoted(']', false)),
            c if is_of_word(c) => {
                let end = self
                    .rest
                    .find(|c| !is_of_word(c))
                    .unwrap_or(self.rest.len());
                let word = format!("{c}{}", self.rest.get(..end).unwrap_or_default());
                self.advance(end);
                self.prefixed(word)
            }
            other => Token::Sign(other),
        })
    }

    /// A word, or the text that it is the prefix of: `N'山谷'`, `E'a\\nb'`, `X'E5B1B1'`, `_utf8'山谷'`.
    fn prefixed(&mut self, word: String) -> Token {
        let is_prefix =
            matches!(word.as_str(), "N" | "n" | "E" | "e" | "X" | "x") || word.starts_with('_');
        if !is_prefix || !self.rest.starts_with('\'') {
            return Token::Word(word);
        }
        self.advance(1);
        let text = self.quoted('\'', self.has_escapes || word.eq_ignore_ascii_case("E"));
        Token::Text(match word.as_str() {
            "X" | "x" => of_hex(&text).unwrap_or(text),
            _ => text,
        })
    }

    /// Takes a sign, if it comes next.
    pub(super) fn takes(&mut self, wanted: char) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes a word, if one comes next.
    pub(super) fn takes_word(&mut self) -> Option<String> {
        self.skip_blanks();
        let end = self
            .rest
            .find(|c| !is_of_word(c))
            .unwrap_or(self.rest.len());
        let (word, rest) = self
            .rest
            .split_at_checked(end)
            .filter(|(word, _)| !word.is_empty())?;
        self.rest = rest;
        Some(word.to_owned())
    }

    /// Skips the rest of a statement.
    pub(super) fn skip(&mut self) {
        while let Some(token) = self.next() {
            let is_end =
                token == Token::Sign(';') || (self.has_go && token == Token::Word("GO".to_owned()));
            if is_end {
                break;
            }
        }
    }

    /// The value in a list of them, and whether it is the last one. Of a call such as `CAST(N'2026-01-05' AS Date)` it is the first text.
    pub(super) fn value(&mut self) -> (Value, bool) {
        let (mut value, mut texts, mut depth) = (Value::Null, Vec::new(), 0_u32);
        let mut is_array = false;
        let is_last = loop {
            match self.next() {
                None => break true,
                Some(Token::Sign(',')) if depth == 0 => break false,
                Some(Token::Sign(')')) if depth == 0 => break true,
                Some(Token::Sign('(')) => depth += 1,
                Some(Token::Sign(')')) => depth -= 1,
                Some(Token::Sign('-')) if value.is_null() => value = Value::String("-".to_owned()),
                Some(Token::Sign(_)) => {}
                Some(Token::Text(text)) => texts.push(text),
                // ARRAY['a','b'], which reads as a name in brackets.
                Some(Token::Name(list)) if is_array => texts.extend(texts_of(&list)),
                Some(Token::Name(text)) => texts.push(text),
                Some(Token::Word(word)) => {
                    is_array |= word.eq_ignore_ascii_case("ARRAY");
                    if value.is_null() || value == "-" {
                        value = of_word(&word, value == "-");
                    }
                }
            }
        };
        // replace('a\nb','\n',char(10)) of SQLite
        if let (true, [text, from, ..]) = (value == "replace", texts.as_mut_slice()) {
            *text = text.replace(from.as_str(), "\n");
        }
        let value = match texts.is_empty() {
            true => value,
            false if is_array => texts.into(),
            false => texts.swap_remove(0).into(),
        };
        (value, is_last)
    }

    /// The next line of the rows of PostgreSQL's COPY; `None` at their end.
    pub(super) fn line_of_copy(&mut self) -> Option<&'a str> {
        // The rest of the line with the statement.
        if self.rest.starts_with(['\r', '\n']) {
            let rest = self.rest;
            self.rest = rest
                .strip_prefix("\r\n")
                .or_else(|| rest.strip_prefix('\n'))
                .unwrap_or(rest);
        }
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at_checked(end)?;
        let line = line.trim_end_matches('\r');
        if rest.is_empty() && line.is_empty() {
            return None;
        }
        self.rest = rest;
        (line != "\\.").then_some(line)
    }

    /// The text up to a quote, behind the first one. A quote in it is written twice.
    fn quoted(&mut self, quote: char, has_escapes: bool) -> String {
        let mut text = String::new();
        let mut rest = self.rest.chars();
        while let Some(c) = rest.next() {
            match c {
                c if c == quote => {
                    let behind = rest.as_str().strip_prefix(quote).filter(|_| quote != ']');
                    let Some(behind) = behind else {
                        break;
                    };
                    text.push(quote);
                    rest = behind.chars();
                }
                '\\' if has_escapes => text.push(match rest.next() {
                    Some(other) => escaped(other),
                    None => break,
                }),
                c => text.push(c),
            }
        }
        self.rest = rest.as_str();
        text
    }

    /// Skips spaces and comments.
    fn skip_blanks(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let end = match () {
                () if self.rest.starts_with("--")
                    || (self.has_escapes && self.rest.starts_with('#')) =>
                {
                    "\n"
                }
                () if self.rest.starts_with("/*") => "*/",
                () => return,
            };
            self.rest = self.rest.split_once(end).map_or("", |(_, rest)| rest);
        }
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }
}

/// The value of a word: a number, or nothing.
fn of_word(word: &str, is_negative: bool) -> Value {
    if word.eq_ignore_ascii_case("NULL") || word.eq_ignore_ascii_case("DEFAULT") {
        return Value::Null;
    }
    if let Some(text) = word.strip_prefix("0x").and_then(of_hex) {
        return text.into();
    }
    let word = if is_negative {
        format!("-{word}")
    } else {
        word.to_owned()
    };
    let number = serde_json::from_str::<Number>(&word).ok();
    // 8.60 stays as it is.
    match number.filter(|number| number.to_string() == word) {
        Some(number) => Value::Number(number),
        None => word.into(),
    }
}

/// The texts in a list such as `'a', 'b'`.
fn texts_of(list: &str) -> Vec<String> {
    let parts = list.split(',').map(|part| part.trim().trim_matches('\''));
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '@' | '+')
}

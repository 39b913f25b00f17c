//! The words, names, texts and signs of an SQL dump, read as a stream.

use std::io::{BufReader, Bytes, Read};
use std::iter::Peekable;

use super::raw::Text;
use crate::error::Error;
use crate::sql::{escaped, of_hex};

/// A part of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A keyword, a number or a name without quotes.
    Word(String),
    /// A name or a text in quotes.
    Quoted(String),
    Sign(u8),
}

/// The tokens of a dump.
pub(super) struct Tokens {
    bytes: Peekable<Bytes<BufReader<Text>>>,
}

impl Tokens {
    pub(super) fn new(text: Text) -> Self {
        Self {
            bytes: BufReader::with_capacity(64 * 1024, text).bytes().peekable(),
        }
    }

    fn byte(&mut self) -> Result<Option<u8>, Error> {
        Ok(self.bytes.next().transpose()?)
    }

    /// The next byte, which stays. An error comes when it is taken.
    fn peek(&mut self) -> Option<u8> {
        self.bytes.peek()?.as_ref().ok().copied()
    }

    /// Takes a byte, if it comes next.
    pub(super) fn takes(&mut self, wanted: u8) -> Result<bool, Error> {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.byte()?;
        }
        Ok(is_next)
    }

    /// The next token, of which at most so many bytes are kept; `None` at the end.
    pub(super) fn next(&mut self, most: usize) -> Result<Option<Token>, Error> {
        while let Some(byte) = self.byte()? {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                b'#' => self.line()?,
                b'-' if self.peek() == Some(b'-') => self.line()?,
                b'/' if self.peek() == Some(b'*') => self.comment()?,
                b'\'' | b'"' | b'`' => return self.quoted(byte, most).map(Some),
                b'X' | b'x' if self.takes(b'\'')? => return self.hex(most).map(Some),
                _ if is_of_word(byte) => return self.word(byte).map(Some),
                other => return Ok(Some(Token::Sign(other))),
            }
        }
        Ok(None)
    }

    /// Skips the rest of a line.
    fn line(&mut self) -> Result<(), Error> {
        while self.byte()?.is_some_and(|byte| byte != b'\n') {}
        Ok(())
    }

    /// Skips a comment, also one that some versions of MySQL carry out.
    fn comment(&mut self) -> Result<(), Error> {
        self.byte()?;
        while let Some(byte) = self.byte()? {
            if byte == b'*' && self.peek() == Some(b'/') {
                self.byte()?;
                break;
            }
        }
        Ok(())
    }

    fn word(&mut self, first: u8) -> Result<Token, Error> {
        let mut word = vec![first];
        while self.peek().is_some_and(is_of_word) {
            word.extend(self.byte()?);
        }
        Ok(Token::Word(String::from_utf8_lossy(&word).into_owned()))
    }

    /// The text of `X'E5B1B1'`, as the standard of SQL has it, behind its first quote.
    fn hex(&mut self, most: usize) -> Result<Token, Error> {
        Ok(match self.quoted(b'\'', most.saturating_mul(2))? {
            Token::Quoted(digits) => Token::Quoted(of_hex(&digits).unwrap_or(digits)),
            other => other,
        })
    }

    /// What stands in quotes: a quote in it is written twice, or has a backslash before it, as other characters have.
    fn quoted(&mut self, quote: u8, most: usize) -> Result<Token, Error> {
        let mut text = Vec::new();
        loop {
            let byte = match self.byte()? {
                None => return Err(ended_early()),
                Some(byte) if byte == quote => match self.peek() == Some(quote) {
                    true => self.byte()?.unwrap_or(quote),
                    false => break,
                },
                Some(b'\\') if quote != b'`' => match self.byte()? {
                    None => return Err(ended_early()),
                    Some(other) if other.is_ascii() => {
                        u8::try_from(escaped(char::from(other))).unwrap_or(other)
                    }
                    Some(other) => other,
                },
                Some(other) => other,
            };
            if text.len() < most {
                text.push(byte);
            }
        }
        Ok(Token::Quoted(String::from_utf8_lossy(&text).into_owned()))
    }
}

pub(super) fn ended_early() -> Error {
    Error::damaged(
        "the dump ends within a statement",
        "备份不完整，断在一条语句中间",
    )
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'$' | b'.' | b'-' | b'+' | b'@')
        || byte >= 0x80
}

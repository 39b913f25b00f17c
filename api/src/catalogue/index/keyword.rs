//! Parses a keyword. All input is literal; there are no operators.

use super::dates;
use super::normalise::normalise;
use super::number::{number_key, spelling};
use super::sounds::{self, Reading};
use super::tokenizer::{Piece, folded, pieces};

/// A parsed keyword.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keyword {
    /// Runs of CJK characters, each matched literally.
    pub(super) runs: Vec<Vec<char>>,
    /// Words, each matched as a prefix.
    pub(super) words: Vec<String>,
    /// The keyword as the number of a work, if it could be one.
    pub(super) number: Option<String>,
    /// That number with all its zeros.
    pub(super) number_spelling: String,
    /// Its words joined, if there are several and nothing else: `lin xiao yue` means `linxiaoyue`.
    pub(super) joined: Option<String>,
    /// The ways to read it as pinyin.
    pub(super) readings: Vec<Reading>,
    /// The year, month or day that it is, first and last second.
    pub(super) published: Option<(i64, i64)>,
    /// Whether it has only digits, and so is rather a title or a year than a part of a number.
    pub(super) digits: bool,
}

impl Keyword {
    /// Parses `text`. A keyword of punctuation alone is empty and matches nothing.
    pub fn parse(text: &str) -> Self {
        let normalised = normalise(text);
        let (mut runs, mut words) = (Vec::new(), Vec::new());
        for piece in pieces(&folded(text)) {
            match piece {
                Piece::Cjk(run) => runs.push(run),
                Piece::Word(word) => words.push(word),
            }
        }
        let key = number_key(&normalised);
        let only_words = runs.is_empty() && !words.is_empty();
        let all = |is: fn(&u8) -> bool| {
            only_words && words.iter().all(|word| word.bytes().all(|b| is(&b)))
        };
        Self {
            number: (only_words && key.is_ascii()).then_some(key),
            number_spelling: spelling(text),
            joined: (only_words && words.len() > 1).then(|| words.concat()),
            readings: match all(u8::is_ascii_lowercase) {
                true => sounds::read(&words.concat()),
                false => Vec::new(),
            },
            published: dates::span(&normalised),
            digits: all(u8::is_ascii_digit),
            runs,
            words,
        }
    }

    /// Number of its runs and words.
    pub fn pieces(&self) -> usize {
        self.runs.len() + self.words.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.words.is_empty()
    }
}

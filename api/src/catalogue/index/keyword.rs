//! Parses a keyword. All input is literal; there are no operators.

use super::normalise::normalise;
use super::number::number_key;
use super::tokenizer::{Piece, pieces};

/// A parsed keyword.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keyword {
    /// Runs of CJK characters, each matched literally.
    pub(super) runs: Vec<Vec<char>>,
    /// Words, each matched as a prefix.
    pub(super) words: Vec<String>,
    /// The keyword as the number of a work, if it could be one.
    pub(super) number: Option<String>,
    /// The keyword as pinyin, if it could be: `lin xiao yue` means `linxiaoyue`.
    pub(super) reading: Option<String>,
}

impl Keyword {
    /// Parses `text`. A keyword of punctuation alone is empty and matches nothing.
    pub fn parse(text: &str) -> Self {
        let normalised = normalise(text);
        let (mut runs, mut words) = (Vec::new(), Vec::new());
        for piece in pieces(&normalised) {
            match piece {
                Piece::Cjk(run) => runs.push(run),
                Piece::Word(word) => words.push(word),
            }
        }
        let key = number_key(&normalised);
        let only_words = runs.is_empty() && !words.is_empty();
        let letters = only_words
            && words
                .iter()
                .all(|word| word.chars().all(|c| c.is_ascii_lowercase()));
        Self {
            number: (only_words && key.is_ascii()).then_some(key),
            reading: letters.then(|| words.concat()),
            runs,
            words,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.words.is_empty()
    }
}

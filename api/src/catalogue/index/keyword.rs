//! What somebody typed, taken apart. Everything typed is literal; there are no operators.

use super::normalise::normalise;
use super::number::number_key;
use super::tokenizer::{Piece, pieces};

/// A keyword with something to look for in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keyword {
    /// Runs of characters, each to be found as it stands.
    pub(super) runs: Vec<Vec<char>>,
    /// Words, each to be found as the beginning of a word.
    pub(super) words: Vec<String>,
    /// The whole as the number of a work, when it could be one.
    pub(super) number: Option<String>,
    /// The whole as pinyin, when it could be: `lin xiao yue` reads like `linxiaoyue`.
    pub(super) reading: Option<String>,
}

impl Keyword {
    /// Takes `text` apart. A keyword of signs alone has nothing to look for; it finds nothing, which
    /// is an answer too.
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

    /// Whether there is nothing to look for.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.words.is_empty()
    }
}

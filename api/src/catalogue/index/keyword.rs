//! Parses a keyword. All input is literal; there are no operators.

use std::ops::Range;

use super::dates;
use super::normalise::normalise;
use super::number::{number_key, spelling};
use super::sounds::{self, Reading};
use super::tokenizer::{Piece, folded, pieces};

/// Most groups of words that a number beside a title is written in: `FC2 PPV 123456`.
const MOST_GROUPS: usize = 3;
/// Fewest characters of a number beside a title, so that `3D` and `S1` are none.
const LEAST_CHARS: usize = 3;
/// Fewest digits of one without letters, so that a year is none.
const LEAST_DIGITS: usize = 5;

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
    /// What may be a number at its beginning or end, beside a title or a name.
    pub(super) beside: Vec<NumberPart>,
    /// Its words joined, if there are several and nothing else: `lin xiao yue` means `linxiaoyue`.
    pub(super) joined: Option<String>,
    /// The ways to read it as pinyin.
    pub(super) readings: Vec<Reading>,
    /// The year, month or day that it is, first and last second.
    pub(super) published: Option<(i64, i64)>,
    /// Whether it has only digits, and so is rather a title or a year than a part of a number.
    pub(super) digits: bool,
}

/// Words of a keyword that may be a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct NumberPart {
    pub(super) key: String,
    /// The number with all its zeros.
    pub(super) spelling: String,
    /// Their places among the words.
    pub(super) words: Range<usize>,
}

impl Keyword {
    /// Parses `text`. A keyword of punctuation alone is empty and matches nothing.
    pub fn parse(text: &str) -> Self {
        let normalised = normalise(text);
        let folded = folded(text);
        let (mut runs, mut words) = (Vec::new(), Vec::new());
        for piece in pieces(&folded) {
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
            beside: numbers_beside(&folded, &words, only_words),
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

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.words.is_empty()
    }

    /// Whether one of its words is a number, beside something else.
    pub(super) fn has_numeral(&self) -> bool {
        !self.digits && self.words.iter().any(|word| is_numeral(word))
    }
}

/// Whether a word has only digits.
pub(super) fn is_numeral(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// What may be a number beside the rest of a keyword: groups of words at its beginning or end, the last with a digit.
fn numbers_beside(folded: &str, words: &[String], only_words: bool) -> Vec<NumberPart> {
    let groups = groups(folded);
    let leading = groups.iter().map_while(Option::as_ref).take(MOST_GROUPS);
    let trailing = groups.iter().rev().map_while(Option::as_ref);
    let ends = trailing
        .take(MOST_GROUPS)
        .map(|group| group.start..words.len());
    let parts = leading.map(|group| 0..group.end).chain(ends);
    // All words together are no part.
    let parts = parts.filter(|part| !only_words || part.len() < words.len());
    parts.filter_map(|part| number_part(words, part)).collect()
}

fn number_part(words: &[String], part: Range<usize>) -> Option<NumberPart> {
    let has_digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let written = words.get(part.clone())?;
    let text = written.concat();
    let key = number_key(&text);
    let is_mixed = key.contains(|c: char| c.is_ascii_lowercase());
    let least = if is_mixed { LEAST_CHARS } else { LEAST_DIGITS };
    let is_number = key.is_ascii() && key.len() >= least && has_digits(written.last()?);
    is_number.then(|| NumberPart {
        key,
        spelling: spelling(&text),
        words: part,
    })
}

/// The places of words with only signs between them, like those of `MZU-017`; none for a run of Chinese characters.
fn groups(folded: &str) -> Vec<Option<Range<usize>>> {
    let mut groups: Vec<Option<Range<usize>>> = Vec::new();
    let mut words = 0;
    for text in folded.split_whitespace() {
        let mut fresh = true;
        for piece in pieces(text) {
            if let Piece::Cjk(_) = piece {
                groups.push(None);
                fresh = true;
                continue;
            }
            match groups.last_mut() {
                Some(Some(group)) if !fresh => group.end += 1,
                _ => groups.push(Some(words..words + 1)),
            }
            words += 1;
            fresh = false;
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_beside_other_words() {
        for (keyword, numbers) in [
            ("MZU-017 山谷里的四季", vec!["mzu17"]),
            ("山谷里的四季mzu017", vec!["mzu17"]),
            ("ＭＺＵ　０１７　山谷", vec!["mzu17"]),
            ("mzu-017 mockingbird", vec!["mzu17"]),
            ("cafe mockingbird wst-008", vec!["wst8", "mockingbirdwst8"]),
            ("FC2 PPV 123456 城市", vec!["fc2", "fc2ppv123456"]),
            ("010120-001 集市", vec!["10120001"]),
            ("mzu-017", vec![]),
            ("mzu 017", vec![]),
            ("2019 山谷", vec![]),
            ("3D 山谷", vec![]),
            ("山谷 mzu-017 四季", vec![]),
            ("moon walker", vec![]),
        ] {
            let parts = Keyword::parse(keyword).beside;
            let keys: Vec<String> = parts.into_iter().map(|part| part.key).collect();
            assert_eq!(keys, numbers, "{keyword}");
        }
    }
}

//! Parses a keyword. All input is literal; there are no operators.

pub(crate) mod highlight;
mod noise;
mod numbers;
pub(crate) mod understood;

use std::ops::Range;

use yingku_base::kinds::Channel;

pub(crate) use self::numbers::NumberPart;
use self::numbers::{MAX_GROUPS, number_part, numbers_pasted, pasted_name};
use self::understood::{RecognizedPart, understood};
use crate::text::canonical::canonical;
use crate::text::dates;
use crate::text::normalise::normalise;
use crate::text::number::{number_key, spelling};
use crate::text::numerals::is_roman;
use crate::text::sounds::{self, Reading};
use crate::text::tokenizer::{Piece, pieces, spaced_pieces, written};

/// Maximum number of letters in a word that means little next to others.
const MAX_SHORT: usize = 2;

/// A parsed keyword.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keyword {
    /// Runs of CJK characters, each matched literally.
    pub(crate) runs: Vec<Vec<char>>,
    /// The same runs as typed.
    pub(crate) typed: Vec<Vec<char>>,
    /// Words, each matched as a prefix.
    pub(crate) words: Vec<String>,
    /// The keyword as the number of a work, if it could be one.
    pub(crate) number: Option<String>,
    /// That number with all its zeros.
    pub(crate) number_spelling: String,
    /// Possible numbers at its beginning or end, next to other words.
    pub(crate) number_candidates: Vec<NumberPart>,
    /// Possible numbers joined with other text, as in file names: `MZU-017中字`.
    pub(crate) pasted: Vec<NumberPart>,
    /// Its words joined, if there are several and nothing else: `lin xiao yue` means `linxiaoyue`.
    pub(crate) joined: Option<String>,
    /// Its possible readings as pinyin.
    pub(crate) readings: Vec<Reading>,
    /// The parts with a meaning of their own: channels and dates.
    pub(crate) understood: Vec<RecognizedPart>,
    /// The first and last second, if it is a year, month or day.
    pub(crate) published: Option<(i64, i64)>,
    /// Whether it has only digits, and so is more likely a title or a year than a part of a number.
    pub(crate) digits: bool,
}

impl Keyword {
    /// Parses `text`. A keyword of punctuation alone is empty and matches nothing.
    pub fn parse(text: &str) -> Self {
        let (text, is_file) = pasted_name(text);
        let parts = parts(text);
        let spaced: Vec<&[Piece]> = parts.iter().flat_map(Part::spaced).collect();
        let (mut runs, mut words) = (Vec::new(), Vec::new());
        for piece in spaced.iter().copied().flatten() {
            match piece {
                Piece::Cjk(run) => runs.push(begun(run.clone())),
                Piece::Word(word) => words.push(word.clone()),
            }
        }
        let normalised: Vec<&str> = parts.iter().map(|part| part.normalised.as_str()).collect();
        let normalised = normalised.join(" ");
        let key = number_key(&normalised);
        let allowed_values = runs.is_empty() && !words.is_empty();
        let all = |is: fn(&u8) -> bool| {
            allowed_values && words.iter().all(|word| word.bytes().all(|b| is(&b)))
        };
        Self {
            pasted: numbers_pasted(&spaced, is_file),
            number_candidates: candidate_numbers(&spaced, &words, allowed_values),
            number: (allowed_values && key.is_ascii()).then_some(key),
            number_spelling: spelling(text),
            joined: (allowed_values && words.len() > 1).then(|| words.concat()),
            readings: match all(u8::is_ascii_lowercase) {
                true => sounds::read(&words.concat()),
                false => Vec::new(),
            },
            understood: understood(&parts),
            published: dates::span(&normalised),
            digits: all(u8::is_ascii_digit),
            typed: typed(text, &runs),
            runs,
            words,
        }
    }

    /// The keyword without the parts that a work's channel and time of publication explain, and whether the time does.
    /// `None` if neither does.
    pub fn without_explained_by(
        &self,
        channel: Option<Channel>,
        published: i64,
    ) -> Option<(Self, bool)> {
        let matching = self.understood.iter();
        let matching = matching.filter(|part| part.matches_work(channel, published));
        let matching: Vec<&RecognizedPart> = matching.collect();
        if matching.is_empty() {
            return None;
        }
        let mut rest = self.clone();
        rest.joined = None;
        // Backwards, so that the indexes of the others stay valid.
        for part in matching.iter().rev() {
            rest.runs.drain(part.runs.clone());
            rest.words.drain(part.words.clone());
        }
        let is_date = |part: &&RecognizedPart| part.is_date();
        Some((rest, matching.iter().any(is_date)))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.words.is_empty()
    }

    /// Whether one of several words is a numeral.
    pub(crate) fn has_numeral(&self) -> bool {
        let is_it = |word: &String| is_numeral(word) || is_roman(word);
        let is_alone = self.runs.is_empty() && self.words.len() == 1;
        !self.digits && !is_alone && self.words.iter().any(is_it)
    }

    /// Whether a word of it is so short that it means little next to the others.
    pub(crate) fn is_short(&self, word: &str) -> bool {
        let max = match (self.runs.len(), self.words.len()) {
            (0, 1) => return false,
            (0, _) => MAX_SHORT,
            _ => 1,
        };
        word.chars().nth(max).is_none()
    }
}

/// What stands between spaces in a keyword.
struct Part {
    normalised: String,
    /// Its pieces, by what stands between spaces when it is folded: `&` is a word.
    pieces: Vec<Vec<Piece>>,
}

impl Part {
    fn spaced(&self) -> impl Iterator<Item = &[Piece]> {
        self.pieces.iter().map(Vec::as_slice)
    }
}

fn parts(text: &str) -> Vec<Part> {
    let parts = text.split_whitespace().map(|part| {
        let normalised = normalise(part);
        Part {
            pieces: spaced_pieces(&canonical(&normalised)),
            normalised,
        }
    });
    parts.collect()
}

/// A run without a leading 々, which titles have folded to the character before it.
fn begun(run: Vec<char>) -> Vec<char> {
    match run.iter().position(|c| *c != '々') {
        Some(begin) => run.get(begin..).unwrap_or_default().to_vec(),
        None => run,
    }
}

/// The runs of a keyword as typed, or folded where they cannot be mapped.
fn typed(text: &str, runs: &[Vec<char>]) -> Vec<Vec<char>> {
    if runs.is_empty() {
        return Vec::new();
    }
    let written = pieces(&written(text)).into_iter();
    let typed: Vec<Vec<char>> = written
        .filter_map(|piece| match piece {
            Piece::Cjk(run) => Some(begun(run)),
            Piece::Word(_) => None,
        })
        .collect();
    let is_same = typed.iter().map(Vec::len).eq(runs.iter().map(Vec::len));
    if is_same { typed } else { runs.to_vec() }
}

/// Whether a word has only digits.
pub(crate) fn is_numeral(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// Possible numbers next to the rest of a keyword: groups of words at its beginning or end, the last with a digit, and
/// prefixes of these groups, because file names continue after the number: `MZU-017-C`.
fn candidate_numbers(
    spaced: &[&[Piece]],
    words: &[String],
    allowed_values: bool,
) -> Vec<NumberPart> {
    let groups = groups(spaced);
    let leading = groups.iter().map_while(Option::as_ref).take(MAX_GROUPS);
    let trailing = groups.iter().rev().map_while(Option::as_ref);
    let ends = trailing
        .clone()
        .take(MAX_GROUPS)
        .map(|group| group.start..words.len());
    let outer = leading.clone().take(1).chain(trailing.take(1));
    let begins = outer.flat_map(|group| {
        let lasts = group.start + 1..group.end;
        lasts.map(|last| group.start..last)
    });
    let begins = begins.filter_map(|part| number_part(words, part).filter(NumberPart::is_mixed));
    let parts = leading.map(|group| 0..group.end).chain(ends);
    // All words together are not a part.
    let parts = parts.filter(|part| !allowed_values || part.len() < words.len());
    let mut numbers: Vec<NumberPart> = Vec::new();
    for part in parts
        .filter_map(|part| number_part(words, part))
        .chain(begins)
    {
        if !numbers.contains(&part) {
            numbers.push(part);
        }
    }
    numbers
}

/// The ranges of words joined by punctuation, like `MZU-017`; `None` for a run of Chinese characters.
fn groups(spaced: &[&[Piece]]) -> Vec<Option<Range<usize>>> {
    let mut groups: Vec<Option<Range<usize>>> = Vec::new();
    let mut words = 0;
    for pieces in spaced {
        let mut fresh = true;
        for piece in *pieces {
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
    fn a_number_is_found_among_other_words() {
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
            ("MZUー017 山谷", vec!["mzu17"]),
            ("MZU-017-C.mp4", vec!["mzu17"]),
            ("MZU-017中字", vec!["mzu17"]),
            ("山谷-MZU-017-UC.MKV", vec!["mzu17"]),
        ] {
            let parts = Keyword::parse(keyword).number_candidates;
            let keys: Vec<String> = parts.into_iter().map(|part| part.key).collect();
            assert_eq!(keys, numbers, "{keyword}");
        }
    }
}

//! Omits a word of a keyword when no work has all of them.

use std::cmp::Reverse;

use super::correction::Correction;
use super::vocabulary::Vocabulary;
use crate::error::IndexError;
use crate::keyword::understood::is_channel_or_date;
use crate::keyword::{Keyword, is_numeral};
use crate::query::tiers;
use crate::text::normalise::{is_cjk, normalise};
use crate::text::numerals::is_roman;

/// Maximum number of words in a keyword of which one is omitted.
const MAX_WORDS: usize = 6;
/// Maximum number of shortened keywords to look up.
const MAX_GUESSES: usize = 3;
/// Minimum number of digits after letters for a work's number.
const MIN_DIGITS: usize = 2;
/// Minimum number of letters, and of Chinese characters, in a word worth searching alone.
const MIN_LETTERS: usize = 3;
const MIN_CHARS: usize = 2;

/// The keyword without its unknown words, or else without the least significant one; `None` if no work has the others.
pub(crate) fn with_fewer_words(
    words: &Vocabulary<'_>,
    text: &str,
) -> Result<Option<Correction>, IndexError> {
    let parts = parts(text);
    if !(2..=MAX_WORDS).contains(&parts.len()) || parts.iter().any(|part| is_number(part)) {
        return Ok(None);
    }
    let mut present = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if words.has_anywhere(&Keyword::parse(part))? {
            present.push(at);
        }
    }
    let mut guesses = Vec::new();
    if present.len() < parts.len() {
        guesses.push(present.clone());
    }
    let mut least_first = present.clone();
    least_first.sort_by_key(|at| (weight(parts.get(*at).copied()), Reverse(*at)));
    let without = |left_out: &usize| {
        present
            .iter()
            .copied()
            .filter(|at| at != left_out)
            .collect()
    };
    guesses.extend(least_first.iter().map(without));
    for kept in guesses.into_iter().take(MAX_GUESSES) {
        let (kept, left_out): (Vec<_>, Vec<_>) = parts
            .iter()
            .enumerate()
            .partition(|(at, _)| kept.contains(at));
        let joined = |parts: Vec<(usize, &&str)>| -> String {
            let parts: Vec<&str> = parts.into_iter().map(|(_, part)| *part).collect();
            parts.join(" ")
        };
        if !kept.iter().any(|(_, part)| weight(Some(part)) > 0) {
            continue;
        }
        let text = joined(kept);
        let keyword = Keyword::parse(&text);
        if words.has_anywhere(&keyword)? {
            let left_out = Some(joined(left_out));
            return Ok(Some(Correction {
                text,
                keyword,
                left_out,
            }));
        }
    }
    Ok(None)
}

impl Vocabulary<'_> {
    /// Whether any work has all of a keyword in its title and names. A part of a number does not count: without its
    /// digits, its letters would match every number of a series.
    fn has_anywhere(&self, keyword: &Keyword) -> Result<bool, IndexError> {
        self.finds_any(&tiers::anywhere(self.fields, self.snapshot, keyword))
    }
}

/// Whether a word is the number of a work. It identifies the work, so neither it nor its neighbours are omitted.
fn is_number(part: &str) -> bool {
    let spelt = Keyword::parse(part).number_spelling;
    let letters = spelt.trim_end_matches(|c: char| c.is_ascii_digit());
    spelt.is_ascii() && !letters.is_empty() && spelt.len() >= letters.len() + MIN_DIGITS
}

/// The words between spaces; a single one is split into Chinese characters and the rest: 教父2.
fn parts(text: &str) -> Vec<&str> {
    let has_any = |part: &&str| part.contains(char::is_alphanumeric);
    let words: Vec<&str> = text.split_whitespace().filter(has_any).collect();
    let [word] = words.as_slice() else {
        return words;
    };
    let mut parts = Vec::new();
    let mut rest = *word;
    while let Some(first) = rest.chars().next() {
        let goes_on = |c: char| is_cjk(c) == is_cjk(first) || !c.is_alphanumeric();
        let length = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(length);
        parts.push(part.trim_matches(|c: char| !c.is_alphanumeric()));
        rest = after;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The significance of a word: none if it is a number, a date, a channel, or short.
fn weight(part: Option<&str>) -> usize {
    let text = normalise(part.unwrap_or_default());
    if is_numeral(&text) || is_roman(&text) || is_channel_or_date(&text) {
        return 0;
    }
    let chars = text.chars().filter(|c| is_cjk(*c)).count();
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count() - chars;
    match chars >= MIN_CHARS || letters >= MIN_LETTERS {
        true => chars * MIN_CHARS + letters,
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_spaces_and_script_changes() {
        for (text, expected) in [
            ("godfather 2", vec!["godfather", "2"]),
            ("X-Men  悬疑", vec!["X-Men", "悬疑"]),
            ("教父2", vec!["教父", "2"]),
            ("mzu-017山谷", vec!["mzu-017", "山谷"]),
            ("MZU-019", vec!["MZU-019"]),
            ("雪山·灯塔", vec!["雪山·灯塔"]),
            ("- godfather", vec!["godfather"]),
            ("", vec![]),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn a_number_has_letters_before_digits() {
        for (word, expected) in [
            ("MZU-017", true),
            ("mzu17", true),
            ("2019", false),
            ("godfather", false),
            ("S1", false),
            ("教父2", false),
        ] {
            assert_eq!(is_number(word), expected, "{word}");
        }
    }

    #[test]
    fn numbers_dates_and_channels_weigh_nothing() {
        for word in ["2", "II", "2019", "2019年", "有码", "x", "灯"] {
            assert_eq!(weight(Some(word)), 0, "{word}");
        }
        assert!(weight(Some("godfather")) > weight(Some("the")));
        assert!(weight(Some("悬疑")) > 0);
    }
}

//! Why a keyword finds a text: which characters of it match.

use std::ops::Range;

use super::keyword::Keyword;
use super::normalise::normalise;
use super::number::edges;
use super::sounds::{self, Reading, readings};
use super::tokenizer::folded;

/// Characters of a text, in code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The first.
    pub from: usize,
    /// The one after the last.
    pub to: usize,
}

/// What of the keyword stands beside the number of a work, which may be nothing; none if that number is not in it.
pub fn beside_number(keyword: &Keyword, number: &str) -> Option<Keyword> {
    let edges = edges(number);
    let is_number = |key: &String| edges.contains(key);
    let words = match keyword.number.as_ref().is_some_and(is_number) {
        true => Some(0..keyword.words.len()),
        false => {
            let parts = keyword.beside.iter().filter(|part| is_number(&part.key));
            parts.map(|part| part.words.clone()).max_by_key(Range::len)
        }
    }?;
    let mut rest = keyword.clone();
    rest.words.drain(words);
    rest.joined = None;
    Some(rest)
}

/// Whether the keyword is the beginning of the pinyin of a name.
pub fn is_reading_of(keyword: &Keyword, name: &str) -> bool {
    let letters = keyword.words.concat();
    let is_pinyin = keyword.runs.is_empty() && !letters.is_empty();
    is_pinyin
        && readings(name)
            .iter()
            .any(|reading| reading.starts_with(&letters))
}

/// The characters of `text` that the pieces of the keyword match, in order; empty if none does.
pub fn spans(keyword: &Keyword, text: &str) -> Vec<Span> {
    let shown = Folded::new(text);
    let runs = keyword.runs.iter().flat_map(|run| shown.all(run, false));
    let words = keyword.words.iter().flat_map(|word| {
        let word: Vec<char> = word.chars().collect();
        shown.all(&word, true)
    });
    let joined = keyword.joined.iter().chain(match keyword.words.as_slice() {
        [word] => Some(word),
        _ => None,
    });
    let joined = joined.filter_map(|word| shown.across(word));
    merged(runs.chain(words).chain(joined).collect())
}

/// The characters of `text` whose pinyin the keyword is, in order; empty if it is not read like any part of the text.
pub fn sounding(keyword: &Keyword, text: &str) -> Vec<Span> {
    let normal = |c: char| {
        let normal = normalise(c.encode_utf8(&mut [0; 4]));
        normal.chars().next().unwrap_or(' ')
    };
    let pairs = sounds::pairs_at(text.chars().map(normal));
    let spans = |reading: &Reading| {
        let found = reading.places(&pairs)?;
        let spans = found.into_iter().map(|from| Span { from, to: from + 2 });
        Some(merged(spans.collect()))
    };
    keyword.readings.iter().find_map(spans).unwrap_or_default()
}

/// Whether the keyword is the day, month or year of a time (seconds since 1970).
pub fn is_date_of(keyword: &Keyword, time: i64) -> bool {
    let published = keyword.published;
    published.is_some_and(|(from, to)| (from..=to).contains(&time))
}

/// The spans in order; those that overlap or meet become one.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.from <= last.to => last.to = last.to.max(span.to),
            _ => merged.push(span),
        }
    }
    merged
}

/// A text with each character folded, and where it stands in the original.
struct Folded {
    chars: Vec<(char, usize)>,
}

impl Folded {
    fn new(text: &str) -> Self {
        let mut chars = Vec::new();
        for (at, c) in text.chars().enumerate() {
            let folded = folded(c.encode_utf8(&mut [0; 4]));
            chars.extend(folded.chars().map(|c| (c, at)));
        }
        Self { chars }
    }

    fn is_word(&self, at: Option<usize>) -> bool {
        at.and_then(|at| self.chars.get(at))
            .is_some_and(|(c, _)| c.is_alphanumeric() && !super::normalise::is_cjk(*c))
    }

    /// Everywhere that `wanted` stands; if it is a word, only at the beginning of words.
    fn all(&self, wanted: &[char], is_word: bool) -> Vec<Span> {
        let found = self.chars.windows(wanted.len().max(1)).enumerate();
        let matching = found.filter(|(at, window)| {
            let begins = !is_word || !self.is_word(at.checked_sub(1));
            begins && window.iter().map(|(c, _)| c).eq(wanted)
        });
        matching.filter_map(|(_, window)| span(window)).collect()
    }

    /// Where a joined word stands as several: `spiderman` in Spider-Man.
    fn across(&self, word: &str) -> Option<Span> {
        let letters = self
            .chars
            .iter()
            .enumerate()
            .filter(|(_, (c, _))| c.is_alphanumeric());
        let letters: Vec<(usize, (char, usize))> =
            letters.map(|(at, folded)| (at, *folded)).collect();
        let wanted: Vec<char> = word.chars().collect();
        let mut windows = letters.windows(wanted.len().max(1));
        let found = windows.find(|window| {
            let begins = window
                .first()
                .is_some_and(|(at, _)| !self.is_word(at.checked_sub(1)));
            begins && window.iter().map(|(_, (c, _))| c).eq(&wanted)
        })?;
        let found: Vec<(char, usize)> = found.iter().map(|(_, folded)| *folded).collect();
        span(&found)
    }
}

fn span(window: &[(char, usize)]) -> Option<Span> {
    let (first, last) = (window.first()?, window.last()?);
    Some(Span {
        from: first.1,
        to: last.1 + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(keyword: &str, text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let parts = spans(&Keyword::parse(keyword), text);
        let shown = parts
            .iter()
            .map(|span| chars[span.from..span.to].iter().collect());
        shown.collect::<Vec<String>>().join("|")
    }

    #[test]
    fn what_matches_is_shown_as_it_is_written() {
        for (keyword, text, expected) in [
            ("山谷", "山谷里的山谷", "山谷|山谷"),
            ("電影", "电影之夜", "电影"),
            ("电影", "電影之夜", "電影"),
            ("かめら", "海边的カメラ", "カメラ"),
            ("mock", "Café Mockingbird", "Mock"),
            ("cafe", "Café Mockingbird", "Café"),
            ("bird", "Café Mockingbird", ""),
            ("spiderman", "Spider-Man: Home", "Spider-Man"),
            ("spider man", "Spiderman", "Spider|man"),
            ("四季 山谷", "山谷里的四季", "山谷|四季"),
            ("雪山", "山谷", ""),
            ("😀", "😀", ""),
        ] {
            let got = marked(keyword, text);
            let joined = got.replace('|', "");
            assert!(
                got == expected || joined == expected.replace('|', ""),
                "{keyword}: {got}"
            );
        }
    }

    #[test]
    fn what_reads_like_the_keyword_is_shown() {
        for (keyword, text, expected) in [
            ("dengta", "雪山上的灯塔", vec![(4, 6)]),
            ("deng ta", "燈塔與燈塔", vec![(0, 2), (3, 5)]),
            ("dengtaxia", "灯塔下", vec![(0, 3)]),
            ("xuesh", "A 雪山", vec![(2, 4)]),
            ("nvchushi", "女厨师长", vec![(0, 3)]),
            ("xian", "西安的城墙", vec![(0, 2)]),
            ("dengtaxia", "灯塔", vec![]),
            ("dengta", "灯 塔", vec![]),
            ("灯塔", "灯塔", vec![]),
        ] {
            let spans = sounding(&Keyword::parse(keyword), text);
            let spans: Vec<_> = spans.iter().map(|span| (span.from, span.to)).collect();
            assert_eq!(spans, expected, "{keyword}: {text}");
        }
    }

    #[test]
    fn numbers_are_compared_however_they_are_written() {
        let pieces = |keyword: &str| {
            let keyword = Keyword::parse(keyword);
            let rest = beside_number(&keyword, "ABC-0123");
            rest.map_or(0, |rest| keyword.pieces() - rest.pieces())
        };
        for (keyword, expected) in [
            ("abc-123", 2),
            ("ABC 00123", 2),
            ("123", 1),
            ("bc123", 1),
            ("abc-1", 2),
            ("abc-123 山谷", 2),
            ("山谷 abc-123", 2),
            ("12", 0),
            ("23", 0),
            ("124", 0),
            ("山谷", 0),
        ] {
            assert_eq!(pieces(keyword), expected, "{keyword}");
        }
    }
}

//! Highlights: which characters of a text match a keyword.

use std::ops::Range;

use crate::keyword::Keyword;
use crate::text::canonical::{placed_numbers, rewrite};
use crate::text::normalise::{is_cjk, spoken_with_places, with_places};
use crate::text::number::edges;
use crate::text::sounds::{self, Reading, readings};

/// A range of code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The first.
    pub from: usize,
    /// The one after the last.
    pub to: usize,
}

/// The keyword without the number of a work, maybe empty; `None` if it does not have that number.
pub fn keyword_without_number(keyword: &Keyword, number: &str) -> Option<Keyword> {
    let edges = edges(number);
    let is_number = |key: &String| edges.contains(key);
    let words = match keyword.number.as_ref().is_some_and(is_number) {
        true => Some(0..keyword.words.len()),
        false => {
            let parts = keyword
                .number_candidates
                .iter()
                .filter(|part| is_number(&part.key));
            parts.map(|part| part.words.clone()).max_by_key(Range::len)
        }
    }?;
    let mut rest = keyword.clone();
    rest.words.drain(words);
    rest.joined = None;
    Some(rest)
}

/// Whether the keyword is a prefix of the pinyin of a name.
pub fn is_reading_of(keyword: &Keyword, name: &str) -> bool {
    let letters = keyword.words.concat();
    let is_pinyin = keyword.runs.is_empty() && !letters.is_empty();
    is_pinyin && starts_reading(&letters, &readings(name))
}

/// Whether the keyword, or a word of it that finds names by pinyin, is a prefix of the pinyin of a name.
pub fn has_reading_of(keyword: &Keyword, name: &str) -> bool {
    if keyword.words.is_empty() {
        return false;
    }
    let readings = readings(name);
    let is_it = |word: &String| match keyword.is_short(word) {
        true => readings.contains(word),
        false => starts_reading(word, &readings),
    };
    !readings.is_empty() && (is_reading_of(keyword, name) || keyword.words.iter().any(is_it))
}

fn starts_reading(letters: &str, readings: &[String]) -> bool {
    readings.iter().any(|reading| reading.starts_with(letters))
}

/// The characters of a text that the pieces of a keyword match.
#[derive(Debug)]
pub struct Marks {
    /// The characters, in order; empty if no piece matches.
    pub spans: Vec<Span>,
    /// Whether every piece matches.
    pub is_whole: bool,
}

/// The matches of the keyword's pieces in a title.
pub fn marks_in_title(keyword: &Keyword, title: &str) -> Marks {
    marks(keyword, &Folded::of_title(title))
}

/// The matches of the keyword's pieces in a name.
pub fn marks_in_name(keyword: &Keyword, name: &str) -> Marks {
    marks(keyword, &Folded::of_name(name))
}

fn marks(keyword: &Keyword, shown: &Folded) -> Marks {
    let runs = keyword.runs.iter().map(|run| shown.all(run, false));
    let words = keyword.words.iter().map(|word| {
        let word: Vec<char> = word.chars().collect();
        let found = shown.all(&word, true);
        match found.is_empty() {
            true => shown.across(&word).into_iter().collect(),
            false => found,
        }
    });
    let found: Vec<Vec<Span>> = runs.chain(words).collect();
    let joined = keyword.joined.as_ref();
    let joined = joined.and_then(|word| shown.across(&word.chars().collect::<Vec<_>>()));
    Marks {
        is_whole: joined.is_some() || found.iter().all(|spans| !spans.is_empty()),
        spans: merged(found.into_iter().flatten().chain(joined).collect()),
    }
}

/// The characters of `text` whose pinyin the keyword is, in order; empty if it is the pinyin of no part.
pub fn pinyin_matches(keyword: &Keyword, text: &str) -> Vec<Span> {
    let spoken = spoken_with_places(text);
    let pairs = sounds::pairs_at(spoken.iter().map(|(c, _)| *c));
    let spans = |reading: &Reading| {
        let found = reading.places(&pairs)?.into_iter();
        let both = found.filter_map(|at| Some((&spoken.get(at)?.1, &spoken.get(at + 1)?.1)));
        let spans = both.map(|(one, other)| Span {
            from: one.start,
            to: other.end,
        });
        Some(merged(spans.collect()))
    };
    keyword.readings.iter().find_map(spans).unwrap_or_default()
}

/// Whether the keyword is the day, month or year of a time (seconds since 1970).
pub fn is_date_of(keyword: &Keyword, time: i64) -> bool {
    let published = keyword.published;
    published.is_some_and(|(from, to)| (from..=to).contains(&time))
}

/// The spans in order, with overlapping and adjacent ones merged.
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

/// A character of a folded text, and its position in the original.
type Placed = (char, Span);

/// A text as it is searched.
struct Folded {
    text: Vec<Placed>,
    /// Its Arabic numbers, which are also searched in that form.
    numbers: Vec<Vec<Placed>>,
}

impl Folded {
    fn of_title(title: &str) -> Self {
        let chars = placed(title);
        Self {
            numbers: placed_numbers(&chars).map(<[Placed]>::to_vec).collect(),
            text: written(&chars),
        }
    }

    fn of_name(name: &str) -> Self {
        Self {
            text: written(&placed(name)),
            numbers: Vec::new(),
        }
    }

    /// All occurrences of `wanted`; of a word only at the beginning of words.
    fn all(&self, wanted: &[char], is_word: bool) -> Vec<Span> {
        let texts = std::iter::once(&self.text).chain(&self.numbers);
        let found = texts.flat_map(|text| {
            let windows = text.windows(wanted.len().max(1)).enumerate();
            windows.filter(move |(at, window)| {
                let begins = !is_word || starts_word(text, *at);
                begins && window.iter().map(|(c, _)| c).eq(wanted)
            })
        });
        found.filter_map(|(_, window)| span(window)).collect()
    }

    /// The span of a joined word written as several: `spiderman` in Spider-Man.
    fn across(&self, word: &[char]) -> Option<Span> {
        let letters = self.text.iter().enumerate();
        let letters: Vec<(usize, Placed)> = letters
            .filter(|(_, (c, _))| c.is_alphanumeric())
            .map(|(at, placed)| (at, *placed))
            .collect();
        let mut windows = letters.windows(word.len().max(1));
        let found = windows.find(|window| {
            let begins = window
                .first()
                .is_some_and(|(at, _)| starts_word(&self.text, *at));
            begins && window.iter().map(|(_, (c, _))| c).eq(word)
        })?;
        let found: Vec<Placed> = found.iter().map(|(_, placed)| *placed).collect();
        span(&found)
    }
}

/// The normalised characters of a text.
fn placed(text: &str) -> Vec<Placed> {
    let span = |Range { start, end }| Span {
        from: start,
        to: end,
    };
    let chars = with_places(text).into_iter();
    chars.map(|(c, of)| (c, span(of))).collect()
}

/// Normalised characters in canonical spelling.
fn written(normalised: &[Placed]) -> Vec<Placed> {
    let chars: Vec<char> = normalised.iter().map(|(c, _)| *c).collect();
    let mut text = Vec::with_capacity(chars.len());
    rewrite(&chars, |c, of| {
        let span = normalised.get(of).and_then(span);
        text.extend(span.map(|span| (c, span)));
    });
    text
}

/// Whether this position is not inside a word.
fn starts_word(text: &[Placed], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| text.get(at));
    before.is_none_or(|(c, _)| !c.is_alphanumeric() || is_cjk(*c))
}

fn span(window: &[Placed]) -> Option<Span> {
    let ((_, first), (_, last)) = (window.first()?, window.last()?);
    Some(Span {
        from: first.from,
        to: last.to,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(keyword: &str, text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let parts = marks_in_title(&Keyword::parse(keyword), text).spans;
        let shown = parts
            .iter()
            .map(|span| chars[span.from..span.to].iter().collect());
        shown.collect::<Vec<String>>().join("|")
    }

    #[test]
    fn matches_are_highlighted_in_the_original_spelling() {
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
            ("约翰史", "约翰·史密斯", "约翰·史"),
            ("十一章", "第11章", "11章"),
            ("11", "第11章", "11"),
            ("11", "第211章", ""),
            ("一二年", "2012年", "12年"),
            ("lunalin and", "Luna Lin & Co", "Luna Lin &"),
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
    fn matches_by_reading_are_highlighted() {
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
            let spans = pinyin_matches(&Keyword::parse(keyword), text);
            let spans: Vec<_> = spans.iter().map(|span| (span.from, span.to)).collect();
            assert_eq!(spans, expected, "{keyword}: {text}");
        }
    }

    #[test]
    fn numbers_are_compared_however_they_are_written() {
        let pieces = |keyword: &str| {
            let keyword = Keyword::parse(keyword);
            let rest = keyword_without_number(&keyword, "ABC-0123");
            rest.map_or(0, |rest| keyword.words.len() - rest.words.len())
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

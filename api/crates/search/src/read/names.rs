//! The names of all terms in the index, in memory: a catalogue has a hundred times as many works as terms, so works are
//! indexed by their terms, and a keyword is looked up among the names first. A name is a list of pieces
//! ([`crate::text::tokenizer`]): characters match anywhere within a piece, words by prefix.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use rustc_hash::FxHashMap;

use crate::read::alike_names::{AlikeNames, matching};
use crate::text::alike::{Family, Spelling};
use crate::text::edits::with_short_vowels;
use crate::text::normalise::is_cjk;

/// Maximum number of texts that a run is compared with, for each of its characters.
const MAX_COMPARED: usize = 10_000;
/// Maximum number of characters of a name that is read from a mixture of syllables and initials.
const MAX_INITIALS: usize = 5;

/// Names of terms, each text with a number from 0. A term that is renamed has another text and another number.
#[derive(Debug, Default)]
pub(crate) struct Names {
    texts: Vec<Text>,
    /// The last number of each term.
    last: FxHashMap<i64, u32>,
    /// The texts by character, and by pair of adjacent characters.
    chars: BTreeMap<(char, Option<char>), Vec<u32>>,
    words: BTreeMap<Box<str>, Vec<u32>>,
    alike: AlikeNames,
}

#[derive(Debug)]
struct Text {
    lines: Box<str>,
    is_tag: bool,
    /// Whether it has names in CJK characters, and so maybe words that are their pinyin.
    has_runs: bool,
    /// The previous text of the same term.
    earlier: Option<u32>,
}

impl Text {
    /// Each name, folded.
    fn folded(&self) -> impl Iterator<Item = &str> {
        let lines = self.lines.lines();
        lines.filter_map(|line| line.split('\t').next())
    }

    /// Each name as written.
    fn written(&self) -> impl Iterator<Item = &str> {
        let lines = self.lines.lines();
        lines.filter_map(|line| line.rsplit('\t').next())
    }
}

/// Which terms to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All terms.
    All,
    /// Only tags.
    Tags,
    /// All terms except tags.
    ExceptTags,
}

impl Names {
    /// Number of texts, including names that no work has any more.
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The number of a term's text, if it is known.
    pub(crate) fn known(&self, term: i64, lines: &str) -> Option<u32> {
        let mut next = self.last.get(&term).copied();
        while let Some(number) = next {
            let text = self.text(number)?;
            if *text.lines == *lines {
                return Some(number);
            }
            next = text.earlier;
        }
        None
    }

    /// The number of a term's text, assigned if it is new.
    pub(crate) fn number(&mut self, term: i64, is_tag: bool, lines: &str) -> u32 {
        if let Some(number) = self.known(term, lines) {
            return number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let mut has_runs = false;
        for piece in pieces_of(lines) {
            self.add_piece(number, piece);
            has_runs |= is_run(piece);
        }
        let text = Text {
            lines: lines.into(),
            is_tag,
            has_runs,
            earlier: self.last.insert(term, number),
        };
        if !is_tag {
            self.alike.add(number, text.written());
        }
        self.texts.push(text);
        number
    }

    fn add_piece(&mut self, number: u32, piece: &str) {
        if !is_run(piece) {
            if !self.words.contains_key(piece) {
                self.words.insert(piece.into(), Vec::new());
            }
            self.words
                .get_mut(piece)
                .into_iter()
                .for_each(|numbers| add(numbers, number));
            return;
        }
        let mut before = None;
        for c in piece.chars() {
            add(self.chars.entry((c, None)).or_default(), number);
            if let Some(before) = before.replace(c) {
                add(self.chars.entry((before, Some(c))).or_default(), number);
            }
        }
    }

    /// The texts with a run of characters in one piece.
    pub(crate) fn with_run(&self, run: &[char], scope: Scope) -> Vec<u32> {
        let rarest = match run {
            [] => None,
            [single] => self.chars.get(&(*single, None)),
            _ => {
                let pairs = run.windows(2).map(|pair| match pair {
                    [one, other] => self.chars.get(&(*one, Some(*other))),
                    _ => None,
                });
                let lists: Option<Vec<_>> = pairs.collect();
                lists.and_then(|lists| lists.into_iter().min_by_key(|list| list.len()))
            }
        };
        let whole: String = run.iter().collect();
        let occurs = |number: &u32| {
            let text = self.text(*number);
            text.is_some_and(|text| {
                run.len() < 3 || text.folded().any(|line| line.contains(&whole))
            })
        };
        let numbers = rarest.into_iter().flatten().copied();
        self.within(scope, numbers.filter(occurs).collect())
    }

    /// The texts in which a name is written with exactly these characters.
    pub(crate) fn written(&self, mut numbers: Vec<u32>, run: &str) -> Vec<u32> {
        numbers.retain(|number| {
            let text = self.text(*number);
            text.is_some_and(|text| text.written().any(|line| line.contains(run)))
        });
        numbers
    }

    /// The texts with a word that begins with `beginning`.
    pub(crate) fn with_word(&self, beginning: &str, scope: Scope) -> Vec<u32> {
        self.with_words_from(beginning, scope, |_, _| true)
    }

    /// The same without matches by a pinyin prefix; a whole pinyin word still matches, such as the initials of a name.
    pub(crate) fn with_written_word(&self, beginning: &str, scope: Scope) -> Vec<u32> {
        let is_written = |number| self.text(number).is_some_and(|text| !text.has_runs);
        self.with_words_from(beginning, scope, |word, number| {
            word == beginning || is_written(number)
        })
    }

    fn with_words_from(
        &self,
        beginning: &str,
        scope: Scope,
        counts: impl Fn(&str, u32) -> bool,
    ) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::new();
        for (word, those) in self.words_from(beginning) {
            numbers.extend(those.iter().copied().filter(|number| counts(word, *number)));
        }
        numbers.sort_unstable();
        numbers.dedup();
        self.within(scope, numbers)
    }

    /// The texts with exactly this word.
    pub(crate) fn with_whole_word(&self, word: &str) -> Vec<u32> {
        self.words.get(word).cloned().unwrap_or_default()
    }

    /// Runs in names that differ from this one by one character, those of most texts first.
    pub(crate) fn one_other(&self, run: &[char]) -> Vec<String> {
        let mut others: BTreeMap<String, usize> = BTreeMap::new();
        for at in 0..run.len() {
            let (before, rest) = run.split_at(at);
            let parts = [before, rest.get(1..).unwrap_or_default()];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            let rarest = parts
                .map(|part| self.with_run(part, Scope::All))
                .min_by_key(Vec::len);
            let texts = rarest.into_iter().flatten().take(MAX_COMPARED);
            for text in texts.filter_map(|number| self.text(number)) {
                for piece in pieces_of(&text.lines).filter(|piece| is_run(piece)) {
                    let chars: Vec<char> = piece.chars().collect();
                    let alike = chars
                        .windows(run.len())
                        .filter(|other| differ_at(run, other, at));
                    for other in alike.map(String::from_iter) {
                        *others.entry(other).or_default() += 1;
                    }
                }
            }
        }
        let mut others: Vec<(String, usize)> = others.into_iter().collect();
        others.sort_by_key(|(_, texts)| Reverse(*texts));
        others.into_iter().map(|(other, _)| other).collect()
    }

    /// Names that sound like a keyword in a family, or their words like those of the keyword.
    pub(crate) fn alike(&self, keyword: &[Spelling], family: Family) -> Vec<String> {
        let wanted = keyword.iter().filter(|spelling| spelling.family == family);
        let numbers: BTreeSet<u32> = wanted.flat_map(|one| self.alike.like(one)).collect();
        let texts = numbers.into_iter().filter_map(|number| self.text(number));
        let mut found: Vec<String> = Vec::new();
        for name in texts.filter_map(|text| matching(text.written(), keyword, family)) {
            if !found.contains(&name) {
                found.push(name);
            }
        }
        found
    }

    /// Names in Chinese characters that begin with the first letter of `letters` and have its other initials in it, if
    /// they `fit`.
    pub(crate) fn runs_of_initials(
        &self,
        letters: &str,
        fit: impl Fn(&[char]) -> bool,
    ) -> Vec<String> {
        let has = |initials: &str| {
            let mut rest = letters.bytes();
            (2..=MAX_INITIALS).contains(&initials.len())
                && initials.bytes().all(|wanted| rest.any(|b| b == wanted))
        };
        let words = self.words_from(letters.get(..1).unwrap_or(letters));
        let those = words
            .filter(|(word, _)| has(word))
            .flat_map(|(_, those)| those);
        let texts = those
            .take(MAX_COMPARED)
            .filter_map(|number| self.text(*number));
        let mut found: Vec<String> = Vec::new();
        for text in texts.filter(|text| text.has_runs) {
            for run in pieces_of(&text.lines).filter(|piece| is_run(piece)) {
                let chars: Vec<char> = run.chars().collect();
                if (2..=MAX_INITIALS).contains(&chars.len())
                    && fit(&chars)
                    && !found.iter().any(|name| name == run)
                {
                    found.push(run.to_owned());
                }
            }
        }
        found
    }

    /// Words that differ only in the length of vowels.
    pub(crate) fn sounding_like(&self, word: &str) -> Vec<String> {
        let short = with_short_vowels(word);
        let alike = self.words_from(word.get(..1).unwrap_or(word));
        let alike = alike.map(|(other, _)| &**other);
        let alike = alike.filter(|other| *other != word && with_short_vowels(other) == short);
        alike.map(str::to_owned).collect()
    }

    /// Whether any name has exactly this word.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// Whether any name has these two characters adjacent.
    pub(crate) fn has_pair(&self, one: char, other: char) -> bool {
        self.chars.contains_key(&(one, Some(other)))
    }

    /// Characters after this one in any name.
    pub(crate) fn followers(&self, c: char) -> impl Iterator<Item = char> {
        let pairs = self.chars.range((c, None)..=(c, Some(char::MAX)));
        pairs.filter_map(|((_, follower), _)| *follower)
    }

    fn words_from(&self, beginning: &str) -> impl Iterator<Item = (&Box<str>, &Vec<u32>)> {
        let from = (Bound::Included(beginning), Bound::Unbounded);
        let words = self.words.range::<str, _>(from);
        words.take_while(move |(word, _)| word.starts_with(beginning))
    }

    fn within(&self, scope: Scope, mut numbers: Vec<u32>) -> Vec<u32> {
        let wanted = match scope {
            Scope::All => return numbers,
            Scope::Tags => true,
            Scope::ExceptTags => false,
        };
        numbers.retain(|number| self.text(*number).is_some_and(|text| text.is_tag == wanted));
        numbers
    }

    fn text(&self, number: u32) -> Option<&Text> {
        self.texts.get(usize::try_from(number).ok()?)
    }
}

/// Whether two runs of the same length differ only at `at`.
fn differ_at(one: &[char], other: &[char], at: usize) -> bool {
    let mut pairs = one.iter().zip(other).enumerate();
    pairs.all(|(place, (one, other))| (one == other) != (place == at))
}

/// Adds a number to a list, once. Numbers must be added in order.
fn add(numbers: &mut Vec<u32>, number: u32) {
    if numbers.last() != Some(&number) {
        numbers.push(number);
    }
}

fn pieces_of(lines: &str) -> impl Iterator<Item = &str> {
    let folded = lines.lines().filter_map(|line| line.split('\t').next());
    folded
        .flat_map(|line| line.split(' '))
        .filter(|piece| !piece.is_empty())
}

fn is_run(piece: &str) -> bool {
    piece.starts_with(is_cjk)
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;

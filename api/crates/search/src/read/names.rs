//! The names of all terms in the index, in memory: a catalogue has a hundred times as many works as terms, so works are
//! indexed by their terms, and a keyword is looked up among the names first. A name is a list of pieces
//! ([`crate::text::tokenizer`]): characters match anywhere within a piece, words by prefix.

use std::collections::BTreeMap;
use std::ops::Bound;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::read::alike_names::AlikeNames;
use crate::text::normalise::is_cjk;

/// Names of terms, each text with a number from 0. A term that is renamed has another text and another number.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(super) texts: Vec<Text>,
    /// The last number of each term.
    last: FxHashMap<i64, u32>,
    /// The texts by character, and by pair of adjacent characters.
    chars: BTreeMap<(char, Option<char>), Vec<u32>>,
    words: BTreeMap<Box<str>, Vec<u32>>,
    /// Read on the first question for names that sound alike, because few visitors ask one.
    pub(super) alike: Mutex<AlikeNames>,
}

#[derive(Debug)]
pub(super) struct Text {
    pub(super) lines: Box<str>,
    pub(super) is_tag: bool,
    /// Whether it has names in CJK characters, and so maybe words that are their pinyin.
    pub(super) has_runs: bool,
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
    pub(super) fn written(&self) -> impl Iterator<Item = &str> {
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

    pub(super) fn words_from(
        &self,
        beginning: &str,
    ) -> impl Iterator<Item = (&Box<str>, &Vec<u32>)> {
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

    pub(super) fn text(&self, number: u32) -> Option<&Text> {
        self.texts.get(usize::try_from(number).ok()?)
    }
}

/// Adds a number to a list, once. Numbers must be added in order.
fn add(numbers: &mut Vec<u32>, number: u32) {
    if numbers.last() != Some(&number) {
        numbers.push(number);
    }
}

pub(super) fn pieces_of(lines: &str) -> impl Iterator<Item = &str> {
    let folded = lines.lines().filter_map(|line| line.split('\t').next());
    folded
        .flat_map(|line| line.split(' '))
        .filter(|piece| !piece.is_empty())
}

pub(super) fn is_run(piece: &str) -> bool {
    piece.starts_with(is_cjk)
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;

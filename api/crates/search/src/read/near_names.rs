//! Names near one that no work has: with another character, in another order, or that sound alike.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::read::alike_names::matching;
use crate::read::names::{Names, Scope, is_run, pieces_of};
use crate::text::alike::{Family, Spelling};
use crate::text::edits::with_short_vowels;

/// Maximum number of texts that a run is compared with, for each of its characters.
const MAX_COMPARED: usize = 10_000;
/// Maximum number of characters of a name that is read from a mixture of syllables and initials.
const MAX_INITIALS: usize = 5;

impl Names {
    /// Runs in names that differ from this one by one character, those of most texts first.
    pub(crate) fn one_other(&self, run: &[char]) -> Vec<String> {
        let mut others = BTreeMap::new();
        for at in 0..run.len() {
            let (before, rest) = run.split_at(at);
            let parts = [before, rest.get(1..).unwrap_or_default()];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            let rarest = parts
                .map(|part| self.with_run(part, Scope::All))
                .min_by_key(Vec::len);
            let differs = |other: &[char]| differ_at(run, other, at);
            self.count_runs(rarest.unwrap_or_default(), run.len(), differs, &mut others);
        }
        most_first(others)
    }

    /// Runs in names that have the characters of this one in another order, those of most texts first.
    pub(crate) fn reordered(&self, run: &[char]) -> Vec<String> {
        let sorted = |run: &[char]| {
            let mut chars = run.to_vec();
            chars.sort_unstable();
            chars
        };
        let wanted = sorted(run);
        let texts = run.iter().map(|c| self.with_run(&[*c], Scope::All));
        let rarest = texts.min_by_key(Vec::len).unwrap_or_default();
        let mut others = BTreeMap::new();
        let is_other = |other: &[char]| other != run && sorted(other) == wanted;
        self.count_runs(rarest, run.len(), is_other, &mut others);
        most_first(others)
    }

    /// Counts the runs of some length in these texts that fit.
    fn count_runs(
        &self,
        texts: Vec<u32>,
        length: usize,
        fits: impl Fn(&[char]) -> bool,
        counts: &mut BTreeMap<String, usize>,
    ) {
        let texts = texts.into_iter().take(MAX_COMPARED);
        for text in texts.filter_map(|number| self.text(number)) {
            for piece in pieces_of(&text.lines).filter(|piece| is_run(piece)) {
                let chars: Vec<char> = piece.chars().collect();
                let fitting = chars.windows(length.max(1)).filter(|other| fits(other));
                for other in fitting.map(String::from_iter) {
                    *counts.entry(other).or_default() += 1;
                }
            }
        }
    }

    /// Names that sound like a keyword in a family, or their words like those of the keyword.
    pub(crate) fn alike(&self, keyword: &[Spelling], family: Family) -> Vec<String> {
        let wanted = keyword.iter().filter(|spelling| spelling.family == family);
        let numbers: BTreeSet<u32> = {
            let mut alike = self.alike.lock();
            alike.read_new(&self.texts);
            wanted
                .flat_map(|one| alike.like(one).collect::<Vec<_>>())
                .collect()
        };
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
}

fn most_first(counts: BTreeMap<String, usize>) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, texts)| Reverse(*texts));
    counts.into_iter().map(|(run, _)| run).collect()
}

/// Whether two runs of the same length differ only at `at`.
fn differ_at(one: &[char], other: &[char], at: usize) -> bool {
    let mut pairs = one.iter().zip(other).enumerate();
    pairs.all(|(place, (one, other))| (one == other) != (place == at))
}

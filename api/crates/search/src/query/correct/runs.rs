//! Corrects a run of characters that the index does not have: to one that sounds or reads alike, or to its known parts.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use yingku_base::kinds::TermKind;

use super::vocabulary::{Vocabulary, most_used};
use crate::error::IndexError;
use crate::keyword::understood::channel_named;
use crate::read::clauses::{self, Boxed};
use crate::read::matches::count;
use crate::read::names::Scope;
use crate::text::edits::is_one_edit;
use crate::text::normalise::is_cjk;
use crate::text::polyphones::syllables;
use crate::text::sounds;

/// Longer runs of characters are not corrected.
const MAX_CHARS: usize = 12;
/// Fewer characters are too little of a name to look for another.
const MIN_NAME: usize = 3;
/// Maximum number of candidates for a run that are looked up as a whole; homophones are few, and all looked up.
const MAX_GUESSES: usize = 24;

impl Vocabulary<'_> {
    /// The run itself if the index has it, or its correction, if any.
    pub(crate) fn run(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        if self.occurs(run)? {
            return Ok(Some(run.iter().collect()));
        }
        if run.len() < 2 || run.len() > MAX_CHARS {
            return Ok(None);
        }
        if let Some(name) = self.reordered(run)? {
            return Ok(Some(name));
        }
        if let Some(guess) = self.replace_one_character(run)? {
            return Ok(Some(guess));
        }
        self.in_parts(run)
    }

    /// Whether the run occurs in a title or a name, or is the name of a channel or kind.
    fn occurs(&self, run: &[char]) -> Result<bool, IndexError> {
        if is_known(&String::from_iter(run)) {
            return Ok(true);
        }
        if let Some(titled) = self.in_titles(run)?
            && self.finds_any(&titled)?
        {
            return Ok(true);
        }
        self.finds_any(&self.in_names(run))
    }

    /// Number of works with the run in their title, plus that in a name.
    fn works_with_run(&self, run: &[char]) -> Result<usize, IndexError> {
        let titled = self.in_titles(run)?;
        let titled = titled.map_or(Ok(0), |titled| count(self.snapshot, &titled))?;
        Ok(titled + count(self.snapshot, &self.in_names(run))?)
    }

    /// The works with the run in their title; `None` if a pair of it is in no title, which is a cheap check.
    fn in_titles(&self, run: &[char]) -> Result<Option<Boxed>, IndexError> {
        let title = self.fields.title;
        for pair in run.windows(2) {
            if !self.has(title, &String::from_iter(pair))? {
                return Ok(None);
            }
        }
        Ok(Some(clauses::run(title, run)))
    }

    /// The works with a name that has the run.
    fn in_names(&self, run: &[char]) -> Boxed {
        self.snapshot
            .works_named(|names| names.with_run(run, Scope::All))
    }

    /// A name with the characters of the run in another order: of those of most terms, that of most works.
    fn reordered(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        if run.len() < MIN_NAME {
            return Ok(None);
        }
        let names = self.snapshot.names(|names| names.reordered(run));
        self.most_named(names)
    }

    /// Of the first of these names, that of most works.
    fn most_named(&self, names: Vec<String>) -> Result<Option<String>, IndexError> {
        most_used(names.into_iter().take(MAX_GUESSES), |name| {
            let chars: Vec<char> = name.chars().collect();
            count(self.snapshot, &self.in_names(&chars))
        })
    }

    /// The run with one character replaced: by a homophone, else a near-homophone, of those the run with most works;
    /// else by any, for a name of three or more characters.
    fn replace_one_character(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        let alike = self.alike(run)?;
        let works_with = |run: &Vec<char>| self.works_with_run(run);
        if let Some(same) = most_used(self.with_another(run, &alike, 0)?, works_with)? {
            return Ok(Some(same.into_iter().collect()));
        }
        let near = self.with_another(run, &alike, 1)?;
        let near = near.into_iter().take(MAX_GUESSES);
        match most_used(near, works_with)? {
            Some(near) => Ok(Some(near.into_iter().collect())),
            None => self.other_name(run),
        }
    }

    /// The run with one character replaced by one at this phonetic distance that the index has before the next one.
    fn with_another(
        &self,
        run: &[char],
        alike: &[Vec<(usize, char)>],
        apart: usize,
    ) -> Result<BTreeSet<Vec<char>>, IndexError> {
        let mut runs = BTreeSet::new();
        for (at, alike) in alike.iter().enumerate() {
            for (_, right) in alike.iter().filter(|(distance, _)| *distance == apart) {
                if let Some(after) = run.get(at + 1)
                    && !self.has_pair(*right, *after)?
                {
                    continue;
                }
                let mut other = run.to_vec();
                if let Some(place) = other.get_mut(at) {
                    *place = *right;
                }
                runs.insert(other);
            }
        }
        Ok(runs)
    }

    /// A name of three or more characters that differs by one: of those of most terms, that of most works.
    fn other_name(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        if run.len() < MIN_NAME {
            return Ok(None);
        }
        let others = self.snapshot.names(|names| names.one_other(run));
        self.most_named(others)
    }

    /// For each position of the run, the characters that sound alike, with their distance; after the first position
    /// only those that the index has after the previous character.
    fn alike(&self, run: &[char]) -> Result<Vec<Vec<(usize, char)>>, IndexError> {
        let mut alike = Vec::new();
        let mut before = None;
        for c in run {
            let candidates = match before {
                Some(before) => self.followers(before)?,
                None => sounding_like(*c),
            };
            let distances = candidates.into_iter();
            let distances =
                distances.filter_map(|other| Some((sounds::distance(*c, other)?, other)));
            alike.push(distances.collect());
            before = Some(*c);
        }
        Ok(alike)
    }

    /// Whether the two characters are adjacent in a title or a name.
    fn has_pair(&self, first: char, second: char) -> Result<bool, IndexError> {
        let is_named = self.snapshot.names(|names| names.has_pair(first, second));
        Ok(is_named || self.has(self.fields.title, &String::from_iter([first, second]))?)
    }

    /// Characters after this one, also in deleted works: candidates are looked up afterwards.
    fn followers(&self, c: char) -> Result<HashSet<char>, IndexError> {
        let mut followers: HashSet<char> =
            self.snapshot.names(|names| names.followers(c).collect());
        let text = c.to_string();
        for segment in self.snapshot.segments() {
            let index = segment.inverted_index(self.fields.title)?;
            let mut terms = index.terms().range().ge(&text).into_stream()?;
            while terms.advance() && terms.key().starts_with(text.as_bytes()) {
                let term = std::str::from_utf8(terms.key()).ok();
                followers.extend(term.and_then(|term| term.chars().nth(1)));
            }
        }
        Ok(followers)
    }

    /// The run split into the longest known parts, each of two characters or more, but one: titles have signs that nobody
    /// types, around a single character too.
    fn in_parts(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        let mut parts: Vec<String> = Vec::new();
        let mut has_single = false;
        let mut rest = run;
        while !rest.is_empty() {
            let mut length = rest.len();
            loop {
                let part = rest.get(..length).unwrap_or_default();
                if part.len() < 2 {
                    let is_within = !parts.is_empty() && rest.len() > 1;
                    if !is_within || std::mem::replace(&mut has_single, true) {
                        return Ok(None);
                    }
                }
                if self.occurs(part)? {
                    parts.push(part.iter().collect());
                    break;
                }
                length -= 1;
            }
            rest = rest.get(length..).unwrap_or_default();
        }
        Ok(Some(parts.join(" ")))
    }
}

/// Whether a run is the name of a channel or of a kind of terms.
fn is_known(run: &str) -> bool {
    channel_named(run).is_some() || TermKind::ALL.iter().any(|kind| kind.label() == run)
}

/// The characters of each syllable.
static BY_SYLLABLE: LazyLock<HashMap<&'static str, Vec<char>>> = LazyLock::new(|| {
    let mut by_syllable: HashMap<&'static str, Vec<char>> = HashMap::new();
    for c in ('\u{4e00}'..='\u{9fff}').filter(|c| is_cjk(*c)) {
        for syllable in syllables(c) {
            by_syllable.entry(syllable).or_default().push(c);
        }
    }
    by_syllable
});

/// The characters of a syllable.
pub(super) fn of_syllable(syllable: &str) -> &'static [char] {
    BY_SYLLABLE.get(syllable).map_or(&[], Vec::as_slice)
}

/// Homophones and near-homophones.
fn sounding_like(c: char) -> HashSet<char> {
    let is_alike = |other: &str| {
        syllables(c).any(|syllable| syllable == other || is_one_edit(syllable, other))
    };
    let alike = BY_SYLLABLE.iter().filter(|(other, _)| is_alike(other));
    alike.flat_map(|(_, chars)| chars.iter().copied()).collect()
}

//! Guesses what was meant by a run of characters that is nowhere: one that sounds or reads alike, or parts that are there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use super::IndexError;
use super::correction::Vocabulary;
use super::edits::is_one_edit;
use super::names::Scope;
use super::normalise::is_cjk;
use super::polyphones::syllables;
use super::query::{self, Boxed};
use super::search::count;
use super::sounds;
use tantivy::schema::Field;

/// Longer runs of characters are not corrected.
const MOST_CHARS: usize = 12;
/// Most guesses for a run that are looked up as a whole; those that sound the same are few, and all looked up.
const MOST_GUESSES: usize = 24;

impl Vocabulary<'_> {
    /// The run itself if it is there; none if nothing like it is.
    pub(super) fn run(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        if self.is_there(run)? {
            return Ok(Some(run.iter().collect()));
        }
        if run.len() < 2 || run.len() > MOST_CHARS {
            return Ok(None);
        }
        if let Some(guess) = self.one_character_off(run)? {
            return Ok(Some(guess));
        }
        self.in_parts(run)
    }

    /// Whether the run is somewhere in a title or a name.
    fn is_there(&self, run: &[char]) -> Result<bool, IndexError> {
        let title = self.fields.title;
        if self.has_pairs(run, title)? && self.finds_any(&query::run(title, run))? {
            return Ok(true);
        }
        self.finds_any(&self.in_names(run))
    }

    /// The works with a name that has the run.
    fn in_names(&self, run: &[char]) -> Boxed {
        self.view
            .works_named(|names| names.with_run(run, Scope::All))
    }

    /// Whether every pair of the run is in the field, which is cheap to know.
    fn has_pairs(&self, run: &[char], field: Field) -> Result<bool, IndexError> {
        for pair in run.windows(2) {
            if !self.has(field, &String::from_iter(pair))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The run with one other character: one that sounds the same, else nearly so, and of those the run that most works have;
    /// else any in a name of three or more.
    fn one_character_off(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        let mut guesses: BTreeMap<(usize, String), Vec<char>> = BTreeMap::new();
        for (at, wrong) in run.iter().enumerate() {
            for right in self.neighbours(run, at)? {
                let Some(apart) = sounds::distance(*wrong, right) else {
                    continue;
                };
                let mut guess = run.to_vec();
                if let Some(place) = guess.get_mut(at) {
                    *place = right;
                }
                guesses.insert((apart, guess.iter().collect()), guess);
            }
        }
        let mut best: Option<(usize, usize, String)> = None;
        for (at, ((apart, text), guess)) in guesses.into_iter().enumerate() {
            let is_found = best.as_ref().is_some_and(|(nearest, ..)| *nearest < apart);
            if is_found || (apart > 0 && at >= MOST_GUESSES) {
                break;
            }
            let works = self.works_with_run(&guess)?;
            if works > best.as_ref().map_or(0, |(_, most, _)| *most) {
                best = Some((apart, works, text));
            }
        }
        match best {
            Some((_, _, text)) => Ok(Some(text)),
            None => self.other_name(run),
        }
    }

    /// How many works have the run in their title, and how many in a name.
    fn works_with_run(&self, run: &[char]) -> Result<usize, IndexError> {
        let title = self.fields.title;
        let titled = match self.has_pairs(run, title)? {
            true => count(self.view, &query::run(title, run))?,
            false => 0,
        };
        Ok(titled + count(self.view, &self.in_names(run))?)
    }

    /// A name of three characters or more that differs by one: of those that most terms have, that of most works.
    fn other_name(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        if run.len() < 3 {
            return Ok(None);
        }
        let mut best: Option<(usize, String)> = None;
        let others = self.view.names(|names| names.one_other(run));
        for other in others.into_iter().take(MOST_GUESSES) {
            let chars: Vec<char> = other.chars().collect();
            let works = count(self.view, &self.in_names(&chars))?;
            if works > best.as_ref().map_or(0, |(most, _)| *most) {
                best = Some((works, other));
            }
        }
        Ok(best.map(|(_, other)| other))
    }

    /// Characters that the index has at this place: after the one before it and before the one after it.
    fn neighbours(&self, run: &[char], at: usize) -> Result<HashSet<char>, IndexError> {
        let before = at.checked_sub(1).and_then(|at| run.get(at));
        let candidates: HashSet<char> = match before {
            Some(before) => self.followers(*before)?,
            None => run.get(at).map(|c| sounding_like(*c)).unwrap_or_default(),
        };
        let Some(after) = run.get(at + 1) else {
            return Ok(candidates);
        };
        let mut there = HashSet::new();
        for c in candidates {
            let pair = String::from_iter([c, *after]);
            let is_named = self.view.names(|names| names.has_pair(c, *after));
            if is_named || self.has(self.fields.title, &pair)? {
                there.insert(c);
            }
        }
        Ok(there)
    }

    /// Characters after this one, also in works that are gone: what follows from them is looked up.
    fn followers(&self, c: char) -> Result<HashSet<char>, IndexError> {
        let mut followers: HashSet<char> = self.view.names(|names| names.followers(c).collect());
        let text = c.to_string();
        for segment in self.view.segments() {
            let index = segment.inverted_index(self.fields.title)?;
            let mut terms = index.terms().range().ge(&text).into_stream()?;
            while terms.advance() && terms.key().starts_with(text.as_bytes()) {
                let term = std::str::from_utf8(terms.key()).ok();
                followers.extend(term.and_then(|term| term.chars().nth(1)));
            }
        }
        Ok(followers)
    }

    /// The run cut into the longest parts that are there, each of two characters or more.
    fn in_parts(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        let mut parts: Vec<String> = Vec::new();
        let mut rest = run;
        while !rest.is_empty() {
            let mut length = rest.len();
            loop {
                let part = rest.get(..length).unwrap_or_default();
                if part.len() < 2 {
                    return Ok(None);
                }
                if self.is_there(part)? {
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

/// Characters that sound the same or nearly so.
fn sounding_like(c: char) -> HashSet<char> {
    let is_alike = |other: &str| {
        syllables(c).any(|syllable| syllable == other || is_one_edit(syllable, other))
    };
    let alike = BY_SYLLABLE.iter().filter(|(other, _)| is_alike(other));
    alike.flat_map(|(_, chars)| chars.iter().copied()).collect()
}

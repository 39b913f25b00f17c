//! Guesses what was meant by a run of characters that is nowhere: one that sounds or reads alike, or parts that are there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use super::IndexError;
use super::correction::Vocabulary;
use super::edits::is_one_edit;
use super::names::Scope;
use super::normalise::is_cjk;
use super::query;
use super::sounds;
use tantivy::schema::Field;

/// Longer runs of characters are not corrected.
const MOST_CHARS: usize = 12;
/// Most guesses for a run that are looked up as a whole.
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
        self.is_in_a_name(run)
    }

    fn is_in_a_name(&self, run: &[char]) -> Result<bool, IndexError> {
        let named = self
            .view
            .works_named(|names| names.with_run(run, Scope::All));
        self.finds_any(&named)
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

    /// The run with one other character: one that sounds the same or nearly so, or any in a name of three or more.
    fn one_character_off(&self, run: &[char]) -> Result<Option<String>, IndexError> {
        let mut guesses: BTreeMap<(usize, String), Vec<char>> = BTreeMap::new();
        for (at, wrong) in run.iter().enumerate() {
            for right in self.neighbours(run, at)? {
                let apart = match sounds::distance(*wrong, right) {
                    Some(apart) => apart,
                    None if run.len() > 2 => 2,
                    None => continue,
                };
                let mut guess = run.to_vec();
                if let Some(place) = guess.get_mut(at) {
                    *place = right;
                }
                guesses.insert((apart, guess.iter().collect()), guess);
            }
        }
        for ((apart, text), guess) in guesses.into_iter().take(MOST_GUESSES) {
            let is_there = match apart < 2 {
                true => self.is_there(&guess)?,
                false => self.is_in_a_name(&guess)?,
            };
            if is_there {
                return Ok(Some(text));
            }
        }
        Ok(None)
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
static BY_SYLLABLE: LazyLock<HashMap<String, Vec<char>>> = LazyLock::new(|| {
    let mut by_syllable: HashMap<String, Vec<char>> = HashMap::new();
    for c in ('\u{4e00}'..='\u{9fff}').filter(|c| is_cjk(*c)) {
        if let Some(syllable) = sounds::syllable(c) {
            by_syllable.entry(syllable).or_default().push(c);
        }
    }
    by_syllable
});

/// Characters that sound the same or nearly so.
fn sounding_like(c: char) -> HashSet<char> {
    let Some(syllable) = sounds::syllable(c) else {
        return HashSet::new();
    };
    let alike = BY_SYLLABLE
        .iter()
        .filter(|(other, _)| **other == syllable || is_one_edit(&syllable, other));
    alike.flat_map(|(_, chars)| chars.iter().copied()).collect()
}

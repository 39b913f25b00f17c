//! The words of the index, and those near a word that it does not have.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use tantivy::Term;
use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;

use crate::error::IndexError;
use crate::keyword::Keyword;
use crate::read::clauses::Boxed;
use crate::read::matches::{count, weigh};
use crate::read::names::Scope;
use crate::read::snapshot::Snapshot;
use crate::schema::Fields;
use crate::text::edits::{display_number, edits, lookalikes};
use crate::text::tokenizer::{Piece, folded, pieces};

/// Shorter words are not corrected: too many others are one edit away.
pub(crate) const MIN_LETTERS: usize = 4;

/// Counting the works of a candidate stops here: more do not make it better.
const MAX_WORKS: u64 = 10_000;

/// Sorts after all ASCII words.
const PAST_LETTERS: &str = "\u{80}";

/// Maximum number of words in a keyword of which one is replaced, and of replacements tried: each candidate is a
/// search.
pub(crate) const MAX_TRIED: usize = 6;

/// The words of the index.
pub(crate) struct Vocabulary<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) fields: &'a Fields,
}

impl Vocabulary<'_> {
    fn works_with(&self, field: Field, text: &str) -> Result<u64, IndexError> {
        let term = Term::from_field_text(field, text);
        self.snapshot.works_with(&term, MAX_WORKS)
    }

    pub(crate) fn has(&self, field: Field, text: &str) -> Result<bool, IndexError> {
        let term = Term::from_field_text(field, text);
        Ok(self.snapshot.works_with(&term, 1)? > 0)
    }

    /// A number that differs by a letter, by a transposition, or by a digit that looks like a letter. A different digit
    /// would be a different work.
    pub(crate) fn number(&self, text: &str) -> Result<Option<String>, IndexError> {
        let keyword = Keyword::parse(text);
        let Some(key) = keyword.number else {
            return Ok(None);
        };
        let fields = self.fields;
        let spelled = self.number_in(fields.number_spelling, &keyword.number_spelling)?;
        match spelled {
            Some(number) => Ok(Some(display_number(&number))),
            None => Ok(self
                .number_in(fields.number, &key)?
                .map(|number| display_number(&number))),
        }
    }

    fn number_in(&self, field: Field, wrong: &str) -> Result<Option<String>, IndexError> {
        let mixed = wrong.bytes().any(|b| b.is_ascii_digit())
            && wrong.bytes().any(|b| b.is_ascii_lowercase());
        if !mixed {
            return Ok(None);
        }
        let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
        let sorted = |text: &str| {
            let mut chars: Vec<char> = text.chars().collect();
            chars.sort_unstable();
            chars
        };
        let works_with = |guess: &String| self.works_with(field, guess);
        if let Some(alike) = most_used(lookalikes(wrong), works_with)? {
            return Ok(Some(alike));
        }
        let near = edits(wrong)
            .into_iter()
            .filter(|guess| digits(guess) == digits(wrong) || sorted(guess) == sorted(wrong));
        most_used(near, works_with)
    }

    /// The text with each unknown piece corrected: the likeliest first, then each with another word in one place. Empty
    /// if nothing was wrong, or a piece cannot be corrected.
    pub(crate) fn guesses(&self, text: &str) -> Result<Vec<String>, IndexError> {
        let mut likeliest = Vec::new();
        let mut others: Vec<(usize, usize, String)> = Vec::new();
        let mut changed = false;
        for (place, piece) in pieces(&folded(text)).iter().enumerate() {
            let (was, corrected) = match piece {
                Piece::Word(word) => (word.clone(), self.word(word)?),
                Piece::Cjk(run) => (run.iter().collect(), Vec::from_iter(self.run(run)?)),
            };
            let mut corrected = corrected.into_iter();
            let Some(first) = corrected.next() else {
                return Ok(Vec::new());
            };
            changed |= first != was;
            likeliest.push(first);
            let ranked = corrected.enumerate();
            others.extend(ranked.map(|(rank, other)| (rank, place, other)));
        }
        if !changed {
            return Ok(Vec::new());
        }
        others.sort_unstable();
        let with_other = |(_, place, other): (usize, usize, String)| {
            let mut words = likeliest.clone();
            words.splice(place..=place, [other]);
            words.join(" ")
        };
        let others = others.into_iter().take(MAX_TRIED).map(with_other);
        Ok(std::iter::once(likeliest.join(" ")).chain(others).collect())
    }

    /// The word itself if the index has it, else its corrections, likeliest first.
    fn word(&self, word: &str) -> Result<Vec<String>, IndexError> {
        let named = self
            .snapshot
            .works_named(|names| names.with_word(word, Scope::All));
        if self.finds_any(&named)?
            || self.has_any_beginning_with(self.fields.title, word)?
            || self.has_any_beginning_with(self.fields.joined, word)?
        {
            return Ok(vec![word.to_owned()]);
        }
        if word.chars().count() < MIN_LETTERS {
            return Ok(Vec::new());
        }
        self.words_near(word)
    }

    /// Words of the index within one edit, those of most works first.
    pub(crate) fn words_near(&self, word: &str) -> Result<Vec<String>, IndexError> {
        let mut guesses: BTreeSet<String> = self.snapshot.names(|names| {
            let edits = edits(word).into_iter();
            edits.filter(|guess| names.has_word(guess)).collect()
        });
        for field in [self.fields.title, self.fields.joined] {
            self.add_near(field, word, &mut guesses)?;
        }
        let mut near: Vec<(Reverse<u64>, String)> = Vec::new();
        for guess in guesses {
            let works = self.works_with_word(&guess)?;
            if works > 0 && guess != word {
                near.push((Reverse(works), guess));
            }
        }
        near.sort_unstable();
        if near.is_empty() {
            return self.with_other_vowels(word);
        }
        Ok(near.into_iter().map(|(_, guess)| guess).collect())
    }

    /// Words of Japanese names with their long vowels spelled otherwise, where that is more than one edit.
    fn with_other_vowels(&self, word: &str) -> Result<Vec<String>, IndexError> {
        let guesses = self.snapshot.names(|names| names.sounding_like(word));
        let mut found = Vec::new();
        for guess in guesses {
            if self.works_with_word(&guess)? > 0 {
                found.push(guess);
            }
        }
        Ok(found)
    }

    /// Adds the words of a field within one edit. One pass over each dictionary costs far less than looking up every
    /// possible edit.
    fn add_near(
        &self,
        field: Field,
        word: &str,
        guesses: &mut BTreeSet<String>,
    ) -> Result<(), IndexError> {
        let near = FuzzyTermQuery::new(Term::from_field_text(field, word), 1, true);
        for segment in self.snapshot.segments() {
            let index = segment.inverted_index(field)?;
            let words = index.terms().search(near.automaton()?);
            // After the ASCII words come pairs of characters, none of which is near.
            let words = match word.is_ascii() {
                true => words.lt(PAST_LETTERS),
                false => words,
            };
            let mut words = words.into_stream()?;
            while words.advance() {
                guesses.extend(std::str::from_utf8(words.key()).map(ToOwned::to_owned));
            }
        }
        Ok(())
    }

    /// Whether a name has exactly this word: then it is not replaced.
    pub(crate) fn is_name(&self, word: &str) -> Result<bool, IndexError> {
        let named = self
            .snapshot
            .works_named(|names| names.with_whole_word(word));
        self.finds_any(&named)
    }

    /// Number of works with a word in their title or names; a work may count several times.
    fn works_with_word(&self, word: &str) -> Result<u64, IndexError> {
        let named = self
            .snapshot
            .works_named(|names| names.with_whole_word(word));
        let named = u64::try_from(count(self.snapshot, &named)?).unwrap_or(MAX_WORKS);
        let titled = self.works_with(self.fields.title, word)?;
        Ok(titled + self.works_with(self.fields.joined, word)? + named.min(MAX_WORKS))
    }

    pub(crate) fn finds_any(&self, wanted: &Boxed) -> Result<bool, IndexError> {
        self.snapshot
            .finds_any(weigh(self.snapshot, wanted)?.as_ref())
    }

    fn has_any_beginning_with(&self, field: Field, text: &str) -> Result<bool, IndexError> {
        for segment in self.snapshot.segments() {
            let index = segment.inverted_index(field)?;
            let mut terms = index.terms().range().ge(text).into_stream()?;
            while terms.advance() && terms.key().starts_with(text.as_bytes()) {
                if let Ok(term) = std::str::from_utf8(terms.key())
                    && self.has(field, term)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The candidate with most works; the first of equals. `None` if none has any.
pub(crate) fn most_used<T, N: Ord + Default>(
    guesses: impl IntoIterator<Item = T>,
    works_with: impl Fn(&T) -> Result<N, IndexError>,
) -> Result<Option<T>, IndexError> {
    let mut best = None;
    let mut best_count = N::default();
    for guess in guesses {
        let works = works_with(&guess)?;
        if works > best_count {
            (best, best_count) = (Some(guess), works);
        }
    }
    Ok(best)
}

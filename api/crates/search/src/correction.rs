//! Corrects a keyword without results: a wrong letter, a wrong character that sounds or reads alike, or joined words in
//! another order. Candidates come from the index only, so that a correction finds works.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use tantivy::Term;
use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;

use super::IndexError;
use super::fewer_words::with_fewer_words;
use super::keyword::Keyword;
use super::names::Scope;
use super::query::Boxed;
use super::schema::Fields;
use super::search::{WorksFilter, count, first, weigh};
use super::store::Live;
use super::text::edits::{edits, look_alikes, shown_number};
use super::text::numerals::other_numerals;
use super::text::tokenizer::{Piece, folded, pieces};
use super::view::View;

/// Shorter words are not corrected: too many others are one edit away.
const MIN_LETTERS: usize = 4;
/// Counting the works of a candidate stops here: more do not make it better.
const MAX_WORKS: u64 = 10_000;
/// Sorts after all ASCII words.
const PAST_LETTERS: &str = "\u{80}";
/// Maximum number of words in a keyword of which one is replaced, and of replacements tried: each candidate is a
/// search.
const MAX_WORDS: usize = 6;

/// A corrected keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// For display: 你是不是要找.
    pub text: String,
    /// For the search.
    pub keyword: Keyword,
    /// The omitted words, if no work has all of them.
    pub left_out: Option<String>,
}

/// The correction of a keyword without any results; `None` if nothing similar exists. Correcting a word is tried before
/// omitting it.
pub(super) fn correct(live: &Live, text: &str) -> Result<Option<Correction>, IndexError> {
    let view = live.view();
    let words = Vocabulary {
        view: &view,
        fields: &live.fields,
    };
    if let Some(number) = words.number(text)?
        && let Some(correction) = found(live, number)?
    {
        return Ok(Some(correction));
    }
    let guesses = words.guesses(text)?;
    let is_spelt_well = guesses.is_empty();
    for guess in with_other_numerals(text).into_iter().chain(guesses) {
        if let Some(correction) = found(live, guess)? {
            return Ok(Some(correction));
        }
    }
    if is_spelt_well && let Some(correction) = words.beside_others(live, text)? {
        return Ok(Some(correction));
    }
    with_fewer_words(&words, text)
}

/// The text with the number of a sequel in its other spellings.
fn with_other_numerals(text: &str) -> Vec<String> {
    let words: Vec<String> = pieces(&folded(text)).into_iter().map(text_of).collect();
    let numbers = words.iter().enumerate().skip(1).rev();
    let last = numbers
        .filter_map(|(at, word)| Some((at, other_numerals(word)?)))
        .next();
    let Some((at, others)) = last else {
        return Vec::new();
    };
    let with = |other: String| {
        let mut words = words.clone();
        words.splice(at..=at, [other]);
        words.join(" ")
    };
    others.map(with).into()
}

fn text_of(piece: Piece) -> String {
    match piece {
        Piece::Word(word) => word,
        Piece::Cjk(run) => run.into_iter().collect(),
    }
}

/// The candidate, if it finds any works.
fn found(live: &Live, text: String) -> Result<Option<Correction>, IndexError> {
    let keyword = Keyword::parse(&text);
    let filter = WorksFilter {
        keyword: Some(keyword.clone()),
        ..WorksFilter::default()
    };
    let is_there = !first(live, &filter, 1)?.is_empty();
    Ok(is_there.then_some(Correction {
        text,
        keyword,
        left_out: None,
    }))
}

/// The candidate with most works; the first of equals. `None` if none has any.
pub(super) fn most_used<T, N: Ord + Default>(
    guesses: impl IntoIterator<Item = T>,
    works_with: impl Fn(&T) -> Result<N, IndexError>,
) -> Result<Option<T>, IndexError> {
    let mut best = None;
    let mut most = N::default();
    for guess in guesses {
        let works = works_with(&guess)?;
        if works > most {
            (best, most) = (Some(guess), works);
        }
    }
    Ok(best)
}

/// The words of the index.
pub(super) struct Vocabulary<'a> {
    pub(super) view: &'a View,
    pub(super) fields: &'a Fields,
}

impl Vocabulary<'_> {
    fn works_with(&self, field: Field, text: &str) -> Result<u64, IndexError> {
        let term = Term::from_field_text(field, text);
        self.view.works_with(&term, MAX_WORKS)
    }

    pub(super) fn has(&self, field: Field, text: &str) -> Result<bool, IndexError> {
        let term = Term::from_field_text(field, text);
        Ok(self.view.works_with(&term, 1)? > 0)
    }

    /// A number that differs by a letter, by a transposition, or by a digit that looks like a letter. A different digit
    /// would be a different work.
    fn number(&self, text: &str) -> Result<Option<String>, IndexError> {
        let keyword = Keyword::parse(text);
        let Some(key) = keyword.number else {
            return Ok(None);
        };
        let fields = self.fields;
        let spelled = self.number_in(fields.number_spelling, &keyword.number_spelling)?;
        match spelled {
            Some(number) => Ok(Some(shown_number(&number))),
            None => Ok(self
                .number_in(fields.number, &key)?
                .map(|number| shown_number(&number))),
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
        if let Some(alike) = most_used(look_alikes(wrong), works_with)? {
            return Ok(Some(alike));
        }
        let near = edits(wrong)
            .into_iter()
            .filter(|guess| digits(guess) == digits(wrong) || sorted(guess) == sorted(wrong));
        most_used(near, works_with)
    }

    /// The text with each unknown piece corrected: the likeliest first, then each with another word in one place. Empty
    /// if nothing was wrong, or a piece cannot be corrected.
    fn guesses(&self, text: &str) -> Result<Vec<String>, IndexError> {
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
        let others = others.into_iter().take(MAX_WORDS).map(with_other);
        Ok(std::iter::once(likeliest.join(" ")).chain(others).collect())
    }

    /// The word itself if the index has it, else its corrections, likeliest first.
    fn word(&self, word: &str) -> Result<Vec<String>, IndexError> {
        let named = self
            .view
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
    fn words_near(&self, word: &str) -> Result<Vec<String>, IndexError> {
        let mut guesses: BTreeSet<String> = self.view.names(|names| {
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
        let guesses = self.view.names(|names| names.sounding_like(word));
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
        for segment in self.view.segments() {
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

    /// Replaces a word that occurs in the index, but never together with the others.
    fn beside_others(&self, live: &Live, text: &str) -> Result<Option<Correction>, IndexError> {
        let pieces: Vec<String> = pieces(&folded(text)).into_iter().map(text_of).collect();
        if !(2..=MAX_WORDS).contains(&pieces.len()) {
            return Ok(None);
        }
        for (at, word) in pieces.iter().enumerate() {
            if !word.is_ascii() || word.len() < MIN_LETTERS || self.is_name(word)? {
                continue;
            }
            for guess in self.words_near(word)?.into_iter().take(MAX_WORDS) {
                let mut guessed = pieces.clone();
                if let Some(place) = guessed.get_mut(at) {
                    *place = guess;
                }
                if let Some(correction) = found(live, guessed.join(" "))? {
                    return Ok(Some(correction));
                }
            }
        }
        Ok(None)
    }

    /// Whether a name has exactly this word: then it is not replaced.
    fn is_name(&self, word: &str) -> Result<bool, IndexError> {
        let named = self.view.works_named(|names| names.with_whole_word(word));
        self.finds_any(&named)
    }

    /// Number of works with a word in their title or names; a work may count several times.
    fn works_with_word(&self, word: &str) -> Result<u64, IndexError> {
        let named = self.view.works_named(|names| names.with_whole_word(word));
        let named = u64::try_from(count(self.view, &named)?).unwrap_or(MAX_WORKS);
        let titled = self.works_with(self.fields.title, word)?;
        Ok(titled + self.works_with(self.fields.joined, word)? + named.min(MAX_WORKS))
    }

    pub(super) fn finds_any(&self, wanted: &Boxed) -> Result<bool, IndexError> {
        self.view.finds_any(weigh(self.view, wanted)?.as_ref())
    }

    fn has_any_beginning_with(&self, field: Field, text: &str) -> Result<bool, IndexError> {
        for segment in self.view.segments() {
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

//! Corrects a keyword without results: a wrong letter, a wrong character that sounds or reads alike, or joined words in
//! another order. Candidates come from the index only, so that a correction finds works.

mod alike;
pub(crate) mod correction;
mod fewer_words;
mod runs;
mod vocabulary;

use crate::error::IndexError;
use crate::keyword::Keyword;
use crate::query::filter::WorksFilter;
use crate::query::live::Live;
use crate::query::page::first;
use crate::text::alike::{Family, spellings};
use crate::text::numerals::other_numerals;
use crate::text::tokenizer::{Piece, folded, pieces, written};

pub use correction::{Correction, Meaning};
use fewer_words::with_fewer_words;
use vocabulary::{MAX_TRIED, MIN_LETTERS, Vocabulary};

/// The correction of a keyword without any results; `None` if nothing similar exists. Correcting a word is tried before
/// omitting it.
pub(crate) fn correct(live: &Live, text: &str) -> Result<Option<Correction>, IndexError> {
    let snapshot = live.snapshot();
    let words = Vocabulary {
        snapshot: &snapshot,
        fields: &live.fields,
    };
    if let Some(number) = words.number(text)?
        && let Some(correction) = found(live, number)?
    {
        return Ok(Some(correction));
    }
    let spelled = spellings(&written(text));
    let sounding =
        |families: &[Family]| snapshot.names(|names| alike::sounding(names, &spelled, families));
    if let Some(correction) = first_found(live, sounding(&[Family::Japanese, Family::Slavic]))? {
        return Ok(Some(correction));
    }
    let guesses = words.guesses(text)?;
    let is_spelt_well = guesses.is_empty();
    let guesses = with_other_numerals(text).into_iter().chain(guesses);
    if let Some(correction) = first_found(live, guesses)? {
        return Ok(Some(correction));
    }
    let in_pinyin = snapshot.names(|names| alike::in_pinyin(names, text));
    let others = sounding(&[Family::Korean]).into_iter().chain(in_pinyin);
    if let Some(correction) = first_found(live, others)? {
        return Ok(Some(correction));
    }
    if is_spelt_well && let Some(correction) = replace_never_cooccurring(&words, live, text)? {
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

/// The first candidate that finds any works.
fn first_found(
    live: &Live,
    guesses: impl IntoIterator<Item = String>,
) -> Result<Option<Correction>, IndexError> {
    for guess in guesses {
        if let Some(correction) = found(live, guess)? {
            return Ok(Some(correction));
        }
    }
    Ok(None)
}

/// The candidate, if it finds any works.
fn found(live: &Live, text: String) -> Result<Option<Correction>, IndexError> {
    let keyword = Keyword::parse(&text);
    let filter = WorksFilter {
        keyword: Some(keyword.clone()),
        ..WorksFilter::default()
    };
    let has_works = !first(live, &filter, 1)?.is_empty();
    Ok(has_works.then_some(Correction {
        text,
        keyword,
        left_out: None,
    }))
}

/// Replaces a word that occurs in the index, but never together with the others.
fn replace_never_cooccurring(
    words: &Vocabulary<'_>,
    live: &Live,
    text: &str,
) -> Result<Option<Correction>, IndexError> {
    let pieces: Vec<String> = pieces(&folded(text)).into_iter().map(text_of).collect();
    if !(2..=MAX_TRIED).contains(&pieces.len()) {
        return Ok(None);
    }
    for (at, word) in pieces.iter().enumerate() {
        if !word.is_ascii() || word.len() < MIN_LETTERS || words.is_name(word)? {
            continue;
        }
        for guess in words.words_near(word)?.into_iter().take(MAX_TRIED) {
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

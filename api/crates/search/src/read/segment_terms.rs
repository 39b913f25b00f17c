//! The terms of a segment: their numbers, their names, and the locations of their postings.

use parking_lot::RwLock;
use tantivy::SegmentReader;
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentId;
use tantivy::schema::Field;
use yingku_base::kinds::TermKind;

use crate::error::IndexError;
use crate::read::named::{NamedInSegment, TermPostings};
use crate::read::names::Names;
use crate::read::term_numbers::TermNumbers;
use crate::schema::term_word::TermWord;

/// The terms of a segment.
pub(crate) struct SegmentTerms {
    segment: SegmentId,
    /// The number of each term in [`TermNumbers`], by ordinal in the column.
    numbers: Box<[u32]>,
    /// By the number of a text in [`Names`]: its index in `terms` plus one; 0 if the segment does not have it.
    places: Box<[u32]>,
    terms: Box<[TermPostings]>,
}

/// A new text.
struct Fresh {
    term: i64,
    is_tag: bool,
    names: String,
    postings: TermPostings,
}

impl SegmentTerms {
    /// Reads the terms of a segment from the column `words`; adds new ones to `names` and `numbers`.
    pub(crate) fn read(
        segment: &SegmentReader,
        terms: Field,
        words: Option<&StrColumn>,
        names: &RwLock<Names>,
        numbers: &RwLock<TermNumbers>,
    ) -> Result<Self, IndexError> {
        let mut all: Vec<(TermKind, i64)> = Vec::new();
        let mut numbered: Vec<(u32, TermPostings)> = Vec::new();
        let mut fresh = Vec::new();
        {
            let names = names.read();
            each_word(segment, terms, words, |word, postings| {
                let term = word.as_ref().and_then(|word| word.id.parse().ok());
                let (Some(word), Some(term)) = (word, term) else {
                    // Keeps the ordinals aligned.
                    all.push((TermKind::Tag, 0));
                    return;
                };
                all.push((word.kind, term));
                let Some(postings) = postings else { return };
                match names.known(term, word.names) {
                    Some(number) => numbered.push((number, postings)),
                    None => fresh.push(Fresh {
                        term,
                        is_tag: word.kind == TermKind::Tag,
                        names: word.names.to_owned(),
                        postings,
                    }),
                }
            })?;
        }
        if !fresh.is_empty() {
            let mut names = names.write();
            let number = |text: Fresh| {
                let number = names.number(text.term, text.is_tag, &text.names);
                (number, text.postings)
            };
            numbered.extend(fresh.into_iter().map(number));
        }
        let max = numbered.iter().map(|(number, _)| at(*number)).max();
        let mut places = vec![0; max.map_or(0, |max| max + 1)];
        for (place, (number, _)) in (1..).zip(&numbered) {
            if let Some(slot) = places.get_mut(at(*number)) {
                *slot = place;
            }
        }
        let mut numbers = numbers.write();
        let numbers = all.into_iter().map(|term| numbers.number(term)).collect();
        Ok(Self {
            segment: segment.segment_id(),
            numbers,
            places: places.into(),
            terms: numbered.into_iter().map(|(_, postings)| postings).collect(),
        })
    }

    pub(crate) fn is_of(&self, segment: &SegmentReader) -> bool {
        self.segment == segment.segment_id()
    }

    /// The number of each of its terms, by ordinal in the column.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Number of texts that it has.
    pub(crate) fn used(&self) -> usize {
        self.terms.len()
    }

    /// The terms of these texts that the segment has.
    pub(crate) fn named(&self, numbers: &[u32]) -> NamedInSegment {
        let terms = numbers.iter().filter_map(|number| {
            let place = self.places.get(at(*number))?.checked_sub(1)?;
            self.terms.get(at(place)).copied()
        });
        NamedInSegment::new(self.segment, terms.collect())
    }
}

/// Calls `take` with each string of the terms column and the location of its postings. The column and the term
/// dictionary have the same order.
fn each_word(
    segment: &SegmentReader,
    terms: Field,
    words: Option<&StrColumn>,
    mut take: impl FnMut(Option<TermWord<'_>>, Option<TermPostings>),
) -> Result<(), IndexError> {
    let Some(words) = words else {
        return Ok(());
    };
    let index = segment.inverted_index(terms)?;
    let mut ids = index.terms().stream()?;
    let mut has_id = ids.advance();
    let mut words = words.dictionary().stream()?;
    while words.advance() {
        let word = TermWord::parse(words.key());
        let id = word.as_ref().map_or(&[][..], |word| word.id.as_bytes());
        while has_id && ids.key() < id {
            has_id = ids.advance();
        }
        let postings = (has_id && ids.key() == id).then(|| ids.value().into());
        take(word, postings);
    }
    Ok(())
}

fn at(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

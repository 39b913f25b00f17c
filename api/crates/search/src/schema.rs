//! The fields of an indexed work.

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager};
use tantivy::{IndexSettings, IndexSortByField, Order, TantivyDocument};

use super::text::normalise::{normalise, spoken};
use super::text::number::{edges, number_key, spelling};
use super::text::tokenizer::{TOKENIZER, WorksTokenizer, joined_words};
use super::text::{canonical, han, sounds};
use super::{IndexedWork, TermKind, qualities};

/// The version of the fields and of the text analysis. An index of another version is rebuilt.
pub(super) const VERSION: u32 = 13;

/// Number of prior ratings added to every work, so that a single rating of 5 is not the best.
const PRIOR_RATERS: f64 = 50.0;
/// The mean of the prior ratings.
const PRIOR_MEAN: f64 = 3.0;
/// Steps per rating point.
const RATING_STEPS: f64 = 1_000_000.0;
/// Steps per tenth of a rating point.
const STEPS_PER_TENTH: i64 = 100_000;

#[derive(Debug, Clone)]
pub(super) struct Fields {
    pub(super) schema: Schema,
    pub(super) id: Field,
    pub(super) fingerprint: Field,
    /// Its qualities and the kinds of its terms: the strings of [`qualities`] and of [`has_kind`].
    pub(super) flags: Field,
    /// [`qualities`] as a column.
    qualities: Field,
    /// The ids of its terms.
    pub(super) terms: Field,
    /// Its terms as a column: the [`TermWord`] of each.
    counted_terms: Field,
    /// The key of its number.
    pub(super) number: Field,
    /// Its number with all zeros, to tell `ABC-01` from `ABC-001`.
    pub(super) number_spelling: Field,
    pub(super) number_edges: Field,
    pub(super) title: Field,
    /// The characters of the title whose written form differs from the folded one.
    pub(super) variants: Field,
    /// The words of the title joined ([`joined_words`]).
    pub(super) joined: Field,
    /// The pinyin of the title in pairs of syllables.
    pub(super) sounds: Field,
    pub(super) sorts: Sorts,
}

/// The fast fields for sorting.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sorts {
    pub(super) pub_time: Field,
    pub(super) collects: Field,
    pub(super) rating: Field,
    pub(super) evaluates: Field,
    pub(super) hot: Field,
    pub(super) views: Field,
    pub(super) duration: Field,
    pub(super) score: Field,
}

/// Names of the fields that are read as columns.
pub(super) const ID: &str = "id";
pub(super) const FINGERPRINT: &str = "print";
pub(super) const PUB_TIME: &str = "pub_time";
pub(super) const QUALITIES: &str = "qualities";
pub(super) const COUNTED_TERMS: &str = "counted_terms";
pub(super) const DURATION: &str = "duration";
pub(super) const SCORE: &str = "score";

/// The string in [`Fields::flags`] for works with a term of this kind.
pub(super) fn has_kind(kind: TermKind) -> String {
    format!("has-{}", kind.as_str())
}

impl Fields {
    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let text = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer(TOKENIZER)
                .set_fieldnorms(false)
                .set_index_option(IndexRecordOption::WithFreqsAndPositions),
        );
        let word = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer("raw")
                .set_fieldnorms(false)
                .set_index_option(IndexRecordOption::Basic),
        );
        // String columns have ordinals from 0 in each segment, which makes counting cheap.
        Self {
            id: schema.add_i64_field(ID, INDEXED | FAST),
            fingerprint: schema.add_u64_field(FINGERPRINT, FAST),
            flags: schema.add_text_field("flags", word.clone()),
            qualities: schema.add_i64_field(QUALITIES, FAST),
            terms: schema.add_text_field("terms", word.clone()),
            counted_terms: schema.add_text_field(COUNTED_TERMS, FAST),
            number: schema.add_text_field("number", word.clone()),
            number_spelling: schema.add_text_field("number_spelling", word.clone()),
            number_edges: schema.add_text_field("number_edges", word.clone()),
            title: schema.add_text_field("title", text),
            variants: schema.add_text_field("variants", word.clone()),
            joined: schema.add_text_field("joined", word.clone()),
            sounds: schema.add_text_field("sounds", word),
            sorts: Sorts {
                pub_time: schema.add_i64_field(PUB_TIME, FAST),
                collects: schema.add_i64_field("collects", FAST),
                rating: schema.add_i64_field("rating", FAST),
                evaluates: schema.add_i64_field("evaluates", FAST),
                hot: schema.add_i64_field("hot", FAST),
                views: schema.add_i64_field("views", FAST),
                duration: schema.add_i64_field(DURATION, FAST),
                score: schema.add_i64_field(SCORE, FAST),
            },
            schema: schema.build(),
        }
    }

    pub(super) fn document(&self, work: &IndexedWork) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        document.add_i64(self.id, work.id);
        document.add_u64(self.fingerprint, work.fingerprint());
        self.add_flags(work, &mut document);
        document.add_i64(self.qualities, qualities::number_of(work));
        document.add_i64(self.sorts.pub_time, work.pub_time);
        document.add_i64(self.sorts.collects, work.collects);
        document.add_i64(self.sorts.rating, rating(work.average, work.evaluates));
        document.add_i64(self.sorts.evaluates, work.evaluates);
        document.add_i64(self.sorts.hot, work.hot);
        document.add_i64(self.sorts.views, work.views);
        document.add_i64(self.sorts.duration, work.duration);
        document.add_i64(self.sorts.score, score_steps(work.average));
        for edge in edges(&work.number) {
            document.add_text(self.number_edges, edge);
        }
        document.add_text(self.number, number_key(&work.number));
        document.add_text(self.number_spelling, spelling(&work.number));
        self.add_title(&work.title, &mut document);
        self.add_terms(work, &mut document);
        document
    }

    fn add_flags(&self, work: &IndexedWork, document: &mut TantivyDocument) {
        for quality in qualities::qualities_of(work) {
            document.add_text(self.flags, quality.as_str());
        }
        for kind in TermKind::ALL {
            if work.terms.iter().any(|term| term.kind == kind) {
                document.add_text(self.flags, has_kind(kind));
            }
        }
    }

    fn add_title(&self, title: &str, document: &mut TantivyDocument) {
        let normalised = normalise(title);
        let folded = canonical::canonical(&normalised);
        for number in canonical::numbers(&normalised) {
            document.add_text(self.title, number);
        }
        for pair in sounds::pairs(title) {
            document.add_text(self.sounds, pair);
        }
        let mut variants: Vec<char> = spoken(title).chars().collect();
        variants.retain(|c| han::form(*c) != *c);
        variants.sort_unstable();
        variants.dedup();
        for variant in variants {
            document.add_text(self.variants, variant.to_string());
        }
        for joined in joined_words(&folded) {
            document.add_text(self.joined, joined);
        }
        document.add_text(self.title, folded);
    }

    fn add_terms(&self, work: &IndexedWork, document: &mut TantivyDocument) {
        for term in &work.terms {
            document.add_text(self.terms, term.id.to_string());
            document.add_text(self.counted_terms, &term.word);
        }
    }
}

/// A term with its names in [`COUNTED_TERMS`], where each is stored once per segment. Sorted like ids as texts.
pub(super) struct TermWord<'a> {
    pub(super) kind: TermKind,
    pub(super) id: &'a str,
    /// A text of [`super::names`].
    pub(super) names: &'a str,
}

impl<'a> TermWord<'a> {
    pub(super) fn format(kind: TermKind, id: i64, names: &str) -> String {
        format!("{id} {}\n{names}", kind.code())
    }

    pub(super) fn parse(word: &'a [u8]) -> Option<Self> {
        let (term, names) = std::str::from_utf8(word).ok()?.split_once('\n')?;
        let (id, kind) = term.split_once(' ')?;
        let kind = TermKind::from_code(kind.parse().ok()?)?;
        Some(Self { kind, id, names })
    }
}

/// A score in tenths, 0 to 50, like [`score_steps`].
pub(super) fn score_tenths(tenths: i64) -> i64 {
    tenths * STEPS_PER_TENTH
}

/// A score from 0 to 5 as a whole number.
pub(super) fn score_steps(score: f64) -> i64 {
    #[expect(clippy::as_conversions, reason = "between 0 and 5,000,000; saturates")]
    let steps = (score * RATING_STEPS).round() as i64;
    steps
}

/// The rating to sort by: the mean of the work's ratings and the prior ones. Unrated works come last.
fn rating(average: f64, evaluates: i64) -> i64 {
    if evaluates <= 0 || !average.is_finite() {
        return 0;
    }
    #[expect(
        clippy::as_conversions,
        reason = "far below 2^53, where every whole number is exact"
    )]
    let raters = evaluates as f64;
    score_steps((PRIOR_RATERS * PRIOR_MEAN + raters * average) / (PRIOR_RATERS + raters))
}

/// Sorts segments newest first.
pub(super) fn settings() -> IndexSettings {
    IndexSettings {
        sort_by_field: Some(IndexSortByField {
            field: PUB_TIME.to_owned(),
            order: Order::Desc,
        }),
        ..IndexSettings::default()
    }
}

pub(super) fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(TOKENIZER, TextAnalyzer::from(WorksTokenizer));
    tokenizers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_good_votes_do_not_beat_many() {
        assert!(rating(5.0, 1) < rating(4.2, 2_000));
        assert!(rating(2.0, 5_000) < rating(3.0, 1));
        assert_eq!(rating(0.0, 0), 0);
    }
}

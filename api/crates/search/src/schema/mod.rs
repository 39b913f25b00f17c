//! The fields of an indexed work.

mod fnv;
pub(crate) mod qualities;
pub(crate) mod term_word;
pub(crate) mod work;

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager};
use tantivy::{IndexSettings, IndexSortByField, Order, TantivyDocument};
use yingku_base::kinds::{Lack, TermKind};

use crate::schema::work::IndexedWork;
use crate::text::normalise::{normalise, spoken};
use crate::text::number::{edges, number_key, number_order, spelling, whole_end};
use crate::text::tokenizer::{TOKENIZER, WorksTokenizer, joined_words};
use crate::text::{canonical, han, sounds};

/// The version of the fields and of the text analysis. An index of another version is rebuilt.
pub(crate) const VERSION: u32 = 18;

/// Number of prior ratings added to every work, so that a single rating of 5 is not the best.
const PRIOR_RATERS: f64 = 50.0;
/// The mean of the prior ratings.
const PRIOR_MEAN: f64 = 3.0;
/// Steps per rating point.
const RATING_STEPS: f64 = 1_000_000.0;
/// Steps per tenth of a rating point.
const STEPS_PER_TENTH: i64 = 100_000;

#[derive(Debug, Clone)]
pub(crate) struct Fields {
    pub(crate) schema: Schema,
    pub(crate) id: Field,
    pub(crate) fingerprint: Field,
    /// Its qualities, other facts, the kinds of its terms, what it lacks and its last editor: the strings of
    /// [`qualities`], [`has_kind`], [`lacks`] and [`edited_by`].
    pub(crate) flags: Field,
    /// [`qualities`] as a column.
    qualities: Field,
    /// The ids of its terms.
    pub(crate) terms: Field,
    /// Its terms as a column: the [`term_word::TermWord`] of each.
    counted_terms: Field,
    /// The key of its number.
    pub(crate) number: Field,
    /// Its number with all zeros, to distinguish `ABC-01` from `ABC-001`.
    pub(crate) number_spelling: Field,
    pub(crate) number_edges: Field,
    pub(crate) title: Field,
    /// The characters of the title whose written form differs from the folded one.
    pub(crate) variants: Field,
    /// The words of the title joined ([`joined_words`]).
    pub(crate) joined: Field,
    /// The pinyin of the title in pairs of syllables.
    pub(crate) sounds: Field,
    pub(crate) sorts: Sorts,
}

/// The fast fields for sorting.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sorts {
    pub(crate) pub_time: Field,
    pub(crate) collects: Field,
    pub(crate) rating: Field,
    pub(crate) evaluates: Field,
    pub(crate) hot: Field,
    pub(crate) views: Field,
    likes: Field,
    /// [`number_order`] of its number.
    number_order: Field,
    pub(crate) duration: Field,
    pub(crate) score: Field,
    pub(crate) updated_at: Field,
    /// The number of things that a work lacks.
    pub(crate) lacks: Field,
}

/// Names of the fields that are read as columns.
pub(crate) const ID: &str = "id";
pub(crate) const FINGERPRINT: &str = "print";
pub(crate) const PUB_TIME: &str = "pub_time";
pub(crate) const QUALITIES: &str = "qualities";
pub(crate) const COUNTED_TERMS: &str = "counted_terms";
pub(crate) const COLLECTS: &str = "collects";
pub(crate) const VIEWS: &str = "views";
pub(crate) const LIKES: &str = "likes";
pub(crate) const NUMBER_ORDER: &str = "number_order";
pub(crate) const DURATION: &str = "duration";
pub(crate) const SCORE: &str = "score";
pub(crate) const UPDATED_AT: &str = "updated_at";
pub(crate) const LACKS: &str = "lacks";

/// The string in [`Fields::flags`] for works with a term of this kind.
pub(crate) fn has_kind(kind: TermKind) -> String {
    format!("has-{}", kind.as_str())
}

/// The string in [`Fields::flags`] for works that lack this.
pub(crate) fn lacks(lack: Lack) -> String {
    format!("lacks-{}", lack.as_str())
}

/// The string in [`Fields::flags`] for works that the operator of this name changed last.
pub(crate) fn edited_by(name: &str) -> String {
    format!("by-{name}")
}

impl Fields {
    pub(crate) fn new() -> Self {
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
                collects: schema.add_i64_field(COLLECTS, FAST),
                rating: schema.add_i64_field("rating", FAST),
                evaluates: schema.add_i64_field("evaluates", FAST),
                hot: schema.add_i64_field("hot", FAST),
                views: schema.add_i64_field(VIEWS, FAST),
                likes: schema.add_i64_field(LIKES, FAST),
                number_order: schema.add_i64_field(NUMBER_ORDER, FAST),
                duration: schema.add_i64_field(DURATION, FAST),
                score: schema.add_i64_field(SCORE, FAST),
                updated_at: schema.add_i64_field(UPDATED_AT, FAST),
                lacks: schema.add_i64_field(LACKS, FAST),
            },
            schema: schema.build(),
        }
    }

    pub(crate) fn document(&self, work: &IndexedWork) -> TantivyDocument {
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
        document.add_i64(self.sorts.likes, work.likes);
        document.add_i64(self.sorts.number_order, number_order(&work.number));
        document.add_i64(self.sorts.duration, work.duration);
        document.add_i64(self.sorts.score, score_steps(work.average));
        document.add_i64(self.sorts.updated_at, work.updated_at);
        let lacks = i64::try_from(work.lacks.len()).unwrap_or_default();
        document.add_i64(self.sorts.lacks, lacks);
        for edge in edges(&work.number)
            .into_iter()
            .chain(whole_end(&work.number))
        {
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
        for fact in qualities::other_facts(work) {
            document.add_text(self.flags, fact.as_str());
        }
        for kind in TermKind::ALL {
            if work.terms.iter().any(|term| term.kind == kind) {
                document.add_text(self.flags, has_kind(kind));
            }
        }
        for lack in &work.lacks {
            document.add_text(self.flags, lacks(*lack));
        }
        if !work.editor.is_empty() {
            document.add_text(self.flags, edited_by(&work.editor));
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

/// A score in tenths, 0 to 50, like [`score_steps`].
pub(crate) fn score_tenths(tenths: i64) -> i64 {
    tenths * STEPS_PER_TENTH
}

/// A score from 0 to 5 as a whole number.
pub(crate) fn score_steps(score: f64) -> i64 {
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
pub(crate) fn settings() -> IndexSettings {
    IndexSettings {
        sort_by_field: Some(IndexSortByField {
            field: PUB_TIME.to_owned(),
            order: Order::Desc,
        }),
        ..IndexSettings::default()
    }
}

pub(crate) fn tokenizers() -> TokenizerManager {
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

//! The fields of an indexed work.

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager};
use tantivy::{IndexSettings, IndexSortByField, Order, TantivyDocument};

use super::number::{edges, number_key};
use super::tokenizer::{TOKENIZER, WorksTokenizer};
use super::{IndexedWork, TermKind};

/// The version of the fields and of the text analysis. An index of another version is rebuilt.
pub(super) const VERSION: u32 = 2;

/// Number of prior ratings added to every work, so that a single rating of 5 is not the best.
const PRIOR_RATERS: f64 = 50.0;
/// The mean of the prior ratings.
const PRIOR_MEAN: f64 = 3.0;
/// Steps per rating point.
const RATING_STEPS: f64 = 1_000_000.0;

#[derive(Debug, Clone)]
pub(super) struct Fields {
    pub(super) schema: Schema,
    pub(super) id: Field,
    pub(super) print: Field,
    pub(super) channel: Field,
    pub(super) dht: Field,
    pub(super) has_kind: Field,
    pub(super) terms: [Field; 7],
    pub(super) number: Field,
    pub(super) number_edges: Field,
    pub(super) title: Field,
    pub(super) names: Field,
    pub(super) readings: Field,
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
    pub(super) duration: Field,
}

/// Names of the fields that are read as columns.
pub(super) const ID: &str = "id";
pub(super) const PRINT: &str = "print";
pub(super) const PUB_TIME: &str = "pub_time";

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
        let terms = TermKind::ALL.map(|kind| schema.add_i64_field(kind.word(), INDEXED));
        Self {
            id: schema.add_i64_field(ID, INDEXED | FAST),
            print: schema.add_u64_field(PRINT, FAST),
            channel: schema.add_i64_field("channel", INDEXED),
            dht: schema.add_i64_field("dht", INDEXED),
            has_kind: schema.add_i64_field("has_kind", INDEXED),
            terms,
            number: schema.add_text_field("number", STRING),
            number_edges: schema.add_text_field("number_edges", word.clone()),
            title: schema.add_text_field("title", text.clone()),
            names: schema.add_text_field("names", text),
            readings: schema.add_text_field("readings", word),
            sorts: Sorts {
                pub_time: schema.add_i64_field(PUB_TIME, FAST),
                collects: schema.add_i64_field("collects", FAST),
                rating: schema.add_i64_field("rating", FAST),
                evaluates: schema.add_i64_field("evaluates", FAST),
                hot: schema.add_i64_field("hot", FAST),
                duration: schema.add_i64_field("duration", FAST),
            },
            schema: schema.build(),
        }
    }

    /// The field with the ids of a kind.
    pub(super) fn of_kind(&self, kind: TermKind) -> Option<Field> {
        TermKind::ALL
            .iter()
            .zip(self.terms)
            .find(|(k, _)| **k == kind)
            .map(|(_, field)| field)
    }

    pub(super) fn document(&self, work: &IndexedWork) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        document.add_i64(self.id, work.id);
        document.add_u64(self.print, work.fingerprint());
        document.add_i64(self.channel, i64::from(work.channel.code()));
        if work.is_dht {
            document.add_i64(self.dht, 1);
        }
        document.add_i64(self.sorts.pub_time, work.pub_time);
        document.add_i64(self.sorts.collects, work.collects);
        document.add_i64(self.sorts.rating, rating(work.average, work.evaluates));
        document.add_i64(self.sorts.evaluates, work.evaluates);
        document.add_i64(self.sorts.hot, work.hot);
        document.add_i64(self.sorts.duration, work.duration);
        let key = number_key(&work.number);
        for edge in edges(&key) {
            document.add_text(self.number_edges, edge);
        }
        document.add_text(self.number, key);
        document.add_text(self.title, &work.title);
        self.add_terms(work, &mut document);
        document
    }

    /// Adds the terms and their names.
    fn add_terms(&self, work: &IndexedWork, document: &mut TantivyDocument) {
        let mut kinds: Vec<TermKind> = Vec::new();
        for term in &work.terms {
            if let Some(field) = self.of_kind(term.kind) {
                document.add_i64(field, term.id);
            }
            if !kinds.contains(&term.kind) {
                kinds.push(term.kind);
                document.add_i64(self.has_kind, i64::from(term.kind.code()));
            }
            for name in term.names() {
                document.add_text(self.names, name);
            }
            for reading in &term.readings {
                document.add_text(self.readings, reading);
            }
        }
    }
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
    let mean = (PRIOR_RATERS * PRIOR_MEAN + raters * average) / (PRIOR_RATERS + raters);
    #[expect(clippy::as_conversions, reason = "between 0 and 5,000,000")]
    let steps = (mean * RATING_STEPS).round() as i64;
    steps
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

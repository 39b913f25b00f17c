//! A snapshot of the index for searches, with the columns that every list reads, and the numbers and names of all
//! terms.

use std::ops::Range;
use std::sync::Arc;

use parking_lot::RwLock;
use tantivy::query::Weight;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{
    COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet as _, Searcher, SegmentReader, TERMINATED, Term,
};

use super::IndexError;
use super::columns::Columns;
use super::known::KnownQuery;
use super::named::Named;
use super::names::Names;
use super::query::{Boxed, nothing};
use super::schema::Fields;
use super::segment_terms::SegmentTerms;
use super::term_numbers::TermNumbers;

/// Maximum number of names in memory that no work has any more.
const MAX_UNUSED: usize = 10_000;

/// A snapshot of the index.
pub(super) struct View {
    /// Increases with every commit that changes more than counters.
    works_generation: u64,
    searcher: Searcher,
    /// One per segment, in the same order.
    opened: Vec<Arc<Opened>>,
    /// Of all terms, including those of segments that no longer exist.
    names: Arc<RwLock<Names>>,
    /// Of all terms, including those of segments that no longer exist.
    term_numbers: Arc<RwLock<TermNumbers>>,
    /// The ids of a work's terms.
    terms: Field,
}

/// The data read from a segment. Segments are immutable, so each is read once.
struct Opened {
    columns: Columns,
    terms: SegmentTerms,
}

impl View {
    /// Reuses what `before` has read of segments that still exist.
    pub(super) fn new(
        searcher: Searcher,
        works_generation: u64,
        fields: &Fields,
        before: Option<&Self>,
    ) -> Result<Self, IndexError> {
        let mut view = Self {
            works_generation,
            searcher,
            opened: Vec::new(),
            names: before
                .map(|view| Arc::clone(&view.names))
                .unwrap_or_default(),
            term_numbers: before
                .map(|view| Arc::clone(&view.term_numbers))
                .unwrap_or_default(),
            terms: fields.terms,
        };
        view.open(before.map_or(&[], |view| &view.opened))?;
        let used = view.opened.iter().map(|segment| segment.terms.used());
        if view.names.read().len() > used.sum::<usize>() + MAX_UNUSED {
            (view.names, view.term_numbers) = Default::default();
            view.open(&[])?;
        }
        Ok(view)
    }

    fn open(&mut self, known: &[Arc<Opened>]) -> Result<(), IndexError> {
        let opened = self.segments().iter().map(|segment| {
            let known = known.iter().find(|known| known.terms.is_of(segment));
            match known {
                Some(known) => Ok(Arc::clone(known)),
                None => self.read(segment).map(Arc::new),
            }
        });
        self.opened = opened.collect::<Result<_, IndexError>>()?;
        Ok(())
    }

    fn read(&self, segment: &SegmentReader) -> Result<Opened, IndexError> {
        let columns = Columns::open(segment)?;
        let words = columns.terms.as_ref();
        let terms =
            SegmentTerms::read(segment, self.terms, words, &self.names, &self.term_numbers)?;
        Ok(Opened { columns, terms })
    }

    /// The works with any of the terms that `find` returns.
    pub(super) fn works_named(&self, find: impl FnOnce(&Names) -> Vec<u32>) -> Boxed {
        let numbers = find(&self.names.read());
        if numbers.is_empty() {
            return nothing();
        }
        let segments = self.opened.iter();
        Box::new(KnownQuery(Named {
            field: self.terms,
            segments: segments
                .map(|segment| segment.terms.named(&numbers))
                .collect(),
        }))
    }

    /// The numbers of the terms.
    pub(super) fn term_numbers(&self) -> &RwLock<TermNumbers> {
        &self.term_numbers
    }

    /// The segments with their columns and terms.
    pub(super) fn with_terms(
        &self,
    ) -> impl Iterator<Item = (&SegmentReader, &Columns, &SegmentTerms)> {
        let opened = self.segments().iter().zip(&self.opened);
        opened.map(|(segment, opened)| (segment, &opened.columns, &opened.terms))
    }

    /// Runs `ask` on the names.
    pub(super) fn names<T>(&self, ask: impl FnOnce(&Names) -> T) -> T {
        ask(&self.names.read())
    }

    pub(super) fn works_generation(&self) -> u64 {
        self.works_generation
    }

    pub(super) fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    pub(super) fn segments(&self) -> &[SegmentReader] {
        self.searcher.segment_readers()
    }

    /// The number of works with a term, up to `most`. The count in a segment's dictionary cannot be used: it includes
    /// works deleted since, so it differs between copies of the index.
    pub(super) fn works_with(&self, term: &Term, most: u64) -> Result<u64, IndexError> {
        let mut works = 0;
        for segment in self.segments() {
            if works >= most {
                break;
            }
            let index = segment.inverted_index(term.field())?;
            let Some(alive) = segment.alive_bitset() else {
                works += u64::from(index.doc_freq(term)?);
                continue;
            };
            let Some(mut found) = index.read_postings(term, IndexRecordOption::Basic)? else {
                continue;
            };
            while works < most && found.doc() != TERMINATED {
                works += u64::from(alive.is_alive(found.doc()));
                found.advance();
            }
        }
        Ok(works.min(most))
    }

    /// Whether a query matches any work.
    pub(super) fn finds_any(&self, weight: &dyn Weight) -> Result<bool, IndexError> {
        for segment in self.segments() {
            let mut found = weight.scorer(segment, 1.0)?;
            while found.doc() != TERMINATED {
                if !segment.is_deleted(found.doc()) {
                    return Ok(true);
                }
                found.advance();
            }
        }
        Ok(false)
    }

    /// The segments with their columns.
    pub(super) fn with_columns(&self) -> impl Iterator<Item = (&SegmentReader, &Columns)> {
        self.with_terms()
            .map(|(segment, columns, _)| (segment, columns))
    }
}

/// Passes on the matches in a segment, in blocks of at most [`COLLECT_BLOCK_BUFFER_LEN`].
pub(super) fn for_each_match(
    weight: &dyn Weight,
    segment: &SegmentReader,
    mut each: impl FnMut(&[DocId]),
) -> Result<(), IndexError> {
    let Some(alive) = segment.alive_bitset() else {
        return Ok(weight.for_each_no_score(segment, &mut each)?);
    };
    let mut kept = Vec::with_capacity(COLLECT_BLOCK_BUFFER_LEN);
    weight.for_each_no_score(segment, &mut |docs| {
        kept.clear();
        kept.extend(docs.iter().filter(|doc| alive.is_alive(**doc)));
        each(&kept);
    })?;
    Ok(())
}

/// The matches in a part of a segment.
pub(super) fn matches_within(
    weight: &dyn Weight,
    segment: &SegmentReader,
    part: Range<DocId>,
) -> Result<Vec<DocId>, IndexError> {
    let mut scorer = weight.scorer(segment, 1.0)?;
    if scorer.doc() < part.start {
        scorer.seek(part.start);
    }
    let mut found = Vec::new();
    let mut block = [0; COLLECT_BLOCK_BUFFER_LEN];
    loop {
        let filled = scorer.fill_buffer(&mut block);
        let docs = block.get(..filled).unwrap_or_default();
        let within = docs.partition_point(|doc| *doc < part.end);
        let docs = docs.get(..within).unwrap_or_default();
        found.extend(docs.iter().filter(|doc| !segment.is_deleted(**doc)));
        if within < COLLECT_BLOCK_BUFFER_LEN {
            return Ok(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use tantivy::query::{AllQuery, BooleanQuery, EnableScoring, Query, TermQuery};
    use tantivy::schema::{INDEXED, SchemaBuilder};
    use tantivy::{BitSet, Index, IndexWriter, TantivyDocument};

    use super::super::known::Known;
    use super::super::query::without;
    use super::*;

    /// Every other document.
    #[derive(Debug, Clone)]
    struct Halves;

    impl Known for Halves {
        fn works_in(&self, segment: &SegmentReader) -> tantivy::Result<Option<BitSet>> {
            let mut works = BitSet::with_max_value(segment.max_doc());
            for doc in (0..segment.max_doc()).step_by(2) {
                works.insert(doc);
            }
            Ok(Some(works))
        }
    }

    #[test]
    fn parts_of_a_segment_partition_its_matches() {
        let mut schema = SchemaBuilder::new();
        let field = schema.add_u64_field("rest", INDEXED);
        let index = Index::create_in_ram(schema.build());
        let mut writer: IndexWriter = index.writer_with_num_threads(1, 15_000_000).unwrap();
        let add = |writer: &IndexWriter, number: u64| {
            let mut document = TantivyDocument::new();
            document.add_u64(field, number);
            writer.add_document(document).unwrap();
        };
        for number in 0..10_000 {
            add(&writer, number % 7);
        }
        writer.commit().unwrap();
        writer.delete_term(Term::from_field_u64(field, 3));
        writer.commit().unwrap();
        let searcher = index.reader().unwrap().searcher();
        let of = |rest: u64| -> Box<dyn Query> {
            let term = Term::from_field_u64(field, rest);
            Box::new(TermQuery::new(term, IndexRecordOption::Basic))
        };
        let queries: [Box<dyn Query>; 6] = [
            Box::new(AllQuery),
            of(2),
            Box::new(BooleanQuery::union(vec![of(1), of(3), of(5)])),
            Box::new(BooleanQuery::intersection(vec![of(5), Box::new(AllQuery)])),
            without(Box::new(AllQuery), &[of(0), of(6)]),
            Box::new(KnownQuery(Halves)),
        ];
        for query in queries {
            let unscored = EnableScoring::disabled_from_searcher(&searcher);
            let weight = query.weight(unscored).unwrap();
            for segment in searcher.segment_readers() {
                let mut whole = Vec::new();
                for_each_match(weight.as_ref(), segment, |docs| {
                    whole.extend_from_slice(docs)
                })
                .unwrap();
                assert!(!whole.is_empty());
                let parts = [
                    0..1,
                    1..64,
                    64..65,
                    65..65,
                    65..5_000,
                    5_000..segment.max_doc(),
                ];
                let parts = parts
                    .map(|part| matches_within(weight.as_ref(), segment, part).unwrap())
                    .concat();
                assert_eq!(parts, whole, "{query:?}");
            }
        }
    }
}

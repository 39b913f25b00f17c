//! The matches of a query in a snapshot.

use std::ops::Range;

use tantivy::query::{EnableScoring, Weight};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet as _, SegmentReader};

use crate::error::IndexError;
use crate::read::clauses::Boxed;
use crate::read::columns::column;
use crate::read::snapshot::Snapshot;
use crate::schema::ID;

pub(crate) fn weigh(snapshot: &Snapshot, list: &Boxed) -> Result<Box<dyn Weight>, IndexError> {
    Ok(list.weight(EnableScoring::disabled_from_searcher(snapshot.searcher()))?)
}

pub(crate) fn count(snapshot: &Snapshot, list: &Boxed) -> Result<usize, IndexError> {
    let weight = weigh(snapshot, list)?;
    let mut total = 0;
    for segment in snapshot.segments() {
        total += usize::try_from(weight.count(segment)?).unwrap_or(usize::MAX);
    }
    Ok(total)
}

/// The ids of all matches, unordered.
pub(crate) fn ids(snapshot: &Snapshot, list: &Boxed) -> Result<Vec<i64>, IndexError> {
    let weight = weigh(snapshot, list)?;
    let mut found = Vec::new();
    for segment in snapshot.segments() {
        let ids = column(segment, ID)?;
        for_each_match(weight.as_ref(), segment, |docs| {
            found.extend(docs.iter().map(|doc| ids.first(*doc).unwrap_or_default()));
        })?;
    }
    Ok(found)
}

/// Passes on the matches in a segment, in blocks of at most [`COLLECT_BLOCK_BUFFER_LEN`].
pub(crate) fn for_each_match(
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
pub(crate) fn matches_within(
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
    use tantivy::schema::{INDEXED, IndexRecordOption, SchemaBuilder};
    use tantivy::{BitSet, Index, IndexWriter, TantivyDocument, Term};

    use super::*;
    use crate::read::clauses::without;
    use crate::read::known::{Known, KnownQuery};

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

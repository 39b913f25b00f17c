//! Facet counts: how many works of a list have each term, year, length, score and quality. Terms and qualities are
//! added to the filters, so they are counted among the works of the list; a year, a length, a score and a channel
//! replace the selected one, so they are counted without that filter. All counts are exact.

mod counts;
mod result;
mod spans;
mod word_counts;

use std::iter::successors;
use std::ops::Range;

use tantivy::DocId;
use yingku_base::kinds::TermKind;

use crate::error::IndexError;
use crate::query::filter::WorksFilter;
use crate::query::live::Live;
use crate::query::page::union;
use crate::read::matches::{matches_within, weigh};
use crate::read::parallel::{max_threads, share};
use crate::read::snapshot::Snapshot;

use counts::{FacetCounts, Segment};
pub use result::{Facets, LENGTHS, SCORES};
use spans::Spans;

/// Documents in the first part of a segment, after which other threads help, and the minimum of the others except the
/// last.
const MIN_DOCS: DocId = 64_000;
/// Maximum number of further parts of a segment per thread: each part prepares the query again.
const PARTS_A_THREAD: DocId = 2;

/// The facet counts of `filter`, always including the `named` terms.
pub(crate) fn facets(
    live: &Live,
    filter: &WorksFilter,
    named: &[(TermKind, i64)],
) -> Result<Facets, IndexError> {
    let snapshot = live.snapshot();
    let spans = Spans::new(filter);
    // Years, lengths and scores are counted without the range that they replace, so ranges are applied while counting.
    let unbounded = WorksFilter {
        published: None,
        duration: None,
        min_score: None,
        ..filter.clone()
    };
    let mut facet_counts = FacetCounts::new(snapshot.term_numbers().read().len());
    add(
        &mut facet_counts,
        live,
        &snapshot,
        &unbounded,
        |facet_counts, segment, docs| facet_counts.count(segment, docs, &spans),
    )?;
    if !filter.channels.is_empty() {
        let in_any = WorksFilter {
            channels: Vec::new(),
            ..unbounded
        };
        add(
            &mut facet_counts,
            live,
            &snapshot,
            &in_any,
            |facet_counts, (_, columns, _), docs| {
                facet_counts.count_channels(columns, docs, &spans)
            },
        )?;
    }
    Ok(facet_counts.facets(&snapshot.term_numbers().read(), named))
}

/// Counts the matches of a filter with `count`.
fn add(
    facet_counts: &mut FacetCounts,
    live: &Live,
    snapshot: &Snapshot,
    filter: &WorksFilter,
    count: impl Fn(&mut FacetCounts, Segment<'_>, &[DocId]) + Sync,
) -> Result<(), IndexError> {
    let weight = weigh(snapshot, &union(&live.fields, snapshot, filter)?)?;
    let parts: Vec<Part<'_>> = snapshot.with_terms().flat_map(Part::all_of).collect();
    let terms = facet_counts.terms();
    let another = || FacetCounts::new(terms);
    let others = share(&parts, facet_counts, another, |facet_counts, part| {
        let docs = matches_within(weight.as_ref(), part.segment.0, part.docs.clone())?;
        count(facet_counts, part.segment, &docs);
        Ok(docs.len())
    })?;
    others
        .into_iter()
        .for_each(|other| facet_counts.merge(other));
    Ok(())
}

/// Documents of a segment for one thread to count.
struct Part<'a> {
    segment: Segment<'a>,
    docs: Range<DocId>,
}

impl<'a> Part<'a> {
    /// The parts of a segment.
    fn all_of(segment: Segment<'a>) -> impl Iterator<Item = Self> {
        let end = segment.0.max_doc();
        let max = DocId::try_from(max_threads()).map_or(1, |threads| threads * PARTS_A_THREAD);
        let docs = end.saturating_sub(MIN_DOCS).div_ceil(max);
        let docs = docs.max(MIN_DOCS);
        let starts = successors(Some(MIN_DOCS), move |start| start.checked_add(docs));
        let starts = std::iter::once(0).chain(starts);
        let ends = starts.clone().skip(1).map(move |next| next.min(end));
        let parts = starts.zip(ends).map(|(from, to)| from..to);
        parts
            .take_while(|docs| !docs.is_empty())
            .map(move |docs| Self { segment, docs })
    }
}

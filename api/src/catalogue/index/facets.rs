//! What further filters would leave: how many works of a list have each term, year, length, score and quality. Terms and
//! qualities are added to the filters, so they are counted among the works of the list; a year, a length, a score and a channel
//! replace the one that is chosen, so they are counted as if it were not. All counts are exact.

use tantivy::DocId;

use super::parallel::by_parts;
use super::search::{WorksFilter, union, weigh};
use super::store::Live;
use super::tally::{Segment, Spans, Tally};
use super::view::{View, for_each_match};
use super::{Channel, IndexError, Mark, TermKind};

/// Lengths that are told apart, in minutes: below and from these.
pub const LENGTHS: [i64; 4] = [30, 60, 90, 120];
/// Least scores that are told, in tenths.
pub const SCORES: [i64; 4] = [45, 40, 35, 30];

/// How many works have a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermCount {
    /// Kind.
    pub kind: TermKind,
    /// Id.
    pub id: i64,
    /// Works.
    pub count: u64,
}

/// What further filters would leave.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// Works with all filters.
    pub total: u64,
    /// The terms with most works, of each kind, and those that were named.
    pub terms: Vec<TermCount>,
    /// By channel, in any channel.
    pub channels: Vec<(Channel, u64)>,
    /// By year, of any year, latest first.
    pub years: Vec<(i32, u64)>,
    /// Of any length: shorter than the first of [`LENGTHS`], …, from the last on. Unknown lengths are left out.
    pub lengths: Vec<u64>,
    /// Of any score: with at least each of [`SCORES`].
    pub scores: Vec<u64>,
    /// What can be watched online.
    pub online: u64,
    /// What has magnet links.
    pub dht: u64,
    /// By what magnet links offer.
    pub marks: Vec<(Mark, u64)>,
}

/// Counts what each further filter would leave of `filter`; each of the `named` terms too.
pub(super) fn facets(
    live: &Live,
    filter: &WorksFilter,
    named: &[(TermKind, i64)],
) -> Result<Facets, IndexError> {
    let view = live.view();
    let spans = Spans::new(filter);
    // A year, a length and a score are counted without the span that they replace, so the spans are compared here.
    let unbounded = WorksFilter {
        published: None,
        duration: None,
        least_score: None,
        ..filter.clone()
    };
    let mut tally = Tally::new(view.term_numbers().read().len());
    add(
        &mut tally,
        live,
        &view,
        &unbounded,
        |tally, segment, docs| tally.count(segment, docs, &spans),
    )?;
    if !filter.channels.is_empty() {
        let in_any = WorksFilter {
            channels: Vec::new(),
            ..unbounded
        };
        add(
            &mut tally,
            live,
            &view,
            &in_any,
            |tally, (segment, _), docs| tally.count_channels(segment, docs, &spans),
        )?;
    }
    Ok(tally.facets(&view.term_numbers().read(), named))
}

/// Adds what `count` counts of a filter's matches in each segment.
fn add(
    tally: &mut Tally,
    live: &Live,
    view: &View,
    filter: &WorksFilter,
    count: impl Fn(&mut Tally, Segment<'_>, &[DocId]) -> Result<(), IndexError> + Sync,
) -> Result<(), IndexError> {
    let weight = weigh(view, &union(&live.fields, view, filter))?;
    for segment in view.with_terms() {
        let mut docs: Vec<DocId> = Vec::new();
        for_each_match(weight.as_ref(), segment.0, |found| {
            docs.extend_from_slice(found);
        })?;
        let terms = tally.terms();
        let own = |docs: &[DocId]| count(tally, segment, docs);
        let others = by_parts(&docs, own, |docs| {
            let mut tally = Tally::new(terms);
            count(&mut tally, segment, docs)?;
            Ok(tally)
        })?;
        others.into_iter().for_each(|other| tally.merge(other));
    }
    Ok(())
}

//! What further filters would leave: how many works of a list have each term, year, length, score and quality. Terms and
//! qualities are added to the filters, so they are counted among the works of the list; a year, a length, a score and a channel
//! replace the one that is chosen, so they are counted as if it were not. All counts are exact.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use tantivy::{DocId, SegmentReader};

use super::schema::{DURATION, FLAGS, PUB_TIME, SCORE, flag, score_tenths};
use super::search::{WorksFilter, union, weigh};
use super::store::Live;
use super::view::{View, values};
use super::word_counts::{TermNumbers, count_words};
use super::{Channel, IndexError, Mark, TermKind};
use crate::base::time::{day_begins, year_of};

/// Most terms of a kind that are told.
const MOST_TERMS: usize = 40;
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
    /// The terms with most works, of each kind.
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

/// Counts what each further filter would leave of `filter`.
pub(super) fn facets(live: &Live, filter: &WorksFilter) -> Result<Facets, IndexError> {
    let view = live.view();
    let spans = Spans::new(filter);
    // A year, a length and a score are counted without the span that they replace, so the spans are compared here.
    let unbounded = WorksFilter {
        published: None,
        duration: None,
        least_score: None,
        ..filter.clone()
    };
    let mut tally = Tally::new(&live.term_numbers);
    each_segment(live, &view, &unbounded, |segment, docs| {
        tally.count(segment, docs, &spans)
    })?;
    if !filter.channels.is_empty() {
        let in_any = WorksFilter {
            channels: Vec::new(),
            ..unbounded
        };
        each_segment(live, &view, &in_any, |segment, docs| {
            tally.count_channels(segment, docs, &spans)
        })?;
    }
    Ok(tally.facets())
}

/// Calls `count` with the matches of each segment, in order.
fn each_segment(
    live: &Live,
    view: &View,
    filter: &WorksFilter,
    mut count: impl FnMut(&SegmentReader, &[DocId]) -> Result<(), IndexError>,
) -> Result<(), IndexError> {
    let weight = weigh(view, &union(&live.fields, view, filter))?;
    for segment in view.segments() {
        let alive = segment.alive_bitset();
        let mut matches: Vec<DocId> = Vec::new();
        weight.for_each_no_score(segment, &mut |docs| {
            let is_alive = |doc: &&DocId| alive.is_none_or(|alive| alive.is_alive(**doc));
            matches.extend(docs.iter().filter(is_alive));
        })?;
        count(segment, &matches)?;
    }
    Ok(())
}

/// The spans of a filter, both ends inclusive.
struct Spans {
    times: RangeInclusive<i64>,
    lengths: RangeInclusive<i64>,
    scores: RangeInclusive<i64>,
}

impl Spans {
    fn new(filter: &WorksFilter) -> Self {
        let span = |span: Option<(i64, i64)>| {
            let (from, to) = span.unwrap_or((i64::MIN, i64::MAX));
            from..=to
        };
        let least = filter.least_score.map(score_tenths);
        Self {
            times: span(filter.published),
            lengths: span(filter.duration),
            scores: span(least.map(|least| (least, i64::MAX))),
        }
    }
}

/// What the spans are compared with, of each document.
struct Values {
    times: Vec<i64>,
    lengths: Vec<i64>,
    scores: Vec<i64>,
}

impl Values {
    fn read(segment: &SegmentReader, docs: &[DocId]) -> Result<Self, IndexError> {
        Ok(Self {
            times: values(segment, PUB_TIME, docs)?,
            lengths: values(segment, DURATION, docs)?,
            scores: values(segment, SCORE, docs)?,
        })
    }

    /// Time, length and score of each document.
    fn iter(&self) -> impl Iterator<Item = (i64, i64, i64)> {
        let lengths = self.lengths.iter().copied();
        let others = lengths.zip(self.scores.iter().copied());
        let all = self.times.iter().copied().zip(others);
        all.map(|(time, (length, score))| (time, length, score))
    }

    /// The documents in all spans.
    fn within(&self, docs: &[DocId], spans: &Spans) -> Vec<DocId> {
        let is_within = |(time, length, score): (i64, i64, i64)| {
            spans.times.contains(&time)
                & spans.lengths.contains(&length)
                & spans.scores.contains(&score)
        };
        let docs = docs.iter().zip(self.iter());
        docs.filter(|(_, values)| is_within(*values))
            .map(|(doc, _)| *doc)
            .collect()
    }
}

struct Tally<'a> {
    term_numbers: &'a TermNumbers,
    total: u64,
    /// By the number of the term.
    terms: Vec<u64>,
    flags: HashMap<String, u64>,
    channels: HashMap<String, u64>,
    years: BTreeMap<i32, u64>,
    lengths: [u64; LENGTHS.len() + 1],
    scores: [u64; SCORES.len()],
}

impl<'a> Tally<'a> {
    fn new(term_numbers: &'a TermNumbers) -> Self {
        Self {
            term_numbers,
            total: 0,
            terms: Vec::new(),
            flags: HashMap::new(),
            channels: HashMap::new(),
            years: BTreeMap::new(),
            lengths: [0; LENGTHS.len() + 1],
            scores: [0; SCORES.len()],
        }
    }

    /// Counts the documents of a segment, of which only some are within the spans.
    fn count(
        &mut self,
        segment: &SegmentReader,
        docs: &[DocId],
        spans: &Spans,
    ) -> Result<(), IndexError> {
        let values = Values::read(segment, docs)?;
        // The segment is in the order of time, so a year is looked up when it changes.
        let mut year = Year::of(0);
        let mut of_year = 0;
        for (time, length, score) in values.iter() {
            let in_times = spans.times.contains(&time);
            let in_lengths = spans.lengths.contains(&length);
            let in_scores = spans.scores.contains(&score);
            if in_lengths & in_scores {
                if !year.contains(time) {
                    *self.years.entry(year.number).or_default() += std::mem::take(&mut of_year);
                    year = Year::of(time);
                }
                of_year += 1;
            }
            // 0 is an unknown length.
            if in_times & in_scores & (length > 0) {
                let at = LENGTHS.iter().take_while(|from| length >= **from).count();
                if let Some(count) = self.lengths.get_mut(at) {
                    *count += 1;
                }
            }
            if in_times & in_lengths {
                for (count, tenths) in self.scores.iter_mut().zip(SCORES) {
                    *count += u64::from(score >= score_tenths(tenths));
                }
            }
        }
        *self.years.entry(year.number).or_default() += of_year;
        self.count_added(segment, &values.within(docs, spans))
    }

    /// What is added to the filters: terms and qualities.
    fn count_added(&mut self, segment: &SegmentReader, docs: &[DocId]) -> Result<(), IndexError> {
        self.total += u64::try_from(docs.len()).unwrap_or(u64::MAX);
        self.term_numbers.count(segment, docs, &mut self.terms)?;
        count_words(segment, FLAGS, docs, |word, count| {
            *self.flags.entry(word.to_owned()).or_default() += count;
        })
    }

    fn count_channels(
        &mut self,
        segment: &SegmentReader,
        docs: &[DocId],
        spans: &Spans,
    ) -> Result<(), IndexError> {
        let docs = Values::read(segment, docs)?.within(docs, spans);
        count_words(segment, FLAGS, &docs, |word, count| {
            *self.channels.entry(word.to_owned()).or_default() += count;
        })
    }

    fn facets(self) -> Facets {
        let of = |words: &HashMap<String, u64>, word: &str| words.get(word).copied().unwrap_or(0);
        let flags = &self.flags;
        // Not counted apart when there is no filter by channel.
        let channels = match self.channels.is_empty() {
            true => flags,
            false => &self.channels,
        };
        Facets {
            total: self.total,
            terms: most(self.term_numbers.counted(&self.terms)),
            channels: Channel::ALL
                .map(|channel| (channel, of(channels, channel.word())))
                .to_vec(),
            years: self
                .years
                .into_iter()
                .rev()
                .filter(|(_, count)| *count > 0)
                .collect(),
            lengths: self.lengths.to_vec(),
            scores: self.scores.to_vec(),
            online: of(flags, flag::ONLINE),
            dht: of(flags, flag::DHT),
            marks: Mark::ALL
                .map(|mark| (mark, of(flags, mark.word())))
                .to_vec(),
        }
    }
}

/// The terms with most works of each kind, then by id.
fn most(terms: Vec<TermCount>) -> Vec<TermCount> {
    let of_kind = |kind: TermKind| -> Vec<TermCount> {
        let of_kind = terms.iter().filter(|term| term.kind == kind);
        let mut counts: Vec<TermCount> = of_kind.copied().collect();
        let rank = |term: &TermCount| (Reverse(term.count), term.id);
        if counts.len() > MOST_TERMS {
            counts.select_nth_unstable_by_key(MOST_TERMS, rank);
            counts.truncate(MOST_TERMS);
        }
        counts.sort_unstable_by_key(rank);
        counts
    };
    TermKind::ALL.into_iter().flat_map(of_kind).collect()
}

/// A year in Shanghai.
struct Year {
    number: i32,
    from: i64,
    to: i64,
}

impl Year {
    fn of(time: i64) -> Self {
        let number = year_of(time);
        let begin = |year: i32| day_begins(&format!("{year:04}-01-01"), 0);
        Self {
            number,
            from: begin(number).unwrap_or(time),
            to: begin(number.saturating_add(1)).unwrap_or(time.saturating_add(1)),
        }
    }

    fn contains(&self, time: i64) -> bool {
        (self.from..self.to).contains(&time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_begins_at_midnight_in_shanghai() {
        // 2023-12-31 23:59:59 and the second after it.
        let (before, after) = (1_704_038_399, 1_704_038_400);
        assert_eq!(
            (Year::of(before).number, Year::of(after).number),
            (2023, 2024)
        );
        assert!(Year::of(before).contains(before) && !Year::of(before).contains(after));
    }
}

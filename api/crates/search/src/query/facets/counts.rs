//! Counts the matches of a list for [`crate::query::facets`].

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tantivy::columnar::Column;
use tantivy::{DocId, SegmentReader};
use yingku_base::kinds::{Channel, Mark, TermKind};
use yingku_base::time::{start_of_day, year_of};

use super::result::{Facets, LENGTHS, SCORES};
use super::spans::Spans;
use super::word_counts::WordCounts;
use crate::read::columns::Columns;
use crate::read::segment_terms::SegmentTerms;
use crate::read::term_numbers::{TermCount, TermNumbers};
use crate::schema::qualities::{Quality, QualityCounts};
use crate::schema::score_tenths;

/// Maximum number of reported terms of a kind.
const MAX_TERMS: usize = 40;

/// Documents read at once: few enough to stay in the CPU cache until they are counted.
const BLOCK: usize = 512;

/// Values of a block of documents to compare with the ranges.
#[derive(Default)]
struct Values {
    times: Vec<i64>,
    lengths: Vec<i64>,
    scores: Vec<i64>,
}

impl Values {
    /// Time, length and score of each document.
    fn iter(&self) -> impl Iterator<Item = (i64, i64, i64)> {
        let lengths = self.lengths.iter().copied();
        let others = lengths.zip(self.scores.iter().copied());
        let all = self.times.iter().copied().zip(others);
        all.map(|(time, (length, score))| (time, length, score))
    }
}

/// A block of documents.
struct Block<'a> {
    columns: &'a Columns,
    spans: &'a Spans,
    values: Values,
    /// The documents within all ranges.
    within: Vec<DocId>,
    /// Their qualities.
    qualities: Vec<i64>,
}

impl<'a> Block<'a> {
    fn new(columns: &'a Columns, spans: &'a Spans) -> Self {
        Self {
            columns,
            spans,
            values: Values::default(),
            within: Vec::new(),
            qualities: Vec::new(),
        }
    }

    /// Replaces the block by the next documents.
    fn read(&mut self, docs: &[DocId]) {
        read(&self.columns.times, docs, &mut self.values.times);
        read(&self.columns.lengths, docs, &mut self.values.lengths);
        read(&self.columns.scores, docs, &mut self.values.scores);
        let docs = docs.iter().zip(self.values.iter());
        let within = docs.filter(|(_, values)| self.spans.contain(*values));
        self.within.clear();
        self.within.extend(within.map(|(doc, _)| *doc));
        read(&self.columns.qualities, &self.within, &mut self.qualities);
    }
}

/// Reads the single value of each document.
fn read(column: &Column<i64>, docs: &[DocId], values: &mut Vec<i64>) {
    values.resize(docs.len(), 0);
    column.values.get_vals(docs, values);
}

/// A segment with its columns and terms.
pub(crate) type Segment<'a> = (&'a SegmentReader, &'a Columns, &'a SegmentTerms);

/// Counts of matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FacetCounts {
    total: u64,
    /// By the number of the term.
    terms: Vec<u64>,
    qualities: QualityCounts,
    /// Ignoring the filter by channel.
    channels: QualityCounts,
    years: BTreeMap<i32, u64>,
    lengths: [u64; LENGTHS.len() + 1],
    scores: [u64; SCORES.len()],
}

impl FacetCounts {
    /// `terms` is the number of numbered terms.
    pub(crate) fn new(terms: usize) -> Self {
        Self {
            total: 0,
            terms: vec![0; terms],
            qualities: QualityCounts::new(),
            channels: QualityCounts::new(),
            years: BTreeMap::new(),
            lengths: [0; LENGTHS.len() + 1],
            scores: [0; SCORES.len()],
        }
    }

    /// Number of numbered terms.
    pub(crate) fn terms(&self) -> usize {
        self.terms.len()
    }

    /// Adds the counts of other matches.
    pub(crate) fn merge(&mut self, other: Self) {
        self.total += other.total;
        add_each(&mut self.terms, &other.terms);
        add_each(&mut self.lengths, &other.lengths);
        add_each(&mut self.scores, &other.scores);
        for (year, count) in other.years {
            *self.years.entry(year).or_default() += count;
        }
        self.qualities.merge(&other.qualities);
        self.channels.merge(&other.channels);
    }

    /// Counts the documents of a segment that are within the ranges.
    pub(crate) fn count(&mut self, segment: Segment<'_>, docs: &[DocId], spans: &Spans) {
        let (_, columns, terms) = segment;
        let mut block = Block::new(columns, spans);
        // Segments are sorted by time, so the year is computed only when it changes.
        let mut year = Year::of(0);
        let mut words = columns.terms.as_ref().map(WordCounts::new);
        for docs in docs.chunks(BLOCK) {
            block.read(docs);
            self.count_replaced(&block, &mut year);
            self.total += u64::try_from(block.within.len()).unwrap_or(u64::MAX);
            self.qualities.add(&block.qualities);
            if let Some(words) = &mut words {
                words.add(&block.within);
            }
        }
        let counts = words.as_ref().map_or(&[][..], WordCounts::counts);
        for (number, count) in terms.numbers().iter().zip(counts) {
            let at = usize::try_from(*number).ok();
            if let Some(sum) = at.and_then(|at| self.terms.get_mut(at)) {
                *sum += u64::from(*count);
            }
        }
    }

    /// Counts what would replace a range: years, lengths and scores.
    fn count_replaced(&mut self, block: &Block<'_>, year: &mut Year) {
        let spans = block.spans;
        let mut of_year = 0;
        for (time, length, score) in block.values.iter() {
            let in_times = spans.times.contains(&time);
            let in_lengths = spans.lengths.contains(&length);
            let in_scores = spans.scores.contains(&score);
            if in_lengths & in_scores {
                if !year.contains(time) {
                    *self.years.entry(year.number).or_default() += std::mem::take(&mut of_year);
                    *year = Year::of(time);
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
    }

    /// Counts only channels.
    pub(crate) fn count_channels(&mut self, columns: &Columns, docs: &[DocId], spans: &Spans) {
        let mut block = Block::new(columns, spans);
        for docs in docs.chunks(BLOCK) {
            block.read(docs);
            self.channels.add(&block.qualities);
        }
    }

    /// The reported counts; `named` terms are always included.
    pub(crate) fn facets(self, numbers: &TermNumbers, named: &[(TermKind, i64)]) -> Facets {
        let qualities = &self.qualities;
        // Not counted separately without a filter by channel.
        let channels = match self.channels.is_empty() {
            true => qualities,
            false => &self.channels,
        };
        Facets {
            total: self.total,
            terms: self.listed_terms(numbers, named),
            channels: Channel::ALL
                .map(|channel| (channel, channels.of(Quality::Channel(channel))))
                .to_vec(),
            years: self
                .years
                .into_iter()
                .rev()
                .filter(|(_, count)| *count > 0)
                .collect(),
            lengths: self.lengths.to_vec(),
            scores: self.scores.to_vec(),
            online: qualities.of(Quality::Online),
            dht: qualities.of(Quality::Dht),
            marks: Mark::ALL
                .map(|mark| (mark, qualities.of(Quality::Mark(mark))))
                .to_vec(),
        }
    }

    /// The terms with most works of each kind, then the named ones that are not among them.
    fn listed_terms(&self, numbers: &TermNumbers, named: &[(TermKind, i64)]) -> Vec<TermCount> {
        let mut terms = most_frequent(numbers.counted(&self.terms));
        let is_told = |id: i64| terms.iter().any(|term| term.id == id);
        let others = named.iter().filter(|(_, id)| !is_told(*id));
        let counted = others.map(|&(kind, id)| TermCount {
            kind,
            id,
            count: numbers.count_of((kind, id), &self.terms),
        });
        let counted: Vec<TermCount> = counted.collect();
        terms.extend(counted);
        terms
    }
}

fn add_each(sums: &mut [u64], counts: &[u64]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// The terms with most works of each kind, then by id.
fn most_frequent(terms: Vec<TermCount>) -> Vec<TermCount> {
    let of_kind = |kind: TermKind| -> Vec<TermCount> {
        let of_kind = terms.iter().filter(|term| term.kind == kind);
        let mut counts: Vec<TermCount> = of_kind.copied().collect();
        let rank = |term: &TermCount| (Reverse(term.count), term.id);
        if counts.len() > MAX_TERMS {
            counts.select_nth_unstable_by_key(MAX_TERMS, rank);
            counts.truncate(MAX_TERMS);
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
        let begin = |year: i32| start_of_day(&format!("{year:04}-01-01"), 0);
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
    fn counts_of_segments_are_added_up() {
        let counts = |count: usize| {
            let mut counts = QualityCounts::new();
            counts.add(&vec![3; count]);
            counts
        };
        let facet_counts = |times: usize, by: u64| FacetCounts {
            total: by,
            terms: vec![2 * by, 0],
            qualities: counts(3 * times),
            channels: counts(4 * times),
            years: BTreeMap::from([(2024, 5 * by)]),
            lengths: [6 * by; LENGTHS.len() + 1],
            scores: [7 * by; SCORES.len()],
        };
        let mut sum = FacetCounts::new(2);
        sum.merge(facet_counts(1, 1));
        sum.merge(facet_counts(2, 2));
        assert_eq!(sum, facet_counts(3, 3));
    }

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

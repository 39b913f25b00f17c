//! The ranges of a filter, compared with values of columns.

use std::ops::RangeInclusive;

use crate::query::filter::WorksFilter;
use crate::schema::score_tenths;

/// The ranges of a filter, both ends inclusive.
pub(crate) struct Spans {
    pub(crate) times: RangeInclusive<i64>,
    pub(crate) lengths: RangeInclusive<i64>,
    pub(crate) scores: RangeInclusive<i64>,
}

impl Spans {
    pub(crate) fn new(filter: &WorksFilter) -> Self {
        let span = |span: Option<(i64, i64)>| {
            let (from, to) = span.unwrap_or((i64::MIN, i64::MAX));
            from..=to
        };
        let min = filter.min_score.map(score_tenths);
        Self {
            times: span(filter.published),
            lengths: span(filter.duration),
            scores: span(min.map(|min| (min, i64::MAX))),
        }
    }

    pub(crate) fn contain(&self, (time, length, score): (i64, i64, i64)) -> bool {
        self.times.contains(&time) & self.lengths.contains(&length) & self.scores.contains(&score)
    }
}

//! Newest-first order. Each segment is sorted that way, so a merge of the segments stops at the end of the page. Works
//! of the same time are ordered by id, so all matches of the last time are read.

use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use tantivy::query::{Scorer, Weight};
use tantivy::{DocSet as _, SegmentReader, TERMINATED};

use crate::error::IndexError;
use crate::read::columns::Columns;
use crate::read::snapshot::Snapshot;

/// The `wanted` newest matches, and all others of the same time as the last one, as time and id.
pub(crate) fn newest(
    snapshot: &Snapshot,
    weight: &dyn Weight,
    wanted: usize,
) -> Result<Vec<(i64, i64)>, IndexError> {
    let mut heads = BinaryHeap::new();
    for (segment, columns) in snapshot.with_columns() {
        let matches = weight.scorer(segment, 1.0)?;
        heads.extend(Head::first(segment, columns, matches));
    }
    let mut found: Vec<(i64, i64)> = Vec::new();
    while let Some(mut head) = heads.peek_mut() {
        let time = head.time;
        if found.len() >= wanted && found.last().is_none_or(|(last, _)| *last != time) {
            break;
        }
        found.push((time, head.id()));
        if !head.advance() {
            PeekMut::pop(head);
        }
    }
    Ok(found)
}

/// The next match of a segment.
struct Head<'a> {
    segment: &'a SegmentReader,
    columns: &'a Columns,
    matches: Box<dyn Scorer>,
    time: i64,
}

impl<'a> Head<'a> {
    /// `None` when nothing matches.
    fn first(
        segment: &'a SegmentReader,
        columns: &'a Columns,
        matches: Box<dyn Scorer>,
    ) -> Option<Self> {
        let mut head = Self {
            segment,
            columns,
            matches,
            time: 0,
        };
        head.settle().then_some(head)
    }

    fn id(&self) -> i64 {
        self.columns
            .ids
            .first(self.matches.doc())
            .unwrap_or_default()
    }

    /// Advances to the next match; false at the end.
    fn advance(&mut self) -> bool {
        self.matches.advance();
        self.settle()
    }

    /// Skips deleted matches; false at the end.
    fn settle(&mut self) -> bool {
        let mut doc = self.matches.doc();
        while doc != TERMINATED && self.segment.is_deleted(doc) {
            doc = self.matches.advance();
        }
        if doc == TERMINATED {
            return false;
        }
        self.time = self.columns.times.first(doc).unwrap_or_default();
        true
    }
}

impl Ord for Head<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.time.cmp(&other.time)
    }
}

impl PartialOrd for Head<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.time == other.time
    }
}

impl Eq for Head<'_> {}

//! Orders by a fast field, and the first matches of one.

use std::cmp::Reverse;

use tantivy::COLLECT_BLOCK_BUFFER_LEN;
use tantivy::query::Weight;
use yingku_base::kinds::Sort;

use crate::error::IndexError;
use crate::query::filter::{OperatorOrder, OrderedBy};
use crate::read::columns::column;
use crate::read::matches::for_each_match;
use crate::read::snapshot::Snapshot;
use crate::schema::{
    COLLECTS, DURATION, ID, LACKS, LIKES, NUMBER_ORDER, PUB_TIME, SCORE, UPDATED_AT, VIEWS,
};

/// Entries that are kept at least while the first matches are looked for.
const MIN_KEPT: usize = 4_096;

/// An order by a fast field; works of the same value are ordered by id, in the same direction.
#[derive(Clone, Copy)]
pub(super) struct Order {
    column: &'static str,
    ascends: bool,
}

impl Order {
    /// `None` for newest first.
    pub(super) fn of(sort: Sort) -> Option<Self> {
        let column = match sort {
            Sort::Relevance | Sort::PubTime => return None,
            Sort::Id => ID,
            Sort::Collects => COLLECTS,
            Sort::Average => "rating",
            Sort::Evaluates => "evaluates",
            Sort::Hot => "hot",
            Sort::Views => VIEWS,
            Sort::Duration => DURATION,
        };
        Some(Self {
            column,
            ascends: false,
        })
    }

    pub(super) fn of_operators(OperatorOrder { by, ascends }: OperatorOrder) -> Self {
        let column = match by {
            OrderedBy::Number => NUMBER_ORDER,
            OrderedBy::Published => PUB_TIME,
            OrderedBy::Added => ID,
            OrderedBy::Updated => UPDATED_AT,
            OrderedBy::Lacks => LACKS,
            OrderedBy::Duration => DURATION,
            OrderedBy::Average => SCORE,
            OrderedBy::Collects => COLLECTS,
            OrderedBy::Likes => LIKES,
            OrderedBy::Views => VIEWS,
        };
        Self { column, ascends }
    }

    /// Greater for what comes first. Applied twice it gives the value again.
    pub(super) fn rank(self, value: i64) -> i64 {
        if self.ascends { !value } else { value }
    }
}

/// Cuts the page out of the best matches. Only the page is sorted, so that a page deep in the list costs little more than
/// the first one.
pub(super) fn cut(mut best: Vec<(i64, i64)>, offset: usize, limit: usize) -> Vec<i64> {
    if offset >= best.len() {
        return Vec::new();
    }
    best.select_nth_unstable_by_key(offset, |entry| Reverse(*entry));
    let mut page = best.split_off(offset);
    keep_greatest(&mut page, limit);
    page.sort_unstable_by_key(|entry| Reverse(*entry));
    page.into_iter().map(|(_, id)| id).collect()
}

/// Keeps the `wanted` greatest entries, unordered; the least of them is the last if others were dropped.
fn keep_greatest(entries: &mut Vec<(i64, i64)>, wanted: usize) {
    if entries.len() > wanted {
        if let Some(last) = wanted.checked_sub(1) {
            entries.select_nth_unstable_by_key(last, |entry| Reverse(*entry));
        }
        entries.truncate(wanted);
    }
}

/// The first `wanted` matches of an order, unordered, as the ranks of value and id; maybe others after them. And how many
/// matches there are.
pub(super) fn first_by(
    snapshot: &Snapshot,
    weight: &dyn Weight,
    order: Order,
    wanted: usize,
) -> Result<(Vec<(i64, i64)>, usize), IndexError> {
    let mut total = 0;
    let mut best: Vec<(i64, i64)> = Vec::new();
    // What ranks below this is not among the first.
    let mut least = i64::MIN;
    for segment in snapshot.segments() {
        let (keys, ids) = (column(segment, order.column)?, column(segment, ID)?);
        // Reading the column in blocks costs a fraction of reading it for each document.
        let mut values = [None; COLLECT_BLOCK_BUFFER_LEN];
        for_each_match(weight, segment, |docs| {
            total += docs.len();
            if wanted == 0 {
                return;
            }
            let values = values.get_mut(..docs.len()).unwrap_or_default();
            keys.first_vals(docs, values);
            for (doc, key) in docs.iter().zip(values) {
                let rank = order.rank(key.unwrap_or_default());
                if rank >= least {
                    let id = ids.first(*doc).unwrap_or_default();
                    best.push((rank, order.rank(id)));
                }
            }
            // Now and then, so that each entry is moved a few times only.
            if best.len() > wanted.saturating_mul(2).max(MIN_KEPT) {
                keep_greatest(&mut best, wanted);
                least = best.last().map_or(least, |(rank, _)| *rank);
            }
        })?;
    }
    Ok((best, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_out_of_unordered_matches() {
        let best: Vec<(i64, i64)> = [4, 1, 3, 1, 5, 9, 2, 6].into_iter().zip(1..).collect();
        let page = |offset, limit| cut(best.clone(), offset, limit);
        assert_eq!(page(0, 8), [6, 8, 5, 1, 3, 7, 4, 2]);
        assert_eq!(page(0, 2), [6, 8]);
        assert_eq!(page(5, 2), [7, 4]);
        assert_eq!(page(6, 9), [4, 2]);
        assert_eq!((page(8, 2), page(3, 0)), (vec![], vec![]));
    }

    #[test]
    fn the_least_entry_that_is_kept_is_the_last() {
        let mut entries: Vec<(i64, i64)> = (0..100).map(|at| (at * 37 % 101, at)).collect();
        keep_greatest(&mut entries, 200);
        assert_eq!(entries.len(), 100);
        keep_greatest(&mut entries, 7);
        assert_eq!((entries.len(), entries.iter().min()), (7, entries.last()));
        keep_greatest(&mut entries, 0);
        assert_eq!(entries, []);
    }
}

//! Pages, orders and totals. Newest first follows the order of the segments ([`crate::read::newest`]). Other orders scan
//! every match once, which also gives the total. Totals are cached for each filter until more than counters changes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tantivy::query::Weight;
use tantivy::{BitSet, COLLECT_BLOCK_BUFFER_LEN};
use yingku_base::kinds::Sort;

use crate::error::IndexError;
use crate::query::filter::{self, OperatorOrder, WorksFilter, WorksPage, WorksQuery};
use crate::query::live::Live;
use crate::query::tiers::tiers;
use crate::read::clauses::{self, Boxed};
use crate::read::columns::column;
use crate::read::matches::{count, for_each_match, weigh};
use crate::read::newest::newest;
use crate::read::parallel::share;
use crate::read::snapshot::Snapshot;
use crate::schema::{DURATION, Fields, ID, LACKS, UPDATED_AT};

/// Runs a query on one snapshot of the index.
pub(crate) fn search(live: &Live, question: &WorksQuery) -> Result<WorksPage, IndexError> {
    search_by(live, question, column_of(question.sort))
}

/// Runs a query in an order of the operators.
pub(crate) fn search_for_operators(
    live: &Live,
    question: &WorksQuery,
    order: OperatorOrder,
) -> Result<WorksPage, IndexError> {
    // Relevance would divide the list by tiers.
    let sort = Sort::Id;
    let question = WorksQuery {
        sort,
        ..question.clone()
    };
    let column = match order {
        OperatorOrder::Updated => UPDATED_AT,
        OperatorOrder::Lacks => LACKS,
    };
    search_by(live, &question, Some(column))
}

fn search_by(
    live: &Live,
    question: &WorksQuery,
    order: Option<&'static str>,
) -> Result<WorksPage, IndexError> {
    let snapshot = live.snapshot();
    let lists = lists(&live.fields, &snapshot, question)?;
    let key = (snapshot.works_generation(), question.filter.clone());
    // A list of a member's own works is requested by that member only, and the rest of a list once; their totals would
    // only evict others.
    let is_shared = question.filter.among.is_none() && question.filter.below.is_none();
    let known = is_shared.then(|| live.totals.get(&key)).flatten();
    let remember = |counts: Vec<usize>| {
        if is_shared {
            live.totals.insert(key, counts);
        }
    };
    let counts = match known {
        Some(counts) if counts.len() == lists.len() => counts,
        _ => {
            let counts = match (order, lists.as_slice()) {
                // The scan for the total also gives the page.
                (Some(column), [list]) => {
                    let weight = weigh(&snapshot, &list.rest)?;
                    let wanted = question.offset.saturating_add(question.limit);
                    let (best, total) = greatest(&snapshot, weight.as_ref(), column, wanted)?;
                    remember(vec![total]);
                    return Ok(WorksPage {
                        ids: cut(best, question.offset, question.limit),
                        total: u64::try_from(total).unwrap_or(u64::MAX),
                    });
                }
                (None, [list]) => vec![count(&snapshot, &list.rest)?],
                _ => count_additional(&snapshot, &lists)?,
            };
            remember(counts.clone());
            counts
        }
    };
    let total: usize = counts.iter().sum();
    let mut ids = Vec::with_capacity(question.limit.min(total));
    let (mut offset, mut limit) = (question.offset, question.limit);
    for (list, count) in lists.iter().zip(counts) {
        if limit == 0 {
            break;
        }
        if offset >= count {
            offset -= count;
            continue;
        }
        let page = page(&snapshot, &list.rest, order, offset, limit)?;
        limit -= page.len();
        offset = 0;
        ids.extend(page);
    }
    Ok(WorksPage {
        ids,
        total: u64::try_from(total).unwrap_or(u64::MAX),
    })
}

/// The first works by relevance, without counting all of them.
pub(crate) fn first(
    live: &Live,
    filter: &WorksFilter,
    limit: usize,
) -> Result<Vec<i64>, IndexError> {
    let snapshot = live.snapshot();
    let question = WorksQuery {
        filter: filter.clone(),
        sort: Sort::Relevance,
        offset: 0,
        limit,
    };
    let mut found = Vec::new();
    for list in lists(&live.fields, &snapshot, &question)? {
        let weight = weigh(&snapshot, &list.rest)?;
        let left = limit - found.len();
        found.extend(cut(newest(&snapshot, weight.as_ref(), left)?, 0, left));
        if found.len() >= limit {
            break;
        }
    }
    Ok(found)
}

/// A query whose results follow those of earlier lists.
struct List {
    /// All matches; may lack those of earlier lists.
    more: Boxed,
    /// The matches that are in no earlier list.
    rest: Boxed,
}

impl List {
    fn only(rest: Boxed) -> Vec<Self> {
        let more = rest.box_clone();
        vec![Self { more, rest }]
    }
}

/// The queries whose results follow each other: one for each tier of the keyword in order of relevance, otherwise one.
fn lists(
    fields: &Fields,
    snapshot: &Snapshot,
    question: &WorksQuery,
) -> Result<Vec<List>, IndexError> {
    let filter = filter::filter(fields, &question.filter);
    let Some(keyword) = &question.filter.keyword else {
        return Ok(List::only(filter));
    };
    // A work's exact number finds it even without magnet links.
    let any_magnets = WorksFilter {
        is_dht: false,
        ..question.filter.clone()
    };
    let by_number = filter::filter(fields, &any_magnets);
    let tiers = tiers(fields, snapshot, keyword)?;
    let within =
        |filter: &Boxed, tier: &Boxed| clauses::all_of(vec![filter.box_clone(), tier.box_clone()]);
    if question.sort != Sort::Relevance {
        let exact = tiers.exact.last().map(|tier| within(&by_number, &tier.all));
        let number_with_words = tiers.number_with_words.last();
        let numbers = tiers.numbers.and_then(|at| tiers.rest.get(at));
        let tiers = numbers.into_iter().chain(tiers.rest.last());
        let tiers = tiers.chain(number_with_words);
        let lists = tiers.map(|tier| within(&filter, &tier.all)).chain(exact);
        return Ok(List::only(clauses::any_of(lists.collect())));
    }
    let exact = tiers.exact.into_iter().map(|tier| (&by_number, tier));
    let rest = tiers.rest.into_iter().chain(tiers.number_with_words);
    let rest = rest.map(|tier| (&filter, tier));
    let (mut lists, mut earlier): (Vec<List>, Vec<Boxed>) = Default::default();
    for (filter, tier) in exact.chain(rest) {
        lists.push(List {
            more: within(filter, &tier.more),
            rest: clauses::without(within(filter, &tier.all), &earlier),
        });
        earlier.push(tier.all);
    }
    Ok(lists)
}

/// All works of a filter with its keyword, in one query.
pub(crate) fn union(
    fields: &Fields,
    snapshot: &Snapshot,
    filter: &WorksFilter,
) -> Result<Boxed, IndexError> {
    let question = WorksQuery {
        filter: filter.clone(),
        sort: Sort::PubTime,
        offset: 0,
        limit: 0,
    };
    let lists = lists(fields, snapshot, &question)?.into_iter();
    Ok(clauses::any_of(lists.map(|list| list.rest).collect()))
}

/// The number of works that each list adds to earlier ones. Matches are read in blocks, which costs less than excluding
/// the matches of others one by one.
fn count_additional(snapshot: &Snapshot, lists: &[List]) -> Result<Vec<usize>, IndexError> {
    let weights = lists.iter().map(|list| weigh(snapshot, &list.more));
    let weights = weights.collect::<Result<Vec<_>, _>>()?;
    let none = || vec![0; lists.len()];
    let mut counts = none();
    let others = share(snapshot.segments(), &mut counts, none, |counts, segment| {
        let mut found = BitSet::with_max_value(segment.max_doc());
        for (weight, count) in weights.iter().zip(counts) {
            let before = found.len();
            for_each_match(weight.as_ref(), segment, |docs| {
                for doc in docs {
                    found.insert(*doc);
                }
            })?;
            *count += found.len() - before;
        }
        Ok(found.len())
    })?;
    for other in others {
        for (count, more) in counts.iter_mut().zip(other) {
            *count += more;
        }
    }
    Ok(counts)
}

fn page(
    snapshot: &Snapshot,
    list: &Boxed,
    order: Option<&str>,
    offset: usize,
    limit: usize,
) -> Result<Vec<i64>, IndexError> {
    let weight = weigh(snapshot, list)?;
    let wanted = offset.saturating_add(limit);
    let best = match order {
        None => newest(snapshot, weight.as_ref(), wanted)?,
        Some(column) => greatest(snapshot, weight.as_ref(), column, wanted)?.0,
    };
    Ok(cut(best, offset, limit))
}

/// Cuts the page out of the best matches.
fn cut(mut best: Vec<(i64, i64)>, offset: usize, limit: usize) -> Vec<i64> {
    best.sort_unstable_by_key(|entry| Reverse(*entry));
    let page = best.into_iter().skip(offset).take(limit);
    page.map(|(_, id)| id).collect()
}

/// The fast field of an order; `None` for newest first.
fn column_of(sort: Sort) -> Option<&'static str> {
    match sort {
        Sort::Relevance | Sort::PubTime => None,
        Sort::Id => Some(ID),
        Sort::Collects => Some("collects"),
        Sort::Average => Some("rating"),
        Sort::Evaluates => Some("evaluates"),
        Sort::Hot => Some("hot"),
        Sort::Views => Some("views"),
        Sort::Duration => Some(DURATION),
    }
}

/// The `wanted` greatest matches by a fast field, and how many matches there are.
fn greatest(
    snapshot: &Snapshot,
    weight: &dyn Weight,
    name: &str,
    wanted: usize,
) -> Result<(Vec<(i64, i64)>, usize), IndexError> {
    let mut total = 0;
    let mut best: BinaryHeap<Reverse<(i64, i64)>> = BinaryHeap::new();
    for segment in snapshot.segments() {
        let (keys, ids) = (column(segment, name)?, column(segment, ID)?);
        // Reading the column in blocks costs a fraction of reading it for each document.
        let mut values = [None; COLLECT_BLOCK_BUFFER_LEN];
        for_each_match(weight, segment, |docs| {
            let values = values.get_mut(..docs.len()).unwrap_or_default();
            keys.first_vals(docs, values);
            total += docs.len();
            for (doc, key) in docs.iter().zip(values) {
                let key = key.unwrap_or_default();
                let full = best.len() >= wanted;
                if full && best.peek().is_none_or(|Reverse((min, _))| key < *min) {
                    continue;
                }
                best.push(Reverse((key, ids.first(*doc).unwrap_or_default())));
                if full {
                    best.pop();
                }
            }
        })?;
    }
    let best = best.into_iter().map(|Reverse(entry)| entry).collect();
    Ok((best, total))
}

//! Pages, orders and totals. Newest first follows the order of the segments ([`crate::read::newest`]). Other orders scan
//! every match once, which also gives the total. Totals are cached for each filter until more than counters changes.

use tantivy::BitSet;
use yingku_base::kinds::Sort;

use crate::error::IndexError;
use crate::query::filter::{self, OperatorOrder, WorksFilter, WorksPage, WorksQuery};
use crate::query::live::Live;
use crate::query::order::{Order, cut, first_by};
use crate::query::tiers::tiers;
use crate::read::clauses::{self, Boxed};
use crate::read::matches::{count, for_each_match, weigh};
use crate::read::newest::newest;
use crate::read::parallel::share;
use crate::read::snapshot::Snapshot;
use crate::schema::Fields;

/// Runs a query on one snapshot of the index.
pub(crate) fn search(live: &Live, question: &WorksQuery) -> Result<WorksPage, IndexError> {
    search_by(live, question, Order::of(question.sort))
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
    search_by(live, &question, Some(Order::of_operators(order)))
}

fn search_by(
    live: &Live,
    question: &WorksQuery,
    order: Option<Order>,
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
                (Some(order), [list]) => {
                    let weight = weigh(&snapshot, &list.rest)?;
                    let wanted = question.offset.saturating_add(question.limit);
                    let (best, total) = first_by(&snapshot, weight.as_ref(), order, wanted)?;
                    remember(vec![total]);
                    let ids = cut(best, question.offset, question.limit);
                    return Ok(WorksPage {
                        ids: ids.into_iter().map(|id| order.rank(id)).collect(),
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
    order: Option<Order>,
    offset: usize,
    limit: usize,
) -> Result<Vec<i64>, IndexError> {
    let weight = weigh(snapshot, list)?;
    let wanted = offset.saturating_add(limit);
    let Some(order) = order else {
        return Ok(cut(
            newest(snapshot, weight.as_ref(), wanted)?,
            offset,
            limit,
        ));
    };
    let (best, _) = first_by(snapshot, weight.as_ref(), order, wanted)?;
    let ids = cut(best, offset, limit).into_iter();
    Ok(ids.map(|id| order.rank(id)).collect())
}

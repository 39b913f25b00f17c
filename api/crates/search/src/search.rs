//! Pages, orders and totals. Newest first follows the order of the segments ([`super::newest`]). Other orders scan
//! every match once, which also gives the total. Totals are cached for each filter until more than counters changes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tantivy::query::{EnableScoring, Weight};
use tantivy::{BitSet, COLLECT_BLOCK_BUFFER_LEN};

use super::among::Among;
use super::columns::column;
use super::keyword::Keyword;
use super::newest::newest;
use super::parallel::share;
use super::query::{self, Boxed};
use super::schema::{DURATION, Fields, ID};
use super::store::{Live, Totals};
use super::view::{View, for_each_match};
use super::{Channel, IndexError, Mark, Sort, TermKind};

/// The filters of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct WorksFilter {
    /// Only these channels; any if empty.
    pub channels: Vec<Channel>,
    /// Only with magnet links.
    pub is_dht: bool,
    /// Only works watchable online.
    pub is_online: bool,
    /// With magnet links of all these qualities.
    pub marks: Vec<Mark>,
    /// With all of these terms; each has several ids, any of which matches. Ids are unique among all kinds.
    pub with: Vec<Vec<i64>>,
    /// With none of these terms.
    pub without: Vec<i64>,
    /// With any term of this kind.
    pub has_kind: Option<TermKind>,
    /// Published from–to, seconds, both inclusive. Each value is a filter with its own cached total, so use few values.
    pub published: Option<(i64, i64)>,
    /// Added to the catalogue from (inclusive) to (exclusive), seconds. Each value is a filter with its own cached
    /// total.
    pub added: Option<(i64, i64)>,
    /// Minutes from–to, both inclusive.
    pub duration: Option<(i64, i64)>,
    /// With at least this mean rating, in tenths.
    pub least_score: Option<i64>,
    /// Matching this keyword.
    pub keyword: Option<Keyword>,
    /// Only works of these ids, such as those that a member likes.
    pub among: Option<Among>,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WorksQuery {
    /// The filters.
    pub filter: WorksFilter,
    /// The order.
    pub sort: Sort,
    /// Works before the page.
    pub offset: usize,
    /// Works on the page.
    pub limit: usize,
}

/// The works of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorksPage {
    /// Their ids, in order.
    pub ids: Vec<i64>,
    /// The total of all pages.
    pub total: u64,
}

/// Runs a query on one snapshot of the index.
pub(super) fn search(
    live: &Live,
    totals: &Totals,
    question: &WorksQuery,
) -> Result<WorksPage, IndexError> {
    let view = live.view();
    let lists = lists(&live.fields, &view, question)?;
    let key = (view.works_generation(), question.filter.clone());
    // A list of a member's own works is requested by that member only; its totals would only evict others.
    let is_shared = question.filter.among.is_none();
    let known = is_shared.then(|| totals.get(&key)).flatten();
    let remember = |counts: Vec<usize>| {
        if is_shared {
            totals.insert(key, counts);
        }
    };
    let counts = match known {
        Some(counts) if counts.len() == lists.len() => counts,
        _ => {
            let counts = match (column_of(question.sort), lists.as_slice()) {
                // The scan for the total also gives the page.
                (Some(column), [list]) => {
                    let weight = weigh(&view, &list.rest)?;
                    let wanted = question.offset.saturating_add(question.limit);
                    let (best, total) = greatest(&view, weight.as_ref(), column, wanted)?;
                    remember(vec![total]);
                    return Ok(WorksPage {
                        ids: cut(best, question.offset, question.limit),
                        total: u64::try_from(total).unwrap_or(u64::MAX),
                    });
                }
                (None, [list]) => vec![count(&view, &list.rest)?],
                _ => count_rests(&view, &lists)?,
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
        let page = page(&view, &list.rest, question.sort, offset, limit)?;
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
pub(super) fn first(
    live: &Live,
    filter: &WorksFilter,
    limit: usize,
) -> Result<Vec<i64>, IndexError> {
    let view = live.view();
    let question = WorksQuery {
        filter: filter.clone(),
        sort: Sort::Relevance,
        offset: 0,
        limit,
    };
    let mut found = Vec::new();
    for list in lists(&live.fields, &view, &question)? {
        let weight = weigh(&view, &list.rest)?;
        let left = limit - found.len();
        found.extend(cut(newest(&view, weight.as_ref(), left)?, 0, left));
        if found.len() >= limit {
            break;
        }
    }
    Ok(found)
}

/// The ids of all matches, unordered.
pub(super) fn ids(view: &View, list: &Boxed) -> Result<Vec<i64>, IndexError> {
    let weight = weigh(view, list)?;
    let mut found = Vec::new();
    for segment in view.segments() {
        let ids = column(segment, ID)?;
        for_each_match(weight.as_ref(), segment, |docs| {
            found.extend(docs.iter().map(|doc| ids.first(*doc).unwrap_or_default()));
        })?;
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
fn lists(fields: &Fields, view: &View, question: &WorksQuery) -> Result<Vec<List>, IndexError> {
    let filter = query::filter(fields, &question.filter);
    let Some(keyword) = &question.filter.keyword else {
        return Ok(List::only(filter));
    };
    // A work's exact number finds it even without magnet links.
    let any_magnets = WorksFilter {
        is_dht: false,
        ..question.filter.clone()
    };
    let by_number = query::filter(fields, &any_magnets);
    let tiers = query::tiers(fields, view, keyword)?;
    let within =
        |filter: &Boxed, tier: &Boxed| query::all_of(vec![filter.box_clone(), tier.box_clone()]);
    if question.sort != Sort::Relevance {
        let exact = tiers.exact.last().map(|tier| within(&by_number, &tier.all));
        let beside = tiers.beside.last();
        let numbers = tiers.numbers.and_then(|at| tiers.rest.get(at));
        let tiers = numbers.into_iter().chain(tiers.rest.last());
        let tiers = tiers.chain(beside);
        let lists = tiers.map(|tier| within(&filter, &tier.all)).chain(exact);
        return Ok(List::only(query::any_of(lists.collect())));
    }
    let exact = tiers.exact.into_iter().map(|tier| (&by_number, tier));
    let rest = tiers.rest.into_iter().chain(tiers.beside);
    let rest = rest.map(|tier| (&filter, tier));
    let (mut lists, mut earlier): (Vec<List>, Vec<Boxed>) = Default::default();
    for (filter, tier) in exact.chain(rest) {
        lists.push(List {
            more: within(filter, &tier.more),
            rest: query::without(within(filter, &tier.all), &earlier),
        });
        earlier.push(tier.all);
    }
    Ok(lists)
}

/// All works of a filter with its keyword, in one query.
pub(super) fn union(
    fields: &Fields,
    view: &View,
    filter: &WorksFilter,
) -> Result<Boxed, IndexError> {
    let question = WorksQuery {
        filter: filter.clone(),
        sort: Sort::PubTime,
        offset: 0,
        limit: 0,
    };
    let lists = lists(fields, view, &question)?.into_iter();
    Ok(query::any_of(lists.map(|list| list.rest).collect()))
}

pub(super) fn weigh(view: &View, list: &Boxed) -> Result<Box<dyn Weight>, IndexError> {
    Ok(list.weight(EnableScoring::disabled_from_searcher(view.searcher()))?)
}

pub(super) fn count(view: &View, list: &Boxed) -> Result<usize, IndexError> {
    let weight = weigh(view, list)?;
    let mut total = 0;
    for segment in view.segments() {
        total += usize::try_from(weight.count(segment)?).unwrap_or(usize::MAX);
    }
    Ok(total)
}

/// The number of works that each list adds to earlier ones. Matches are read in blocks, which costs less than excluding
/// the matches of others one by one.
fn count_rests(view: &View, lists: &[List]) -> Result<Vec<usize>, IndexError> {
    let weights = lists.iter().map(|list| weigh(view, &list.more));
    let weights = weights.collect::<Result<Vec<_>, _>>()?;
    let none = || vec![0; lists.len()];
    let mut counts = none();
    let others = share(view.segments(), &mut counts, none, |counts, segment| {
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
    view: &View,
    list: &Boxed,
    sort: Sort,
    offset: usize,
    limit: usize,
) -> Result<Vec<i64>, IndexError> {
    let weight = weigh(view, list)?;
    let wanted = offset.saturating_add(limit);
    let best = match column_of(sort) {
        None => newest(view, weight.as_ref(), wanted)?,
        Some(column) => greatest(view, weight.as_ref(), column, wanted)?.0,
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
    view: &View,
    weight: &dyn Weight,
    name: &str,
    wanted: usize,
) -> Result<(Vec<(i64, i64)>, usize), IndexError> {
    let mut total = 0;
    let mut best: BinaryHeap<Reverse<(i64, i64)>> = BinaryHeap::new();
    for segment in view.segments() {
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
                if full && best.peek().is_none_or(|Reverse((least, _))| key < *least) {
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

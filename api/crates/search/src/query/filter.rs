//! What a list asks for, and the query of its filters without the keyword.

use yingku_base::ids::first_id_of;
use yingku_base::kinds::{Channel, Lack, Mark, Sort, TermKind};

use crate::keyword::Keyword;
use crate::read::among::Among;
use crate::read::clauses::{Boxed, all_of, any_of, between, with_term, without, word};
use crate::schema::qualities::{Fact, Quality};
use crate::schema::{Fields, edited_by, has_kind, lacks, score_tenths};

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
    pub min_score: Option<i64>,
    /// Matching this keyword.
    pub keyword: Option<Keyword>,
    /// Only works of these ids, such as those that a member likes.
    pub among: Option<Among>,
    /// Which of these works must have, and which not.
    pub facts: Vec<(Fact, bool)>,
    /// Changed last by the operator of this name.
    pub editor: Option<String>,
    /// Last changed from (inclusive) to (exclusive), seconds.
    pub updated: Option<(i64, i64)>,
    /// Lacking this.
    pub lack: Option<Lack>,
    /// Lacking at least so many things.
    pub min_lacks: Option<i64>,
    /// Only works whose id is less. Totals are not cached then: each is queried once.
    pub below: Option<i64>,
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

/// An order of the operators' lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperatorOrder {
    /// What the works are ordered by.
    pub by: OrderedBy,
    /// Whether the least, or oldest, comes first.
    pub ascends: bool,
}

/// What operators can order works by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderedBy {
    /// Letters and digits of the number.
    Number,
    /// Publish time.
    Published,
    /// When it was added.
    Added,
    /// When it was last changed.
    Updated,
    /// How much it lacks.
    Lacks,
    /// Length.
    Duration,
    /// Mean rating.
    Average,
    /// Number of collects.
    Collects,
    /// Number of likes.
    Likes,
    /// Number of views.
    Views,
}

/// The works of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorksPage {
    /// Their ids, in order.
    pub ids: Vec<i64>,
    /// The total of all pages.
    pub total: u64,
}

/// The filter without its keyword.
pub(crate) fn filter(fields: &Fields, filter: &WorksFilter) -> Boxed {
    let mut parts: Vec<Boxed> = Vec::new();
    let with = |quality: Quality| word(fields.flags, quality.as_str());
    if !filter.channels.is_empty() {
        let channels = filter.channels.iter();
        let channels = channels.map(|channel| with(Quality::Channel(*channel)));
        parts.push(any_of(channels.collect()));
    }
    parts.extend(filter.is_dht.then(|| with(Quality::Dht)));
    parts.extend(filter.is_online.then(|| with(Quality::Online)));
    parts.extend(filter.marks.iter().map(|mark| with(Quality::Mark(*mark))));
    parts.extend(
        filter
            .has_kind
            .map(|kind| word(fields.flags, &has_kind(kind))),
    );
    parts.extend(filter.with.iter().map(|ids| with_term(fields, ids)));
    parts.extend(filter.among.iter().map(|among| among.query(fields.id)));
    let facts = |wanted| {
        let those = filter.facts.iter().filter(move |(_, has)| *has == wanted);
        those.map(|(fact, _)| word(fields.flags, fact.as_str()))
    };
    parts.extend(facts(true));
    let editor = filter.editor.as_deref();
    parts.extend(editor.map(|name| word(fields.flags, &edited_by(name))));
    parts.extend(filter.lack.map(|lack| word(fields.flags, &lacks(lack))));
    let sorts = &fields.sorts;
    let ids = |(from, to)| (first_id_of(from), first_id_of(to) - 1);
    let added = filter.added.map(ids);
    let spans = [
        (fields.id, added),
        (fields.id, filter.below.map(|id| (i64::MIN, id - 1))),
        (sorts.pub_time, filter.published),
        (sorts.duration, filter.duration),
        (
            sorts.updated_at,
            filter
                .updated
                .map(|(from, to)| (from, to.saturating_sub(1))),
        ),
        (sorts.lacks, filter.min_lacks.map(|min| (min, i64::MAX))),
        (
            sorts.score,
            filter.min_score.map(|min| (score_tenths(min), i64::MAX)),
        ),
    ];
    let spans = spans
        .into_iter()
        .filter_map(|(field, span)| Some(between(field, span?)));
    parts.extend(spans);
    let wanted = all_of(parts);
    let terms = (!filter.without.is_empty()).then(|| with_term(fields, &filter.without));
    let unwanted: Vec<Boxed> = facts(false).chain(terms).collect();
    without(wanted, &unwanted)
}

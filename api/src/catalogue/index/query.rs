//! Builds tantivy queries.

use std::ops::Bound;

use tantivy::Term;
use tantivy::query::{
    AllQuery, BooleanQuery, EmptyQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};

use super::keyword::Keyword;
use super::schema::Fields;
use super::search::WorksFilter;

pub(super) type Boxed = Box<dyn Query>;

/// The filter without its keyword.
pub(super) fn filter(fields: &Fields, filter: &WorksFilter) -> Boxed {
    let mut parts: Vec<Boxed> = Vec::new();
    if let Some(channel) = filter.channel {
        parts.push(number(fields.channel, i64::from(channel.code())));
    }
    if filter.is_dht {
        parts.push(number(fields.dht, 1));
    }
    for (kind, ids) in &filter.terms {
        let of_field = |field| any_of(ids.iter().map(|id| number(field, *id)).collect());
        parts.push(fields.of_kind(*kind).map_or_else(nothing, of_field));
    }
    if let Some(kind) = filter.has_kind {
        parts.push(number(fields.has_kind, i64::from(kind.code())));
    }
    if let Some((from, to)) = filter.published {
        let bound = |time| Bound::Included(Term::from_field_i64(fields.sorts.pub_time, time));
        parts.push(Box::new(RangeQuery::new(bound(from), bound(to))));
    }
    all_of(parts)
}

/// The keyword in tiers, best first: the exact number, the prefix of a number, the title, then title and names together. A
/// later tier may contain works of an earlier one.
pub(super) fn tiers(fields: &Fields, keyword: &Keyword) -> Vec<Boxed> {
    if keyword.is_empty() {
        return vec![nothing()];
    }
    let mut tiers: Vec<Boxed> = Vec::new();
    if let Some(key) = &keyword.number {
        tiers.push(word(fields.number, key));
        tiers.push(word(fields.number_edges, key));
    }
    tiers.push(pieces_in(keyword, &[fields.title], &[fields.title]));
    let anywhere = pieces_in(
        keyword,
        &[fields.title, fields.names],
        &[fields.title, fields.names, fields.readings],
    );
    tiers.push(match &keyword.reading {
        Some(reading) => any_of(vec![anywhere, beginning(fields.readings, reading)]),
        None => anywhere,
    });
    tiers
}

/// Works with any of these terms. The kind does not matter, because ids are unique.
pub(super) fn filed_under(fields: &Fields, terms: &[i64]) -> Boxed {
    let of_field = |field: &Field| {
        let field = *field;
        terms.iter().map(move |term| number(field, *term))
    };
    any_of(fields.terms.iter().flat_map(of_field).collect())
}

/// Works with exactly this number.
pub(super) fn numbered(fields: &Fields, key: &str) -> Boxed {
    word(fields.number, key)
}

/// Every piece of the keyword in one of the fields.
fn pieces_in(keyword: &Keyword, for_runs: &[Field], for_words: &[Field]) -> Boxed {
    let runs = keyword
        .runs
        .iter()
        .map(|chars| any_of(for_runs.iter().map(|field| run(*field, chars)).collect()));
    let words = keyword.words.iter().map(|text| {
        any_of(
            for_words
                .iter()
                .map(|field| beginning(*field, text))
                .collect(),
        )
    });
    all_of(runs.chain(words).collect())
}

/// A run of characters: one, a pair, or a phrase of pairs.
fn run(field: Field, chars: &[char]) -> Boxed {
    let pairs: Vec<Term> = chars
        .windows(2)
        .map(|pair| Term::from_field_text(field, &String::from_iter(pair)))
        .collect();
    match (chars, pairs.as_slice()) {
        ([single], _) => word(field, &single.to_string()),
        (_, [pair]) => Box::new(TermQuery::new(pair.clone(), IndexRecordOption::Basic)),
        (_, []) => nothing(),
        (_, _) => Box::new(PhraseQuery::new(pairs)),
    }
}

/// A word that begins with `text`.
fn beginning(field: Field, text: &str) -> Boxed {
    let from = Term::from_field_text(field, text);
    let to = Term::from_field_text(field, &format!("{text}\u{10ffff}"));
    Box::new(RangeQuery::new(Bound::Included(from), Bound::Excluded(to)))
}

fn word(field: Field, text: &str) -> Boxed {
    Box::new(TermQuery::new(
        Term::from_field_text(field, text),
        IndexRecordOption::Basic,
    ))
}

fn number(field: Field, value: i64) -> Boxed {
    Box::new(TermQuery::new(
        Term::from_field_i64(field, value),
        IndexRecordOption::Basic,
    ))
}

fn nothing() -> Boxed {
    Box::new(EmptyQuery)
}

/// All of the queries; everything when there are none.
pub(super) fn all_of(mut parts: Vec<Boxed>) -> Boxed {
    match parts.len() {
        0 => Box::new(AllQuery),
        1 => parts.swap_remove(0),
        _ => Box::new(BooleanQuery::intersection(parts)),
    }
}

/// Any of the queries; nothing when there are none.
pub(super) fn any_of(mut parts: Vec<Boxed>) -> Boxed {
    match parts.len() {
        0 => nothing(),
        1 => parts.swap_remove(0),
        _ => Box::new(BooleanQuery::union(parts)),
    }
}

/// `wanted` without the works of earlier tiers.
pub(super) fn without(wanted: Boxed, earlier: &[Boxed]) -> Boxed {
    if earlier.is_empty() {
        return wanted;
    }
    let mut clauses = vec![(Occur::Must, wanted)];
    clauses.extend(
        earlier
            .iter()
            .map(|query| (Occur::MustNot, query.box_clone())),
    );
    Box::new(BooleanQuery::new(clauses))
}

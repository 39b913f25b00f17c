//! The clauses of tantivy queries.

use std::ops::Bound;

use tantivy::Term;
use tantivy::query::{
    AllQuery, BooleanQuery, EmptyQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};

use crate::schema::Fields;

pub(crate) type Boxed = Box<dyn Query>;

pub(crate) fn between(field: Field, (from, to): (i64, i64)) -> Boxed {
    let bound = |value| Bound::Included(Term::from_field_i64(field, value));
    Box::new(RangeQuery::new(bound(from), bound(to)))
}

/// Works with any of these terms.
pub(crate) fn with_term(fields: &Fields, terms: &[i64]) -> Boxed {
    let terms = terms.iter().map(|id| term(fields.terms, *id));
    any_of(terms.collect())
}

/// Works with exactly this number.
pub(crate) fn numbered(fields: &Fields, key: &str) -> Boxed {
    word(fields.number, key)
}

/// A run of characters: one, a pair, or a phrase of pairs.
pub(crate) fn run(field: Field, chars: &[char]) -> Boxed {
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
pub(crate) fn beginning(field: Field, text: &str) -> Boxed {
    let from = Term::from_field_text(field, text);
    let to = Term::from_field_text(field, &format!("{text}\u{10ffff}"));
    Box::new(RangeQuery::new(Bound::Included(from), Bound::Excluded(to)))
}

pub(crate) fn word(field: Field, text: &str) -> Boxed {
    Box::new(TermQuery::new(
        Term::from_field_text(field, text),
        IndexRecordOption::Basic,
    ))
}

/// Works with the term with this id.
fn term(field: Field, id: i64) -> Boxed {
    word(field, &id.to_string())
}

pub(crate) fn nothing() -> Boxed {
    Box::new(EmptyQuery)
}

/// All of the queries; everything when there are none.
pub(crate) fn all_of(mut parts: Vec<Boxed>) -> Boxed {
    match parts.len() {
        0 => Box::new(AllQuery),
        1 => parts.swap_remove(0),
        _ => Box::new(BooleanQuery::intersection(parts)),
    }
}

/// Any of the queries; nothing when there are none.
pub(crate) fn any_of(mut parts: Vec<Boxed>) -> Boxed {
    match parts.len() {
        0 => nothing(),
        1 => parts.swap_remove(0),
        _ => Box::new(BooleanQuery::union(parts)),
    }
}

/// `wanted` without the works of earlier tiers.
pub(crate) fn without(wanted: Boxed, earlier: &[Boxed]) -> Boxed {
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

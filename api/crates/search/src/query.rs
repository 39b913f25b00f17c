//! Builds tantivy queries.

use std::ops::Bound;

use tantivy::Term;
use tantivy::query::{
    AllQuery, BooleanQuery, EmptyQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use yingku_base::ids::first_id_of;

use super::IndexError;
use super::keyword::{Keyword, NumberPart, is_numeral};
use super::names::Scope;
use super::qualities::Quality;
use super::schema::{Fields, has_kind, score_tenths};
use super::search::WorksFilter;
use super::text::han;
use super::text::numerals::is_roman;
use super::understood;
use super::view::View;
use super::ways::{Pieces, Ways, either};

pub(super) type Boxed = Box<dyn Query>;

/// The filter without its keyword.
pub(super) fn filter(fields: &Fields, filter: &WorksFilter) -> Boxed {
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
    let sorts = &fields.sorts;
    let ids = |(from, to)| (first_id_of(from), first_id_of(to) - 1);
    let added = filter.added.map(ids);
    let spans = [
        (fields.id, added),
        (sorts.pub_time, filter.published),
        (sorts.duration, filter.duration),
        (
            sorts.score,
            filter
                .least_score
                .map(|least| (score_tenths(least), i64::MAX)),
        ),
    ];
    let spans = spans
        .into_iter()
        .filter_map(|(field, span)| Some(between(field, span?)));
    parts.extend(spans);
    let wanted = all_of(parts);
    match filter.without.is_empty() {
        true => wanted,
        false => without(wanted, &[with_term(fields, &filter.without)]),
    }
}

/// A relevance tier of a keyword.
pub(super) struct Tier {
    /// All its matches.
    pub(super) all: Boxed,
    /// A superset of what it adds to the tiers before, as small as is cheap.
    pub(super) more: Boxed,
}

impl Tier {
    fn new(all: Boxed) -> Self {
        let more = all.box_clone();
        Self { all, more }
    }
}

/// The keyword in tiers, best first.
pub(super) struct Tiers {
    /// The work with exactly this number, then ignoring zeros. Each contains the one before it.
    pub(super) exact: Vec<Tier>,
    /// Works with a part of it in their number, title (exact numerals, then as prefixes), names, anywhere, and by the
    /// meaning of its parts. The last contains the ones before it, except numbers.
    pub(super) rest: Vec<Tier>,
    /// Index of the tier of numbers in `rest`.
    pub(super) numbers: Option<usize>,
    /// Works with a part of the keyword as their number, exactly or not, and the other pieces anywhere; then also those
    /// whose number is joined with other text. Each contains the one before it.
    pub(super) beside: Vec<Tier>,
}

pub(super) fn tiers(fields: &Fields, view: &View, keyword: &Keyword) -> Result<Tiers, IndexError> {
    let mut tiers = Tiers {
        exact: Vec::new(),
        rest: Vec::new(),
        numbers: None,
        beside: Vec::new(),
    };
    if keyword.is_empty() {
        tiers.rest.push(Tier::new(nothing()));
        return Ok(tiers);
    }
    let pieces = Pieces::of(fields, view, keyword);
    let joined = keyword.joined.iter();
    let joined: Vec<Ways> = joined.map(|one| Ways::of_word(fields, view, one)).collect();
    let as_typed = pieces.titled_as_typed(fields, view, keyword)?;
    tiers.rest.extend(as_typed.map(Tier::new));
    if keyword.has_numeral() {
        let tier = Tier::new(pieces.titled_with_numerals(fields, keyword));
        tiers.rest.push(tier);
    }
    tiers.rest.push(Tier::new(pieces.titled()));
    if let Some(key) = &keyword.number {
        let spelled = word(fields.number_spelling, &keyword.number_spelling);
        let exact = [spelled, word(fields.number, key)];
        tiers.exact = exact.map(Tier::new).into();
        let at = usize::from(keyword.digits);
        let numbers = Tier::new(word(fields.number_edges, key));
        tiers.rest.insert(at, numbers);
        tiers.numbers = Some(at);
    }
    let others = in_other_ways(fields, keyword);
    let named = either(&pieces, &joined, Ways::named);
    let anywhere = any_of(vec![
        either(&pieces, &joined, Ways::anywhere),
        others.box_clone(),
    ]);
    // For a single piece the title was matched already: the postings of a very frequent character are read only once.
    let (more_named, more_anywhere) = match pieces.only() {
        Some(piece) if joined.is_empty() => (
            piece.names.box_clone(),
            any_of(vec![piece.tags.box_clone(), others]),
        ),
        _ => (named.box_clone(), anywhere.box_clone()),
    };
    let as_typed = pieces.named_as_typed(view, keyword);
    tiers.rest.extend(as_typed.map(Tier::new));
    tiers.rest.push(Tier {
        all: named,
        more: more_named,
    });
    let understood = understood::pieces_understood(fields, &pieces, keyword);
    let understood = understood.map(|more| Tier {
        all: any_of(vec![anywhere.box_clone(), more.box_clone()]),
        more,
    });
    tiers.rest.push(Tier {
        all: anywhere,
        more: more_anywhere,
    });
    tiers.rest.extend(understood);
    tiers.beside = pieces.tiers_beside_numbers(fields, keyword);
    Ok(tiers)
}

impl Pieces {
    /// All in the title, written there as typed; `None` if titles cannot tell.
    fn titled_as_typed(
        &self,
        fields: &Fields,
        view: &View,
        keyword: &Keyword,
    ) -> Result<Option<Boxed>, IndexError> {
        let chars = || keyword.typed.iter().flatten().copied();
        let term = |c: char| Term::from_field_text(fields.variants, &c.to_string());
        let mut wanted = vec![self.titled()];
        for c in chars().filter(|c| han::form(*c) != *c) {
            if view.works_with(&term(c), 1)? == 0 {
                return Ok(None);
            }
            wanted.push(word(fields.variants, &c.to_string()));
        }
        let mut unwanted = Vec::new();
        for c in chars().flat_map(han::others) {
            if view.works_with(&term(c), 1)? > 0 {
                unwanted.push(word(fields.variants, &c.to_string()));
            }
        }
        let tells = wanted.len() > 1 || !unwanted.is_empty();
        Ok(tells.then(|| without(all_of(wanted), &unwanted)))
    }

    /// All in names that are written as typed; `None` if all are.
    fn named_as_typed(&self, view: &View, keyword: &Keyword) -> Option<Boxed> {
        let runs = || keyword.runs.iter().zip(&keyword.typed);
        let tells = |(run, typed): (&Vec<char>, &Vec<char>)| {
            let typed = String::from_iter(typed);
            view.names(|names| {
                let found = names.with_run(run, Scope::ButTags);
                let written = names.written(found.clone(), &typed).len();
                written > 0 && written < found.len()
            })
        };
        if !runs().any(tells) {
            return None;
        }
        let named = runs().map(|(run, typed)| {
            let typed = String::from_iter(typed);
            view.works_named(|names| names.written(names.with_run(run, Scope::ButTags), &typed))
        });
        let words = self.words.iter().map(Ways::named);
        Some(all_of(named.chain(words).collect()))
    }

    /// All in the title, numerals as whole words: `vol 5` is not Vol. 58.
    fn titled_with_numerals(&self, fields: &Fields, keyword: &Keyword) -> Boxed {
        let runs = self.runs.iter().map(|run| run.title.box_clone());
        let words = self.words.iter().zip(&keyword.words);
        let words = words.map(|(piece, text)| match is_numeral(text) || is_roman(text) {
            true => word(fields.title, text),
            false => piece.title.box_clone(),
        });
        all_of(runs.chain(words).collect())
    }

    /// [`Tiers::beside`].
    fn tiers_beside_numbers(&self, fields: &Fields, keyword: &Keyword) -> Vec<Tier> {
        let mut tiers = Vec::new();
        if !keyword.beside.is_empty() {
            tiers.push(self.beside(keyword, |part| word(fields.number_spelling, &part.spelling)));
            tiers.push(self.beside(keyword, |part| word(fields.number_edges, &part.key)));
        }
        if !keyword.pasted.is_empty() {
            let before = tiers.last().map(|tier| tier.box_clone());
            let parts = || keyword.pasted.iter();
            let spelled = parts().map(|part| word(fields.number_spelling, &part.spelling));
            let spelled = any_of(before.into_iter().chain(spelled).collect());
            let found = parts().map(|part| numbered(fields, &part.key));
            let found = any_of(std::iter::once(spelled.box_clone()).chain(found).collect());
            tiers.extend([spelled, found]);
        }
        tiers.into_iter().map(Tier::new).collect()
    }

    /// A part of the keyword as the number, and the other pieces anywhere.
    fn beside(&self, keyword: &Keyword, numbered: impl Fn(&NumberPart) -> Boxed) -> Boxed {
        let parts = keyword.beside.iter().map(|part| {
            let words = self.words.iter().enumerate();
            let others = words.filter(|(at, _)| !part.words.contains(at));
            let others = self.runs.iter().chain(others.map(|(_, word)| word));
            let wanted = std::iter::once(numbered(part)).chain(others.map(Ways::anywhere));
            all_of(wanted.collect())
        });
        any_of(parts.collect())
    }
}

/// All pieces of a keyword in titles and names, or the meaning of its parts.
pub(super) fn anywhere(fields: &Fields, view: &View, keyword: &Keyword) -> Boxed {
    if keyword.is_empty() {
        return nothing();
    }
    let pieces = Pieces::of(fields, view, keyword);
    let joined = keyword.joined.iter();
    let joined: Vec<Ways> = joined.map(|one| Ways::of_word(fields, view, one)).collect();
    let understood = understood::pieces_understood(fields, &pieces, keyword);
    let literally = either(&pieces, &joined, Ways::anywhere);
    let others = in_other_ways(fields, keyword);
    any_of([literally, others].into_iter().chain(understood).collect())
}

/// The keyword as pinyin of the title, or as the time of publication.
fn in_other_ways(fields: &Fields, keyword: &Keyword) -> Boxed {
    let readings = keyword.readings.iter().map(|reading| {
        let (last, pairs) = reading.pairs.split_last().unzip();
        let pairs = pairs
            .into_iter()
            .flatten()
            .map(|pair| word(fields.sounds, pair));
        let last = last.map(|last| match reading.open {
            true => beginning(fields.sounds, last),
            false => word(fields.sounds, last),
        });
        all_of(pairs.chain(last).collect())
    });
    let published = keyword
        .published
        .map(|span| between(fields.sorts.pub_time, span));
    any_of(readings.chain(published).collect())
}

pub(super) fn between(field: Field, (from, to): (i64, i64)) -> Boxed {
    let bound = |value| Bound::Included(Term::from_field_i64(field, value));
    Box::new(RangeQuery::new(bound(from), bound(to)))
}

/// Works with any of these terms.
pub(super) fn with_term(fields: &Fields, terms: &[i64]) -> Boxed {
    let terms = terms.iter().map(|id| term(fields.terms, *id));
    any_of(terms.collect())
}

/// Works with exactly this number.
pub(super) fn numbered(fields: &Fields, key: &str) -> Boxed {
    word(fields.number, key)
}

/// A run of characters: one, a pair, or a phrase of pairs.
pub(super) fn run(field: Field, chars: &[char]) -> Boxed {
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
pub(super) fn beginning(field: Field, text: &str) -> Boxed {
    let from = Term::from_field_text(field, text);
    let to = Term::from_field_text(field, &format!("{text}\u{10ffff}"));
    Box::new(RangeQuery::new(Bound::Included(from), Bound::Excluded(to)))
}

pub(super) fn word(field: Field, text: &str) -> Boxed {
    Box::new(TermQuery::new(
        Term::from_field_text(field, text),
        IndexRecordOption::Basic,
    ))
}

/// Works with the term with this id.
fn term(field: Field, id: i64) -> Boxed {
    word(field, &id.to_string())
}

pub(super) fn nothing() -> Boxed {
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

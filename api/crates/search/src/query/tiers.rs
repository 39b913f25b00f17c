//! Builds tantivy queries.

use tantivy::Term;

use crate::error::IndexError;
use crate::keyword::{Keyword, NumberPart, is_numeral};
use crate::query::understood::recognized_pieces;
use crate::query::ways::{PieceQueries, Pieces, either};
use crate::read::clauses::{
    Boxed, all_of, any_of, beginning, between, nothing, numbered, without, word,
};
use crate::read::names::Scope;
use crate::read::snapshot::Snapshot;
use crate::schema::Fields;
use crate::text::han;
use crate::text::number::end_of;
use crate::text::numerals::is_roman;

/// A relevance tier of a keyword.
pub(crate) struct Tier {
    /// All its matches.
    pub(crate) all: Boxed,
    /// A superset of what it adds to the tiers before, as small as is cheap.
    pub(crate) more: Boxed,
}

impl Tier {
    fn new(all: Boxed) -> Self {
        let more = all.box_clone();
        Self { all, more }
    }
}

/// The keyword in tiers, best first.
pub(crate) struct Tiers {
    /// The work with exactly this number, then ignoring zeros. Each contains the one before it.
    pub(crate) exact: Vec<Tier>,
    /// Works with a part of it in their number, title (exact numerals, then as prefixes), names, anywhere, and by the
    /// meaning of its parts. The last contains the ones before it, except numbers.
    pub(crate) rest: Vec<Tier>,
    /// Index of the tier of numbers in `rest`.
    pub(crate) numbers: Option<usize>,
    /// Works with a part of the keyword as their number, exactly or not, and the other pieces anywhere; then also those
    /// whose number is joined with other text. Each contains the one before it.
    pub(crate) number_with_words: Vec<Tier>,
}

pub(crate) fn tiers(
    fields: &Fields,
    snapshot: &Snapshot,
    keyword: &Keyword,
) -> Result<Tiers, IndexError> {
    let mut tiers = Tiers {
        exact: Vec::new(),
        rest: Vec::new(),
        numbers: None,
        number_with_words: Vec::new(),
    };
    if keyword.is_empty() {
        tiers.rest.push(Tier::new(nothing()));
        return Ok(tiers);
    }
    let pieces = Pieces::of(fields, snapshot, keyword);
    let joined = PieceQueries::of_joined(fields, snapshot, keyword);
    let as_typed = pieces.titled_as_typed(fields, snapshot, keyword)?;
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
    let others = by_pinyin_or_date(fields, keyword);
    let named = either(&pieces, &joined, PieceQueries::named);
    let anywhere = any_of(vec![
        either(&pieces, &joined, PieceQueries::anywhere),
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
    let as_typed = pieces.named_as_typed(snapshot, keyword);
    tiers.rest.extend(as_typed.map(Tier::new));
    tiers.rest.push(Tier {
        all: named,
        more: more_named,
    });
    let understood = recognized_pieces(fields, &pieces, keyword);
    let understood = understood.map(|more| Tier {
        all: any_of(vec![anywhere.box_clone(), more.box_clone()]),
        more,
    });
    tiers.rest.push(Tier {
        all: anywhere,
        more: more_anywhere,
    });
    tiers.rest.extend(understood);
    tiers.number_with_words = pieces.number_with_words_tiers(fields, keyword);
    Ok(tiers)
}

impl Pieces {
    /// All in the title, written there as typed; `None` if titles cannot tell.
    fn titled_as_typed(
        &self,
        fields: &Fields,
        snapshot: &Snapshot,
        keyword: &Keyword,
    ) -> Result<Option<Boxed>, IndexError> {
        let chars = || keyword.typed.iter().flatten().copied();
        let term = |c: char| Term::from_field_text(fields.variants, &c.to_string());
        let mut wanted = vec![self.titled()];
        for c in chars().filter(|c| han::form(*c) != *c) {
            if snapshot.works_with(&term(c), 1)? == 0 {
                return Ok(None);
            }
            wanted.push(word(fields.variants, &c.to_string()));
        }
        let mut unwanted = Vec::new();
        for c in chars().flat_map(han::others) {
            if snapshot.works_with(&term(c), 1)? > 0 {
                unwanted.push(word(fields.variants, &c.to_string()));
            }
        }
        let applies = wanted.len() > 1 || !unwanted.is_empty();
        Ok(applies.then(|| without(all_of(wanted), &unwanted)))
    }

    /// All in names that are written as typed; `None` if all are.
    fn named_as_typed(&self, snapshot: &Snapshot, keyword: &Keyword) -> Option<Boxed> {
        let runs = || keyword.runs.iter().zip(&keyword.typed);
        let applies = |(run, typed): (&Vec<char>, &Vec<char>)| {
            let typed = String::from_iter(typed);
            snapshot.names(|names| {
                let found = names.with_run(run, Scope::ExceptTags);
                let written = names.written(found.clone(), &typed).len();
                written > 0 && written < found.len()
            })
        };
        if !runs().any(applies) {
            return None;
        }
        let named = runs().map(|(run, typed)| {
            let typed = String::from_iter(typed);
            snapshot
                .works_named(|names| names.written(names.with_run(run, Scope::ExceptTags), &typed))
        });
        let words = self.words.iter().map(PieceQueries::named);
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

    /// [`Tiers::number_with_words`].
    fn number_with_words_tiers(&self, fields: &Fields, keyword: &Keyword) -> Vec<Tier> {
        let mut tiers = Vec::new();
        if !keyword.number_candidates.is_empty() {
            tiers.push(
                self.number_with_words(keyword, |part| {
                    word(fields.number_spelling, &part.spelling)
                }),
            );
            tiers
                .push(self.number_with_words(keyword, |part| word(fields.number_edges, &part.key)));
        }
        if !keyword.pasted.is_empty() {
            let before = tiers.last().map(|tier| tier.box_clone());
            let parts = || keyword.pasted.iter();
            let spelled = parts().map(|part| word(fields.number_spelling, &part.spelling));
            let spelled = any_of(before.into_iter().chain(spelled).collect());
            let found = parts().flat_map(|part| {
                let end = word(fields.number_edges, &end_of(&part.key));
                [numbered(fields, &part.key), end]
            });
            let found = any_of(std::iter::once(spelled.box_clone()).chain(found).collect());
            tiers.extend([spelled, found]);
        }
        tiers.into_iter().map(Tier::new).collect()
    }

    /// A part of the keyword as the number, and the other pieces anywhere.
    fn number_with_words(
        &self,
        keyword: &Keyword,
        numbered: impl Fn(&NumberPart) -> Boxed,
    ) -> Boxed {
        let parts = keyword.number_candidates.iter().map(|part| {
            let words = self.words.iter().enumerate();
            let others = words.filter(|(at, _)| !part.words.contains(at));
            let others = self.runs.iter().chain(others.map(|(_, word)| word));
            let wanted = std::iter::once(numbered(part)).chain(others.map(PieceQueries::anywhere));
            all_of(wanted.collect())
        });
        any_of(parts.collect())
    }
}

/// All pieces of a keyword in titles and names, or the meaning of its parts.
pub(crate) fn anywhere(fields: &Fields, snapshot: &Snapshot, keyword: &Keyword) -> Boxed {
    if keyword.is_empty() {
        return nothing();
    }
    let pieces = Pieces::of(fields, snapshot, keyword);
    let joined = PieceQueries::of_joined(fields, snapshot, keyword);
    let understood = recognized_pieces(fields, &pieces, keyword);
    let literally = either(&pieces, &joined, PieceQueries::anywhere);
    let others = by_pinyin_or_date(fields, keyword);
    any_of([literally, others].into_iter().chain(understood).collect())
}

/// The keyword as pinyin of the title, or as the time of publication.
fn by_pinyin_or_date(fields: &Fields, keyword: &Keyword) -> Boxed {
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

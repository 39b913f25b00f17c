//! Similar works: those that share terms. Rare terms weigh more than frequent ones.

use std::collections::HashMap;

use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet as _, TERMINATED, Term};
use yingku_base::kinds::TermKind;

use crate::error::IndexError;
use crate::query::filter::WorksFilter;
use crate::query::live::Live;
use crate::query::page::union;
use crate::read::clauses::Boxed;
use crate::read::matches::weigh;
use crate::read::snapshot::Snapshot;

/// Maximum number of works read from the postings of the rarest terms.
const MAX_READ: usize = 20_000;
/// Maximum number of these that are also compared by the other terms.
const MAX_COMPARED: usize = 1_000;
/// Maximum number of compared terms: the bits of [`Alike::shared`].
const MAX_TERMS: usize = 64;

/// A similar work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Similar {
    /// Its id.
    pub id: i64,
    /// Ids of the terms of both, most significant first.
    pub shared: Vec<i64>,
}

/// A term of the work that others are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnTerm {
    /// Its kind.
    pub kind: TermKind,
    /// Its id.
    pub id: i64,
    /// Visible works that have it, from the database: the index also counts deleted ones until their segment is merged,
    /// so instances would rank differently.
    pub works: u64,
}

/// A term that other works may have too.
struct Compared {
    id: i64,
    term: Term,
    /// Works that have it.
    works: u64,
    /// Its significance.
    weight: f64,
}

/// A work that shares terms.
struct Alike {
    segment: usize,
    doc: DocId,
    /// A bit for each shared term.
    shared: u64,
    /// Time and id: the newest of equals come first.
    newest: (i64, i64),
}

/// The works of `filter` most similar to the work `own`, which has these terms; the newest of equals first.
pub(crate) fn similar(
    live: &Live,
    (own, terms): (i64, &[OwnTerm]),
    filter: &WorksFilter,
    limit: usize,
) -> Result<Vec<Similar>, IndexError> {
    let snapshot = live.snapshot();
    let terms = compared(live, &snapshot, terms);
    let alike = works_sharing_terms(&snapshot, &terms)?;
    let mut alike = matching(&snapshot, &union(&live.fields, &snapshot, filter)?, alike)?;
    rank(&mut alike, &terms);
    alike.truncate(MAX_COMPARED);
    compare(&snapshot, &terms, &mut alike)?;
    rank(&mut alike, &terms);
    let others = alike.iter().filter(|alike| alike.newest.1 != own);
    let similar = others.take(limit).map(|alike| Similar {
        id: alike.newest.1,
        shared: shared(alike, &terms).map(|term| term.id).collect(),
    });
    Ok(similar.collect())
}

/// The works of `filter` that [`similar`] compares for a work with these terms, unordered.
pub(crate) fn candidates(
    live: &Live,
    (own, terms): (i64, &[OwnTerm]),
    filter: &WorksFilter,
) -> Result<Vec<i64>, IndexError> {
    let snapshot = live.snapshot();
    let alike = works_sharing_terms(&snapshot, &compared(live, &snapshot, terms))?;
    let alike = matching(&snapshot, &union(&live.fields, &snapshot, filter)?, alike)?;
    let ids = alike.iter().map(|alike| alike.newest.1);
    Ok(ids.filter(|id| *id != own).collect())
}

/// Most similar first, the newest of equals first.
fn rank(alike: &mut [Alike], terms: &[Compared]) {
    alike.sort_by(|one, other| {
        let by_score = score(other, terms).total_cmp(&score(one, terms));
        by_score.then(other.newest.cmp(&one.newest))
    });
}

/// The terms that other works have too, most significant first.
fn compared(live: &Live, snapshot: &Snapshot, terms: &[OwnTerm]) -> Vec<Compared> {
    let all = snapshot.searcher().num_docs();
    let others = terms.iter().filter(|term| term.works > 1);
    let mut compared: Vec<Compared> = others
        .map(|own| Compared {
            id: own.id,
            term: Term::from_field_text(live.fields.terms, &own.id.to_string()),
            works: own.works,
            weight: weight(own.kind, own.works, all),
        })
        .collect();
    compared.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    compared.truncate(MAX_TERMS);
    compared
}

/// The significance of a term of this kind that `works` of `all` have.
fn weight(kind: TermKind, works: u64, all: u64) -> f64 {
    let says = match kind {
        TermKind::Series | TermKind::Item => 1.5,
        TermKind::Performer | TermKind::Director => 1.0,
        TermKind::Tag => 0.8,
        TermKind::Label | TermKind::Maker => 0.5,
    };
    #[expect(clippy::as_conversions, reason = "numbers of works, far below 2^53")]
    let rarity = (all.max(works) as f64 + 1.0) / works.max(1) as f64;
    says * rarity.ln()
}

/// Works that have one of the rarest terms.
fn works_sharing_terms(snapshot: &Snapshot, terms: &[Compared]) -> Result<Vec<Alike>, IndexError> {
    let mut rarest: Vec<(usize, &Compared)> = terms.iter().enumerate().collect();
    rarest.sort_by_key(|(_, term)| term.works);
    let mut found: HashMap<(usize, DocId), u64> = HashMap::new();
    let mut left = MAX_READ;
    for (at, compared) in rarest {
        if left == 0 {
            break;
        }
        for (segment, reader) in snapshot.segments().iter().enumerate() {
            let index = reader.inverted_index(compared.term.field())?;
            let Some(mut works) = index.read_postings(&compared.term, IndexRecordOption::Basic)?
            else {
                continue;
            };
            // Segments are sorted newest first.
            while works.doc() != TERMINATED && left > 0 {
                *found.entry((segment, works.doc())).or_default() |= 1 << at;
                works.advance();
                left -= 1;
            }
        }
    }
    let columns: Vec<_> = snapshot
        .with_columns()
        .map(|(_, columns)| columns)
        .collect();
    let alike = found.into_iter().filter_map(|((segment, doc), shared)| {
        let columns = columns.get(segment)?;
        Some(Alike {
            segment,
            doc,
            shared,
            newest: (columns.times.first(doc)?, columns.ids.first(doc)?),
        })
    });
    Ok(alike.collect())
}

/// Keeps those that match a list.
fn matching(
    snapshot: &Snapshot,
    list: &Boxed,
    mut alike: Vec<Alike>,
) -> Result<Vec<Alike>, IndexError> {
    let weight = weigh(snapshot, list)?;
    alike.sort_unstable_by_key(|alike| (alike.segment, alike.doc));
    let mut lists = Vec::new();
    for reader in snapshot.segments() {
        lists.push((reader, weight.scorer(reader, 1.0)?));
    }
    alike.retain(|alike| {
        let Some((reader, list)) = lists.get_mut(alike.segment) else {
            return false;
        };
        if list.doc() < alike.doc {
            list.seek(alike.doc);
        }
        list.doc() == alike.doc && !reader.is_deleted(alike.doc)
    });
    Ok(alike)
}

/// Adds the shared terms that were too frequent to be read to the end.
fn compare(snapshot: &Snapshot, terms: &[Compared], alike: &mut [Alike]) -> Result<(), IndexError> {
    alike.sort_unstable_by_key(|alike| (alike.segment, alike.doc));
    for of_segment in alike.chunk_by_mut(|one, other| one.segment == other.segment) {
        let Some(reader) = of_segment
            .first()
            .and_then(|alike| snapshot.segments().get(alike.segment))
        else {
            continue;
        };
        for (at, compared) in terms.iter().enumerate() {
            let index = reader.inverted_index(compared.term.field())?;
            let Some(mut works) = index.read_postings(&compared.term, IndexRecordOption::Basic)?
            else {
                continue;
            };
            for alike in of_segment.iter_mut() {
                if works.doc() < alike.doc {
                    works.seek(alike.doc);
                }
                if works.doc() == alike.doc {
                    alike.shared |= 1 << at;
                }
            }
        }
    }
    Ok(())
}

fn shared<'a>(alike: &Alike, terms: &'a [Compared]) -> impl Iterator<Item = &'a Compared> {
    let bits = alike.shared;
    terms
        .iter()
        .enumerate()
        .filter(move |(at, _)| bits & (1 << at) != 0)
        .map(|(_, term)| term)
}

fn score(alike: &Alike, terms: &[Compared]) -> f64 {
    shared(alike, terms).map(|term| term.weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_terms_weigh_more() {
        let tag = |works| weight(TermKind::Tag, works, 1_000);
        assert!(tag(2) > tag(20) && tag(20) > tag(999) && tag(1_000) > 0.0);
    }

    #[test]
    fn a_series_weighs_more_than_its_maker() {
        assert!(weight(TermKind::Series, 30, 1_000) > weight(TermKind::Maker, 30, 1_000));
    }
}

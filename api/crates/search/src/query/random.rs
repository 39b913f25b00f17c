//! A uniformly random work of a list.

use tantivy::{DocId, DocSet as _};

use crate::error::IndexError;
use crate::query::filter::WorksFilter;
use crate::query::live::Live;
use crate::query::page::union;
use crate::read::columns::column;
use crate::read::matches::{ids, weigh};
use crate::schema::ID;

/// Positions to try before listing all matches.
const TRIES: usize = 64;

/// A random work of `filter`; `None` if it has no works. `draw` returns a random number below its argument.
pub(crate) fn random(
    live: &Live,
    filter: &WorksFilter,
    mut draw: impl FnMut(usize) -> usize,
) -> Result<Option<i64>, IndexError> {
    let snapshot = live.snapshot();
    let list = union(&live.fields, &snapshot, filter)?;
    let segments = snapshot.segments().iter();
    let all = segments.map(|segment| doc_count(segment.max_doc())).sum();
    if all == 0 {
        return Ok(None);
    }
    // The first drawn position that matches: positions are equally likely, so matching works are too.
    let mut drawn: Vec<(usize, usize)> = (0..TRIES).map(|turn| (draw(all), turn)).collect();
    drawn.sort_unstable();
    let weight = weigh(&snapshot, &list)?;
    let mut first: Option<(usize, i64)> = None;
    let mut before = 0;
    for segment in snapshot.segments() {
        let range = before..before + doc_count(segment.max_doc());
        let mut matches = weight.scorer(segment, 1.0)?;
        let ids = column(segment, ID)?;
        for (place, turn) in drawn.iter().filter(|(place, _)| range.contains(place)) {
            let doc = DocId::try_from(place - before).unwrap_or(DocId::MAX);
            if matches.doc() < doc {
                matches.seek(doc);
            }
            let is_earlier = first.is_none_or(|(earliest, _)| *turn < earliest);
            if matches.doc() == doc && is_earlier && !segment.is_deleted(doc) {
                first = ids.first(doc).map(|id| (*turn, id));
            }
        }
        before = range.end;
    }
    if let Some((_, id)) = first {
        return Ok(Some(id));
    }
    let ids = ids(&snapshot, &list)?;
    Ok(match ids.len() {
        0 => None,
        count => ids.get(draw(count)).copied(),
    })
}

fn doc_count(docs: DocId) -> usize {
    usize::try_from(docs).unwrap_or(usize::MAX)
}

//! The works of the parts of a keyword with a meaning of their own.

use std::ops::Range;

use crate::keyword::Keyword;
use crate::keyword::understood::{Sense, Understood};
use crate::query::ways::{Pieces, Ways};
use crate::read::clauses::{Boxed, all_of, any_of, between, word};
use crate::schema::Fields;
use crate::schema::qualities::Quality;

/// All pieces anywhere, or for a part its meaning; `None` if no part has a meaning of its own.
pub(crate) fn pieces_understood(
    fields: &Fields,
    pieces: &Pieces,
    keyword: &Keyword,
) -> Option<Boxed> {
    let parts = &keyword.understood;
    if parts.is_empty() {
        return None;
    }
    let others = |ways: &[Ways], places: fn(&Understood) -> &Range<usize>| -> Vec<Boxed> {
        let ways = ways.iter().enumerate();
        let others = ways.filter(|(at, _)| !parts.iter().any(|part| places(part).contains(at)));
        others.map(|(_, ways)| ways.anywhere()).collect()
    };
    let mut wanted = others(&pieces.runs, |part| &part.runs);
    wanted.extend(others(&pieces.words, |part| &part.words));
    wanted.extend(parts.iter().map(|part| {
        let runs = pieces.runs.get(part.runs.clone()).into_iter();
        let words = pieces.words.get(part.words.clone()).into_iter();
        let literally = runs.chain(words).flatten().map(Ways::anywhere);
        any_of(vec![all_of(literally.collect()), finds(part.sense, fields)])
    }));
    Some(all_of(wanted))
}

/// The works of which it is true.
fn finds(sense: Sense, fields: &Fields) -> Boxed {
    match sense {
        Sense::Channel(channel) => word(fields.flags, Quality::Channel(channel).as_str()),
        Sense::Published(from, to) => between(fields.sorts.pub_time, (from, to)),
    }
}

//! The works of the parts of a keyword with a meaning of their own.

use std::ops::Range;

use crate::keyword::Keyword;
use crate::keyword::understood::{PartMeaning, RecognizedPart};
use crate::query::ways::{PieceQueries, Pieces};
use crate::read::clauses::{Boxed, all_of, any_of, between, word};
use crate::schema::Fields;
use crate::schema::qualities::Quality;

/// All pieces anywhere, or for a part its meaning; `None` if no part has a meaning of its own.
pub(crate) fn recognized_pieces(
    fields: &Fields,
    pieces: &Pieces,
    keyword: &Keyword,
) -> Option<Boxed> {
    let parts = &keyword.understood;
    if parts.is_empty() {
        return None;
    }
    let others =
        |ways: &[PieceQueries], places: fn(&RecognizedPart) -> &Range<usize>| -> Vec<Boxed> {
            let ways = ways.iter().enumerate();
            let others = ways.filter(|(at, _)| !parts.iter().any(|part| places(part).contains(at)));
            others.map(|(_, ways)| ways.anywhere()).collect()
        };
    let mut wanted = others(&pieces.runs, |part| &part.runs);
    wanted.extend(others(&pieces.words, |part| &part.words));
    wanted.extend(parts.iter().map(|part| {
        let runs = pieces.runs.get(part.runs.clone()).into_iter();
        let words = pieces.words.get(part.words.clone()).into_iter();
        let literally = runs.chain(words).flatten().map(PieceQueries::anywhere);
        any_of(vec![all_of(literally.collect()), finds(part.sense, fields)])
    }));
    Some(all_of(wanted))
}

/// The works of which it is true.
fn finds(sense: PartMeaning, fields: &Fields) -> Boxed {
    match sense {
        PartMeaning::Channel(channel) => word(fields.flags, Quality::Channel(channel).as_str()),
        PartMeaning::Published(from, to) => between(fields.sorts.pub_time, (from, to)),
    }
}

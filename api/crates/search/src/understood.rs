//! Parts of a keyword with a meaning of their own: the name of a channel, and a year, month or day next to other words.

use std::ops::Range;

use super::Channel;
use super::keyword::Keyword;
use super::qualities::Quality;
use super::query::{Boxed, all_of, any_of, between, word};
use super::schema::Fields;
use super::text::dates;
use super::text::normalise::normalise;
use super::text::tokenizer::{folded, pieces};
use super::ways::{Pieces, Ways};

/// What may follow the name of a channel: 欧美电影.
const FILMS: [&str; 3] = ["电影", "影片", "片"];

/// A part of a keyword with a meaning of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Understood {
    /// Its indexes among the runs.
    runs: Range<usize>,
    /// Its indexes among the words.
    words: Range<usize>,
    sense: Sense,
}

/// The meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sense {
    Channel(Channel),
    /// First and last second of publication.
    Published(i64, i64),
}

impl Sense {
    /// A date that is the whole keyword is handled elsewhere.
    fn of(normalised: &str, is_whole: bool) -> Option<Self> {
        let date = || dates::span(normalised).map(|(from, to)| Self::Published(from, to));
        let channel = channel_named(normalised).map(Self::Channel);
        channel.or_else(|| (!is_whole).then(date)?)
    }

    fn finds(self, fields: &Fields) -> Boxed {
        match self {
            Self::Channel(channel) => word(fields.flags, Quality::Channel(channel).as_str()),
            Self::Published(from, to) => between(fields.sorts.pub_time, (from, to)),
        }
    }

    fn is_true_of(self, channel: Option<Channel>, published: i64) -> bool {
        match self {
            Self::Channel(one) => Some(one) == channel,
            Self::Published(from, to) => (from..=to).contains(&published),
        }
    }
}

/// The channel with this normalised name.
pub(super) fn channel_named(normalised: &str) -> Option<Channel> {
    let cut = FILMS
        .iter()
        .find_map(|films| normalised.strip_suffix(films));
    let name = cut.unwrap_or(normalised);
    let mut channels = Channel::ALL.into_iter();
    channels.find(|channel| channel.label() == name)
}

/// Whether a normalised text is the name of a channel or a date.
pub(super) fn says_more(normalised: &str) -> bool {
    Sense::of(normalised, false).is_some()
}

/// The space-separated parts of a keyword with a meaning of their own.
pub(super) fn understood(text: &str) -> Vec<Understood> {
    let is_whole = text.split_whitespace().nth(1).is_none();
    let (mut runs, mut words) = (0, 0);
    let parts = text.split_whitespace().filter_map(|part| {
        let before = (runs, words);
        for piece in pieces(&folded(part)) {
            match piece.is_word() {
                true => words += 1,
                false => runs += 1,
            }
        }
        Some(Understood {
            runs: before.0..runs,
            words: before.1..words,
            sense: Sense::of(&normalise(part), is_whole)?,
        })
    });
    parts.collect()
}

/// All pieces anywhere, or for a part its meaning; `None` if no part has a meaning of its own.
pub(super) fn pieces_understood(
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
        any_of(vec![all_of(literally.collect()), part.sense.finds(fields)])
    }));
    Some(all_of(wanted))
}

/// The keyword without the parts that a work's channel and time of publication explain, and whether the time does.
/// `None` if neither does.
pub fn beside_understood(
    keyword: &Keyword,
    channel: Option<Channel>,
    published: i64,
) -> Option<(Keyword, bool)> {
    let said = keyword.understood.iter();
    let said = said.filter(|part| part.sense.is_true_of(channel, published));
    let said: Vec<&Understood> = said.collect();
    if said.is_empty() {
        return None;
    }
    let mut rest = keyword.clone();
    rest.joined = None;
    // Backwards, so that the indexes of the others stay valid.
    for part in said.iter().rev() {
        rest.runs.drain(part.runs.clone());
        rest.words.drain(part.words.clone());
    }
    let is_date = |part: &&Understood| matches!(part.sense, Sense::Published(..));
    Some((rest, said.iter().any(is_date)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_and_dates_are_recognized_among_other_words() {
        for (keyword, places) in [
            ("有码 剧情", vec![(0..1, 0..0)]),
            ("剧情　無碼", vec![(1..2, 0..0)]),
            ("欧美电影", vec![(0..1, 0..0)]),
            ("欧美片 harry 2019年", vec![(0..1, 0..0), (1..2, 1..1)]),
            ("2019 悬疑", vec![(0..0, 0..1)]),
            ("悬疑 2019-05", vec![(1..1, 0..2)]),
            ("悬疑 2019年5月", vec![(1..3, 0..1)]),
            ("2019", vec![]),
            ("有码剧情", vec![]),
            ("悬疑 300", vec![]),
            ("片", vec![]),
            ("", vec![]),
        ] {
            let parts = understood(keyword).into_iter();
            let found: Vec<_> = parts.map(|part| (part.runs, part.words)).collect();
            assert_eq!(found, places, "{keyword}");
        }
    }
}

//! Parts of a keyword with a meaning of their own: the name of a channel, and a year, month or day next to other words.

use std::ops::Range;

use yingku_base::kinds::Channel;

use super::Part;
use crate::text::dates;
use crate::text::tokenizer::Piece;

/// What may follow the name of a channel: 欧美电影.
const FILMS: [&str; 3] = ["电影", "影片", "片"];

/// A part of a keyword with a meaning of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct RecognizedPart {
    /// Its indexes among the runs.
    pub(crate) runs: Range<usize>,
    /// Its indexes among the words.
    pub(crate) words: Range<usize>,
    pub(crate) sense: PartMeaning,
}

impl RecognizedPart {
    /// Whether it says something true of a work of this channel and publish time.
    pub(crate) fn matches_work(&self, channel: Option<Channel>, published: i64) -> bool {
        match self.sense {
            PartMeaning::Channel(one) => Some(one) == channel,
            PartMeaning::Published(from, to) => (from..=to).contains(&published),
        }
    }
    /// Whether it is a date.
    pub(crate) fn is_date(&self) -> bool {
        matches!(self.sense, PartMeaning::Published(..))
    }
}

/// The meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PartMeaning {
    Channel(Channel),
    /// First and last second of publication.
    Published(i64, i64),
}

impl PartMeaning {
    /// A date that is the whole keyword is handled elsewhere.
    fn of(normalised: &str, is_whole: bool) -> Option<Self> {
        let date = || dates::span(normalised).map(|(from, to)| Self::Published(from, to));
        let channel = channel_named(normalised).map(Self::Channel);
        channel.or_else(|| (!is_whole).then(date)?)
    }
}

/// The channel with this normalised name.
pub(crate) fn channel_named(normalised: &str) -> Option<Channel> {
    let cut = FILMS
        .iter()
        .find_map(|films| normalised.strip_suffix(films));
    let name = cut.unwrap_or(normalised);
    let mut channels = Channel::ALL.into_iter();
    channels.find(|channel| channel.label() == name)
}

/// Whether a normalised text is the name of a channel or a date.
pub(crate) fn is_channel_or_date(normalised: &str) -> bool {
    PartMeaning::of(normalised, false).is_some()
}

/// The space-separated parts of a keyword with a meaning of their own.
pub(super) fn understood(parts: &[Part]) -> Vec<RecognizedPart> {
    let is_whole = parts.len() == 1;
    let (mut runs, mut words) = (0, 0);
    let parts = parts.iter().filter_map(|part| {
        let before = (runs, words);
        let of_part = part.pieces.iter().flatten();
        let (more_words, more_runs) = of_part.partition::<Vec<_>, _>(|piece| Piece::is_word(piece));
        runs += more_runs.len();
        words += more_words.len();
        Some(RecognizedPart {
            runs: before.0..runs,
            words: before.1..words,
            sense: PartMeaning::of(&part.normalised, is_whole)?,
        })
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword::parts;

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
            let parts = understood(&parts(keyword)).into_iter();
            let found: Vec<_> = parts.map(|part| (part.runs, part.words)).collect();
            assert_eq!(found, places, "{keyword}");
        }
    }
}

//! Qualities of a work besides its terms: its channel, online, magnets and their marks. Lists find works by the string
//! of each; facets count them as the bits of one number, because a numeric column costs a fraction of a string column.

use yingku_base::kinds::{Channel, Mark};

use crate::schema::work::IndexedWork;

/// A fact about a work that operators look for, or for its lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// Magnet links.
    Magnets,
    /// Both covers, the big and the small one.
    Covers,
    /// Watchable online.
    Online,
    /// A stream that is being transcoded.
    Transcoding,
}

impl Fact {
    /// The indexed string, which for some is that of a [`Quality`].
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Magnets => Quality::Dht.as_str(),
            Self::Covers => "covers",
            Self::Online => Quality::Online.as_str(),
            Self::Transcoding => "transcoding",
        }
    }
}

/// The facts about a work that are no qualities.
pub(crate) fn other_facts(work: &IndexedWork) -> impl Iterator<Item = Fact> {
    let own = [
        work.has_covers.then_some(Fact::Covers),
        (work.is_online == 2).then_some(Fact::Transcoding),
    ];
    own.into_iter().flatten()
}

/// A quality of a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quality {
    Channel(Channel),
    Online,
    Dht,
    Mark(Mark),
}

impl Quality {
    /// The indexed string.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Channel(channel) => channel.as_str(),
            Self::Online => "online",
            Self::Dht => "dht",
            Self::Mark(mark) => mark.as_str(),
        }
    }

    /// Its bit. Bits are stored in indexes: a change needs a new index version.
    const fn bit(self) -> usize {
        match self {
            Self::Channel(Channel::Censored) => 1,
            Self::Channel(Channel::Uncensored) => 1 << 1,
            Self::Channel(Channel::Western) => 1 << 2,
            Self::Online => 1 << 3,
            Self::Dht => 1 << 4,
            Self::Mark(Mark::Subtitle) => 1 << 5,
            Self::Mark(Mark::FourK) => 1 << 6,
            Self::Mark(Mark::Lossless) => 1 << 7,
        }
    }
}

/// Number of combinations.
const NUMBERS: usize = 1 << 8;

/// The qualities of a work.
pub(crate) fn qualities_of(work: &IndexedWork) -> impl Iterator<Item = Quality> {
    let own = [
        Some(Quality::Channel(work.channel)),
        (work.is_online == 1).then_some(Quality::Online),
        work.is_dht.then_some(Quality::Dht),
    ];
    let marks = work.marks.iter().copied().map(Quality::Mark);
    own.into_iter().flatten().chain(marks)
}

/// The qualities of a work as a bit set.
pub(crate) fn number_of(work: &IndexedWork) -> i64 {
    let bits = qualities_of(work).map(Quality::bit);
    i64::try_from(bits.fold(0, |number, bit| number | bit)).unwrap_or_default()
}

/// The number of works with each combination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QualityCounts([u64; NUMBERS]);

impl QualityCounts {
    pub(crate) const fn new() -> Self {
        Self([0; NUMBERS])
    }

    /// Counts works by their bit sets.
    pub(crate) fn add(&mut self, numbers: &[i64]) {
        for number in numbers {
            let at = usize::try_from(*number).ok();
            if let Some(count) = at.and_then(|at| self.0.get_mut(at)) {
                *count += 1;
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|count| *count == 0)
    }

    /// The number of works with a quality.
    pub(crate) fn of(&self, quality: Quality) -> u64 {
        let counts = self.0.iter().enumerate();
        let having = counts.filter(|(number, _)| number & quality.bit() != 0);
        having.map(|(_, count)| count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_quality_is_counted_in_every_combination() {
        let marks = Mark::ALL.map(Quality::Mark);
        let channels = Channel::ALL.map(Quality::Channel);
        let all = channels.into_iter().chain(marks);
        let all: Vec<Quality> = all.chain([Quality::Online, Quality::Dht]).collect();
        let every: Vec<i64> = (0..).take(NUMBERS).collect();
        let mut counts = QualityCounts::new();
        counts.add(&every);
        // Each bit is set in half of the combinations, so no two qualities share one.
        let bits: usize = all.iter().map(|quality| quality.bit()).sum();
        assert_eq!(bits, NUMBERS - 1);
        for quality in all {
            assert_eq!(counts.of(quality), 128);
        }
        counts.merge(&counts.clone());
        assert_eq!(counts.of(Quality::Online), 256);
    }
}

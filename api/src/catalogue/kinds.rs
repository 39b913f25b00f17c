//! The three channels and the seven kinds of terms, with the words and numbers they go by.

use crate::http::params::Number;
use crate::stats::counters::TotalCounter;
use crate::word_enum;

word_enum! {
    /// One of the three parts of the catalogue. The word is its name in the import format and in `modName`.
    pub enum Channel {
        /// `censored`, 1.
        Censored = "censored",
        /// `uncensored`, 2.
        Uncensored = "uncensored",
        /// `western`, 3.
        Western = "western",
    }
}

impl Channel {
    /// The channel of this number, 1 to 3.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.code() == code)
    }

    /// The channel of a parameter.
    pub fn of_mod_id(id: ModId) -> Option<Self> {
        Self::from_code(id.small())
    }

    /// The counter of its works on the site.
    pub const fn counter(self) -> TotalCounter {
        match self {
            Self::Censored => TotalCounter::Censored,
            Self::Uncensored => TotalCounter::Uncensored,
            Self::Western => TotalCounter::Western,
        }
    }

    /// The number in the database and in `modId` (R14.7).
    pub const fn code(self) -> i16 {
        match self {
            Self::Censored => 1,
            Self::Uncensored => 2,
            Self::Western => 3,
        }
    }
}

/// The number of a channel: 1 censored, 2 uncensored, 3 western.
pub type ModId = Number<1, 3>;

word_enum! {
    /// What a term is to a work. The word is its `tableName`.
    pub enum TermKind {
        /// A tag, in a group; 1.
        Tag = "tag",
        /// Somebody who plays in the work; 2.
        Performer = "performer",
        /// The company; 3.
        Maker = "maker",
        /// The company's label; 4.
        Label = "label",
        /// The director; 5.
        Director = "director",
        /// The series; 6.
        Series = "series",
        /// The item, a theme the works are filed under; 7.
        Item = "item",
    }
}

impl TermKind {
    /// The kind of this number, 1 to 7.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The field of the import format that lists such terms.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Tag => "tags",
            Self::Performer => "performers",
            Self::Maker => "makers",
            Self::Label => "labels",
            Self::Director => "directors",
            Self::Series => "series",
            Self::Item => "items",
        }
    }

    /// The number in the database.
    pub const fn code(self) -> i16 {
        match self {
            Self::Tag => 1,
            Self::Performer => 2,
            Self::Maker => 3,
            Self::Label => 4,
            Self::Director => 5,
            Self::Series => 6,
            Self::Item => 7,
        }
    }

    /// How many terms of this kind one work may have.
    pub const fn most(self) -> usize {
        match self {
            Self::Tag => 100,
            Self::Performer => 200,
            Self::Maker | Self::Label | Self::Director | Self::Series | Self::Item => 20,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back() {
        for channel in Channel::ALL {
            assert_eq!(Channel::from_code(channel.code()), Some(channel));
        }
        for kind in TermKind::ALL {
            assert_eq!(TermKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(Channel::from_code(0), None);
        assert_eq!(TermKind::from_code(8), None);
    }
}

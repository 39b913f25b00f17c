//! The three channels and the seven kinds of terms, with the words and numbers they go by.

use crate::stats::counters::TotalCounter;

/// One of the three parts of the catalogue. The number is `modId` on the wire (R14.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// `censored`, 1.
    Censored,
    /// `uncensored`, 2.
    Uncensored,
    /// `western`, 3.
    Western,
}

impl Channel {
    /// Every channel, in the order of its number.
    pub const ALL: [Self; 3] = [Self::Censored, Self::Uncensored, Self::Western];
    /// Every channel by its name, for reading parameters.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("censored", Self::Censored),
        ("uncensored", Self::Uncensored),
        ("western", Self::Western),
    ];

    /// The channel of this exact name; nothing for any other text.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.name() == name)
    }

    /// The channel of this number, 1 to 3.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.code() == code)
    }

    /// The name in the import format and in `modName`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Censored => "censored",
            Self::Uncensored => "uncensored",
            Self::Western => "western",
        }
    }

    /// The counter of its works on the site.
    pub const fn counter(self) -> TotalCounter {
        match self {
            Self::Censored => TotalCounter::Censored,
            Self::Uncensored => TotalCounter::Uncensored,
            Self::Western => TotalCounter::Western,
        }
    }

    /// The number in the database and in `modId`.
    pub const fn code(self) -> i16 {
        match self {
            Self::Censored => 1,
            Self::Uncensored => 2,
            Self::Western => 3,
        }
    }
}

/// What a term is to a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TermKind {
    /// A tag, in a group; 1.
    Tag,
    /// Somebody who plays in the work; 2.
    Performer,
    /// The company; 3.
    Maker,
    /// The company's label; 4.
    Label,
    /// The director; 5.
    Director,
    /// The series; 6.
    Series,
    /// The item, a theme the works are filed under; 7.
    Item,
}

impl TermKind {
    /// Every kind, in the order of its number.
    pub const ALL: [Self; 7] = [
        Self::Tag,
        Self::Performer,
        Self::Maker,
        Self::Label,
        Self::Director,
        Self::Series,
        Self::Item,
    ];

    /// Every kind by its `tableName`, for reading parameters.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("tag", Self::Tag),
        ("performer", Self::Performer),
        ("maker", Self::Maker),
        ("label", Self::Label),
        ("director", Self::Director),
        ("series", Self::Series),
        ("item", Self::Item),
    ];

    /// The kind of this number, 1 to 7.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The name of one such term, as in `tableName`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Performer => "performer",
            Self::Maker => "maker",
            Self::Label => "label",
            Self::Director => "director",
            Self::Series => "series",
            Self::Item => "item",
        }
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
    fn names_and_numbers_lead_back() {
        for channel in Channel::ALL {
            assert_eq!(Channel::parse(channel.name()), Some(channel));
            assert_eq!(Channel::from_code(channel.code()), Some(channel));
        }
        for kind in TermKind::ALL {
            assert_eq!(TermKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(Channel::parse("Western"), None);
        assert_eq!(Channel::from_code(0), None);
        assert_eq!(TermKind::from_code(8), None);
    }
}

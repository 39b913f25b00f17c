//! Enumerations of the catalogue that the database, the search and the contract share, with their string and numeric values.

use crate::string_enum;

string_enum! {
    /// A part of the catalogue. Its string is the name in the import format and in `modName`.
    pub enum Channel {
        /// `censored`, 1.
        Censored = "censored": 1,
        /// `uncensored`, 2.
        Uncensored = "uncensored": 2,
        /// `western`, 3.
        Western = "western": 3,
    }
}

impl Channel {
    /// Its name on the site.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Censored => "有码",
            Self::Uncensored => "无码",
            Self::Western => "欧美",
        }
    }
}

string_enum! {
    /// The relation of a term to a work. Its string is the `tableName`.
    pub enum TermKind {
        /// A tag, which may have a group; 1.
        Tag = "tag": 1,
        /// A performer; 2.
        Performer = "performer": 2,
        /// The company; 3.
        Maker = "maker": 3,
        /// The company's label; 4.
        Label = "label": 4,
        /// The director; 5.
        Director = "director": 5,
        /// The series; 6.
        Series = "series": 6,
        /// The item, a common theme; 7.
        Item = "item": 7,
    }
}

impl TermKind {
    /// Its name on the site.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Tag => "类别",
            Self::Performer => "演员",
            Self::Maker => "片商",
            Self::Label => "发行商",
            Self::Director => "导演",
            Self::Series => "系列",
            Self::Item => "相同系列",
        }
    }

    /// Its field in the import format.
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

    /// Maximum number of terms of this kind in one work.
    pub const fn max_per_work(self) -> usize {
        match self {
            Self::Tag => 100,
            Self::Performer => 200,
            Self::Maker | Self::Label | Self::Director | Self::Series | Self::Item => 20,
        }
    }
}

string_enum! {
    /// What the name of a magnet says about its copy.
    pub enum Mark {
        /// Has subtitles.
        Subtitle = "subtitle",
        /// 2160 lines.
        FourK = "4k",
        /// Video or audio was not re-encoded.
        Lossless = "lossless",
    }
}

string_enum! {
    /// What a work may lack.
    pub enum Lack {
        /// A big and a small cover of its own.
        Cover = "cover",
        /// Magnet links.
        Links = "links",
        /// How long it is.
        Length = "length",
        /// The day of its release.
        Date = "date",
        /// Performers.
        Cast = "cast",
        /// A stream to watch online.
        Stream = "stream",
    }
}

string_enum! {
    /// Order of a list: greatest or newest first, then by id, newest first.
    pub enum Sort {
        /// Publish time.
        PubTime = "pubTime",
        /// Id, which increases with the time of creation.
        Id = "id",
        /// Number of collects.
        Collects = "collects" | "collect",
        /// Rating, weighted by the number of ratings.
        Average = "average",
        /// Number of ratings.
        Evaluates = "evaluates",
        /// Weighted sum of likes, collects and views.
        Hot = "hot" | "hits",
        /// Number of views.
        Views = "views",
        /// Length.
        Duration = "duration",
        /// Best match for the keyword, then newest.
        Relevance = "relevance",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
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

//! What a column can mean.

/// All fields.
pub(super) const ALL: [Field; 25] = [
    Field::Channel,
    Field::Number,
    Field::Title,
    Field::PubTime,
    Field::Duration,
    Field::Average,
    Field::Evaluates,
    Field::IsOnline,
    Field::PicBig,
    Field::PicSmall,
    Field::ImageBig,
    Field::ImageSmall,
    Field::Mp4,
    Field::M3u8,
    Field::Tags,
    Field::Performers,
    Field::Makers,
    Field::Labels,
    Field::Directors,
    Field::Series,
    Field::Items,
    Field::Magnets,
    Field::MagnetLength,
    Field::MagnetTime,
    Field::Hidden,
];

/// What a column can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Channel,
    Number,
    Title,
    PubTime,
    Duration,
    Average,
    Evaluates,
    IsOnline,
    PicBig,
    PicSmall,
    ImageBig,
    ImageSmall,
    Mp4,
    M3u8,
    Tags,
    Performers,
    Makers,
    Labels,
    Directors,
    Series,
    Items,
    Magnets,
    /// Size of the work's magnet links, or of each.
    MagnetLength,
    /// Time of the work's magnet links, or of each.
    MagnetTime,
    Hidden,
}

impl Field {
    /// Its name in a mapping: that of the import format where there is one.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Channel => "channel",
            Self::Number => "number",
            Self::Title => "title",
            Self::PubTime => "pubTime",
            Self::Duration => "duration",
            Self::Average => "average",
            Self::Evaluates => "evaluates",
            Self::IsOnline => "isOnline",
            Self::PicBig => "picBig",
            Self::PicSmall => "picSmall",
            Self::ImageBig => "imageBig",
            Self::ImageSmall => "imageSmall",
            Self::Mp4 => "mp4",
            Self::M3u8 => "m3u8",
            Self::Tags => "tags",
            Self::Performers => "performers",
            Self::Makers => "makers",
            Self::Labels => "labels",
            Self::Directors => "directors",
            Self::Series => "series",
            Self::Items => "items",
            Self::Magnets => "magnets",
            Self::MagnetLength => "magnetLength",
            Self::MagnetTime => "magnetTime",
            Self::Hidden => "hidden",
        }
    }

    /// Whether a cell may have a JSON list: of fields that are lists, and of texts that cells cannot express otherwise.
    pub(super) const fn takes_lists(self) -> bool {
        let is_list = matches!(self, Self::Magnets | Self::ImageBig | Self::ImageSmall);
        is_list || self.is_of_terms() || self.is_of_text()
    }

    /// Whether a cell may have a list as programs write it: of several values, or of addresses, of which the first counts.
    pub(super) const fn has_several(self) -> bool {
        let is_list = matches!(
            self,
            Self::Magnets
                | Self::MagnetLength
                | Self::MagnetTime
                | Self::ImageBig
                | Self::ImageSmall
        );
        is_list || self.is_of_one_address() || self.is_of_terms()
    }

    /// Whether a work has one address of it, which people keep in a list.
    pub(super) const fn is_of_one_address(self) -> bool {
        matches!(self, Self::PicBig | Self::PicSmall | Self::Mp4)
    }

    pub(super) const fn is_of_text(self) -> bool {
        matches!(
            self,
            Self::PubTime | Self::PicBig | Self::PicSmall | Self::Mp4 | Self::M3u8
        )
    }

    /// Addresses of pictures and clips, one or several.
    pub(super) const fn is_of_address(self) -> bool {
        let is_one = self.is_of_text() && !matches!(self, Self::PubTime);
        is_one || matches!(self, Self::ImageBig | Self::ImageSmall)
    }

    pub(super) const fn is_of_terms(self) -> bool {
        matches!(
            self,
            Self::Tags
                | Self::Performers
                | Self::Makers
                | Self::Labels
                | Self::Directors
                | Self::Series
                | Self::Items
        )
    }

    /// The field of this name in a mapping.
    pub(super) fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|field| field.name() == name)
    }
}

//! Names of columns in Chinese, English and Japanese.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::folded;

/// All fields.
const ALL: [Field; 25] = [
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
    /// Size of the work's magnet links.
    MagnetLength,
    /// Time of the work's magnet links.
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
        let is_address = matches!(self, Self::PicBig | Self::PicSmall | Self::Mp4);
        let is_list = matches!(self, Self::Magnets | Self::ImageBig | Self::ImageSmall);
        is_list || is_address || self.is_of_terms()
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

/// The names, from the file.
static NAMES: LazyLock<HashMap<&str, Name>> = LazyLock::new(|| {
    let lines = include_str!("../../assets/columns.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(':'));
    let mut all: HashMap<&str, Name> = HashMap::new();
    for (field, names) in lines {
        let is_weak = field.starts_with('?');
        let Some(field) = Field::named(field.trim_start_matches('?')) else {
            continue;
        };
        all.extend(
            names
                .split_whitespace()
                .map(|name| (name, Name { field, is_weak })),
        );
    }
    all
});

/// What a name means.
#[derive(Clone, Copy)]
struct Name {
    field: Field,
    /// Only where no better name has the field.
    is_weak: bool,
}

/// The field that a column of this name has for sure.
pub(super) fn field_of(name: &str) -> Option<Field> {
    let name = plain(name);
    let own = ALL.iter().find(|field| field.name().to_lowercase() == name);
    let known = NAMES.get(name.as_str()).filter(|known| !known.is_weak);
    own.copied().or_else(|| known.map(|known| known.field))
}

/// The field that a column of this name has if no other does.
pub(super) fn weak_field_of(name: &str) -> Option<Field> {
    let known = NAMES.get(plain(name).as_str())?;
    known.is_weak.then_some(known.field)
}

/// The highest rating, if the name of the column says it: `评分/10`, `评分（10分制）`, `满分100`.
pub(super) fn scale_of(name: &str) -> Option<f64> {
    let name = folded(name);
    let has = |scale: &str| {
        let (behind, before) = (format!("{scale}分"), format!("满分{scale}"));
        name.ends_with(&format!("/{scale}")) || name.contains(&behind) || name.contains(&before)
    };
    [("100", 100.0), ("10", 10.0), ("5", 5.0)]
        .into_iter()
        .find_map(|(text, scale)| has(text).then_some(scale))
}

/// Whether the name of a column with durations says that they are seconds: `时长（秒）`, `duration_in_seconds`.
pub(super) fn is_in_seconds(name: &str) -> bool {
    let name = folded(name);
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    name.contains('秒') && !name.contains('分')
        || words
            .iter()
            .any(|word| matches!(*word, "s" | "sec" | "secs" | "seconds"))
        || name.ends_with("seconds")
}

/// A name without spaces, hyphens, and what stands in brackets: `Release Date` as `releasedate`, `时长（分钟）` as `时长`.
fn plain(name: &str) -> String {
    let folded = folded(name);
    let (head, _) = folded.split_once(['(', '[', '【']).unwrap_or((&folded, ""));
    let head = if head.trim().is_empty() {
        folded.as_str()
    } else {
        head
    };
    // 评分/10
    let is_scale = |scale: &str| scale.trim().parse::<u32>().is_ok();
    let head = match head.split_once('/') {
        Some((name, scale)) if is_scale(scale) => name,
        _ => head,
    };
    head.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-' | ':' | '*' | '\u{feff}'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names_in_three_languages() {
        for (name, field) in [
            ("番号", Field::Number),
            ("品番", Field::Number),
            ("ＤＶＤ ＩＤ", Field::Number),
            ("Release Date", Field::PubTime),
            ("release_date", Field::PubTime),
            ("発売日", Field::PubTime),
            ("时长（分钟）", Field::Duration),
            ("収録時間", Field::Duration),
            ("pubTime", Field::PubTime),
            ("performers", Field::Performers),
            ("出演者", Field::Performers),
            ("磁力链接", Field::Magnets),
            ("评分/10", Field::Average),
            ("有码/无码", Field::Channel),
        ] {
            assert_eq!(field_of(name), Some(field), "{name}");
        }
        for name in ["备注", "id", "", "(分钟)"] {
            assert_eq!(field_of(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_may_say_the_highest_rating() {
        for (name, scale) in [
            ("评分/10", Some(10.0)),
            ("评分（10分制）", Some(10.0)),
            ("评分(满分100)", Some(100.0)),
            ("rating/5", Some(5.0)),
            ("评分", None),
        ] {
            assert_eq!(scale_of(name), scale, "{name}");
        }
    }

    #[test]
    fn a_name_may_say_seconds() {
        for name in [
            "时长（秒）",
            "Duration (s)",
            "duration_seconds",
            "durationInSeconds",
        ] {
            assert!(is_in_seconds(name), "{name}");
            assert_eq!(field_of(name), Some(Field::Duration), "{name}");
        }
        for name in ["时长", "时长（分钟）", "时长（分秒）", "minutes", "series"] {
            assert!(!is_in_seconds(name), "{name}");
        }
    }

    #[test]
    fn no_name_means_two_fields() {
        let text = include_str!("../../assets/columns.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for line in lines {
            let (field, names) = line.split_once(':').unwrap();
            assert!(
                Field::named(field.trim_start_matches('?')).is_some(),
                "{field}"
            );
            for name in names.split_whitespace() {
                assert_eq!(plain(name), name);
                count += 1;
            }
        }
        assert_eq!(NAMES.len(), count, "a name is there twice");
    }
}

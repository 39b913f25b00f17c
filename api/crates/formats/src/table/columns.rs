//! Names of columns in Chinese, English and Japanese.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::field::{ALL, Field};
use super::nested::within;
use crate::text::folded;

/// The names, from the file.
static NAMES: LazyLock<HashMap<&str, Name>> = LazyLock::new(|| {
    let lines = include_str!("../../assets/columns.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(':'));
    let mut all: HashMap<&str, Name> = HashMap::new();
    for (field, names) in lines {
        let name = field.trim_start_matches('?');
        let rank = field.len() - name.len();
        let Some(field) = Field::named(name) else {
            continue;
        };
        all.extend(
            names
                .split_whitespace()
                .map(|name| (name, Name { field, rank })),
        );
    }
    all
});

/// The fields by their own names.
static OWN: LazyLock<HashMap<String, Field>> = LazyLock::new(|| {
    let names = ALL.iter().map(|field| field.name().to_lowercase());
    names.zip(ALL).collect()
});

/// Longer names mean nothing.
const MAX_NAME_BYTES: usize = 200;
/// The rank of names with those of a table before them.
const LAST_RANK: usize = 4;

/// What a name means.
#[derive(Clone, Copy)]
struct Name {
    field: Field,
    /// 0 for a name that means the field for sure. The others count only where no name of a lower rank has the field.
    rank: usize,
}

/// The name of one of several columns for the values of a field: 演员1, `Genre_2`, `tags.0`.
pub(super) struct Numbered {
    pub(super) field: Field,
    /// What is before the number.
    pub(super) head: String,
}

/// The field that a column of this name has for sure.
pub(super) fn field_of(name: &str) -> Option<Field> {
    let name = plain(name);
    own_or_known(&name).or_else(|| named_twice(&name))
}

pub(super) fn own_or_known(name: &str) -> Option<Field> {
    let own = OWN.get(name).copied();
    let known = NAMES.get(name).filter(|known| known.rank == 0);
    own.or_else(|| known.map(|known| known.field))
}

/// The name of one of several columns, for a field that has several values.
pub(super) fn numbered(name: &str) -> Option<Numbered> {
    numbered_of(&plain(name))
}

fn numbered_of(name: &str) -> Option<Numbered> {
    let head = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if own_or_known(name).is_some() {
        return None;
    }
    let own = own_or_known(head.trim_end_matches('.')).filter(|_| head.len() < name.len());
    let field = own.or_else(|| within(name));
    Some(Numbered {
        field: field.filter(|field| field.has_several())?,
        head: head.to_owned(),
    })
}

/// The number with which the name of a column ends.
pub(super) fn nth_of(name: &str) -> Option<u32> {
    let name = plain(name);
    let head = name.trim_end_matches(|c: char| c.is_ascii_digit());
    name.get(head.len()..)?.parse().ok()
}

/// Whether the name of a column says that it has years: 年份, `Release Year`.
pub(super) fn says_year(name: &str) -> bool {
    let name = plain(name);
    let ends = ["年", "年份", "年代", "year"];
    ends.iter().any(|end| name.ends_with(end))
}

/// Whether a name is that of a column for sure, whatever else the table has.
pub(super) fn is_sure(name: &str) -> bool {
    let name = plain(name);
    own_or_known(&name)
        .or_else(|| named_twice(&name))
        .or_else(|| within(&name))
        .is_some()
        || numbered_of(&name).is_some()
}

/// The field that two names say: 番号/编号.
fn named_twice(name: &str) -> Option<Field> {
    let (first, second) = name.split_once('/')?;
    let field = own_or_known(first)?;
    let other = NAMES.get(second)?;
    (other.field == field).then_some(field)
}

fn weak_of(name: &str) -> Option<Field> {
    let weak = weak_name_of(name).map(|(field, _)| field);
    weak.or_else(|| numbered_of(name).map(|numbered| numbered.field))
}

/// The field that a name means, for sure or perhaps.
pub(super) fn meaning(name: &str) -> Option<Field> {
    let name = plain(name);
    own_or_known(&name)
        .or_else(|| named_twice(&name))
        .or_else(|| weak_of(&name))
}

/// The field of a name that counts only where no better one has it, and its rank, from the best on.
pub(super) fn weak_name(name: &str) -> Option<(Field, usize)> {
    weak_name_of(&plain(name))
}

fn weak_name_of(name: &str) -> Option<(Field, usize)> {
    match NAMES.get(name) {
        Some(known) => (known.rank > 0).then_some((known.field, known.rank)),
        None => within(name)
            .filter(|field| !field.has_several())
            .map(|field| (field, LAST_RANK)),
    }
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
pub(super) fn plain(name: &str) -> String {
    if name.len() > MAX_NAME_BYTES {
        return String::new();
    }
    // Quotes of another kind than usual.
    let folded = folded(name.trim().trim_matches(['\'', '"', '“', '”', '‘', '’']));
    let (head, _) = folded.split_once(['(', '[', '【']).unwrap_or((&folded, ""));
    let head = match head.trim().is_empty() {
        // 【番号】
        true => folded.trim_matches(['[', ']', '【', '】', ' ']),
        false => head,
    };
    // 评分/10, 时长/分钟
    let is_scale = |scale: &str| {
        let scale = scale.trim();
        scale.parse::<u32>().is_ok() || matches!(scale, "分钟" | "分鐘" | "分" | "秒" | "min")
    };
    let head = match head.split_once('/') {
        Some((name, scale)) if is_scale(scale) => name,
        _ => head,
    };
    head.chars()
        .filter(|c| !c.is_whitespace() && !is_beside_names(*c))
        .collect()
}

/// Signs between the words of a name, and what shows how a table is sorted.
const fn is_beside_names(c: char) -> bool {
    matches!(
        c,
        '_' | '-' | ':' | '*' | '#' | '↑' | '↓' | '↕' | '⇅' | '▲' | '▼' | '△' | '▽' | '\u{feff}'
    )
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
            ("mp4", Field::Mp4),
            ("【番号】", Field::Number),
            ("番号↑", Field::Number),
            ("番号/编号", Field::Number),
            ("时长/分钟", Field::Duration),
        ] {
            assert_eq!(field_of(name), Some(field), "{name}");
        }
        for name in ["备注", "id", "", "(分钟)", "标题2", "导演/演员", "1"] {
            assert_eq!(field_of(name), None, "{name}");
        }
    }

    #[test]
    fn other_names_mean_something_where_no_better_ones_do() {
        for (name, field) in [
            ("演员1", Field::Performers),
            ("Actor 1", Field::Performers),
            ("Genre_2", Field::Tags),
            ("tags.0", Field::Tags),
            ("剧照１", Field::ImageBig),
            ("磁力2", Field::Magnets),
            ("Catalog #", Field::Number),
            ("Cat. No.", Field::Number),
            ("duration_min", Field::Duration),
            ("films.title", Field::Title),
            ("f.release_date", Field::PubTime),
            ("_source.title", Field::Title),
            ("studio.name", Field::Makers),
            ("actors.0.name", Field::Performers),
            ("data.genres.1", Field::Tags),
            ("cover.url", Field::PicBig),
            ("release.date", Field::PubTime),
            ("rating.average", Field::Average),
            ("images.cover", Field::PicBig),
        ] {
            assert_eq!(
                (field_of(name), meaning(name)),
                (None, Some(field)),
                "{name}"
            );
        }
        for name in [
            "标题2",
            "评分1",
            "author.name",
            "tags.count",
            "films.0.title",
        ] {
            assert_eq!(meaning(name), None, "{name}");
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

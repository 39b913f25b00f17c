//! Ratings, as 0 to 5.

use super::about::exactly;
use super::any_decimal;
use super::date_words::without_chinese_digits;
use crate::text::folded;

/// Words before a rating that say whose it is, with the highest one if that is known.
const LABELS: [(&str, Option<f64>); 12] = [
    ("豆瓣评分", Some(10.0)),
    ("豆瓣評分", Some(10.0)),
    ("豆瓣", Some(10.0)),
    ("imdb", Some(10.0)),
    ("tmdb", Some(10.0)),
    ("综合评分", None),
    ("平均评分", None),
    ("评分", None),
    ("評分", None),
    ("rating", None),
    ("score", None),
    ("★", None),
];
/// What stands behind a rating.
const UNITS: [&str; 10] = [
    "颗星", "顆星", "stars", "star", "points", "分", "星", "点", "點", "★",
];

/// A rating of at most `scale` such as `4.5`, `8,6`, `四星半` or `8.6分（12人）`; `9/10`, `90%`, `豆瓣8.5` and `★★★★☆` say their own scale.
pub fn rating(text: &str, scale: f64) -> Option<f64> {
    let text = usual(text);
    if let Some(stars) = stars(&text) {
        return stars;
    }
    let (text, own) = without_label(&text);
    let parts = text.split_once('/').or_else(|| text.split_once(" out of "));
    let (value, scale) = match (parts, text.strip_suffix('%')) {
        (Some((value, scale)), _) => (value, any_decimal(bare(scale))?),
        (_, Some(value)) => (value, 100.0),
        _ => (text, own.unwrap_or(scale)),
    };
    of(number(value)?, scale)
}

/// The number of a rating that does not say its own scale.
pub(crate) fn plain(text: &str) -> Option<f64> {
    let text = usual(text);
    let (text, own) = without_label(&text);
    number(text).filter(|_| own.is_none())
}

/// Whether a text says that nobody has rated a film.
pub(crate) fn is_unrated(text: &str) -> bool {
    matches!(
        folded(text).as_str(),
        "未评分"
            | "未評分"
            | "尚未评分"
            | "无评分"
            | "not rated"
            | "unrated"
            | "no rating"
            | "nr"
            | "評価なし"
    )
}

/// A rating in usual characters, without what stands behind in brackets.
fn usual(text: &str) -> String {
    let text = folded(text)
        .replace(['⭐', '🌟'], "★")
        .replace('\u{fe0f}', "");
    let head = text.split_once('(').map_or(text.as_str(), |(head, _)| head);
    head.trim().to_owned()
}

/// A rating without the word before it, and the highest one that the word says.
fn without_label(text: &str) -> (&str, Option<f64>) {
    let text = exactly(text);
    let found = LABELS
        .iter()
        .find_map(|(label, scale)| Some((text.strip_prefix(label)?, *scale)));
    let (rest, scale) = found.unwrap_or((text, None));
    (rest.trim_start_matches([':', ' ']), scale)
}

/// `4.5`, `4.5分`, `四星`, `四星半`.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let (text, half) = match text.strip_suffix('半') {
        Some(whole) => (whole, 0.5),
        None => (text, 0.0),
    };
    any_decimal(&without_chinese_digits(bare(text))).map(|number| number + half)
}

/// Without the word for points.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let unit = UNITS.iter().find_map(|unit| text.strip_suffix(unit));
    exactly(unit.unwrap_or(text))
}

/// `★★★★☆`; the inner value is `None` for stars that are not in this order.
fn stars(text: &str) -> Option<Option<f64>> {
    let count = |star: char| text.chars().filter(|c| *c == star).count();
    let (full, empty) = (count('★'), count('☆'));
    if full + empty == 0 || text.chars().count() != full + empty {
        return None;
    }
    let is_in_order = text.trim_start_matches('★').chars().all(|c| c == '☆');
    let stars = u32::try_from(full).ok().filter(|_| is_in_order);
    Some(stars.and_then(|stars| of(f64::from(stars), 5.0)))
}

/// A rating of at most `scale` as 0 to 5: as it is, or with two decimals.
pub fn of(value: f64, scale: f64) -> Option<f64> {
    let is_within = scale > 0.0 && (0.0..=scale).contains(&value);
    let is_same = (scale - 5.0).abs() < f64::EPSILON;
    is_within.then(|| match is_same {
        true => value,
        false => (value / scale * 500.0).round() / 100.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_have_a_scale() {
        for (text, scale, read) in [
            ("4.5", 5.0, Some(4.5)),
            ("8.6分", 10.0, Some(4.3)),
            ("8,6", 10.0, Some(4.3)),
            ("8.6分（12人）", 10.0, Some(4.3)),
            ("9/10", 5.0, Some(4.5)),
            ("8,5 / 10", 5.0, Some(4.25)),
            ("90%", 5.0, Some(4.5)),
            ("★★★★☆", 10.0, Some(4.0)),
            ("★★★", 10.0, Some(3.0)),
            ("☆★", 10.0, None),
            ("7", 5.0, None),
            ("1,234", 5.0, None),
            ("-1", 5.0, None),
            ("NaN", 5.0, None),
            ("1e3", 5.0, None),
            ("3/0", 5.0, None),
            ("⭐⭐⭐⭐", 10.0, Some(4.0)),
            ("⭐️⭐️⭐️", 10.0, Some(3.0)),
            ("★★★★☆（12件）", 10.0, Some(4.0)),
            ("★4.5", 5.0, Some(4.5)),
            ("4.5★", 5.0, Some(4.5)),
            ("四星", 5.0, Some(4.0)),
            ("三颗星", 5.0, Some(3.0)),
            ("四星半", 5.0, Some(4.5)),
            ("豆瓣8.5", 5.0, Some(4.25)),
            ("IMDb: 7.8", 5.0, Some(3.9)),
            ("豆瓣 8.5/10", 5.0, Some(4.25)),
            ("4.5/5 stars", 10.0, Some(4.5)),
            ("9 out of 10", 5.0, Some(4.5)),
            ("约8.6分", 10.0, Some(4.3)),
            ("八分半", 10.0, Some(4.25)),
            ("好看", 5.0, None),
            ("半", 5.0, None),
        ] {
            assert_eq!(rating(text, scale), read, "{text}");
        }
        assert_eq!(plain("8,6分"), Some(8.6));
        assert_eq!(plain("9/10"), None);
        assert_eq!(plain("四星半"), Some(4.5));
        assert_eq!(plain("豆瓣8.5"), None);
        assert!(is_unrated("未评分") && !is_unrated("0"));
    }
}

//! Ratings, as 0 to 5.

use super::any_decimal;
use crate::text::folded;

/// A rating of at most `scale` such as `4.5`, `8,6` or `8.6分（12人）`; `9/10`, `90%` and `★★★★☆` say their own scale.
pub fn rating(text: &str, scale: f64) -> Option<f64> {
    let text = folded(text);
    if let Some(stars) = stars(&text) {
        return stars;
    }
    let text = bare(&text);
    let (value, scale) = match (text.split_once('/'), text.strip_suffix('%')) {
        (Some((value, scale)), _) => (value, any_decimal(scale)?),
        (_, Some(value)) => (value, 100.0),
        _ => (text, scale),
    };
    of(any_decimal(value)?, scale)
}

/// The number of a rating that does not say its own scale.
pub(crate) fn plain(text: &str) -> Option<f64> {
    any_decimal(bare(&folded(text)))
}

/// Without the word for points, and what stands behind in brackets.
fn bare(text: &str) -> &str {
    let text = text.split_once('(').map_or(text, |(head, _)| head);
    text.trim().trim_end_matches(['分', '星', '点']).trim()
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
        ] {
            assert_eq!(rating(text, scale), read, "{text}");
        }
        assert_eq!(plain("8,6分"), Some(8.6));
        assert_eq!(plain("9/10"), None);
    }
}

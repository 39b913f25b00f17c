//! Ratings, as 0 to 5.

use super::decimal;
use crate::text::folded;

/// A rating of at most `scale` such as `4.5`, `8.6分` or `90%`; `9/10` says its own scale.
pub fn rating(text: &str, scale: f64) -> Option<f64> {
    let text = folded(text);
    let text = text.trim_end_matches(['分', '星']).trim();
    let (value, scale) = match (text.split_once('/'), text.strip_suffix('%')) {
        (Some((value, scale)), _) => (value, decimal(scale.trim())?),
        (_, Some(value)) => (value, 100.0),
        _ => (text, scale),
    };
    of(decimal(value.trim())?, scale)
}

/// A rating of at most `scale` as 0 to 5, with two decimals.
pub fn of(value: f64, scale: f64) -> Option<f64> {
    let is_within = scale > 0.0 && (0.0..=scale).contains(&value);
    is_within.then(|| (value / scale * 500.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_have_a_scale() {
        for (text, scale, read) in [
            ("4.5", 5.0, Some(4.5)),
            ("8.6分", 10.0, Some(4.3)),
            ("9/10", 5.0, Some(4.5)),
            ("90%", 5.0, Some(4.5)),
            ("7", 5.0, None),
            ("-1", 5.0, None),
            ("NaN", 5.0, None),
            ("1e3", 5.0, None),
            ("3/0", 5.0, None),
        ] {
            assert_eq!(rating(text, scale), read, "{text}");
        }
    }
}

//! Numbers of people, and sizes of files.

use super::about::exactly;
use super::{decimal, whole};
use crate::text::folded;

/// What is counted, behind a number.
const COUNTED: [&str; 22] = [
    "人",
    "次",
    "票",
    "件",
    "个",
    "個",
    "条",
    "評価",
    "评价",
    "評價",
    "评分",
    "評分",
    "评论",
    "評論",
    "投票",
    "打分",
    "レビュー",
    "ratings",
    "rating",
    "votes",
    "reviews",
    "users",
];

/// A number such as `1,234`, `1.234` (of thousands, as there is no part of a person), `1.2万`, `1.2k`, `3万+` or `(57人评价)`.
pub fn count(text: &str) -> Option<u64> {
    let text = folded(text).replace([',', '(', ')', ' '], "");
    let mut text = exactly(&text);
    while let Some(rest) = COUNTED.iter().find_map(|word| text.strip_suffix(word)) {
        text = exactly(rest);
    }
    let times = |text: &str, factor: f64| whole(decimal(text)? * factor);
    if let Some(thousands) = text.strip_suffix(['万', '萬', 'w']) {
        return times(thousands, 10_000.0);
    }
    if let Some(thousands) = text.strip_suffix(['千', 'k']) {
        return times(thousands, 1_000.0);
    }
    if is_in_thousands(text) {
        return whole(decimal(&text.replace('.', ""))?);
    }
    let number = decimal(text).or_else(|| scientific(text))?;
    (number.fract() == 0.0).then(|| whole(number)).flatten()
}

/// `1.234.567`.
fn is_in_thousands(text: &str) -> bool {
    let mut parts = text.split('.');
    let first = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    (1..=3).contains(&first.len()) && !rest.is_empty() && rest.iter().all(|part| part.len() == 3)
}

/// `1.2E+04`, as spreadsheets write it.
fn scientific(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('e')?;
    let exponent: i32 = exponent.trim_start_matches('+').parse().ok()?;
    Some((decimal(mantissa)? * 10_f64.powi(exponent)).round())
}

/// Bytes of a size such as `4.5GB` or `700 MiB`. A number alone is bytes.
pub fn bytes(text: &str) -> Option<u64> {
    let text = folded(text).replace(' ', "");
    let text = exactly(&text);
    let text = match text.split_once(',') {
        // A comma before other than three digits is that of a decimal: 4,5 GB.
        Some((_, rest))
            if rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len())
                != 3 =>
        {
            text.replace(',', ".")
        }
        _ => text.replace(',', ""),
    };
    let unit_at = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(unit_at)?;
    let factor = match unit {
        "" | "b" | "byte" | "bytes" | "字节" => 1.0,
        "k" | "kb" | "kib" => 1024.0,
        "m" | "mb" | "mib" => 1_048_576.0,
        "g" | "gb" | "gib" => 1_073_741_824.0,
        "t" | "tb" | "tib" => 1_099_511_627_776.0,
        _ => return None,
    };
    whole(decimal(number)? * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_sizes() {
        assert_eq!(count("1,234"), Some(1_234));
        assert_eq!(count("（５７人）"), Some(57));
        assert_eq!(count("1.2万"), Some(12_000));
        assert_eq!(count("2.5k"), Some(2_500));
        assert_eq!(count("1.520"), Some(1_520));
        assert_eq!(count("1.2E+04"), Some(12_000));
        assert_eq!(count("12.0"), Some(12));
        assert_eq!(count("1.5"), None);
        for (text, read) in [
            ("1234人评价", 1_234),
            ("3万+", 30_000),
            ("1.2万人评分", 12_000),
            ("约3000", 3_000),
            ("12件の評価", 0),
            ("1,234 ratings", 1_234),
        ] {
            assert_eq!(count(text), Some(read).filter(|read| *read > 0), "{text}");
        }
        assert_eq!(bytes("约4.5GB"), Some(4_831_838_208));
        assert_eq!(bytes("1,024 bytes"), Some(1_024));
        assert_eq!(count("-1"), None);
        assert_eq!(bytes("4.5 GB"), Some(4_831_838_208));
        assert_eq!(bytes("700MiB"), Some(734_003_200));
        assert_eq!(bytes("4,5 GB"), Some(4_831_838_208));
        assert_eq!(bytes("1,024 MB"), Some(1_073_741_824));
        assert_eq!(bytes("12"), Some(12));
        assert_eq!(bytes("大"), None);
    }
}

//! Catalogue numbers, and what spreadsheets make of them.

use unicode_normalization::UnicodeNormalization as _;

use super::is_nothing;
use super::markup::without_markup;
use crate::text::clean;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// What a spreadsheet has done to a number, so that it cannot be restored.
pub fn damage(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if is_scientific(text) {
        return Some("像是被表格软件改成了科学计数法，后面的数字已丢失");
    }
    if is_date(text) {
        return Some("像是被表格软件改成了日期");
    }
    let is_error = text.starts_with('#') && text.ends_with(['!', '?', 'A', '#']);
    is_error.then_some("是表格软件的错误值")
}

/// `1.23E+11`.
fn is_scientific(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.split_once(['E', 'e']) else {
        return false;
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = mantissa.split_once('.');
    let is_mantissa = match whole {
        Some((whole, rest)) => whole.len() == 1 && digits(whole) && digits(rest),
        None => mantissa.len() == 1 && digits(mantissa),
    };
    is_mantissa && exponent.strip_prefix('+').is_some_and(digits)
}

/// `1月2日`, `2-Jan`, `Jan-02` or `2026/1/2`: in these forms spreadsheets show `1-2`, `JAN-2` and the like.
fn is_date(text: &str) -> bool {
    let digits = |text: &str| {
        (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let month = |text: &str| MONTHS.contains(&text);
    if let Some((first, second)) = text.strip_suffix('日').and_then(|day| day.split_once('月')) {
        return digits(first) && digits(second);
    }
    let parts: Vec<&str> = text.split(['-', '/']).collect();
    match parts.as_slice() {
        [first, second] => (digits(first) && month(second)) || (month(first) && digits(second)),
        [year, first, second] => {
            let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
            is_year && digits(first) && digits(second)
        }
        _ => false,
    }
}

/// A number in the usual forms of its characters: `ＭＺＵ－０１７` and numbers with other hyphens are the same work.
pub fn normalised(text: &str) -> String {
    let usual = |c| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => '-',
        other => other,
    };
    clean(&text.nfkc().map(usual).collect::<String>())
}

/// The number in what programs put around it so that spreadsheets leave it alone: `="00123"`, `'00123`. It is as its
/// owner wants it.
pub fn exact(text: &str) -> Option<&str> {
    let text = text.trim();
    let formula = text
        .strip_prefix("=\"")
        .and_then(|inner| inner.strip_suffix('"'));
    formula.or_else(|| text.strip_prefix('\''))
}

/// A number without what stands around it: its label, brackets, quotes, a comma behind it, or that it is called like a film's file.
pub(crate) fn bare(text: &str) -> &str {
    let mut text = text.trim();
    if let Some((label, behind)) = text.split_once([':', '：']) {
        let is_label = matches!(label.trim(), "番号" | "番號" | "品番" | "识别码" | "識別碼");
        text = if is_label { behind.trim() } else { text };
    }
    text = text.trim_end_matches([',', '，', ';', '；', '、', '。', ' ']);
    for (open, close) in [
        ('[', ']'),
        ('【', '】'),
        ('"', '"'),
        ('“', '”'),
        ('「', '」'),
    ] {
        let inner = text
            .strip_prefix(open)
            .and_then(|text| text.strip_suffix(close));
        let is_one = |inner: &&str| !inner.contains([open, close]) && !inner.trim().is_empty();
        text = inner.filter(is_one).map_or(text, str::trim);
    }
    let is_file = |(_, end): &(&str, &str)| {
        let ends = ["mp4", "mkv", "avi", "wmv", "mov", "iso", "rmvb"];
        ends.iter().any(|known| known.eq_ignore_ascii_case(end))
    };
    match text.rsplit_once('.').filter(is_file) {
        Some((name, _)) if !name.is_empty() => name,
        _ => text,
    }
}

/// The cell that is read as this number.
pub(crate) fn as_cell(number: &str) -> String {
    let is_plain = exact(number).is_none()
        && damage(number).is_none()
        && !number.ends_with(".0")
        && normalised(number) == number
        && bare(number) == number
        && !is_nothing(number)
        && without_markup(number, ' ') == number
        && !is_formula(number);
    match is_plain {
        true => number.to_owned(),
        false => format!("'{number}"),
    }
}

/// Whether a spreadsheet that opens a text would change the number: leading zeros, dates, powers of ten, formulas.
pub(crate) fn is_changed_by_spreadsheets(number: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let folded = number.to_ascii_lowercase();
    let is_numeric = !folded.contains(|c: char| c.is_alphabetic());
    let is_power = folded
        .split_once('e')
        .is_some_and(|(mantissa, exponent)| digits(mantissa) && digits(exponent));
    let has_month = MONTHS
        .iter()
        .any(|month| folded.contains(&month.to_ascii_lowercase()));
    is_numeric || is_power || has_month || damage(number).is_some() || is_formula(number)
}

fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_by_spreadsheets_is_noticed() {
        for text in [
            "1.23E+11", "1E+05", "1月2日", "2-Jan", "Mar-01", "2026/1/2", "#NAME?", "#N/A",
            "########",
        ] {
            assert!(damage(text).is_some(), "{text}");
        }
        for text in [
            "ABC-123",
            "MAR-01",
            "123456",
            "010126-001",
            "1-2",
            "E+3",
            "HE-001",
            "#1",
        ] {
            assert_eq!(damage(text), None, "{text}");
        }
    }

    #[test]
    fn protection_from_spreadsheets_is_removed() {
        assert_eq!(exact("=\"00123\""), Some("00123"));
        assert_eq!(exact(" '00123"), Some("00123"));
        assert_eq!(exact("MZU-017"), None);
    }

    #[test]
    fn a_number_is_protected_only_where_it_would_be_changed() {
        for (number, cell) in [
            ("MZU-017", "MZU-017"),
            ("00123", "00123"),
            ("2-Jan", "'2-Jan"),
            ("12.0", "'12.0"),
            ("ＭＺＵ－０１７", "'ＭＺＵ－０１７"),
            ("=1", "'=1"),
            ("'1", "''1"),
            ("-", "'-"),
            ("nan", "'nan"),
            ("[A-1]", "'[A-1]"),
            ("A&amp;B", "'A&amp;B"),
            ("A.mp4", "'A.mp4"),
        ] {
            assert_eq!(as_cell(number), cell);
        }
        for number in ["00123", "1-2", "MAR-01", "1E5", "2/3", "=1"] {
            assert!(is_changed_by_spreadsheets(number), "{number}");
        }
        for number in ["MZU-017", "FC2-PPV-1234567"] {
            assert!(!is_changed_by_spreadsheets(number), "{number}");
        }
    }

    #[test]
    fn what_stands_around_a_number_is_not_of_it() {
        for text in [
            "番号：ABC-123",
            "[ABC-123]",
            "【ABC-123】",
            "\"ABC-123\"",
            "ABC-123，",
            "ABC-123.mp4",
            "ABC-123",
        ] {
            assert_eq!(bare(text), "ABC-123", "{text}");
        }
        for text in ["[A] [B]", "A:B", "A.B", ".mp4", "[]"] {
            assert_eq!(bare(text), text);
        }
    }

    #[test]
    fn a_number_has_usual_characters() {
        assert_eq!(normalised("ＭＺＵ－０１７"), "MZU-017");
        assert_eq!(normalised("MZU\u{2011}017"), "MZU-017");
    }
}

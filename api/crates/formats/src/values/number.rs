//! Catalogue numbers, and what spreadsheets make of them.

use unicode_normalization::UnicodeNormalization as _;

use crate::text::clean;

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
    let month = |text: &str| {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ];
        names.contains(&text)
    };
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

/// A number without what programs put around it so that spreadsheets leave it alone: `="00123"`, `'00123`.
pub fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let formula = text
        .strip_prefix("=\"")
        .and_then(|inner| inner.strip_suffix('"'));
    formula.unwrap_or_else(|| text.strip_prefix('\'').unwrap_or(text))
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
        assert_eq!(unquoted("=\"00123\""), "00123");
        assert_eq!(unquoted(" '00123"), "00123");
        assert_eq!(unquoted("MZU-017"), "MZU-017");
    }

    #[test]
    fn a_number_has_usual_characters() {
        assert_eq!(normalised("ＭＺＵ－０１７"), "MZU-017");
        assert_eq!(normalised("MZU\u{2011}017"), "MZU-017");
    }
}

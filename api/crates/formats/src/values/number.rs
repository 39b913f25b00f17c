//! Catalogue numbers, and what spreadsheets make of them.

use crate::text::{clean, folded};

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

/// A number without what programs put around it so that spreadsheets leave it alone: `="00123"`, `'00123`.
pub fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let formula = text
        .strip_prefix("=\"")
        .and_then(|inner| inner.strip_suffix('"'));
    formula.unwrap_or_else(|| text.strip_prefix('\'').unwrap_or(text))
}

/// The first word of a text that looks like a number: `ABC-123`, `FC2-PPV-1234567`, `010126-001`.
pub fn find(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || "[]()【】（）「」".contains(c))
        .map(|word| word.trim_matches(['.', ',', '-', '_']))
        .find_map(of_word)
}

fn of_word(word: &str) -> Option<String> {
    let parts: Vec<&str> = word.split(['-', '_']).collect();
    let digits = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
        lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let label = |part: &str| {
        let plain = part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        plain
            && (1..=10).contains(&part.len())
            && part.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    match parts.as_slice() {
        [first, second, third, ..] if label(first) && label(second) && digits(third, 5..=8) => {
            Some(format!("{first}-{second}-{third}"))
        }
        [first, second, ..] if label(first) && digits(second, 2..=8) => {
            Some(format!("{first}-{second}"))
        }
        [first, second, ..] if digits(first, 6..=6) && digits(second, 2..=4) => {
            let sign = if word.contains('_') { '_' } else { '-' };
            Some(format!("{first}{sign}{second}"))
        }
        _ => None,
    }
}

/// A title without the number at its beginning, unless nothing else is left.
pub fn without_number(title: &str, number: &str) -> String {
    let title = clean(title);
    let bare = title.trim_start_matches(['[', '【']);
    let head = bare.get(..number.len()).unwrap_or_default();
    if number.is_empty() || folded(head) != folded(number) {
        return title;
    }
    let rest = bare.get(number.len()..).unwrap_or_default();
    if rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return title;
    }
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "]】-_:：".contains(c));
    match rest.is_empty() {
        true => title,
        false => rest.to_owned(),
    }
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
    fn a_number_is_found_in_a_name() {
        for (text, found) in [
            ("[MZU-017] 山谷", Some("MZU-017")),
            ("mzu-017-cd1", Some("mzu-017")),
            ("MZU-017-C", Some("MZU-017")),
            ("FC2-PPV-1234567", Some("FC2-PPV-1234567")),
            ("010126-001", Some("010126-001")),
            ("010126_001", Some("010126_001")),
            ("The Land Girls (1998)", None),
            ("山谷里的四季", None),
            ("", None),
        ] {
            assert_eq!(find(text).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn a_title_loses_its_number() {
        for (title, bare) in [
            ("MZU-017 山谷", "山谷"),
            ("[mzu-017] 山谷", "山谷"),
            ("MZU-017", "MZU-017"),
            ("MZU-0171 山谷", "MZU-0171 山谷"),
            ("山谷 MZU-017", "山谷 MZU-017"),
            ("山", "山"),
        ] {
            assert_eq!(without_number(title, "MZU-017"), bare);
        }
    }

    #[test]
    fn protection_from_spreadsheets_is_removed() {
        assert_eq!(unquoted("=\"00123\""), "00123");
        assert_eq!(unquoted(" '00123"), "00123");
        assert_eq!(unquoted("MZU-017"), "MZU-017");
    }
}

//! Works' numbers: `ABC-00123`, `abc 123` and `ＡＢＣ１２３` match each other.

use super::normalise::normalise;

/// Maximum length of an indexed prefix of a number key, in characters.
const MAX_EDGES: usize = 24;
/// Maximum number of indexed suffixes of a number key.
const MAX_ENDS: usize = 6;
/// Minimum number of trailing digits for a number to be found also without the letters before them.
const MIN_DIGITS: usize = 5;
/// What may stand next in the order of a number: its end, a group of one to eight digits, a letter of a to z, another.
const ORDER_KINDS: i64 = 1 + 8 + 26 + 1;

/// The comparison key of a number: only letters and digits, without leading zeros in a group of digits.
pub(crate) fn number_key(number: &str) -> String {
    let mut key = String::new();
    let mut at_start_of_digits = true;
    for c in normalise(number).chars().filter(|c| c.is_alphanumeric()) {
        match c {
            '0' if at_start_of_digits => {}
            c => {
                at_start_of_digits = !c.is_ascii_digit();
                key.push(c);
            }
        }
    }
    if key.is_empty() && number.contains('0') {
        "0".to_owned()
    } else {
        key
    }
}

/// The groups of letters and of digits in the comparison key: `walk` and `301` of `WALK-0301`.
pub fn number_groups(number: &str) -> Vec<String> {
    let key: Vec<char> = number_key(number).chars().collect();
    let groups = key.chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit());
    groups.map(String::from_iter).collect()
}

/// A key that orders numbers by their letters and by the values of their digits: `abc9` before `abc10`. Each character
/// takes its part of what those before it left, until nothing is left: there is room for five letters and eight digits.
pub(crate) fn number_order(number: &str) -> i64 {
    let (mut key, mut room) = (0, i64::MAX);
    let mut add = |value: i64, of: i64| {
        room /= of;
        key += value * room;
    };
    let folded = normalise(number);
    for word in folded.split(|c: char| !c.is_alphanumeric()) {
        let characters: Vec<char> = word.chars().collect();
        for group in characters.chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit())
        {
            if !group.first().is_some_and(char::is_ascii_digit) {
                for letter in group {
                    let place = letter
                        .to_digit(36)
                        .map_or(ORDER_KINDS - 1, |value| i64::from(value) - 1);
                    add(place, ORDER_KINDS);
                }
                continue;
            }
            // The value of many digits grows with their number.
            let zeros = group
                .iter()
                .take_while(|c| **c == '0')
                .count()
                .min(group.len() - 1);
            let digits = group.get(zeros..).unwrap_or_default();
            add(i64::try_from(digits.len()).unwrap_or(8).min(8), ORDER_KINDS);
            for digit in digits {
                add(i64::from(digit.to_digit(10).unwrap_or(0)), 10);
            }
        }
    }
    key
}

/// The letters and digits of a number, including zeros.
pub(crate) fn spelling(number: &str) -> String {
    let folded = normalise(number);
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether two numbers have the same letters and digits, including zeros.
pub fn same_spelling(one: &str, other: &str) -> bool {
    spelling(one) == spelling(other)
}

/// Every prefix of a number's key, the key itself, its last group of digits, and that after the last letters: `bc12`
/// and `c12` in `abc12`. Also what follows punctuation, and the key without letters that visitors omit.
pub(crate) fn edges(number: &str) -> Vec<String> {
    let key = number_key(number);
    let mut edges: Vec<String> = Vec::new();
    let mut edge = String::new();
    for c in key.chars().take(MAX_EDGES) {
        edge.push(c);
        edges.push(edge.clone());
    }
    let digits = key.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let letters = key
        .char_indices()
        .map(|(at, _)| at)
        .filter(|at| *at <= digits);
    let ends = letters.rev().take(MAX_ENDS).filter_map(|at| key.get(at..));
    if digits < key.len() {
        edges.extend(ends.map(str::to_owned));
    }
    edges.extend(after_separators(number));
    edges.extend(shortened(number));
    edges.push(key);
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The key without the digits that it begins with, marked as no prefix: `=abc123` for 300ABC-123.
pub(crate) fn whole_end(number: &str) -> Option<String> {
    let key = number_key(number);
    let end = key.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_both = end.starts_with(|c: char| c.is_ascii_lowercase())
        && end.ends_with(|c: char| c.is_ascii_digit());
    (has_both && end.len() < key.len()).then(|| end_of(end))
}

/// How [`whole_end`] marks a key.
pub(crate) fn end_of(key: &str) -> String {
    format!("={key}")
}

/// The parts of a number that begin with a digit after punctuation, and their digits alone: `17a` and `17` in MZU-017A.
fn after_separators(number: &str) -> Vec<String> {
    let folded = normalise(number);
    let groups = folded.split(|c: char| !c.is_alphanumeric()).skip(1);
    let ends = groups.filter(|group| group.starts_with(|c: char| c.is_ascii_digit()));
    let both = |group: &str| {
        let letters = group.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = group.strip_suffix(letters).unwrap_or_default();
        [number_key(group), number_key(digits)]
    };
    ends.take(MAX_ENDS).flat_map(both).collect()
}

/// The key without the letters before its last digits, if the rest begins with letters and digits: `fc2123456` for
/// FC2-PPV-123456. Only with many digits, which are distinctive: ABC-12-CD3 is not ABC-123.
fn shortened(number: &str) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let spelling = spelling(number);
    let (before, digits) = spelling.split_at(spelling.trim_end_matches(is_digit).len());
    let begin = before.trim_end_matches(|c| !is_digit(c));
    let is_shorter = !begin.is_empty() && begin.len() < before.len();
    let has_letters = !begin.chars().all(is_digit);
    (is_shorter && has_letters && digits.len() >= MIN_DIGITS)
        .then(|| number_key(&format!("{begin}{digits}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_letters_and_values() {
        let ordered = [
            "",
            "1",
            "1PONDO-010124_001",
            "1PONDO-010125_001",
            "9",
            "10",
            "300MIUM-5",
            "AB-100",
            "ABC",
            "ABC-1",
            "ABC-009",
            "ABC-10",
            "ABC-1000",
            "ABC-1000-2",
            "ABC-1000-10",
            "ABC-9999",
            "ABCD-1",
            "FC2-PPV-999999",
            "FC2-PPV-1234001",
            "FC2-PPV-1234002",
            "Z-999999999",
        ];
        let keys = ordered.map(number_order);
        assert!(keys.is_sorted_by(|one, next| one < next), "{keys:?}");
        assert_eq!(number_order("abc 7"), number_order("ＡＢＣ-007"));
        assert!(number_order("ZZZZZZZZZZZZZZ-1") < i64::MAX);
        assert!(number_order("山谷-1") > number_order("YY-1"));
    }

    #[test]
    fn hyphens_spaces_zeros_width_and_case_are_ignored() {
        for same in [
            "ABC-123",
            "abc123",
            "ABC 00123",
            "ＡＢＣ－１２３",
            "abc_123",
            "ABC-0123",
        ] {
            assert_eq!(number_key(same), "abc123", "{same}");
        }
        assert_eq!(number_key("FILM-0001"), "film1");
        assert_eq!(number_key("100"), "100");
        assert_eq!(number_key("000"), "0");
        assert_ne!(number_key("ABC-1230"), number_key("ABC-123"));
    }

    #[test]
    fn a_spelling_keeps_zeros_and_ignores_signs() {
        assert!(same_spelling("MZU-017", "mzu 017"));
        assert!(same_spelling("ＭＺＵ－０１７", "MZU017"));
        assert!(!same_spelling("MZU-017", "MZU-0017"));
        assert!(!same_spelling("MZU-017", "MZU-17"));
    }

    #[test]
    fn a_key_is_found_by_its_prefixes_and_its_digits() {
        assert_eq!(edges("ab12"), ["12", "a", "ab", "ab1", "ab12", "b12"]);
        assert_eq!(edges("ab"), ["a", "ab"]);
        assert_eq!(edges(""), [""; 1]);
        assert_eq!(after_separators("MZU-017A"), ["17a", "17"]);
        assert_eq!(after_separators("010120-001"), ["1", "1"]);
        assert_eq!(after_separators("ABC-12-CD3"), ["12", "12"]);
        assert!(after_separators("MZU017A").is_empty());
        assert_eq!(whole_end("300ABC-123").as_deref(), Some("=abc123"));
        for number in ["ABC-123", "010120-001", "300ABC", "300"] {
            assert_eq!(whole_end(number), None, "{number}");
        }
    }

    #[test]
    fn letters_before_many_digits_may_be_left_out() {
        for (number, short) in [
            ("FC2-PPV-123456", Some("fc2123456")),
            ("FC2PPV 0123456", Some("fc20123456")),
            ("ABC-12-CD3", None),
            ("ABC-123456", None),
            ("010120-AB-123456", None),
            ("FC2-123456", None),
        ] {
            assert_eq!(shortened(number).as_deref(), short, "{number}");
        }
        assert!(edges("FC2-PPV-123456").contains(&number_key("fc2-123456")));
    }
}

//! Folds variants of Chinese characters for the search: traditional, simplified, Japan's new and old forms, and
//! variants in names. `scripts/han-folds.py` generates the table from OpenCC and Unihan.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// On each line the folded form, then its variants.
const LINES: &str = include_str!("../../assets/han-folds.txt");

static TABLE: LazyLock<Table> = LazyLock::new(Table::read);

struct Table {
    /// The folded form of a character.
    forms: FxHashMap<char, char>,
    /// The variants by folded form.
    others: FxHashMap<char, &'static str>,
}

impl Table {
    fn read() -> Self {
        let lines = LINES.lines().filter_map(|line| {
            let form = line.chars().next()?;
            Some((form, line.get(form.len_utf8()..)?))
        });
        let others: FxHashMap<char, &str> = lines.collect();
        let forms = others
            .iter()
            .flat_map(|(form, others)| others.chars().map(|other| (other, *form)));
        Self {
            forms: forms.collect(),
            others,
        }
    }
}

/// The folded form of a character: that of mainland China, where there is one.
pub(crate) fn form(c: char) -> char {
    match is_han(c) {
        true => TABLE.forms.get(&c).copied().unwrap_or(c),
        false => c,
    }
}

/// The variants of a folded form.
pub(crate) fn others(form: char) -> impl Iterator<Item = char> {
    let others = TABLE.others.get(&form).copied().unwrap_or_default();
    others.chars()
}

/// Whether a character has variants.
pub fn has_forms(c: char) -> bool {
    form(c) != c || others(c).next().is_some()
}

/// Whether a character is a Chinese one.
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_one_canonical_character_and_every_character_is_unique() {
        let mut seen = std::collections::HashSet::new();
        for line in LINES.lines() {
            assert!(line.chars().count() > 1, "{line}");
            assert!(line.chars().all(|c| is_han(c) && seen.insert(c)), "{line}");
        }
        assert!(seen.len() > 8_000);
    }

    #[test]
    fn chinese_characters_merged_only_in_japanese_stay_apart() {
        for (one, other) in [('欠', '缺'), ('予', '豫'), ('沪', '滤'), ('彷', '仿')] {
            assert_ne!(form(one), form(other), "{one}");
        }
    }
}

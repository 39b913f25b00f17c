//! Normalises text: folds compatibility forms, case, accents, traditional characters and katakana.

use std::ops::Range;

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

/// The folded text.
pub fn normalise(text: &str) -> String {
    let folded: String = if text.chars().all(is_composed_alone) {
        text.chars()
            .map(|c| hiragana(c.to_ascii_lowercase()))
            .collect()
    } else {
        fold(text)
    };
    fast2s::convert(&folded)
}

/// The characters of the folded text, each with the places of those that it comes from.
pub(super) fn with_places(text: &str) -> Vec<(char, Range<usize>)> {
    let chars: Vec<char> = text.chars().collect();
    let (mut folded, mut places) = (String::with_capacity(text.len()), Vec::new());
    let mut from = 0;
    for group in chars.chunk_by(|_, next| may_join(*next)) {
        let to = from + group.len();
        for c in fold(&String::from_iter(group)).chars() {
            folded.push(c);
            places.push(from..to);
        }
        from = to;
    }
    // Characters are simplified one by one, but look at their neighbours.
    fast2s::convert(&folded).chars().zip(places).collect()
}

/// Whether a character may become one with those before it, or change places with them.
fn may_join(c: char) -> bool {
    let is_joining =
        |c| canonical_combining_class(c) != 0 || is_nfc_quick([c].into_iter()) != IsNormalized::Yes;
    !is_composed_alone(c) && c.nfkd().next().is_some_and(is_joining)
}

/// Decomposes, recomposes and lower-cases any text.
fn fold(text: &str) -> String {
    text.nfkd()
        // Accents of Latin, Greek and Cyrillic; the voicing marks of kana (U+3099, U+309A) stay.
        .filter(|c| !matches!(c, '\u{300}'..='\u{36f}'))
        .nfc()
        .flat_map(char::to_lowercase)
        .map(hiragana)
        .collect()
}

/// Characters that decomposition and composition leave unchanged, in any sequence, and of which only ASCII has case: most
/// text of a catalogue.
fn is_composed_alone(c: char) -> bool {
    c.is_ascii()
        || matches!(c, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3041}'..='\u{3096}'
            | '\u{30a1}'..='\u{30fa}' | 'ー' | '\u{4e00}'..='\u{9fff}')
}

/// Converts katakana to hiragana.
fn hiragana(c: char) -> char {
    match c {
        'ァ'..='ヶ' => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
        other => other,
    }
}

/// Characters that are indexed one by one and in pairs, because their script has no spaces.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{2fdf}' | '々' | '〆' | '〇' | 'ー' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}'
        | '\u{3105}'..='\u{312f}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn with_places_a_text_is_folded_in_the_same_way(text in "[\\PC]{0,12}|[가각각かカｶ゙゚ﾞﾟe\u{301}\u{323}計畫乾隆Ａﬁ㍿]{0,12}") {
            let placed = with_places(&text);
            let folded: String = placed.iter().map(|(c, _)| *c).collect();
            prop_assert_eq!(folded, normalise(&text));
            let ends: Vec<usize> = placed.iter().map(|(_, of)| of.end).collect();
            prop_assert!(ends.is_sorted() && ends.last().is_none_or(|end| *end <= text.chars().count()));
        }
    }

    #[test]
    fn the_short_way_gives_what_the_long_way_gives() {
        let alone: Vec<char> = ('\0'..=char::MAX)
            .filter(|c| is_composed_alone(*c))
            .collect();
        let text: String = alone.iter().collect();
        let short: String = alone
            .iter()
            .map(|c| hiragana(c.to_ascii_lowercase()))
            .collect();
        assert_eq!(short, fold(&text));
    }

    #[test]
    fn every_way_of_writing_folds_to_one() {
        for (text, folded) in [
            ("ＡＢＣ－１２３", "abc-123"),
            ("電影《山谷》", "电影《山谷》"),
            ("カタカナ", "かたかな"),
            ("ｶﾞ", "が"),
            ("Café ÉTÉ", "cafe ete"),
            ("ẞ", "ß"),
        ] {
            assert_eq!(normalise(text), folded, "{text}");
        }
        assert_eq!(normalise("台灣"), normalise("台湾"));
    }
}

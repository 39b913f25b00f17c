//! Normalises text: folds compatibility forms, case, accents, traditional characters and katakana.

use unicode_normalization::UnicodeNormalization as _;

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
        '\u{2e80}'..='\u{2fdf}' | '々' | '〆' | 'ー' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}'
        | '\u{3105}'..='\u{312f}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! Checks on user-written text.

/// Invisible characters: Unicode's `Default_Ignorable_Code_Point`, as ranges.
const UNSEEN: [(char, char); 17] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fff8}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a text has no visible characters.
pub fn is_blank(text: &str) -> bool {
    let unseen = |c: char| UNSEEN.iter().any(|(from, to)| (*from..=*to).contains(&c));
    text.chars().all(|c| c.is_whitespace() || unseen(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_text_is_blank() {
        for blank in [
            "",
            " \t\n",
            "\u{3000}",
            "\u{200b}",
            "\u{feff}\u{2060} ",
            "\u{3164}",
            "\u{e0020}",
        ] {
            assert!(is_blank(blank), "{blank:?}");
        }
        for text in ["a", "映", " \u{200b}.", "😀\u{fe0f}", "\u{2028}x"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }
}

//! Texts of the import format: trimmed, on one line, with their length in code points.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};
use yingku_search::is_ignored;

/// The reason for which a value is rejected, in Chinese.
pub type Reason = String;

/// A text of `low` to `high` code points after trimming. Tabs and line breaks become spaces. Other control characters
/// are rejected: PostgreSQL cannot store NUL.
pub fn text(raw: &str, low: usize, high: usize) -> Result<String, Reason> {
    let one_line = one_line(raw)?;
    let visible = visible(&one_line);
    let trimmed = visible.trim();
    let length = trimmed.chars().count();
    if length == 0 && low > 0 {
        return Err("不能为空".to_owned());
    }
    if !(low..=high).contains(&length) {
        return Err(format!("应为 {low} 到 {high} 个字符，实际是 {length} 个"));
    }
    Ok(trimmed.to_owned())
}

/// The number of a work: a [`text`] with full-width letters and digits folded to ASCII, because they look alike.
pub fn number(raw: &str, high: usize) -> Result<String, Reason> {
    text(&raw.nfkc().collect::<String>(), 1, high)
}

/// A text composed (NFC) and without invisible characters: joiners, soft hyphens, bidi controls. Between symbols they
/// stay, where they join emoji.
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_plain = is_nfc(text) && !text.chars().any(is_ignored);
    if is_plain {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    for c in text.nfc() {
        let joins = matches!(c, '\u{200d}' | '\u{fe0f}') && result.ends_with(is_symbol);
        if joins || !is_ignored(c) {
            result.push(c);
        }
    }
    // A dropped character may have separated a letter from its accent.
    Cow::Owned(result.nfc().collect())
}

/// Neither a letter nor a digit: may be part of an emoji sequence.
fn is_symbol(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace() && !c.is_ascii_punctuation()
}

fn one_line(raw: &str) -> Result<Cow<'_, str>, Reason> {
    let mut breaks = false;
    for letter in raw.chars().filter(|letter| letter.is_control()) {
        match letter {
            '\t' | '\n' | '\r' => breaks = true,
            '\0' => return Err("含有 NUL 字符".to_owned()),
            other => return Err(format!("含有控制字符 U+{:04X}", u32::from(other))),
        }
    }
    if !breaks {
        return Ok(Cow::Borrowed(raw));
    }
    Ok(Cow::Owned(
        raw.replace("\r\n", " ").replace(['\t', '\n', '\r'], " "),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str) -> Result<String, String> {
        text(raw, 1, 5)
    }

    #[test]
    fn lengths_are_counted_in_code_points_after_trimming() {
        assert_eq!(check(" \u{3000}海边的一天\t"), Ok("海边的一天".into()));
        assert_eq!(
            check("海边的一天呀"),
            Err("应为 1 到 5 个字符，实际是 6 个".into())
        );
        assert_eq!(check(" \n "), Err("不能为空".into()));
        assert_eq!(check("🎬🎬🎬🎬🎬"), Ok("🎬🎬🎬🎬🎬".into()));
    }

    #[test]
    fn control_characters_are_rejected_and_line_breaks_become_spaces() {
        assert_eq!(check("a\0b"), Err("含有 NUL 字符".into()));
        assert_eq!(check("a\u{7}b"), Err("含有控制字符 U+0007".into()));
        assert_eq!(check("a\r\nb"), Ok("a b".into()));
    }

    #[test]
    fn invisible_characters_are_removed() {
        for (raw, result) in [
            ("e\u{301}te\u{301}", "été"),
            ("灯塔\u{200b}下", "灯塔下"),
            ("\u{feff}灯\u{ad}塔", "灯塔"),
            ("\u{202e}灯塔\u{2066}", "灯塔"),
            ("か\u{200b}\u{3099}", "が"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
            ("❤\u{fe0f}", "❤\u{fe0f}"),
            ("吉\u{e0100}", "吉"),
        ] {
            assert_eq!(check(raw), Ok(result.to_owned()), "{raw:?}");
        }
        assert_eq!(check(" \u{200b} "), Err("不能为空".to_owned()));
        assert_eq!(number("ＵＮＩ－００１", 9).unwrap(), "UNI-001");
    }
}

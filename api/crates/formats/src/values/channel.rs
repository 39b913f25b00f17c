//! The channel of a work.

use crate::text::folded;

/// The channel that a word names.
pub fn channel(text: &str) -> Option<&'static str> {
    Some(match folded(text).as_str() {
        "censored" | "有码" | "有碼" | "モザイクあり" | "1" => "censored",
        "uncensored" | "无码" | "無碼" | "無修正" | "モザイクなし" | "2" => {
            "uncensored"
        }
        "western" | "欧美" | "歐美" | "洋画" | "3" => "western",
        _ => return None,
    })
}

/// The channel of a word, but not of a number, which is one of years and the like.
pub(crate) fn channel_of_word(word: &str) -> Option<&'static str> {
    channel(word).filter(|_| word.parse::<u32>().is_err())
}

/// The channel that a cell names: also the answer to "is it censored", which columns such as 是否有码 have.
pub fn channel_of_cell(text: &str) -> Option<&'static str> {
    channel(text).or_else(|| match folded(text).as_str() {
        "是" | "有" | "true" | "yes" | "y" | "√" | "あり" => Some("censored"),
        "否" | "无" | "無" | "false" | "no" | "n" | "×" | "0" | "なし" => Some("uncensored"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_have_names_in_three_languages() {
        for (text, read) in [
            (" 有码 ", Some("censored")),
            ("無碼", Some("uncensored")),
            ("Western", Some("western")),
            ("３", Some("western")),
            ("无码破解", None),
            ("", None),
        ] {
            assert_eq!(channel(text), read, "{text}");
        }
        assert_eq!(channel_of_cell("是"), Some("censored"));
        assert_eq!(channel_of_cell("FALSE"), Some("uncensored"));
        assert_eq!(channel_of_cell("欧美"), Some("western"));
        assert_eq!(channel_of_cell("步行"), None);
    }
}

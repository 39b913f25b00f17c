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
    }
}

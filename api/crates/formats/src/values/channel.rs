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
    let bare = ["专区", "專區", "区", "區", "影片", "片"]
        .iter()
        .find_map(|end| text.trim().strip_suffix(end));
    let named = channel(text).or_else(|| channel(bare?));
    named.or_else(|| match folded(text).as_str() {
        "骑兵" | "騎兵" | "モザイク有り" => Some("censored"),
        "步兵" | "モザイク無し" => Some("uncensored"),
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
        assert_eq!(channel_of_cell("欧美区"), Some("western"));
        assert_eq!(channel_of_cell("步兵"), Some("uncensored"));
        assert_eq!(channel_of_cell("步行"), None);
        assert_eq!(channel_of_cell("区"), None);
    }
}

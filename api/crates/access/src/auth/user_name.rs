//! User names: their form, and when two are equal.

use unicode_normalization::UnicodeNormalization as _;
use yingku_http_kit::error::ApiError;

/// Length in characters (R7.1).
const CHARS: std::ops::RangeInclusive<usize> = 6..=32;

/// Longer input is rejected before trimming, bytes.
const MAX_BYTES: usize = 512;

/// A name of these words alone could pass for an operator's.
const RESERVED: [&str; 11] = [
    "admin",
    "administrator",
    "moderator",
    "official",
    "operator",
    "service",
    "staff",
    "superuser",
    "support",
    "webmaster",
    "yingku",
];

/// So could a name with any of these in it: Chinese has no spaces.
const RESERVED_PARTS: [&str; 5] = ["官方", "客服", "管理员", "站长", "映库"];

/// A well-formed name: 6 to 32 letters, digits, `_`, `-`, `.` or Chinese characters. Scripts that resemble Latin are
/// excluded, so that no name can pass for another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserName {
    shown: String,
    key: String,
}

impl UserName {
    /// Trims, and folds differences of width (NFKC).
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        // NFKC may expand one character to a dozen or more, but never shrinks the text below the minimum.
        if text.len() > MAX_BYTES {
            return Err(ApiError::bad_request("用户名最多32位"));
        }
        let shown: String = text.trim().nfkc().collect();
        let chars = shown.chars().count();
        if chars < *CHARS.start() {
            return Err(ApiError::bad_request("用户名至少6位数"));
        }
        if chars > *CHARS.end() {
            return Err(ApiError::bad_request("用户名最多32位"));
        }
        if !shown.chars().all(is_allowed) {
            return Err(ApiError::bad_request(
                "用户名只能包含中文、英文字母、数字和_-.",
            ));
        }
        // Of the allowed characters, only Latin letters have a case.
        let key = shown.to_ascii_lowercase();
        Ok(Self { shown, key })
    }

    /// The name as entered.
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// The name normalized for comparison.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Whether only the command line may assign it.
    pub fn is_reserved(&self) -> bool {
        let mut words = self
            .key
            .split(['_', '-', '.'])
            .filter(|word| !word.is_empty());
        let is_one = words.clone().next().is_some() && words.all(|word| RESERVED.contains(&word));
        is_one || RESERVED_PARTS.iter().any(|part| self.key.contains(part))
    }
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '_' | '-' | '.')
        || matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> String {
        UserName::parse(text).unwrap().key().to_owned()
    }

    #[test]
    fn lookalike_names_are_the_same() {
        for same in ["Visitor1", "VISITOR1", "ｖｉｓｉｔｏｒ１", "  visitor1\t"] {
            assert_eq!(key(same), "visitor1", "{same:?}");
        }
        assert_eq!(UserName::parse("ＡbcDef").unwrap().as_str(), "AbcDef");
        assert_ne!(key("visitor1"), key("visitor2"));
    }

    #[test]
    fn a_name_has_six_to_thirty_two_allowed_characters() {
        for good in [
            "abcdef",
            "一二三四五六",
            "a_b-c.d",
            &"x".repeat(32),
            &"影".repeat(32),
        ] {
            assert!(UserName::parse(good).is_ok(), "{good}");
        }
        let long = "x".repeat(33);
        for (bad, message) in [
            ("", "用户名至少6位数"),
            ("abcde", "用户名至少6位数"),
            ("abcde ", "用户名至少6位数"),
            (&long, "用户名最多32位"),
            ("abc def", "用户名只能包含中文、英文字母、数字和_-."),
            ("\u{430}dmin1", "用户名只能包含中文、英文字母、数字和_-."),
            ("abcdef\0", "用户名只能包含中文、英文字母、数字和_-."),
            ("abc\u{202e}def", "用户名只能包含中文、英文字母、数字和_-."),
            ("emoji😀😀", "用户名只能包含中文、英文字母、数字和_-."),
        ] {
            let error = UserName::parse(bad).unwrap_err();
            assert_eq!(error.body("").msg, message, "{bad:?}");
        }
    }

    #[test]
    fn the_operators_names_are_reserved_in_any_case() {
        let is_reserved = |name| UserName::parse(name).unwrap().is_reserved();
        for operators in [
            "Administrator",
            "yingku_support",
            "Yingku.Staff",
            "映库官方客服",
            "今日站长推荐",
        ] {
            assert!(is_reserved(operators), "{operators}");
        }
        for free in ["administrator2", "support_lin", "映画收藏馆员", "______"] {
            assert!(!is_reserved(free), "{free}");
        }
    }
}

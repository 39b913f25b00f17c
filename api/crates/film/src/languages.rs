//! Languages of tracks, as players expect them: two letters where there are two, and the script of Chinese.

/// The language codes of containers and file names, and what they become.
const CODES: &[(&str, &[&str])] = &[
    (
        "zh-Hans",
        &[
            "chs",
            "sc",
            "gb",
            "zh-hans",
            "zh-cn",
            "zh-sg",
            "简体",
            "简中",
            "简",
            "简体中文",
        ],
    ),
    (
        "zh-Hant",
        &[
            "cht",
            "tc",
            "big5",
            "zh-hant",
            "zh-tw",
            "zh-hk",
            "繁体",
            "繁體",
            "繁中",
            "繁",
            "繁體中文",
        ],
    ),
    ("zh", &["chi", "zho", "zh", "cn", "cmn", "中文", "中字"]),
    ("yue", &["yue", "粤语"]),
    ("en", &["eng", "en", "english", "英文", "英语"]),
    ("ja", &["jpn", "ja", "jp", "日文", "日语"]),
    ("ko", &["kor", "ko", "韩文", "韩语"]),
    ("fr", &["fre", "fra", "fr"]),
    ("de", &["ger", "deu", "de"]),
    ("es", &["spa", "es"]),
    ("it", &["ita", "it"]),
    ("pt", &["por", "pt"]),
    ("ru", &["rus", "ru"]),
    ("th", &["tha", "th"]),
    ("vi", &["vie", "vi"]),
];

/// The language of a code, or `None` for a word that is none.
pub(crate) fn known(code: &str) -> Option<&'static str> {
    let code = code.trim().to_lowercase();
    let found = CODES
        .iter()
        .find(|(_, names)| names.contains(&code.as_str()));
    found.map(|(language, _)| *language)
}

/// The language of a container's track; empty if it does not say.
pub(crate) fn of_track(code: &str) -> String {
    if let Some(language) = known(code) {
        return language.to_owned();
    }
    let is_code =
        (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase());
    match code {
        "und" | "mis" | "mul" | "zxx" | "qaa" => String::new(),
        _ if is_code => code.to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_those_of_browsers() {
        for (code, language) in [
            ("chi", "zh"),
            ("jpn", "ja"),
            ("und", ""),
            ("swe", "swe"),
            ("", ""),
            ("\"x", ""),
        ] {
            assert_eq!(of_track(code), language, "{code}");
        }
        assert_eq!(known("CHS"), Some("zh-Hans"));
        assert_eq!(known("director"), None);
    }
}

//! The answer to a captcha in a form.

use yingku_http_kit::error::ApiError;
use yingku_platform::config::Config;

/// Length of an answer in characters (R17.10): four symbols, and room for spaces.
const CODE_CHARS: std::ops::RangeInclusive<usize> = 4..=8;
/// Most characters of a captcha's id.
const UUID_CHARS: usize = 64;

/// An answer to a captcha.
#[derive(Debug, PartialEq, Eq)]
pub struct CaptchaAnswer {
    /// Which captcha.
    pub uuid: String,
    /// The answer.
    pub code: String,
}

/// Validates the form of an answer; none while captchas are off.
pub fn answer(
    config: &Config,
    code: Option<&str>,
    uuid: Option<&str>,
) -> Result<Option<CaptchaAnswer>, ApiError> {
    let (code, uuid) = (code.unwrap_or_default(), uuid.unwrap_or_default());
    if uuid.chars().count() > UUID_CHARS {
        return Err(ApiError::bad_request("验证码编号过长"));
    }
    let on = config.account.captcha;
    let is_short = on && code.trim().chars().count() < *CODE_CHARS.start();
    if is_short || code.chars().count() > *CODE_CHARS.end() {
        return Err(ApiError::bad_request("请输入4位验证码"));
    }
    Ok(on.then(|| CaptchaAnswer {
        uuid: uuid.trim().to_owned(),
        code: code.trim().to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T>(outcome: Result<T, ApiError>) -> String {
        outcome
            .err()
            .map(|error| error.body("").msg)
            .unwrap_or_default()
    }

    #[test]
    fn a_captcha_is_required_only_while_captchas_are_on() {
        let config = |on: &str| Config::from_pairs(&[("CAPTCHA", on)]).unwrap();
        for absent in [None, Some(""), Some("abc")] {
            assert_eq!(answer(&config("off"), absent, absent).unwrap(), None);
        }
        let long = "x".repeat(65);
        for on in ["on", "off"] {
            assert!(answer(&config(on), Some("ABCD"), Some(&long)).is_err());
            assert!(answer(&config(on), Some("ABCDEFGHI"), None).is_err());
        }
        for short in [
            None,
            Some(""),
            Some("abc"),
            Some(" abc "),
            Some("abcdefghi"),
        ] {
            assert_eq!(
                message(answer(&config("on"), short, None)),
                "请输入4位验证码"
            );
        }
        let answer = answer(&config("on"), Some(" k7rx "), Some("u"))
            .unwrap()
            .unwrap();
        assert_eq!((answer.code.as_str(), answer.uuid.as_str()), ("k7rx", "u"));
    }
}

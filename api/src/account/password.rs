//! What may be a password (spec §5), and what is chosen twice when a new one is set.

use secrecy::{ExposeSecret as _, SecretString};

use crate::http::error::{ApiError, ErrorKind};

/// Fewest and most characters (spec §5).
const CHARS: std::ops::RangeInclusive<usize> = 8..=32;

/// A password of the right length, as it was sent.
#[derive(Debug, Clone)]
pub struct Password(SecretString);

impl Password {
    /// Checks the length, in characters.
    ///
    /// # Errors
    /// 400 with the specification's text.
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        let chars = text.chars().count();
        if chars < *CHARS.start() {
            return Err(ApiError::bad_request("密码至少需要8位数"));
        }
        if chars > *CHARS.end() {
            return Err(ApiError::bad_request("密码最多32位"));
        }
        Ok(Self(text.into()))
    }

    /// A new one, repeated. The form trims what it sends at login, so spaces at the ends would lock
    /// their owner out.
    ///
    /// # Errors
    /// As [`Password::parse`]; also for spaces at the ends, and when the two differ.
    pub fn parse_new(text: &str, repeated: &str) -> Result<Self, ApiError> {
        let password = Self::parse(text)?;
        if text.trim() != text {
            return Err(ApiError::bad_request("密码首尾不能有空格"));
        }
        if text != repeated {
            return Err(ApiError::new(ErrorKind::PasswordsDiffer));
        }
        Ok(password)
    }

    /// The bytes that are hashed.
    pub fn bytes(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(outcome: Result<Password, ApiError>) -> String {
        outcome.unwrap_err().body("").msg
    }

    #[test]
    fn eight_to_thirty_two_characters() {
        for good in ["12345678", "密码密码密码密码", &"x".repeat(32)] {
            assert!(Password::parse_new(good, good).is_ok(), "{good}");
        }
        assert_eq!(message(Password::parse("1234567")), "密码至少需要8位数");
        assert_eq!(
            message(Password::parse("密码密码密码密")),
            "密码至少需要8位数"
        );
        assert_eq!(message(Password::parse(&"x".repeat(33))), "密码最多32位");
    }

    #[test]
    fn a_new_one_is_repeated_and_has_no_spaces_at_its_ends() {
        assert_eq!(
            message(Password::parse_new("12345678", "12345679")),
            "两次密码输出不一致,请重新输入"
        );
        assert_eq!(
            message(Password::parse_new(" 12345678", " 12345678")),
            "密码首尾不能有空格"
        );
        assert!(Password::parse_new("1234 5678", "1234 5678").is_ok());
    }

    #[test]
    fn a_password_is_not_printed() {
        let password = Password::parse("correct horse").unwrap();
        assert!(!format!("{password:?}").contains("correct"));
    }
}

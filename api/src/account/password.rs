//! What may be a password (spec §5), and what is chosen twice when a new one is set. One that is among the
//! first that anybody tries is refused.

use secrecy::{ExposeSecret as _, SecretString};

use zxcvbn::zxcvbn;

use crate::http::error::{ApiError, ErrorKind};

/// Fewest and most characters (spec §5).
const CHARS: std::ops::RangeInclusive<usize> = 8..=32;

/// A new password takes a knowing guesser more tries than this (security reference, §4.3: the 3,000 most
/// common ones, and what little makes of them).
const GUESSES: u64 = 10_000;

/// Letters and digits that are not mixed up; 32, so that five random bits choose one.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a fresh password: 100 random bits.
const FRESH_LETTERS: usize = 20;

/// A password that nobody has had before, to be told once.
///
/// # Errors
/// When the machine gives no randomness.
pub fn fresh_password() -> anyhow::Result<String> {
    let random: [u8; FRESH_LETTERS] = crate::random::bytes()?;
    let letter = |byte: u8| LETTERS.get(usize::from(byte % 32)).copied().map(char::from);
    Ok(random.into_iter().filter_map(letter).collect())
}

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

    /// A new one, repeated; `known` are words that anybody would try first, like the user's name. The form
    /// trims what it sends at login, so spaces at the ends would lock their owner out.
    ///
    /// # Errors
    /// As [`Password::parse`]; also for spaces at the ends, when the two differ, and when it is guessed in a
    /// few tries.
    pub fn parse_new(text: &str, repeated: &str, known: &[&str]) -> Result<Self, ApiError> {
        let password = Self::parse(text)?;
        if text.trim() != text {
            return Err(ApiError::bad_request("密码首尾不能有空格"));
        }
        if text != repeated {
            return Err(ApiError::new(ErrorKind::PasswordsDiffer));
        }
        if zxcvbn(text, known).guesses() < GUESSES {
            return Err(ApiError::new(ErrorKind::PasswordCommon));
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
        for good in [
            "k7rx-w2q",
            "山谷里的四季很美",
            "quiet-river-27-and-a-long-tail-x",
        ] {
            assert!(Password::parse_new(good, good, &[]).is_ok(), "{good}");
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
            message(Password::parse_new("k7rx-w2q", "k7rx-w2p", &[])),
            "两次密码输出不一致,请重新输入"
        );
        assert_eq!(
            message(Password::parse_new(" k7rx-w2q", " k7rx-w2q", &[])),
            "密码首尾不能有空格"
        );
        assert!(Password::parse_new("k7rx w2q", "k7rx w2q", &[]).is_ok());
    }

    #[test]
    fn what_everybody_tries_first_is_refused() {
        for common in [
            "12345678",
            "password",
            "Password1",
            "qwertyui",
            "iloveyou",
            "aaaaaaaa",
            "11112222",
            "lin_xiaoyue",
        ] {
            assert_eq!(
                message(Password::parse_new(common, common, &["lin_xiaoyue"])),
                "密码太常见，容易被猜到，请换一个",
                "{common}"
            );
        }
        assert!(Password::parse("12345678").is_ok(), "it may be an old one");
    }

    #[test]
    fn a_password_is_not_printed() {
        let password = Password::parse("correct horse").unwrap();
        assert!(!format!("{password:?}").contains("correct"));
    }
}

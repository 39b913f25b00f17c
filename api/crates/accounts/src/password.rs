//! Password rules (R7.2). A new password that is easy to guess is rejected; estimating that takes some milliseconds, so
//! it is a separate step.

use secrecy::{ExposeSecret as _, SecretString};
use yingku_http_kit::error::{ApiError, ErrorKind};
use zxcvbn::zxcvbn;

use super::common_words::consists_of_common_words;

/// Length in characters (R7.2).
const CHARS: std::ops::RangeInclusive<usize> = 8..=32;

/// Minimum guesses an informed attacker must need for a new password: the 3,000 most common passwords and their simple
/// variations need fewer.
pub(super) const MIN_GUESSES: u64 = 10_000;

/// Characters of a known word that are passed to zxcvbn.
const KNOWN_CHARS: usize = 64;

/// The symbols that zxcvbn substitutes for each letter.
const SUBSTITUTIONS: [&str; 12] = [
    "4@", "8", "({[<", "3", "69", "1!|", "1|7", "0", "$5", "+7", "%", "2",
];

/// Passwords with more possible substitutions are not estimated.
const MAX_SUBSTITUTIONS: usize = 24;

/// Letters and digits that are not easily confused; 32, so that five random bits choose one.
pub(super) const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Length of a generated password: 100 random bits.
pub(super) const GENERATED_LENGTH: usize = 20;

/// Generates a password.
pub fn generate_password() -> anyhow::Result<String> {
    let random: [u8; GENERATED_LENGTH] = yingku_base::random::bytes()?;
    let letter = |byte: u8| LETTERS.get(usize::from(byte % 32)).copied().map(char::from);
    Ok(random.into_iter().filter_map(letter).collect())
}

/// A password of valid length.
#[derive(Debug, Clone)]
pub struct Password(SecretString);

impl Password {
    /// Checks the length, in characters.
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

    /// A new password and its repetition. `known` are words an attacker would try first, such as the user name; only
    /// their first characters count. The login form trims its fields, so spaces at the ends would lock the owner out.
    pub fn parse_new(text: &str, repeated: &str, known: &[&str]) -> Result<NewPassword, ApiError> {
        let password = Self::parse(text)?;
        if text.trim() != text {
            return Err(ApiError::bad_request("密码首尾不能有空格"));
        }
        if text != repeated {
            return Err(ApiError::new(ErrorKind::PasswordsDiffer));
        }
        let cut = |word: &&str| word.chars().take(KNOWN_CHARS).collect();
        Ok(NewPassword {
            password,
            known: known.iter().map(cut).collect(),
        })
    }

    /// The bytes to hash.
    pub fn bytes(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
}

/// A new password whose strength is not checked yet.
pub struct NewPassword {
    password: Password,
    known: Vec<String>,
}

impl NewPassword {
    /// The password, unless it is too easy to guess.
    pub fn check_strength(self) -> Result<Password, ApiError> {
        let text = self.password.0.expose_secret();
        let is_known = self
            .known
            .iter()
            .any(|word| word.eq_ignore_ascii_case(text));
        let known: Vec<&str> = self.known.iter().map(String::as_str).collect();
        let is_common = is_known
            || consists_of_common_words(text)
            || (meanings(text) <= MAX_SUBSTITUTIONS
                && zxcvbn(text, &known).guesses() < MIN_GUESSES);
        if is_common {
            return Err(ApiError::new(ErrorKind::PasswordCommon));
        }
        Ok(self.password)
    }
}

/// About how many substitutions of letters a text allows. zxcvbn tries each; common passwords have few.
fn meanings(text: &str) -> usize {
    SUBSTITUTIONS
        .iter()
        .map(|symbols| {
            symbols
                .chars()
                .filter(|symbol| text.contains(*symbol))
                .count()
        })
        .filter(|ways| *ways > 0)
        .product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T>(outcome: Result<T, ApiError>) -> String {
        outcome.err().unwrap().body("").msg
    }

    fn parse_and_check(text: &str, known: &[&str]) -> Result<Password, ApiError> {
        Password::parse_new(text, text, known)?.check_strength()
    }

    #[test]
    fn a_password_has_eight_to_thirty_two_characters() {
        for good in [
            "k7rx-w2q",
            "山谷里的四季很美",
            "quiet-river-27-and-a-long-tail-x",
        ] {
            assert!(parse_and_check(good, &[]).is_ok(), "{good}");
        }
        assert_eq!(message(Password::parse("1234567")), "密码至少需要8位数");
        assert_eq!(
            message(Password::parse("密码密码密码密")),
            "密码至少需要8位数"
        );
        assert_eq!(message(Password::parse(&"x".repeat(33))), "密码最多32位");
    }

    #[test]
    fn a_new_password_is_repeated_and_has_no_outer_spaces() {
        assert_eq!(
            message(Password::parse_new("k7rx-w2q", "k7rx-w2p", &[])),
            "两次密码输出不一致,请重新输入"
        );
        assert_eq!(
            message(Password::parse_new(" k7rx-w2q", " k7rx-w2q", &[])),
            "密码首尾不能有空格"
        );
        assert!(parse_and_check("k7rx w2q", &[]).is_ok());
    }

    #[test]
    fn common_passwords_are_rejected() {
        for common in [
            "12345678",
            "password",
            "Password1",
            "qwertyui",
            "iloveyou",
            "aaaaaaaa",
            "11112222",
            "1234567890",
            "P@ssw0rd",
            "p@55w0rd",
            "!@#$%^&*()",
            "lin_xiaoyue",
        ] {
            assert_eq!(
                message(parse_and_check(common, &["lin_xiaoyue"])),
                "密码太常见，容易被猜到，请换一个",
                "{common}"
            );
        }
        assert!(Password::parse("12345678").is_ok(), "it may be an old one");
    }

    #[test]
    fn debug_output_hides_the_password() {
        let password = Password::parse("correct horse").unwrap();
        assert!(!format!("{password:?}").contains("correct"));
    }

    #[test]
    fn a_password_of_many_meanings_is_not_judged() {
        let dear = "4@8({[<3691!|70$5+%2aeiclosxztgb";
        assert!(parse_and_check(dear, &[]).is_ok());
        assert!(parse_and_check(dear, &[dear]).is_err());
        assert_eq!(meanings("password"), 1);
        assert!(meanings("1234567890") <= MAX_SUBSTITUTIONS);
        let long = "1!|6945$aeiclosxztgbaeiclosxztgb";
        assert!(meanings(long) <= MAX_SUBSTITUTIONS, "{}", meanings(long));
        assert!(parse_and_check(long, &["lin_xiaoyue"; 2]).is_ok());
    }
}

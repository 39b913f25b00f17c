//! The secrets, and what is too weak for a real site. Production rejects it all in one message.

use secrecy::{ExposeSecret as _, SecretString};

use super::declare::settings;
use super::rule::secret;
use super::source::Source;

/// Minimum length of a secret in production, characters.
const MIN_CHARS: usize = 32;
/// Placeholders in examples, which must be replaced.
const EXAMPLES: [&str; 6] = [
    "change", "example", "secret", "password", "replace", "your-",
];
/// A secret with fewer different characters was typed, not generated.
const FEWEST_DIFFERENT: usize = 8;

settings! {
    /// The secrets, which must all differ.
    pub struct SecretsConfig {
        /// Secret of the keys for data that only the server verifies; at least 32 characters
        "服务器自己签名用的密钥；至少 32 个字符"
        SERVER_SECRET = "" => server: SecretString, secret(), Secret;
        /// The previous secret, still accepted after a change; empty = none
        "更换前的密钥，更换后仍被接受；留空为没有"
        SERVER_SECRET_PREVIOUS = "" => server_previous: SecretString, secret(), Hidden;
        /// Key of activation codes, which become invalid when it changes; at least 32 characters
        "激活码的密钥，更换后已有的激活码全部作废；至少 32 个字符"
        CODE_SECRET = "" => codes: SecretString, secret(), Secret;
        /// Key of stream addresses, the same as in nginx's secure_link_md5; at least 32 characters
        "播放地址的密钥，与 nginx 的 secure_link_md5 相同；至少 32 个字符"
        HLS_SECRET = "" => streams: SecretString, secret(), Secret;
    }
}

impl SecretsConfig {
    fn all(&self) -> [(&'static str, &str); 4] {
        [
            ("SERVER_SECRET", self.server.expose_secret()),
            (
                "SERVER_SECRET_PREVIOUS",
                self.server_previous.expose_secret(),
            ),
            ("CODE_SECRET", self.codes.expose_secret()),
            ("HLS_SECRET", self.streams.expose_secret()),
        ]
    }

    /// Rejects a secret equal to the public `APP_SECRET`, in development too.
    pub(super) fn check(&self, source: &mut Source, public: &str, production: bool) {
        if self.all().iter().any(|(_, secret)| *secret == public) {
            source.problem("APP_SECRET", "is public and must differ from every secret");
        }
        if production {
            self.reject_short(source);
            self.reject_weak(source);
        }
    }

    /// In development, secrets that older `.env` files do not have are the server's.
    pub(super) fn complete(&mut self) {
        for own in [&mut self.codes, &mut self.streams] {
            if own.expose_secret().is_empty() {
                *own = self.server.clone();
            }
        }
    }

    fn reject_short(&self, source: &mut Source) {
        for (name, secret) in self.all() {
            if name != "SERVER_SECRET_PREVIOUS" && secret.chars().count() < MIN_CHARS {
                let what = format!("must be set to at least {MIN_CHARS} characters in production");
                source.problem(name, what);
            }
        }
    }

    fn reject_weak(&self, source: &mut Source) {
        let mut before: Vec<(&str, &str)> = Vec::new();
        for (name, secret) in self.all() {
            if secret.is_empty() {
                continue;
            }
            let same = before.iter().find(|(_, other)| *other == secret);
            if let Some((other, _)) = same {
                source.problem(name, format!("must differ from {other}"));
            } else if secret.chars().count() >= MIN_CHARS && is_typed(secret) {
                let what = "is an example or typed by hand; `openssl rand -hex 32` generates one";
                source.problem(name, what);
            }
            before.push((name, secret));
        }
    }
}

/// Whether a secret is an example or a few repeated characters.
fn is_typed(secret: &str) -> bool {
    let lower = secret.to_lowercase();
    let mut different: Vec<char> = lower.chars().collect();
    different.sort_unstable();
    different.dedup();
    different.len() < FEWEST_DIFFERENT
        || EXAMPLES.iter().any(|word| lower.contains(word))
        || repeats(&lower)
}

/// Whether a text repeats a shorter one.
fn repeats(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    (1..=letters.len() / 2)
        .filter(|length| letters.len().is_multiple_of(*length))
        .any(|length| {
            letters
                .iter()
                .zip(letters.iter().skip(length))
                .all(|(one, other)| one == other)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_placeholders_are_recognized() {
        for typed in [
            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
            "0000000000000000000000000000000000000000000000000000000000000007",
            "change-me-change-me-please-1234567890",
            "YOUR-SERVER-KEY-GOES-HERE-0123456789",
        ] {
            assert!(is_typed(typed), "{typed}");
        }
        for made in [
            "6f1d2c9ab04e57836f1d8c2ab94e5073d1c2b3a495867f0e1d2c3b4a59687f8e",
            "mB7!q2Zr#9Lw@4Xc%8Vn^1Kt&5Hj*0Pd",
        ] {
            assert!(!is_typed(made), "{made}");
        }
    }
}

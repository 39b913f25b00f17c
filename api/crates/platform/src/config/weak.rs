//! Settings that are fine for a trial but unsafe for a real site. Production rejects them all in one message.

use super::source::{MIN_SECRET_CHARS, Source};
use super::{Config, PayMode, SigningMode};

/// The secrets, which must all differ.
const SECRETS: [&str; 4] = [
    "SERVER_SECRET",
    "SERVER_SECRET_PREVIOUS",
    "CODE_SECRET",
    "HLS_SECRET",
];
/// Placeholders in examples, which must be replaced.
const EXAMPLES: [&str; 6] = [
    "change", "example", "secret", "password", "replace", "your-",
];
/// A secret with fewer different characters was typed, not generated.
const FEWEST_DIFFERENT: usize = 8;

/// Rejects a secret equal to the public `APP_SECRET`, in development too.
pub(super) fn reject_public_secret(source: &mut Source) {
    let public = source.text("APP_SECRET");
    if SECRETS.iter().any(|name| source.text(name) == public) {
        source.problem("APP_SECRET", "is public and must differ from every secret");
    }
}

/// Rejects what is too weak for production. [`super::pay`] checks the sandbox.
pub(super) fn reject_weak_settings(source: &mut Source, config: &Config) {
    let switches = [
        (
            "SIGNING",
            config.signing.mode != SigningMode::Enforce,
            "must be enforce in production",
        ),
        (
            "TOKEN_BINDING",
            !config.account.token_binding,
            "must be on in production",
        ),
        (
            "CAPTCHA",
            !config.account.captcha,
            "must be on in production",
        ),
        (
            "TRUSTED_PROXIES",
            config.http.trusted_proxies.is_empty(),
            "must name the proxies that terminate TLS, 127.0.0.1 for one on this machine: without them all visitors are one address",
        ),
        (
            "PUBLIC_URL",
            // Live payment checks this itself.
            config.pay.mode != PayMode::Live && !config.pay.public_url.starts_with("https://"),
            "must be an https address in production",
        ),
    ];
    for (name, is_weak, what) in switches {
        if is_weak {
            source.problem(name, what);
        }
    }
    reject_weak_secrets(source);
}

fn reject_weak_secrets(source: &mut Source) {
    let mut before: Vec<(&str, String)> = Vec::new();
    for name in SECRETS {
        let secret = source.text(name);
        if secret.is_empty() {
            continue;
        }
        let same = before.iter().find(|(_, other)| *other == secret);
        if let Some((other, _)) = same {
            source.problem(name, format!("must differ from {other}"));
        } else if secret.chars().count() >= MIN_SECRET_CHARS && is_typed(&secret) {
            let what = "is an example or typed by hand; `openssl rand -hex 32` generates one";
            source.problem(name, what);
        }
        before.push((name, secret));
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

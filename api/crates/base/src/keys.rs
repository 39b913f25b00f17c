//! Keys for data that only the server verifies, derived from `SERVER_SECRET`, one per purpose. The previous
//! secret is still accepted, so a rotation ends no session.

use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

/// HMAC-SHA256 keyed once: the inner and outer key blocks are not hashed again for each tag.
pub type HmacSha256 = Hmac<Sha256>;

/// Length of a tag in bytes.
pub const TAG_BYTES: usize = 32;

/// Secrets to derive keys from, the current one first.
pub struct Secrets(Vec<HmacSha256>);

impl Secrets {
    /// `current` signs, `previous` is accepted too; both may be empty. Without `current`, a random secret is used, and
    /// signatures do not survive a restart.
    pub fn new(current: &SecretString, previous: &SecretString) -> anyhow::Result<Self> {
        let mut secrets: Vec<_> = [current, previous]
            .into_iter()
            .filter(|secret| !secret.expose_secret().is_empty())
            .map(|secret| key(&Sha256::digest(secret.expose_secret())))
            .collect();
        if current.expose_secret().is_empty() {
            tracing::warn!(
                event = "server_secret_missing",
                "SERVER_SECRET is not set: sessions end when this process stops"
            );
            secrets.insert(0, key(&crate::random::bytes::<TAG_BYTES>()?));
        }
        Ok(Self(secrets))
    }

    /// The key for one purpose.
    pub fn key_for(&self, purpose: &str) -> MacKey {
        let derived = self.0.iter();
        let derived = derived.map(|secret| key(&tag(secret, &[purpose.as_bytes()])));
        MacKey(derived.collect())
    }
}

/// Keys for one purpose; creates and verifies tags.
pub struct MacKey(Vec<HmacSha256>);

impl MacKey {
    /// The tag of `text` under each key, the current one first.
    pub fn tags(&self, text: &[u8]) -> impl Iterator<Item = [u8; TAG_BYTES]> {
        self.0.iter().map(move |key| tag(key, &[text]))
    }

    /// The tag of `text` under the current key.
    pub fn tag(&self, text: &[u8]) -> [u8; TAG_BYTES] {
        self.tags(text).next().unwrap_or_default()
    }

    /// Verifies `tag` for `text` in constant time.
    pub fn verify(&self, tag: &[u8], text: &[u8]) -> bool {
        let mut keys = self.0.iter();
        keys.any(|key| mac(key, &[text]).verify_slice(tag).is_ok())
    }
}

/// An HMAC-SHA256 key.
pub fn key(bytes: &[u8]) -> HmacSha256 {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    HmacSha256::new_from_slice(bytes).expect("HMAC takes keys of any length")
}

/// The tag of the concatenated `parts`.
pub fn tag(key: &HmacSha256, parts: &[&[u8]]) -> [u8; TAG_BYTES] {
    mac(key, parts).finalize().into_bytes().into()
}

fn mac(key: &HmacSha256, parts: &[&[u8]]) -> HmacSha256 {
    let mut mac = key.clone();
    for part in parts {
        mac.update(part);
    }
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(current: &str, previous: &str) -> Secrets {
        Secrets::new(&current.into(), &previous.into()).unwrap()
    }

    #[test]
    fn a_tag_verifies_only_its_own_text_and_purpose() {
        let secrets = secrets("present", "");
        let key = secrets.key_for("a");
        let tag = key.tag(b"text");
        assert!(key.verify(&tag, b"text"));
        assert!(!key.verify(&tag, b"texts"));
        assert!(!key.verify(&tag[..31], b"text"));
        assert!(!secrets.key_for("b").verify(&tag, b"text"));
    }

    #[test]
    fn the_previous_secret_verifies_and_does_not_sign() {
        let (before, after) = (secrets("one", ""), secrets("two", "one"));
        let old = before.key_for("a").tag(b"text");
        assert!(after.key_for("a").verify(&old, b"text"));
        assert_ne!(after.key_for("a").tag(b"text"), old);
        assert!(
            !before
                .key_for("a")
                .verify(&after.key_for("a").tag(b"text"), b"text")
        );
    }

    #[test]
    fn an_unset_secret_is_random() {
        let (one, other) = (secrets("", ""), secrets("", ""));
        assert_ne!(
            one.key_for("a").tag(b"text"),
            other.key_for("a").tag(b"text")
        );
    }
}

//! SHA256withRSA (PKCS#1 v1.5), which both providers use, and the formats of their keys.

use anyhow::Context as _;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rsa::pkcs1::{DecodeRsaPrivateKey as _, DecodeRsaPublicKey as _};
use rsa::pkcs8::{DecodePrivateKey as _, DecodePublicKey as _, EncodePrivateKey as _, LineEnding};
use rsa::traits::PublicKeyParts as _;
use rsa::{Pkcs1v15Sign, RsaPrivateKey, RsaPublicKey};
use sha2::{Digest as _, Sha256};

/// Shorter keys are rejected, bytes.
const MIN_BYTES: usize = 2048 / 8;

/// A signing key.
pub struct PrivateKey(RsaPrivateKey);

/// A verifying key.
#[derive(Debug, Clone)]
pub struct PublicKey(RsaPublicKey);

impl PrivateKey {
    /// Parses PKCS#8 or PKCS#1, as PEM or, as Alipay's tool writes it, as bare base64; at least 2048 bits.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let key = if text.contains("-----BEGIN") {
            RsaPrivateKey::from_pkcs8_pem(text)
                .ok()
                .or_else(|| RsaPrivateKey::from_pkcs1_pem(text).ok())
        } else {
            let der = bare(text)?;
            RsaPrivateKey::from_pkcs8_der(&der)
                .ok()
                .or_else(|| RsaPrivateKey::from_pkcs1_der(&der).ok())
        };
        let key = key.context("not an RSA private key")?;
        anyhow::ensure!(key.size() >= MIN_BYTES, "the key has fewer than 2048 bits");
        Ok(Self(key))
    }

    /// Creates a key of 2048 bits.
    pub fn make() -> anyhow::Result<Self> {
        let mut random = rsa::rand_core::UnwrapErr(getrandom::SysRng);
        Ok(Self(RsaPrivateKey::new(&mut random, MIN_BYTES * 8)?))
    }

    /// PKCS#8 in PEM.
    pub fn to_pem(&self) -> anyhow::Result<String> {
        Ok(self.0.to_pkcs8_pem(LineEnding::LF)?.to_string())
    }

    /// The public key.
    pub fn public(&self) -> PublicKey {
        PublicKey(RsaPublicKey::from(&self.0))
    }

    /// The signature of `text` in base64.
    pub fn sign(&self, text: &[u8]) -> anyhow::Result<String> {
        let signature = self
            .0
            .sign(Pkcs1v15Sign::new::<Sha256>(), &Sha256::digest(text))?;
        Ok(STANDARD.encode(signature))
    }
}

impl PublicKey {
    /// Parses SPKI or PKCS#1, as PEM or as bare base64; at least 2048 bits.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let key = if text.contains("-----BEGIN") {
            RsaPublicKey::from_public_key_pem(text)
                .ok()
                .or_else(|| RsaPublicKey::from_pkcs1_pem(text).ok())
        } else {
            let der = bare(text)?;
            RsaPublicKey::from_public_key_der(&der)
                .ok()
                .or_else(|| RsaPublicKey::from_pkcs1_der(&der).ok())
        };
        let key = key.context("not an RSA public key")?;
        anyhow::ensure!(key.size() >= MIN_BYTES, "the key has fewer than 2048 bits");
        Ok(Self(key))
    }

    /// Whether it is the public half of `key`.
    pub fn belongs_to(&self, key: &PrivateKey) -> bool {
        self.0 == RsaPublicKey::from(&key.0)
    }

    /// Whether `signature`, in base64, is valid for `text`.
    pub fn verify(&self, text: &[u8], signature: &str) -> bool {
        STANDARD.decode(signature).is_ok_and(|signature| {
            self.0
                .verify(
                    Pkcs1v15Sign::new::<Sha256>(),
                    &Sha256::digest(text),
                    &signature,
                )
                .is_ok()
        })
    }
}

fn bare(text: &str) -> anyhow::Result<Vec<u8>> {
    let text: String = text.split_whitespace().collect();
    STANDARD.decode(text).context("neither PEM nor base64")
}

/// Keys for unit tests: creating one takes longer than most of them.
#[cfg(test)]
pub mod test_keys {
    use std::sync::LazyLock;

    use super::PrivateKey;

    /// The merchant's.
    pub static MERCHANT: LazyLock<PrivateKey> = LazyLock::new(|| PrivateKey::make().unwrap());
    /// The provider's.
    pub static PROVIDER: LazyLock<PrivateKey> = LazyLock::new(|| PrivateKey::make().unwrap());
}

#[cfg(test)]
mod tests {
    use rsa::pkcs1::EncodeRsaPrivateKey as _;
    use rsa::pkcs8::EncodePublicKey as _;

    use super::test_keys::{MERCHANT, PROVIDER};
    use super::*;

    #[test]
    fn a_signature_verifies_only_its_text_and_key() {
        let signature = MERCHANT.sign(b"text").unwrap();
        let public = MERCHANT.public();
        assert!(public.verify(b"text", &signature));
        assert!(!public.verify(b"texts", &signature));
        assert!(!PROVIDER.public().verify(b"text", &signature));
        for bad in ["", "AAAA", "not base64", signature.trim_end_matches('=')] {
            assert!(!public.verify(b"text", bad), "{bad}");
        }
    }

    #[test]
    fn keys_parse_in_every_format_that_providers_use() {
        let key = &MERCHANT.0;
        let private = [
            key.to_pkcs8_pem(LineEnding::LF).unwrap().to_string(),
            key.to_pkcs1_pem(LineEnding::CRLF).unwrap().to_string(),
            STANDARD.encode(key.to_pkcs8_der().unwrap().as_bytes()),
            STANDARD.encode(key.to_pkcs1_der().unwrap().as_bytes()),
        ];
        let signature = MERCHANT.sign(b"text").unwrap();
        for text in private {
            let read = PrivateKey::parse(&text).unwrap();
            assert_eq!(read.sign(b"text").unwrap(), signature);
        }
        let public = MERCHANT.public().0;
        let bare = STANDARD.encode(public.to_public_key_der().unwrap().as_bytes());
        let (first, rest) = bare.split_at(64);
        let folded = format!("{first}\n{rest}\n");
        let pem = public.to_public_key_pem(LineEnding::LF).unwrap();
        for text in [pem, bare, folded] {
            assert!(PublicKey::parse(&text).unwrap().verify(b"text", &signature));
        }
        for bad in ["", "AAAA", "-----BEGIN NOTHING-----", "no key"] {
            assert!(PrivateKey::parse(bad).is_err() && PublicKey::parse(bad).is_err());
        }
    }
}

//! WeChat Pay's wire format, API v3: the header that we sign with, the four headers that WeChat signs with,
//! and the sealed resource of a notice. Every line of a signed text ends in a line feed, the last one too.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::pay::gateway::NotifyError;
use crate::pay::signature::{PrivateKey, PublicKey};

/// The scheme of our header.
pub const SCHEME: &str = "WECHATPAY2-SHA256-RSA2048";
/// How far WeChat's time may be from ours, seconds.
pub const SKEW: i64 = 300;
/// With this WeChat tries whether signatures are looked at.
pub const PROBE: &str = "WECHATPAY/SIGNTEST/";

/// What a request of ours is signed over.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// In capitals.
    pub method: &'a str,
    /// Path and query.
    pub target: &'a str,
    /// Seconds since 1970.
    pub timestamp: i64,
    /// Fresh for every request.
    pub nonce: &'a str,
    /// Empty for GET.
    pub body: &'a str,
}

impl Request<'_> {
    /// The signed text.
    pub fn text(&self) -> String {
        let Self {
            method,
            target,
            timestamp,
            nonce,
            body,
        } = self;
        format!("{method}\n{target}\n{timestamp}\n{nonce}\n{body}\n")
    }

    /// The `Authorization` header.
    pub fn authorization(
        &self,
        mchid: &str,
        serial: &str,
        key: &PrivateKey,
    ) -> anyhow::Result<String> {
        let signature = key.sign(self.text().as_bytes())?;
        let Self {
            timestamp, nonce, ..
        } = self;
        Ok(format!(
            "{SCHEME} mchid=\"{mchid}\",nonce_str=\"{nonce}\",timestamp=\"{timestamp}\",\
             serial_no=\"{serial}\",signature=\"{signature}\""
        ))
    }
}

/// The four headers of whatever WeChat sends.
#[derive(Debug, Clone, Copy)]
pub struct Signed<'a> {
    /// `Wechatpay-Timestamp`.
    pub timestamp: &'a str,
    /// `Wechatpay-Nonce`.
    pub nonce: &'a str,
    /// `Wechatpay-Signature`.
    pub signature: &'a str,
    /// `Wechatpay-Serial`: names the key.
    pub serial: &'a str,
}

/// WeChat's key, and its name.
#[derive(Debug, Clone)]
pub struct ProviderKey {
    /// As `Wechatpay-Serial` names it.
    pub id: String,
    /// The key.
    pub key: PublicKey,
}

/// What WeChat signs of an answer or a notice.
pub fn signed_text(timestamp: &str, nonce: &str, body: &[u8]) -> Vec<u8> {
    let mut text = format!("{timestamp}\n{nonce}\n").into_bytes();
    text.extend_from_slice(body);
    text.push(b'\n');
    text
}

impl<'a> Signed<'a> {
    /// Takes the headers; each once.
    ///
    /// # Errors
    /// [`NotifyError::Malformed`].
    pub fn read(header: impl Fn(&str) -> Option<&'a str>) -> Result<Self, NotifyError> {
        let missing = NotifyError::Malformed("a header is missing");
        Ok(Self {
            timestamp: header("wechatpay-timestamp").ok_or(missing)?,
            nonce: header("wechatpay-nonce").ok_or(missing)?,
            signature: header("wechatpay-signature").ok_or(missing)?,
            serial: header("wechatpay-serial").ok_or(missing)?,
        })
    }

    /// Whether they belong to `body`, at `now` (seconds).
    pub fn verify(&self, body: &[u8], now: i64, provider: &ProviderKey) -> Result<(), NotifyError> {
        if self.signature.starts_with(PROBE) {
            return Err(NotifyError::Probe);
        }
        let digits = (1..=12).contains(&self.timestamp.len())
            && self.timestamp.bytes().all(|byte| byte.is_ascii_digit());
        let timestamp: i64 = digits
            .then(|| self.timestamp.parse().ok())
            .flatten()
            .ok_or(NotifyError::Malformed("the timestamp is no number"))?;
        if (now - timestamp).abs() >= SKEW {
            return Err(NotifyError::Stale);
        }
        if self.serial != provider.id {
            return Err(NotifyError::UnknownKey);
        }
        let text = signed_text(self.timestamp, self.nonce, body);
        if provider.key.verify(&text, self.signature) {
            Ok(())
        } else {
            Err(NotifyError::Forged)
        }
    }
}

/// The APIv3 key, which seals the resource of a notice (AEAD_AES_256_GCM).
pub struct ResourceKey(LessSafeKey);

impl ResourceKey {
    /// Its 32 bytes; none of another length.
    pub fn new(key: &[u8]) -> Option<Self> {
        let key = UnboundKey::new(&AES_256_GCM, key).ok()?;
        Some(Self(LessSafeKey::new(key)))
    }

    /// Opens what was sealed with it under a nonce and additional data; none when either is another.
    pub fn open(&self, sealed: &str, nonce: &str, additional: &str) -> Option<Vec<u8>> {
        let mut bytes = STANDARD.decode(sealed).ok()?;
        let nonce = Nonce::try_assume_unique_for_key(nonce.as_bytes()).ok()?;
        let plain = self
            .0
            .open_in_place(nonce, Aad::from(additional.as_bytes()), &mut bytes)
            .ok()?;
        Some(plain.to_vec())
    }

    /// Seals for the sandbox; `nonce` must be 12 bytes and fresh.
    pub fn seal(&self, plain: &str, nonce: &str, additional: &str) -> Option<String> {
        debug_assert_eq!(nonce.len(), NONCE_LEN);
        let mut bytes = plain.as_bytes().to_vec();
        let nonce = Nonce::try_assume_unique_for_key(nonce.as_bytes()).ok()?;
        self.0
            .seal_in_place_append_tag(nonce, Aad::from(additional.as_bytes()), &mut bytes)
            .ok()?;
        Some(STANDARD.encode(bytes))
    }
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;

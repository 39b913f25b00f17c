//! WeChat Pay's wire format, API v3: our `Authorization` header, WeChat's four signature headers, and the encrypted
//! resource of a notification. Every line of a signed text ends with a line feed, including the last one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::pay::gateway::NotifyError;
use crate::pay::signature::{PrivateKey, PublicKey};

/// How messages are signed: the authorization scheme, and the type that responses and notifications name.
pub const SCHEME: &str = "WECHATPAY2-SHA256-RSA2048";
/// Tolerated clock difference, seconds.
pub const SKEW: i64 = 300;
/// Prefix of the signatures with which WeChat probes our signature check.
pub const PROBE: &str = "WECHATPAY/SIGNTEST/";

/// The signed parts of a request.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The method in upper case.
    pub method: &'a str,
    /// Path and query.
    pub target: &'a str,
    /// Seconds since 1970.
    pub timestamp: i64,
    /// New for every request.
    pub nonce: &'a str,
    /// The body; empty for GET.
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

/// WeChat's four signature headers.
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

/// WeChat's key and its id.
#[derive(Debug, Clone)]
pub struct ProviderKey {
    /// The id in `Wechatpay-Serial`.
    pub id: String,
    /// The key.
    pub key: PublicKey,
}

/// The signed text of a response or a notification.
pub fn signed_text(timestamp: &str, nonce: &str, body: &[u8]) -> Vec<u8> {
    let mut text = format!("{timestamp}\n{nonce}\n").into_bytes();
    text.extend_from_slice(body);
    text.push(b'\n');
    text
}

impl<'a> Signed<'a> {
    /// Reads the headers.
    pub fn read(header: impl Fn(&str) -> Option<&'a str>) -> Result<Self, NotifyError> {
        let missing = NotifyError::Malformed("missing header");
        Ok(Self {
            timestamp: header("wechatpay-timestamp").ok_or(missing)?,
            nonce: header("wechatpay-nonce").ok_or(missing)?,
            signature: header("wechatpay-signature").ok_or(missing)?,
            serial: header("wechatpay-serial").ok_or(missing)?,
        })
    }

    /// Verifies the signature of `body` at `now`, seconds, with the key that it names.
    pub fn verify(&self, body: &[u8], now: i64, keys: &[ProviderKey]) -> Result<(), NotifyError> {
        if self.signature.starts_with(PROBE) {
            return Err(NotifyError::Probe);
        }
        let digits = (1..=12).contains(&self.timestamp.len())
            && self.timestamp.bytes().all(|byte| byte.is_ascii_digit());
        let timestamp: i64 = digits
            .then(|| self.timestamp.parse().ok())
            .flatten()
            .ok_or(NotifyError::Malformed("timestamp is not a number"))?;
        if (now - timestamp).abs() >= SKEW {
            return Err(NotifyError::Expired);
        }
        let named = keys.iter().find(|key| key.id == self.serial);
        let provider = named.ok_or(NotifyError::UnknownKey)?;
        let text = signed_text(self.timestamp, self.nonce, body);
        if provider.key.verify(&text, self.signature) {
            Ok(())
        } else {
            Err(NotifyError::BadSignature)
        }
    }
}

/// The APIv3 key, which encrypts the resource of a notification (AEAD_AES_256_GCM).
pub struct ResourceKey(LessSafeKey);

impl ResourceKey {
    /// From 32 bytes; none for another length.
    pub fn new(key: &[u8]) -> Option<Self> {
        let key = UnboundKey::new(&AES_256_GCM, key).ok()?;
        Some(Self(LessSafeKey::new(key)))
    }

    /// Decrypts a resource; none when nonce or additional data do not match.
    pub fn open(&self, sealed: &str, nonce: &str, additional: &str) -> Option<Vec<u8>> {
        let mut bytes = STANDARD.decode(sealed).ok()?;
        let nonce = Nonce::try_assume_unique_for_key(nonce.as_bytes()).ok()?;
        let plain = self
            .0
            .open_in_place(nonce, Aad::from(additional.as_bytes()), &mut bytes)
            .ok()?;
        Some(plain.to_vec())
    }

    /// Encrypts, for the sandbox; `nonce` must be 12 bytes and new.
    pub fn encrypt(&self, plain: &str, nonce: &str, additional: &str) -> Option<String> {
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

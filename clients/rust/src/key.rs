//! The client key, its plaintext in `X-Client-Key`, and the signing key derived from it.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::SignedText;

/// Bytes of the random client key.
pub const CLIENT_KEY_BYTES: usize = 32;
/// Bytes of the plaintext: version, client key, device id, creation time.
pub const SEALED_BYTES: usize = 1 + CLIENT_KEY_BYTES + 16 + 8;
/// First byte of the plaintext.
const VERSION: u8 = 1;

type HmacSha256 = Hmac<Sha256>;

/// Created once for each installation of a client.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientKey {
    /// The key itself.
    pub key: [u8; CLIENT_KEY_BYTES],
    /// Distinguishes installations without identifying anyone.
    pub device_id: [u8; 16],
    /// When it was created, ms since 1970.
    pub created_at_ms: u64,
}

impl std::fmt::Debug for ClientKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientKey")
            .field("created_at_ms", &self.created_at_ms)
            .finish_non_exhaustive()
    }
}

impl ClientKey {
    /// The plaintext to encrypt.
    pub fn encode(&self) -> [u8; SEALED_BYTES] {
        let mut bytes = [0; SEALED_BYTES];
        let parts = [
            &[VERSION][..],
            &self.key,
            &self.device_id,
            &self.created_at_ms.to_be_bytes(),
        ];
        for (to, from) in bytes.iter_mut().zip(parts.into_iter().flatten()) {
            *to = *from;
        }
        bytes
    }

    /// Parses a plaintext; none for another length or version.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (version, rest) = bytes.split_first()?;
        let (key, rest) = rest.split_first_chunk()?;
        let (device_id, rest) = rest.split_first_chunk()?;
        let created_at_ms = u64::from_be_bytes(rest.try_into().ok()?);
        (*version == VERSION).then_some(Self {
            key: *key,
            device_id: *device_id,
            created_at_ms,
        })
    }
}

/// The key that signs requests. HMAC's two key blocks are hashed once, not for each signature.
#[derive(Clone)]
pub struct SigningKey(HmacSha256);

impl SigningKey {
    /// Derives it from the application's fixed secret and the client key.
    pub fn derive(secret: &str, client_key: &[u8; CLIENT_KEY_BYTES]) -> Self {
        let mut outer = keyed(secret.as_bytes());
        outer.update(b"av1-sign");
        outer.update(client_key);
        Self(keyed(&outer.finalize().into_bytes()))
    }

    /// The signature in lower-case hex.
    pub fn sign(&self, text: &SignedText<'_>) -> String {
        crate::hex(&self.mac(text).finalize().into_bytes())
    }

    /// Whether `signature` (lower-case hex) is correct, compared in constant time.
    pub fn verify(&self, text: &SignedText<'_>, signature: &str) -> bool {
        from_hex(signature).is_some_and(|given| self.mac(text).verify(&given.into()).is_ok())
    }

    fn mac(&self, text: &SignedText<'_>) -> HmacSha256 {
        let mut mac = self.0.clone();
        mac.update(text.text().as_bytes());
        mac
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SigningKey")
    }
}

fn keyed(key: &[u8]) -> HmacSha256 {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    HmacSha256::new_from_slice(key).expect("HMAC takes keys of any length")
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let bytes: &[u8; 64] = text.as_bytes().try_into().ok()?;
    let mut out = [0; 32];
    let (pairs, _) = bytes.as_chunks::<2>();
    for (to, [high, low]) in out.iter_mut().zip(pairs) {
        *to = digit(*high)? << 4 | digit(*low)?;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_key_round_trips_and_nothing_else_parses() {
        let key = ClientKey {
            key: [7; 32],
            device_id: [9; 16],
            created_at_ms: 1_700_000_000_000,
        };
        let bytes = key.encode();
        assert_eq!(ClientKey::decode(&bytes), Some(key));
        assert_eq!(ClientKey::decode(&bytes[..56]), None);
        assert_eq!(ClientKey::decode(&[&bytes[..], &[0]].concat()), None);
        let mut other = bytes;
        other[0] = 2;
        assert_eq!(ClientKey::decode(&other), None);
    }

    #[test]
    fn only_64_lower_case_hex_digits_can_be_a_signature() {
        let key = SigningKey::derive("s", &[7; 32]);
        let text = SignedText {
            method: "GET",
            path: "/",
            canonical_query: "",
            timestamp: "1",
            nonce: "n",
            body: b"",
        };
        let good = key.sign(&text);
        assert!(key.verify(&text, &good));
        assert!(!key.verify(&text, &good.to_uppercase()));
        assert!(!key.verify(&text, good.get(..63).unwrap()));
        assert!(!key.verify(&text, ""));
        assert!(!key.verify(&text, &"é".repeat(32)));
    }
}

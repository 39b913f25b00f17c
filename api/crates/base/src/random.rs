//! Cryptographically secure random values.

use yingku_signer::hex;

/// `N` random bytes.
pub fn bytes<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(bytes)
}

/// 128 bits in 32 hex digits.
pub fn token() -> anyhow::Result<String> {
    Ok(hex(&bytes::<16>()?))
}

/// Whether `text` has the form of a [`token`].
pub fn is_token(text: &str) -> bool {
    text.len() == 32
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

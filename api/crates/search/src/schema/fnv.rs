//! FNV-1a (64 bits) of explicit bytes: unlike the standard library's hashers, the same with every compiler and platform, so
//! that it can be stored.

/// A hash in progress.
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self
    }

    pub(crate) fn number(self, number: impl Into<i64>) -> Self {
        self.bytes(&number.into().to_le_bytes())
    }

    /// A text with its length, so that two texts in a row are not another two.
    pub(crate) fn text(self, text: &str) -> Self {
        self.length(text.len()).bytes(text.as_bytes())
    }

    /// The length of what follows.
    pub(crate) fn length(self, length: usize) -> Self {
        self.number(i64::try_from(length).unwrap_or(i64::MAX))
    }

    pub(crate) const fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_hash_stays_what_it_was() {
        assert_eq!(Fnv::new().finish(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv::new().bytes(b"a").finish(), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv::new().bytes(b"foobar").finish(), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn texts_are_kept_apart() {
        let both = |one, other| Fnv::new().text(one).text(other).finish();
        assert_ne!(both("ab", "c"), both("a", "bc"));
    }
}

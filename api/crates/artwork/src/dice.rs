//! A small deterministic random generator: the same seed gives the same numbers on every machine.

/// Increment of the generator: 2⁶⁴ divided by the golden ratio.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijective hash of 64 bits.
pub const fn mix(number: u64) -> u64 {
    let a = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    b ^ (b >> 31)
}

/// A SplitMix64 generator. Not for secrets, because its output is predictable.
#[derive(Debug, Clone)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// A generator for a seed. Adjacent seeds give unrelated numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A separate generator for a detail, which does not affect later numbers of this one.
    #[must_use]
    pub const fn fork(&mut self) -> Self {
        Self::new(self.next())
    }

    /// A whole number from 0 to `n - 1`; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        u32::try_from(self.next() % u64::from(n.max(1))).unwrap_or(0)
    }

    /// A number from 0 (included) to 1 (excluded).
    pub fn unit(&mut self) -> f64 {
        // The upper half fits a float exactly, which keeps the numbers the same everywhere.
        let high = u32::try_from(self.next() >> 32).unwrap_or(0);
        f64::from(high) / 4_294_967_296.0
    }

    /// A number from `a` (included) to `b` (excluded).
    pub fn range(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }

    /// True with probability `p`, from 0 to 1.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// One of the entries, if there are any.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let count = u64::try_from(from.len()).ok().filter(|n| *n > 0)?;
        from.get(usize::try_from(self.next() % count).ok()?)
    }
}

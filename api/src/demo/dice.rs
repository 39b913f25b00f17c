//! Deterministic random integers: a stream for each key, and shuffled orders.

pub(super) use yingku_artwork::dice::mix;
use yingku_artwork::dice::{self, STEP};

/// A random stream that depends only on its key.
#[derive(Clone, Debug)]
pub(super) struct Dice(dice::Dice);

impl Dice {
    /// The stream of a key.
    pub(super) fn new(key: [u64; 3]) -> Self {
        let folded = key
            .into_iter()
            .fold(0, |state: u64, part| mix(state ^ part).wrapping_add(STEP));
        Self(dice::Dice::new(folded))
    }

    /// 64 uniform bits.
    pub(super) const fn roll(&mut self) -> u64 {
        self.0.next()
    }

    /// 0 to `end` − 1, uniform; 0 if `end` is 0.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        part(self.roll(), end)
    }

    /// `low` to `high`, uniform.
    pub(super) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True with this probability in percent.
    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// 0 to `end` − 1, with low numbers far more often: a uniform share to the power `power` gives a Zipf-like tail without
    /// a table.
    pub(super) fn zipf(&mut self, end: u64, power: u32) -> u64 {
        let even = self.roll();
        let share = (1..power).fold(even, |share, _| part(share, even));
        part(share, end)
    }

    /// An entry of a table, uniform.
    pub(super) fn pick<T: Copy + Default>(&mut self, table: &[T]) -> T {
        at(table, self.below(size(table.len())))
    }
}

/// Scales 64 bits to 0 to `end` − 1.
pub(super) fn part(share: u64, end: u64) -> u64 {
    let wide = (u128::from(share) * u128::from(end)) >> 64;
    u64::try_from(wide).unwrap_or(0)
}

pub(super) fn size(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

pub(super) fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The entry at an index modulo the length.
pub(super) fn at<T: Copy + Default>(table: &[T], number: u64) -> T {
    let round = number.checked_rem(size(table.len())).unwrap_or(0);
    table.get(place(round)).copied().unwrap_or_default()
}

/// A permutation of 0 to `end` − 1 that looks shuffled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shuffle {
    end: u64,
    stride: u64,
}

impl Shuffle {
    /// A permutation by steps of about the golden ratio, coprime with `end`.
    pub(super) fn new(end: u64) -> Self {
        let start = part(STEP, end).max(1);
        let stride = (start..end).find(|step| gcd(*step, end) == 1);
        Self {
            end: end.max(1),
            stride: stride.unwrap_or(1),
        }
    }

    /// The place of a number.
    pub(super) fn at(self, number: u64) -> u64 {
        let product = u128::from(number % self.end) * u128::from(self.stride);
        let place = (product + u128::from(self.end / 3)) % u128::from(self.end);
        u64::try_from(place).unwrap_or(0)
    }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

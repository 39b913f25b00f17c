//! Adapts the batch size and pauses of long background work, so that visitors hardly notice it.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Limits of a background task.
#[derive(Debug, Clone)]
pub struct BatchLimits {
    /// Target duration of a batch, which visitors may have to wait for.
    pub target_duration: Duration,
    /// Minimum and maximum items of a batch; the first has the minimum.
    pub items: RangeInclusive<usize>,
    /// Length of the pause as a multiple of the batch's duration: the index and the checkpoints that follow need time
    /// too.
    pub pause_factor: u32,
    /// Minimum and maximum pause.
    pub rest: RangeInclusive<Duration>,
}

/// Adapts the batch size to the measured durations.
pub struct AdaptiveBatch {
    limits: BatchLimits,
    items: usize,
}

impl AdaptiveBatch {
    /// Starts with the smallest batch.
    pub fn new(limits: BatchLimits) -> Self {
        let items = *limits.items.start();
        Self { limits, items }
    }

    /// Items of the next batch.
    pub fn items(&self) -> usize {
        self.items
    }

    /// Records how long a batch took; returns how long to pause. The next batch aims at the target duration, but grows
    /// by at most half.
    pub fn took(&mut self, items: usize, time: Duration) -> Duration {
        let BatchLimits {
            target_duration,
            rest,
            ..
        } = &self.limits;
        let (min, max) = (*self.limits.items.start(), *self.limits.items.end());
        let micros = time.as_micros().max(1);
        let count = u128::try_from(items).unwrap_or(0);
        let fitting = usize::try_from(count * target_duration.as_micros() / micros).unwrap_or(max);
        if time > *target_duration {
            self.items = fitting.min(self.items).max(min);
        } else if items >= self.items {
            self.items = fitting.min(self.items + self.items / 2 + 1).min(max);
        }
        (time * self.limits.pause_factor).clamp(*rest.start(), *rest.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn pace() -> AdaptiveBatch {
        AdaptiveBatch::new(BatchLimits {
            target_duration: ms(8),
            items: 10..=1_000,
            pause_factor: 5,
            rest: ms(10)..=ms(1_000),
        })
    }

    #[test]
    fn batches_grow_slowly_and_shrink_at_once() {
        let mut pace = pace();
        assert_eq!(pace.items(), 10);
        pace.took(10, ms(1));
        assert_eq!(pace.items(), 16);
        pace.took(16, ms(1));
        assert_eq!(pace.items(), 25);
        pace.took(25, ms(16));
        assert_eq!(pace.items(), 12);
        pace.took(12, Duration::from_secs(60));
        assert_eq!(pace.items(), 10);
    }

    #[test]
    fn a_partial_batch_does_not_grow_the_next_one() {
        let mut pace = pace();
        pace.took(3, ms(1));
        assert_eq!(pace.items(), 10);
    }

    #[test]
    fn batches_stay_within_bounds() {
        let mut pace = pace();
        for _ in 0..50 {
            pace.took(pace.items(), Duration::ZERO);
        }
        assert_eq!(pace.items(), 1_000);
    }

    #[test]
    fn the_pause_is_a_multiple_of_the_work() {
        let mut pace = pace();
        assert_eq!(pace.took(10, ms(40)), ms(200));
        assert_eq!(pace.took(10, Duration::ZERO), ms(10));
        assert_eq!(pace.took(10, Duration::from_secs(9)), ms(1_000));
    }
}

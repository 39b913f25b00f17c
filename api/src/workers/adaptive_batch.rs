//! How large the steps of long background work are, and how long it rests after each, so that visitors hardly notice.

use std::ops::RangeInclusive;
use std::time::Duration;

/// How gently some work is done.
#[derive(Debug, Clone)]
pub struct BatchLimits {
    /// How long a step may hold what visitors wait for.
    pub aim: Duration,
    /// Fewest and most items of a step; the first has the fewest.
    pub items: RangeInclusive<usize>,
    /// How many times as long as a step its rest is: what a step sets off (the index, the log of the database) needs
    /// time too.
    pub rest_times: u32,
    /// Shortest and longest rest.
    pub rest: RangeInclusive<Duration>,
}

/// Follows how long steps take.
pub struct AdaptiveBatch {
    manner: BatchLimits,
    items: usize,
}

impl AdaptiveBatch {
    /// As for a machine nothing is known of.
    pub fn new(manner: BatchLimits) -> Self {
        let items = *manner.items.start();
        Self { manner, items }
    }

    /// Items of the next step.
    pub fn items(&self) -> usize {
        self.items
    }

    /// A step of so many items took so long; says how long to rest. The next step aims at the same time on what
    /// was seen, but grows slowly: at most half as large again.
    pub fn took(&mut self, items: usize, time: Duration) -> Duration {
        let BatchLimits { aim, rest, .. } = &self.manner;
        let (least, most) = (*self.manner.items.start(), *self.manner.items.end());
        let micros = time.as_micros().max(1);
        let count = u128::try_from(items).unwrap_or(0);
        let fitting = usize::try_from(count * aim.as_micros() / micros).unwrap_or(most);
        if time > *aim {
            self.items = fitting.min(self.items).max(least);
        } else if items >= self.items {
            self.items = fitting.min(self.items + self.items / 2 + 1).min(most);
        }
        (time * self.manner.rest_times).clamp(*rest.start(), *rest.end())
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
            aim: ms(8),
            items: 10..=1_000,
            rest_times: 5,
            rest: ms(10)..=ms(1_000),
        })
    }

    #[test]
    fn steps_grow_slowly_and_shrink_at_once() {
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
    fn a_step_that_was_not_full_does_not_make_the_next_one_larger() {
        let mut pace = pace();
        pace.took(3, ms(1));
        assert_eq!(pace.items(), 10);
    }

    #[test]
    fn steps_stay_within_bounds() {
        let mut pace = pace();
        for _ in 0..50 {
            pace.took(pace.items(), Duration::ZERO);
        }
        assert_eq!(pace.items(), 1_000);
    }

    #[test]
    fn it_rests_several_times_as_long_as_it_worked() {
        let mut pace = pace();
        assert_eq!(pace.took(10, ms(40)), ms(200));
        assert_eq!(pace.took(10, Duration::ZERO), ms(10));
        assert_eq!(pace.took(10, Duration::from_secs(9)), ms(1_000));
    }
}

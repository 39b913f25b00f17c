//! How large a step of an import is, and how long to rest after it, so that visitors hardly notice.

use std::time::Duration;

/// How long a step may hold what visitors wait for.
const AIM: Duration = Duration::from_millis(8);
/// Records of the first step.
const FIRST: usize = 50;
/// Fewest and most records of a step.
const BOUNDS: (usize, usize) = (5, 1_000);
/// How many times as long as a step its rest is: what a step sets off (the index, the log of the database) needs time too.
const REST_TIMES: u32 = 5;
/// Shortest and longest rest.
const REST: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(1));

/// Follows how long steps take.
pub(super) struct Pace {
    records: usize,
}

impl Pace {
    /// As for a machine nothing is known of.
    pub(super) fn new() -> Self {
        Self { records: FIRST }
    }

    /// Records of the next step.
    pub(super) fn records(&self) -> usize {
        self.records
    }

    /// A step of so many records took so long; says how long to rest. The next step aims at the same time on what
    /// was seen, but grows slowly: at most half as large again.
    pub(super) fn took(&mut self, records: usize, time: Duration) -> Duration {
        let (least, most) = BOUNDS;
        let micros = time.as_micros().max(1);
        let count = u128::try_from(records).unwrap_or(0);
        let fitting = usize::try_from(count * AIM.as_micros() / micros).unwrap_or(most);
        if time > AIM {
            self.records = fitting.clamp(least, self.records);
        } else if records >= self.records {
            self.records = fitting.min(self.records + self.records / 2 + 1).min(most);
        }
        (time * REST_TIMES).clamp(REST.0, REST.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn steps_grow_slowly_and_shrink_at_once() {
        let mut pace = Pace::new();
        assert_eq!(pace.records(), 50);
        pace.took(50, ms(1));
        assert_eq!(pace.records(), 76);
        pace.took(76, ms(80));
        assert_eq!(pace.records(), 7);
        pace.took(7, Duration::from_secs(60));
        assert_eq!(pace.records(), 5);
    }

    #[test]
    fn a_step_that_was_not_full_does_not_make_the_next_one_larger() {
        let mut pace = Pace::new();
        pace.took(3, ms(1));
        assert_eq!(pace.records(), 50);
    }

    #[test]
    fn steps_stay_within_bounds() {
        let mut pace = Pace::new();
        for _ in 0..50 {
            pace.took(pace.records(), Duration::ZERO);
        }
        assert_eq!(pace.records(), 1_000);
    }

    #[test]
    fn it_rests_several_times_as_long_as_it_worked() {
        let mut pace = Pace::new();
        assert_eq!(pace.took(50, ms(40)), ms(200));
        assert_eq!(pace.took(50, Duration::ZERO), ms(10));
        assert_eq!(pace.took(50, Duration::from_secs(9)), ms(1_000));
    }
}

//! Measures replication lag: records the primary's log position at each probe and how much of it the replica has
//! replayed. The replica's own timestamps are not enough: it may have lost the primary without noticing.

use std::collections::VecDeque;
use std::time::Instant;

/// Most probes kept; a replica that lags further is hours behind.
const MAX: usize = 1_000;

/// The primary's log positions that the replica has not reached, with the time of each probe.
#[derive(Debug, Default)]
pub(super) struct LagTracker {
    ahead: VecDeque<(Instant, i64)>,
    reached: Option<Instant>,
}

impl LagTracker {
    /// The time of the latest probe whose position the replica has reached; that of the first probe until then.
    pub(super) fn reached(&mut self, written: i64, replayed: i64, now: Instant) -> Instant {
        if replayed >= written {
            self.ahead.clear();
            self.reached = Some(now);
            return now;
        }
        // The primary was restored to an earlier position: start over.
        if self.ahead.back().is_some_and(|(_, last)| *last > written) {
            self.ahead.clear();
        }
        let is_full = self.ahead.len() >= MAX;
        match self.ahead.back_mut() {
            Some((_, last)) if *last == written => {}
            Some((_, last)) if is_full => *last = written,
            _ => self.ahead.push_back((now, written)),
        }
        while let Some((at, _)) = self.ahead.front().filter(|(_, had)| *had <= replayed) {
            self.reached = Some(*at);
            self.ahead.pop_front();
        }
        *self.reached.get_or_insert(now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lag_is_measured_from_the_last_sample_that_the_replica_has_replayed() {
        let (mut lag_tracker, began) = (LagTracker::default(), Instant::now());
        let at = |seconds| began + Duration::from_secs(seconds);
        let mut reached =
            |written, replayed, seconds| lag_tracker.reached(written, replayed, at(seconds));
        assert_eq!(reached(10, 10, 0), at(0));
        assert_eq!(reached(20, 10, 1), at(0));
        assert_eq!(reached(20, 15, 2), at(0), "it has part of it");
        assert_eq!(reached(30, 20, 3), at(1));
        assert_eq!(reached(30, 29, 90), at(1));
        assert_eq!(reached(30, 30, 91), at(91));
        // Nothing was written: it is up to date.
        assert_eq!(reached(30, 30, 200), at(200));
        assert_eq!(reached(31, 31, 201), at(201));
    }

    #[test]
    fn lag_before_the_first_sample_counts_from_that_sample() {
        let (mut lag_tracker, began) = (LagTracker::default(), Instant::now());
        let at = |seconds| began + Duration::from_secs(seconds);
        for seconds in 0..5 {
            assert_eq!(lag_tracker.reached(100, 1, at(seconds)), at(0));
        }
        // The primary was restored from a backup, and the replica after it.
        assert_eq!(lag_tracker.reached(50, 1, at(5)), at(0));
        assert_eq!(lag_tracker.reached(50, 50, at(6)), at(6));
    }

    #[test]
    fn a_replica_stalled_for_hours_uses_bounded_memory() {
        let (mut lag_tracker, began) = (LagTracker::default(), Instant::now());
        for probe in 0..10_000 {
            let now = began + Duration::from_secs(probe);
            lag_tracker.reached(i64::try_from(probe).unwrap() + 1, 0, now);
        }
        assert_eq!(lag_tracker.ahead.len(), MAX);
        let end = began + Duration::from_secs(10_000);
        assert_eq!(
            lag_tracker.reached(10_000, 9_999, end),
            began + Duration::from_secs(998)
        );
    }
}

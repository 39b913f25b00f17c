//! When an order expires, and when the reconciler queries the provider about it.

use yingku_base::time::DAY;

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;

/// How long a provider's response is reused, seconds. WeChat's URL for phones is valid for five minutes.
pub const ADDRESS_TTL: i64 = 4 * 60;
/// An unpaid order is closed after this, seconds; later payments still count.
pub const CLOSES_AFTER: i64 = 30 * MINUTE;
/// The same member, plan and channel get the same order within this, seconds, so that there is time left to pay it.
pub const REUSABLE_FOR: i64 = CLOSES_AFTER - 2 * MINUTE;
/// Unpaid orders per member.
pub const MAX_WAITING: i64 = 5;
/// The first checks, seconds after the order; then every hour.
const FIRST: [i64; 6] = [
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    CLOSES_AFTER,
    HOUR,
];

/// The next check after `now` of an order created at `created_at`; none after a day.
pub fn next_check(created_at: i64, now: i64) -> Option<i64> {
    let hours = (2..=DAY / HOUR).map(|hour| hour * HOUR);
    FIRST
        .into_iter()
        .chain(hours)
        .map(|after| created_at + after)
        .find(|at| *at > now)
}

/// Whether an order of `created_at` has expired at `now`.
pub fn is_over(created_at: i64, now: i64) -> bool {
    now >= created_at + CLOSES_AFTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_frequent_at_first_then_hourly_for_a_day() {
        let mut queried = Vec::new();
        let mut now = 1_000;
        while let Some(at) = next_check(1_000, now) {
            queried.push((at - 1_000) / MINUTE);
            now = at;
        }
        let hours: Vec<i64> = (1..=24).map(|hour| hour * 60).collect();
        assert_eq!(queried, [&[1, 2, 5, 10, 30], &hours[..]].concat());
    }

    #[test]
    fn missed_checks_are_skipped() {
        assert_eq!(next_check(0, 59), Some(60));
        assert_eq!(next_check(0, 60), Some(120));
        assert_eq!(next_check(0, 4_000), Some(7_200));
        assert_eq!(next_check(0, DAY), None);
        // A clock set back starts over.
        assert_eq!(next_check(1_000, 0), Some(1_060));
        assert!(!is_over(0, 1_799) && is_over(0, 1_800));
    }
}

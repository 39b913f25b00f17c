//! Quotas of rate limits.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;

/// `number` requests in `time`, also as one burst.
pub fn quota(number: u32, time: Duration) -> Quota {
    let number = at_least_one(number);
    Quota::with_period(time / number.get())
        .unwrap_or(Quota::per_second(number))
        .allow_burst(number)
}

/// The number, or 1 for none.
pub fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

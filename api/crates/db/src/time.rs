//! Times as numbers.

use std::time::Duration;

/// The whole milliseconds of a time.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

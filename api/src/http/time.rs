//! Times on the wire: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai (design §3). Inside, times are seconds
//! since 1970, UTC.

use chrono::{DateTime, FixedOffset};

/// Asia/Shanghai has had no summer time since 1991 and no other offset in the catalogue's years.
pub const SHANGHAI_SECONDS: i32 = 8 * 3600;

/// Seconds in a day.
pub const DAY: i64 = 86_400;

/// Seconds since 1970 as the wire shows them; a time no calendar can show becomes empty.
pub fn wire(seconds: i64) -> String {
    let Some(zone) = FixedOffset::east_opt(SHANGHAI_SECONDS) else {
        return String::new();
    };
    DateTime::from_timestamp(seconds, 0)
        .map(|time| {
            time.with_timezone(&zone)
                .format("%Y-%m-%d %H:%M:%S")
                .to_string()
        })
        .unwrap_or_default()
}

/// The day in Shanghai that a moment belongs to, in days since 1970.
pub fn shanghai_day(seconds: i64) -> i32 {
    let day = (seconds + i64::from(SHANGHAI_SECONDS)).div_euclid(DAY);
    i32::try_from(day).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_shanghai() {
        assert_eq!(wire(0), "1970-01-01 08:00:00");
        assert_eq!(wire(1_700_000_000), "2023-11-15 06:13:20");
        assert_eq!(wire(i64::MAX), "");
    }

    #[test]
    fn a_day_ends_at_midnight_in_shanghai() {
        // 2023-11-15 23:59:59 and the second after it.
        assert_eq!(shanghai_day(1_700_063_999), 19_676);
        assert_eq!(shanghai_day(1_700_064_000), 19_677);
        assert_eq!(shanghai_day(0), 0);
    }
}

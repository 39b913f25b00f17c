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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_shanghai() {
        assert_eq!(wire(0), "1970-01-01 08:00:00");
        assert_eq!(wire(1_700_000_000), "2023-11-15 06:13:20");
        assert_eq!(wire(i64::MAX), "");
    }
}
